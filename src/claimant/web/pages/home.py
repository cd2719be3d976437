"""The home page: the games, one click to play, and lists of tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from babel.dates import format_timedelta
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from claimant import registry
from claimant.bots import OFFERED, USUAL
from claimant.bots.characters import CHARACTERS
from claimant.components import cover_of, facts_of, page_of
from claimant.i18n import LANGUAGES, Text
from claimant.presentation import presentation_of, titles
from claimant.teaching.course import course_of
from claimant.web.http.caller import caller_of
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import single_fields
from claimant.web.http.request import (
    AnyRequest,
    cookie_for,
    language_cookie,
    language_of,
    may_make,
    person_of,
    services_of,
    welcome,
)
from claimant.web.http.static import portrait_address, stylesheets
from claimant.web.pages.table.cache import colours, face_of
from claimant.web.pages.templating import CONFIRM, RATING, SOUNDS, THEMES, go, local, page, setting
from claimant.web.people.people import Person
from claimant.web.services import Services
from claimant.web.store.interface import DamagedTable
from claimant.web.tables.cache import TableList
from claimant.web.tables.devices import seats_on_device
from claimant.web.tables.requests import BOT_PREFIX, TableRequest
from claimant.web.tables.seat_names import label
from claimant.web.tables.table import Table

_MOST: Final = 12
"""Lines per list."""


@dataclass(frozen=True)
class Introduction:
    """A game as the home page and the overview of the rules introduce it."""

    name: str
    title: str
    theme: str
    facts: Text
    line: Text | None
    blurb: Text | None
    picture: Markup
    opponents: range
    """How many bots someone can play against."""
    usual: int
    """How many there are unless someone chooses otherwise."""
    course: bool
    """Whether there is a course."""


def introductions(language: str) -> list[Introduction]:
    """All games, in the order of the registry."""
    found = []
    for name, title in titles().items():
        card = page_of(name).card
        seats = registry.game_class(name).seats
        found.append(
            Introduction(
                name=name,
                title=title,
                theme=card.theme,
                facts=facts_of(name),
                line=card.line,
                blurb=card.blurb,
                picture=Markup(cover_of(name, language)),
                opponents=range(max(1, seats.start - 1), seats.stop - 1),
                usual=(card.players or seats.start) - 1,
                course=course_of(name) is not None,
            )
        )
    return found


class TableLine:
    """A table as a line of a list."""

    rematch = False
    """Whether a seat at the next game is held for the visitor."""

    def __init__(self, table: Table, me: Person | None, now: float, language: str) -> None:
        self.id = table.id
        self.game = table.game.name
        self.title = presentation_of(table.game.name).title
        self.status = table.status
        seat = None if me is None else table.seat_of_person(me.id)
        self.names = [
            (colour, label(row, name), face_of(row))
            for row, colour, name in zip(
                table.seats, colours(table.seats), table.names, strict=True
            )
            if row.kind != "open"
        ]
        self.open = len(table.seats) - len(self.names)
        view = table.view(None) if table.events else None
        self.away = view is not None and seat is not None and table.seats[seat].away
        """Whether a bot plays for the visitor."""
        here = () if me is None else seats_on_device(table, me.id)
        self.my_turn = view is not None and view.actor in here
        self.turn_of = (
            table.names[view.actor]
            if view is not None and view.actor is not None and view.actor >= 0
            else None
        )
        outcome = None if view is None else view.outcome
        self.winners = [] if outcome is None else [table.names[w] for w in outcome.winners]
        self.won = outcome is not None and seat is not None and seat in outcome.winners
        self.age = format_timedelta(
            int(min(table.clock.since - now, -1)),
            add_direction=True,
            locale=language,
            format="long",
        )


def _lines(
    tables: Sequence[Table], me: Person | None, now: float, language: str
) -> list[TableLine]:
    return [TableLine(table, me, now, language) for table in tables]


@get("/")
async def home(request: AnyRequest) -> Response[str]:
    return await _home(request)


async def _home(request: AnyRequest, code: str = "", wrong: Text | None = None) -> Response[str]:
    services = services_of(request)
    language = language_of(request)
    me = await person_of(request)
    now = services.settings.now()
    mine = TableList() if me is None else await services.tables.of_person(me)
    taken = {table.id for table in mine}
    running = _lines([t for t in mine if t.status not in ("over", "closed")], me, now, language)
    running.sort(key=lambda line: not line.my_turn or line.away)
    turns = sum(line.my_turn and not line.away for line in running)
    asked = await _rematches(services, mine, me)
    for line in _lines(asked, me, now, language):
        line.rematch = True
        running.insert(turns, line)
    choice = PlayChoice.of(request)
    games = introductions(language)
    games.sort(key=lambda game: game.name != choice.game)
    public, finished = await services.tables.waiting(), await services.tables.finished(_MOST)
    waiting = [t for t in public if t.id not in taken][:_MOST]
    ended = [t for t in mine if t.over and t not in asked]
    ended += [t for t in finished if t.id not in taken]
    return await page(
        request,
        "home.html",
        status=200 if wrong is None else 404,
        me=me,
        games=games,
        levels=OFFERED,
        choice=choice,
        faces=[portrait_address(each.portrait) for each in CHARACTERS[:_FACES]],
        stylesheets=stylesheets(*registry.entries()),
        urgent=running[: bool(turns)],
        more_turns=turns - 1,
        mine=running[bool(turns) :][:_MOST],
        waiting=_lines(waiting, me, now, language),
        finished=_lines(ended[:_MOST], me, now, language),
        damaged=max(mine.damaged, public.damaged + finished.damaged),
        code=code,
        wrong=wrong,
    )


async def _rematches(services: Services, mine: Sequence[Table], me: Person | None) -> list[Table]:
    """Finished games of a person with a rematch in which a seat is held for them."""
    known = {table.id for table in mine}
    found = []
    for table in [t for t in mine if t.over][:_MOST]:
        seat = None if me is None else table.seat_of_person(me.id)
        if seat is not None and table.row.rematch and table.row.rematch not in known:
            try:
                again = await services.tables.find(table.row.rematch)
            except DamagedTable:
                continue
            if again.status == "waiting" and again.seats[again.options.place_after(seat)].held:
                found.append(table)
    return found


@dataclass(frozen=True)
class PlayChoice:
    """What someone last chose to play against bots. A cookie remembers it."""

    game: str = ""
    level: str = USUAL
    opponents: int = 0
    """0 for as many as is usual in the game."""

    @classmethod
    def of(cls, request: AnyRequest) -> PlayChoice:
        """The last choice, as far as the cookie makes sense."""
        game, _, rest = caller_of(request.scope).cookie_named(_CHOICE).partition(".")
        level, _, opponents = rest.partition(".")
        return cls(
            game if game in registry.entries() else "",
            level if level in OFFERED else USUAL,
            int(opponents) if opponents in _COUNTS else 0,
        )

    def __str__(self) -> str:
        return f"{self.game}.{self.level}.{self.opponents}"

    def opponents_in(self, game: Introduction) -> int:
        """How many bots to play against in a game: what was chosen there, else what is usual."""
        chosen = self.game == game.name and self.opponents in game.opponents
        return self.opponents if chosen else game.usual


_CHOICE: Final = "play"
_COUNTS: Final = tuple("123456789")
_FACES: Final = 5
"""Characters that the page shows; each is a file of its own."""


@post("/play")
async def play(request: AnyRequest) -> Redirect:
    """Start a game against bots at once, and remember which."""
    form = await single_fields(request)
    name = form.get("game", "")
    if name not in registry.entries():
        raise Refusal(422, "game", Text("there is no such game"))
    card = page_of(name).card
    game = next(each for each in introductions(language_of(request)) if each.name == name)
    level = form.get("level", PlayChoice.of(request).level)
    number = form.get(f"opponents-{name}", "")
    choice = PlayChoice(
        name, level if level in OFFERED else USUAL, int(number) if number in _COUNTS else 0
    )
    players = choice.opponents_in(game) + 1
    me, cookies = await guest(request)
    await may_make(request, me, players - 1)
    seats = ["me", *[BOT_PREFIX + choice.level] * (players - 1)]
    seated = await services_of(request).lifecycle.create(
        TableRequest(
            *(name, players, seats, dict(card.options)),
            contributes=form.get("contributes") == "yes",
            banter=True,
        ),
        me,
    )
    return go(f"/tables/{seated.table.id}", [*cookies, setting(request, _CHOICE, str(choice))])


async def guest(request: AnyRequest, name: str = "") -> tuple[Person, list[Any]]:
    """The person who asks; a visitor who is not known yet becomes a guest, and gets a cookie."""
    me = await person_of(request)
    if me is not None:
        return me, []
    me = await welcome(request, name or None)
    return me, [cookie_for(request, me)]


_LINK: Final = re.compile(r"/(?:tables|join)/([\w-]+)")


@get("/join")
async def join(request: AnyRequest, code: FromQuery[str] = "") -> Response[Any]:
    return await _join(request, code)


@get("/join/{code:str}")
async def join_link(request: AnyRequest, code: FromPath[str]) -> Response[Any]:
    return await _join(request, code)


async def _join(request: AnyRequest, code: str) -> Response[Any]:
    """Go to a table by its code or its link."""
    link = _LINK.search(code)
    name = link[1] if link else re.sub(r"[\s-]", "", code).lower()
    if not name:
        return await _home(request, code, Text("Type the code from your invitation."))
    try:
        table = await services_of(request).tables.find(name[:40])
    except Refusal:
        if link or len(name) == 8:
            wrong = Text(
                "No table with this code is waiting for players. Perhaps the game has begun?"
            )
        else:
            wrong = Text("A code has eight letters and digits.")
        return await _home(request, code[:200], wrong)
    return go(f"/tables/{table.id}")


@post("/settings")
async def settings(request: AnyRequest) -> Redirect:
    """Language, light or dark, sounds, whether moves are confirmed, whether a rating is shown."""
    form = await single_fields(request)
    cookies = []
    if form.get("language") in LANGUAGES:
        cookies.append(language_cookie(request, form["language"]))
    for name, known in (
        ("theme", THEMES),
        ("sounds", SOUNDS),
        ("confirm", CONFIRM),
        ("rating", RATING),
    ):
        if form.get(name) in known:
            cookies.append(setting(request, name, form[name]))
    return go(local(form.get("back", "/")), cookies)


handlers: Final = [home, play, join, join_link, settings]
