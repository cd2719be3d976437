"""The form for a new table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromQuery

from claimant import registry
from claimant.bots import OFFERED
from claimant.components import FormFields, first, page_of
from claimant.game import Game
from claimant.i18n import Text
from claimant.luck import MAX_WORD_LENGTH
from claimant.presentation import titles
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import form_of
from claimant.web.http.request import AnyRequest, language_of, may_make, may_organise, services_of
from claimant.web.http.static import stylesheets
from claimant.web.pages.evenings.series import CHOICES, plan_in
from claimant.web.pages.home import PlayChoice, guest
from claimant.web.pages.paces import PACES
from claimant.web.pages.table.luck import WITHOUT_SCRIPT
from claimant.web.pages.templating import go, page
from claimant.web.tables.requests import BOT_PREFIX, GUEST_PREFIX, TableRequest, count_bots


@dataclass(frozen=True)
class TableForm:
    """The form as someone has filled it in so far."""

    game: str
    players: int
    seats: list[str]
    pace: str = "none"
    public: bool = False
    spectators: bool = True
    swift: bool = False
    banter: bool = True
    memory_aid: bool = False
    contributes: bool = False
    word: str = ""
    name: str = ""
    """The name of a new visitor."""
    fields: FormFields = field(default_factory=dict)
    """All fields as they were sent, for the game's part of the form; empty before that."""

    @classmethod
    def empty(cls, game: str, players: int) -> TableForm:
        most = registry.game_class(game).seats.stop - 1
        return cls(game, players, ["me", *["open"] * (most - 1)])

    @classmethod
    def of(cls, fields: FormFields) -> TableForm:
        """What was sent. It may be wrong in any way: making the table checks it."""
        game = first(fields, "game")
        if game not in registry.entries():
            raise Refusal(422, "game", Text("there is no such game"))
        text = first(fields, "players")
        players = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        most = registry.game_class(game).seats.stop - 1
        return cls(
            game,
            players,
            [_seat(fields, i) for i in range(most)],
            pace=first(fields, "pace", "none"),
            public=first(fields, "public") == "yes",
            spectators="spectators" in fields,
            swift="swift" in fields,
            banter="banter" in fields,
            memory_aid="memory-aid" in fields,
            contributes=first(fields, "contributes") == "yes",
            word=first(fields, "word"),
            name=first(fields, "name").strip()[:200],
            fields=fields,
        )

    @property
    def wanted(self) -> TableRequest:
        options = page_of(self.game).form.options(self.game, self.fields)
        return TableRequest(
            *(self.game, self.players, self.seats[: max(0, self.players)], options),
            *(self.pace, self.public, self.spectators, self.word),
            swift=self.swift,
            banter=self.banter,
            memory_aid=self.memory_aid,
            contributes=self.contributes,
        )


def _seat(fields: FormFields, number: int) -> str:
    """What was chosen for a seat, with the name of someone on the same device."""
    wanted = first(fields, f"seat{number}", "open")
    if wanted != "here":
        return wanted
    return GUEST_PREFIX + first(fields, f"guest{number}").strip()[:200]


@get("/new")
async def form(
    request: AnyRequest, game: FromQuery[str] = "", players: FromQuery[int] = 0
) -> Response[str]:
    if game not in registry.entries():
        game = PlayChoice.of(request).game or next(iter(registry.entries()))
    seats = registry.game_class(game).seats
    chosen = players if players in seats else seats.start
    return await _form(request, TableForm.empty(game, chosen))


@post("/new")
async def make(request: AnyRequest) -> Response[Any]:
    fields = await form_of(request)
    filled = TableForm.of(fields)
    revised = page_of(filled.game).form.revised(filled.game, fields, filled.players)
    if "check" in fields or revised is not fields:
        return await _form(request, replace(filled, fields=revised))
    try:
        me, cookies = await guest(request, filled.name)
    except Refusal as refused:  # the name is not allowed
        if refused.status != 422:
            raise
        return await _form(request, filled, wrong=refused)
    try:
        await may_make(request, me, count_bots(filled.wanted.seats))
        plan = plan_in({name: values[-1] for name, values in fields.items()})
        services = services_of(request)
        if plan is None:
            seated = await services.lifecycle.create(filled.wanted, me)
        else:
            await may_organise(request, me)
            seated = await services.series.create(filled.wanted, plan, me)
    except Refusal as refused:
        if refused.status != 422:
            raise
        return await _form(request, filled, wrong=refused, me=me, cookies=cookies)
    return go(f"/tables/{seated.table.id}", cookies)


async def _form(
    request: AnyRequest, filled: TableForm, wrong: Refusal | None = None, **person: Any
) -> Response[str]:
    game_page = page_of(filled.game)
    language = language_of(request)
    return await page(
        request,
        game_page.form.template,
        status=200 if wrong is None else 422,
        titles=titles(),
        theme_class=game_page.card.theme,
        stylesheets=stylesheets(filled.game),
        filled=filled,
        series_choices=CHOICES,
        redraws=registry.game_class(filled.game).redrawn is not Game.redrawn,
        wrong=wrong,
        memory_aid=game_page.table.memory_aid,
        numbers=list(registry.game_class(filled.game).seats),
        levels=[(BOT_PREFIX + name, level.name, level.about) for name, level in OFFERED.items()],
        paces=[_pace(name) for name in services_of(request).settings.paces],
        more_open=wrong is not None,
        longest=MAX_WORD_LENGTH,
        without_script=WITHOUT_SCRIPT,
        **game_page.form.values(filled.game, filled.fields, filled.players, language),
        **person,
    )


def _pace(name: str) -> tuple[str, Text | str, Text | str]:
    """A pace as the template shows it: name, title, and what it is good for."""
    pace = PACES.get(name)
    return (name, name, "") if pace is None else (name, pace.title, pace.about)


handlers: Final = [form, make]
