"""Making a table: what may be chosen, each explained in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromQuery
from markupsafe import Markup

from claimant import registry
from claimant.bots import LEVELS
from claimant.game import Illegal
from claimant.games.claim.art.cards import corner, emblem
from claimant.games.claim.game import Claim
from claimant.games.claim.names import faction, faction_text
from claimant.games.claim.names import scenario as scenario_named
from claimant.games.claim.rules.cards import BY_NAME, FACTIONS, PAIRS, SCENARIOS, deck_size
from claimant.i18n import Text, listing, said
from claimant.luck import LONGEST_WORD
from claimant.web.http.errors import Refusal
from claimant.web.http.request import AnyRequest, language_of, may_make, services_of
from claimant.web.pages.home import TITLES, guest
from claimant.web.pages.templating import go, page
from claimant.web.tables.requests import BOT_PREFIX, TableRequest, count_bots

BY_HAND: Final = "by hand"
FIRST: Final = "the old kingdom"
_PACES: Final = {
    "none": (Text("No limit"), Text("everybody takes the time they need")),
    "1m": (Text("1 minute a move"), Text("brisk")),
    "5m": (Text("5 minutes a move"), Text("at one sitting")),
    "1d": (Text("1 day a move"), Text("a move now and then")),
    "3d": (Text("3 days a move"), Text("like letters")),
}
_TEMPLATES: Final = {"claim-it": "new_claim_it.html", "claim": "new_claim.html"}


@dataclass
class Filled:
    """The form as someone has filled it in so far."""

    game: str
    players: int
    seats: list[str]
    variant: bool = False
    scenario: str = FIRST
    factions: list[str] = field(default_factory=list)
    raccoons: str = "pile"
    pace: str = "none"
    public: bool = False
    spectators: bool = True
    swift: bool = False
    word: str = ""
    name: str = ""
    """Of someone who is new here."""

    @classmethod
    def empty(cls, game: str, players: int) -> Filled:
        most = registry.game_class(game).seats.stop - 1
        return cls(game, players, ["me", *["open"] * (most - 1)])

    @classmethod
    def of(cls, form: Any) -> Filled:
        """What was sent. Whatever is wrong with it, the server will say."""
        game = str(form.get("game", ""))
        if game not in registry.entries():
            raise Refusal(422, "game", Text("there is no such game"))
        text = str(form.get("players", ""))
        players = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        most = registry.game_class(game).seats.stop - 1
        return cls(
            game,
            players,
            [str(form.get(f"seat{i}", "open")) for i in range(max(most, min(players, most)))],
            variant="variant" in form,
            scenario=str(form.get("scenario", FIRST)),
            factions=[str(name)[:30] for name in form.getall("factions", [])][:40],
            raccoons=str(form.get("raccoons", "pile")),
            pace=str(form.get("pace", "none")),
            public=form.get("public") == "yes",
            spectators="spectators" in form,
            swift="swift" in form,
            word=str(form.get("word", "")),
            name=str(form.get("name", "")).strip()[:200],
        )

    @property
    def options(self) -> dict[str, str]:
        if self.game == "claim-it":
            return {"squatters-return": "yes" if self.variant else "no"}
        if self.scenario == BY_HAND:
            return {"factions": " ".join(self.factions), "raccoons": self.raccoons}
        return {"scenario": self.scenario, "raccoons": self.raccoons}

    @property
    def wanted(self) -> TableRequest:
        return TableRequest(
            *(self.game, self.players, self.seats[: max(0, self.players)], self.options),
            *(self.pace, self.public, self.spectators, self.word),
            swift=self.swift,
        )


@get("/new")
async def form(
    request: AnyRequest, game: FromQuery[str] = "", players: FromQuery[int] = 0
) -> Response[str]:
    if game not in registry.entries():
        return await page(request, "new.html", titles=TITLES)
    seats = registry.game_class(game).seats
    chosen = players if players in seats else seats.start
    return await _form(request, Filled.empty(game, chosen))


@post("/new")
async def make(request: AnyRequest) -> Response[Any]:
    sent = await request.form()
    filled = Filled.of(sent)
    if "check" in sent:
        return await _form(request, filled, looked=True)
    try:
        me, cookies = await guest(request, filled.name)
    except Refusal as refused:  # a name that cannot be
        if refused.status != 422:
            raise
        return await _form(request, filled, wrong=refused, looked=True)
    try:
        await may_make(request, me, count_bots(filled.wanted.seats))
        seated = await services_of(request).lifecycle.create(filled.wanted, me)
    except Refusal as refused:
        if refused.status != 422:
            raise
        return await _form(request, filled, wrong=refused, looked=True, me=me, cookies=cookies)
    return go(f"/tables/{seated.table.id}", cookies)


async def _form(
    request: AnyRequest,
    filled: Filled,
    wrong: Refusal | None = None,
    looked: bool = False,
    **who: Any,
) -> Response[str]:
    language = language_of(request)
    kind = registry.game_class(filled.game)
    known = [*SCENARIOS.values()]
    return await page(
        request,
        _TEMPLATES[filled.game],
        status=200 if wrong is None else 422,
        titles=TITLES,
        filled=filled,
        wrong=wrong,
        numbers=list(kind.seats),
        levels=[(BOT_PREFIX + name, level.name, level.about) for name, level in LEVELS.items()],
        paces=[
            (name, *_PACES.get(name, (name, ""))) for name in services_of(request).settings.paces
        ],
        scenarios=[
            (scenario.name, scenario_named(scenario.name), _deck_words(scenario.factions),
             scenario.more and _deck_words(scenario.more),
             [list(map(_corner, names)) for names in (scenario.factions, scenario.more or ())])
            for scenario in known
        ],
        by_hand=BY_HAND,
        groups=_groups(language),
        deck=deck(filled.players, filled.factions) if looked else None,
        longest=LONGEST_WORD,
        **who,
    )  # fmt: skip


def _deck_words(names: Sequence[str]) -> Text | str:
    return listing([faction(name) for name in names])


def _corner(name: str) -> Markup:
    return Markup(corner(name))


def _groups(language: str) -> list[list[dict[str, Any]]]:
    """The factions to pick from: the three pairs, then those of ten cards."""
    paired = [name for pair in PAIRS for name in pair]
    rest = [each.name for each in FACTIONS if each.name not in paired]
    return [[_pickable(name, language) for name in names] for names in (*PAIRS, rest)]


def _pickable(name: str, language: str) -> dict[str, Any]:
    text = faction_text(name, language)
    return {
        "name": name,
        "plural": text.plural,
        "power": text.power,
        "cards": BY_NAME[name].size,
        "emblem": Markup(emblem(name)),
    }


@dataclass(frozen=True)
class Deck:
    """Whether factions make a deck, in words."""

    good: bool
    cards: int
    needed: int
    words: tuple[Text | str, ...]


def deck(players: int, names: Sequence[str]) -> Deck:
    known = [name for name in names if name in BY_NAME]
    cards = sum(BY_NAME[name].size for name in known)
    needed = deck_size(players)
    if not names:
        reason = Text("Pick one pair and three factions of ten cards: together {n} cards.", n=52)
        if players > 2:
            reason = Text("Pick one pair and five factions of ten cards: together {n} cards.", n=72)
        return Deck(False, 0, needed, (reason,))
    try:
        game = Claim(players, tuple(names))
    except Illegal as refused:
        if refused.code == "factions" and len(set(known)) == len(names):
            return Deck(False, cards, needed, (_count(cards, needed),))
        return Deck(False, cards, needed, (refused.text,))
    good = Text("{n} cards: this is a deck.", n=cards)
    return Deck(True, cards, needed, (good, *game.notes))


def _count(cards: int, needed: int) -> Text:
    if cards < needed:
        return Text("{cards} of {needed} cards: {n} to go.", cards=cards, needed=needed,
                    n=needed - cards)  # fmt: skip
    return Text("{cards} cards are {n} too many for a deck of {needed}.", cards=cards,
                needed=needed, n=cards - needed)  # fmt: skip


@get("/new/deck")
async def check(
    request: AnyRequest, players: FromQuery[int] = 2, factions: FromQuery[str] = ""
) -> Response[Any]:
    """The deck as someone picks it: `factions` are names with spaces between."""
    found = deck(players, factions[:600].split())
    language = language_of(request)
    words = " ".join(said(text, language) for text in found.words)
    return Response(
        {"good": found.good, "cards": found.cards, "needed": found.needed, "words": words},
        headers={"cache-control": "private, max-age=60", "vary": "Cookie, Accept-Language"},
    )


handlers: Final = [form, make, check]
