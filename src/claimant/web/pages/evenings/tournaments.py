"""The pages of a tournament: for players, for the organiser, and for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery

from claimant import registry
from claimant.components import page_of
from claimant.game import Game
from claimant.i18n import Name, Text
from claimant.presentation import titles
from claimant.web.evenings.evening import Evening
from claimant.web.evenings.log import PlayedGame
from claimant.web.evenings.plans import MAX_MINUTES, MAX_ROUNDS, MIN_PEOPLE, TournamentPlan
from claimant.web.evenings.standings import standings
from claimant.web.http.errors import Refusal
from claimant.web.http.forms import form_of, single_fields
from claimant.web.http.request import (
    AnyRequest,
    charge_events,
    language_of,
    link_to,
    may_organise,
    person_of,
    services_of,
)
from claimant.web.pages.evenings import words
from claimant.web.pages.home import guest
from claimant.web.pages.paces import PACES
from claimant.web.pages.qr import qr_code
from claimant.web.pages.templating import go, page
from claimant.web.people.people import MAX_NAME_LENGTH, MAX_TITLE_LENGTH, Person


@dataclass(frozen=True)
class GameLine:
    """A game of a round as templates show it."""

    number: int
    round: int
    table: str
    people: list[tuple[int, Name, int]]
    """Number, name and colour of each player."""
    bots: int
    result: Text
    winners: tuple[int, ...]
    over: bool
    mine: bool


def lines_of(evening: Evening, number: int, mine: int | None) -> list[GameLine]:
    """The games of a round, numbered from 1."""
    return [
        _line(evening, number, n, game, mine)
        for n, game in enumerate(evening.history.rounds[number - 1].games, 1)
    ]


def _line(
    evening: Evening, round_number: int, number: int, game: PlayedGame, mine: int | None
) -> GameLine:
    people = [(p, evening.name(p), evening.entrants[p].colour) for p in game.people]
    return GameLine(
        *(number, round_number, game.table, people, len(game.seating) - len(people)),
        words.result_of(evening, game),
        () if game.result is None else game.result.winners,
        over=game.result is not None,
        mine=mine is not None and mine in game.seating,
    )


@get("/tournaments/new")
async def form(request: AnyRequest, game: FromQuery[str] = "") -> Response[str]:
    return await _form(request, {"game": game})


async def _form(
    request: AnyRequest, fields: dict[str, str], wrong: Refusal | None = None, **person: Any
) -> Response[str]:
    games = registry.entries()
    name = fields.get("game", "")
    name = name if name in games else next(iter(games))
    kind = registry.game_class(name)
    return await page(
        request,
        "evenings/new_tournament.html",
        status=200 if wrong is None else 422,
        wrong=wrong,
        game=name,
        titles=titles(),
        theme_class=page_of(name).card.theme,
        filled=fields,
        numbers=list(kind.seats),
        redraws=kind.redrawn is not Game.redrawn,
        paces=[(name, _pace(name)) for name in services_of(request).settings.paces],
        most_rounds=MAX_ROUNDS,
        most_minutes=MAX_MINUTES,
        longest=MAX_TITLE_LENGTH,
        longest_name=MAX_NAME_LENGTH,
        **person,
    )


def _pace(name: str) -> Text | str:
    return PACES[name].title if name in PACES else name


@post("/tournaments")
async def make(request: AnyRequest) -> Response[Any]:
    fields = await single_fields(request)
    name = fields.get("game", "")
    if name not in registry.entries():
        raise Refusal(422, "game", Text("there is no such game"))
    me: Person | None = None
    cookies: list[Any] = []
    try:
        me, cookies = await guest(request, fields.get("name", "").strip())
        await may_organise(request, me)
        system = "round-robin" if fields.get("system") == "round-robin" else "swiss"
        plan = TournamentPlan(
            *(name, {}, _number(fields, "players", 2), system),
            rounds=_number(fields, "rounds"),
            pace=fields.get("pace", "none"),
            minutes=_number(fields, "minutes"),
            automatic="automatic" in fields,
            spectators="spectators" in fields,
            redraw="redraw" in fields,
        )
        services = services_of(request)
        made = await services.tournaments.create(plan, fields.get("title", ""), me)
        if "plays" in fields:
            await services.tournaments.join(made, me)
    except Refusal as refused:
        if refused.status != 422:
            raise
        return await _form(request, fields, refused, cookies=cookies, me=me)
    return go(f"/tournaments/{made}", cookies)


def _number(fields: dict[str, str], name: str, default: int = 0) -> int:
    text = fields.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refusal(422, name, Text("“{text}” is not a number", text=text[:20]))
    return int(text)


@get("/tournaments/{tournament:str}")
async def show(request: AnyRequest, tournament: FromPath[str]) -> Response[str]:
    return await _show(request, tournament)


async def _show(
    request: AnyRequest, name: str, wrong: Refusal | None = None, cookies: Sequence[Cookie] = ()
) -> Response[str]:
    evening = await services_of(request).evenings.current(name, "tournament")
    charge_events(request, len(evening.events))
    me = await person_of(request)
    mine = evening.player_of(me)
    link = link_to(request, f"/tournaments/{evening.id}")
    rounds = len(evening.history.rounds)
    return await page(
        request,
        "evenings/tournament.html",
        status=200 if wrong is None else wrong.status,
        wrong=wrong,
        present=mine is not None and mine in evening.history.present,
        organises=evening.is_organiser(me),
        link=link,
        qr=qr_code(link),
        log=words.log_lines(evening),
        longest_name=MAX_NAME_LENGTH,
        people=[
            (p, evening.name(p), evening.entrants[p].colour, p in evening.history.present)
            for p in evening.history.joined
        ],
        earlier=[(n, lines_of(evening, n, mine)) for n in range(rounds - 1, 0, -1)],
        least=2 if rounds else MIN_PEOPLE,
        **_common(request, evening, mine),
        me=me,
        cookies=cookies,
    )


def _common(request: AnyRequest, evening: Evening, mine: int | None) -> dict[str, Any]:
    """What the page and the wall both show."""
    past = evening.history
    number = len(past.rounds)
    games = lines_of(evening, number, mine) if number else []
    lines = standings(past) if number else []
    return {
        "evening": evening,
        "title": words.title_of(evening),
        "game_title": words.game_title(evening),
        "plan": evening.tournament,
        "number": number,
        "of": evening.rounds,
        "games": games,
        "own": next((game for game in games if game.mine), None),
        "mine": mine,
        "resting": bool(number) and mine in past.rounds[-1].byes,
        "byes": [evening.name(p) for p in past.rounds[-1].byes] if number else [],
        "rows": words.rows(evening, lines, mine, language_of(request)),
        "figures": any(line.figure for line in lines),
    }


_CROWDS: Final = (8, 16, 32, 64)
"""Numbers of people that the layouts of the wall are made for."""


@get("/tournaments/{tournament:str}/wall")
async def wall(request: AnyRequest, tournament: FromPath[str]) -> Response[str]:
    evening = await services_of(request).evenings.current(tournament, "tournament")
    charge_events(request, len(evening.events))
    link = link_to(request, f"/tournaments/{evening.id}")
    people = [(evening.name(p), evening.entrants[p].colour) for p in evening.history.present]
    return await page(
        request,
        "evenings/wall.html",
        link=link,
        qr=qr_code(link),
        people=people,
        crowd=next((size for size in _CROWDS if len(evening.entrants) <= size), _CROWDS[-1]),
        **_common(request, evening, None),
    )


@post("/tournaments/{tournament:str}/join")
async def join(request: AnyRequest, tournament: FromPath[str]) -> Response[Any]:
    fields = await single_fields(request)
    cookies: list[Any] = []
    try:
        me, cookies = await guest(request, fields.get("name", "").strip())
        await services_of(request).tournaments.join(tournament, me)
    except Refusal as refused:
        if refused.status != 422:
            raise
        return await _show(request, tournament, refused, cookies=cookies)
    return go(f"/tournaments/{tournament}", cookies)


@post("/tournaments/{tournament:str}/{action:str}")
async def change(
    request: AnyRequest, tournament: FromPath[str], action: FromPath[str]
) -> Response[Any]:
    """Everything else that can be done on the page: `withdraw`, `rounds`, `results`, `absent` and
    `end`."""
    fields = await form_of(request)
    single = {name: values[-1] for name, values in fields.items()}
    service = services_of(request).tournaments
    me = await person_of(request)
    place = (_number(single, "round"), _number(single, "game"))
    try:
        if action == "withdraw":
            player = _number(single, "player") if "player" in single else None
            await service.withdraw(tournament, me, player)
        elif action == "rounds":
            await service.start_round(tournament, me)
        elif action == "results":
            winners = [int(n) for n in fields.get("winner", ()) if n.isascii() and n.isdigit()]
            await service.decide(tournament, me, place, [n for n in winners if n < 1000])
        elif action == "absent":
            await service.mark_absent(tournament, me, place, _number(single, "player", 1000))
        elif action == "end":
            await service.end(tournament, me)
        else:
            raise Refusal(404, "not-found", Text("there is nothing here"))
    except Refusal as refused:
        if refused.status not in (409, 422):
            raise
        return await _show(request, tournament, refused)
    return go(f"/tournaments/{tournament}")


handlers: Final[list[Any]] = [form, make, show, wall, join, change]
