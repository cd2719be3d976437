"""Series and tournaments for programs."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from claimant.i18n import said
from claimant.web.api.answers import answers, me_of
from claimant.web.api.evening_schemas import (
    DecideGame,
    Entered,
    EntrantShown,
    EveningGameShown,
    EveningVersion,
    LoggedShown,
    MakeTournament,
    MarkAbsent,
    RoundMade,
    RoundShown,
    SeriesMade,
    SeriesShown,
    StandingShown,
    TournamentMade,
    TournamentShown,
)
from claimant.web.api.schemas import MakeTable, SeriesWanted
from claimant.web.evenings.evening import Evening
from claimant.web.evenings.keeper import no_evening
from claimant.web.evenings.log import PlayedGame
from claimant.web.evenings.plans import SeriesPlan, TournamentPlan
from claimant.web.evenings.series import leaders
from claimant.web.evenings.standings import Placing, league, standings
from claimant.web.http.request import (
    AnyRequest,
    charge_events,
    language_of,
    may_organise,
    person_of,
    services_of,
    visitor_of,
)
from claimant.web.people.people import Person
from claimant.web.tables.requests import SeatGrant, TableRequest


@post(
    "/tables/{table:str}/series",
    status_code=201,
    summary="Make a finished game the first of a series",
    responses=answers(400, 403, 404, 413, 422),
)
async def make_series(
    request: AnyRequest, table: FromPath[str], data: JSONBody[SeriesWanted]
) -> SeriesMade:
    visitor = await visitor_of(request, table)
    await may_organise(request, visitor.person)
    return SeriesMade(await services_of(request).series.continue_from(visitor, series_plan(data)))


async def make_table(
    request: AnyRequest, wanted: TableRequest, data: MakeTable, person: Person | None
) -> SeatGrant:
    """Create a table, for a single game or for the first of a series."""
    services = services_of(request)
    if data.series is None:
        return await services.lifecycle.create(wanted, person, data.name)
    await may_organise(request, person)
    return await services.series.create(wanted, series_plan(data.series), person, data.name)


def series_plan(data: SeriesWanted) -> SeriesPlan:
    return SeriesPlan(data.games, data.best_of, data.rotate, data.redraw)


@get("/series/{series:str}", summary="Show a series", responses=answers(404))
async def see_series(request: AnyRequest, series: FromPath[str]) -> SeriesShown:
    evening = await services_of(request).evenings.current(series, "series")
    plan = evening.series
    return SeriesShown(
        series=evening.id,
        version=evening.row.version,
        status=evening.row.status,
        games=plan.games,
        best_of=plan.best_of,
        rotate=plan.rotate,
        redraw=plan.redraw,
        players=_entrants(evening, language_of(request)),
        played=[_game(game) for game in evening.history.games],
        standings=[_standing(line) for line in league(evening.history, evening.players)],
        leaders=leaders(evening.history, evening.players),
    )


@post(
    "/series/{series:str}/end",
    status_code=200,
    summary="End a series before its last game",
    responses=answers(403, 404, 422),
)
async def end_series(request: AnyRequest, series: FromPath[str]) -> EveningVersion:
    services = services_of(request)
    await services.series.end(series, await person_of(request))
    return await _version(request, series)


@post("/tournaments", summary="Create a tournament", responses=answers(400, 403, 413, 422))
async def make(request: AnyRequest, data: JSONBody[MakeTournament]) -> TournamentMade:
    person = await me_of(request)
    await may_organise(request, person)
    plan = TournamentPlan(
        *(data.game, dict(data.options), data.players, data.system, data.rounds, data.pace),
        *(data.minutes, data.automatic, data.spectators, data.redraw),
    )
    return TournamentMade(await services_of(request).tournaments.create(plan, data.title, person))


@get(
    "/tournaments/{tournament:str}",
    summary="Show a tournament: people, rounds with their tables, standings",
    responses=answers(404),
)
async def see(request: AnyRequest, tournament: FromPath[str]) -> TournamentShown:
    evening = await _tournament(request, tournament)
    plan = evening.tournament
    return TournamentShown(
        tournament=evening.id,
        version=evening.row.version,
        status=evening.row.status,
        title=evening.row.title,
        game=plan.game,
        players_per_table=plan.players,
        options=plan.options,
        system=plan.system,
        rounds_planned=evening.rounds,
        pace=plan.pace,
        minutes=plan.minutes,
        automatic=plan.automatic,
        due=evening.row.due,
        players=_entrants(evening, language_of(request)),
        rounds=_rounds(evening),
        standings=[_standing(line) for line in standings(evening.history)],
    )


async def _tournament(request: AnyRequest, name: str) -> Evening:
    """A tournament to show. The longer it is, the more of the allowance it uses."""
    evening = await services_of(request).evenings.current(name, "tournament")
    charge_events(request, len(evening.events))
    return evening


@get(
    "/tournaments/{tournament:str}/rounds",
    summary="List the pairings of all rounds, with their results",
    responses=answers(404),
)
async def pairings(request: AnyRequest, tournament: FromPath[str]) -> list[RoundShown]:
    return _rounds(await _tournament(request, tournament))


@get(
    "/tournaments/{tournament:str}/standings", summary="List the standings", responses=answers(404)
)
async def standing(request: AnyRequest, tournament: FromPath[str]) -> list[StandingShown]:
    evening = await _tournament(request, tournament)
    return [_standing(line) for line in standings(evening.history)]


@get(
    "/tournaments/{tournament:str}/log",
    summary="List everything that has happened in a tournament, with all corrections",
    responses=answers(404),
)
async def log(request: AnyRequest, tournament: FromPath[str]) -> list[LoggedShown]:
    evening = await services_of(request).evenings.load(tournament, "tournament")
    charge_events(request, len(evening.events))
    return [
        LoggedShown(event.version, event.at, msgspec.json.decode(event.event))
        for event in evening.events
    ]


_CHANGE: Final[dict[str, Any]] = {"status_code": 200, "responses": answers(403, 404, 422)}


@post("/tournaments/{tournament:str}/join", summary="Take part, from the next round on", **_CHANGE)
async def join(request: AnyRequest, tournament: FromPath[str]) -> Entered:
    person = await me_of(request)
    return Entered(await services_of(request).tournaments.join(tournament, person))


@post("/tournaments/{tournament:str}/withdraw", summary="Stop taking part", **_CHANGE)
async def withdraw(request: AnyRequest, tournament: FromPath[str]) -> EveningVersion:
    await services_of(request).tournaments.withdraw(tournament, await me_of(request))
    return await _version(request, tournament)


@post(
    "/tournaments/{tournament:str}/players/{player:int}/withdraw",
    summary="Take someone out of the tournament, as its organiser",
    **_CHANGE,
)
async def take_out(
    request: AnyRequest, tournament: FromPath[str], player: FromPath[int]
) -> EveningVersion:
    await services_of(request).tournaments.withdraw(tournament, await person_of(request), player)
    return await _version(request, tournament)


@post(
    "/tournaments/{tournament:str}/rounds",
    status_code=201,
    summary="Start the next round, as the organiser",
    responses=answers(403, 404, 409, 422),
)
async def start_round(request: AnyRequest, tournament: FromPath[str]) -> RoundMade:
    person = await person_of(request)
    return RoundMade(await services_of(request).tournaments.start_round(tournament, person))


_GAME: Final = "/tournaments/{tournament:str}/rounds/{number:int}/games/{game:int}"
_DECIDE: Final[dict[str, Any]] = {
    "status_code": 200,
    "responses": answers(400, 403, 404, 413, 422),
}


@post(f"{_GAME}/result", summary="Enter or correct a result, as the organiser", **_DECIDE)
async def decide(
    request: AnyRequest,
    tournament: FromPath[str],
    number: FromPath[int],
    game: FromPath[int],
    data: JSONBody[DecideGame],
) -> EveningVersion:
    person = await person_of(request)
    service = services_of(request).tournaments
    await service.decide(tournament, person, (number, game), data.winners)
    return await _version(request, tournament)


@post(f"{_GAME}/absent", summary="Note that someone has not come, as the organiser", **_DECIDE)
async def absent(
    request: AnyRequest,
    tournament: FromPath[str],
    number: FromPath[int],
    game: FromPath[int],
    data: JSONBody[MarkAbsent],
) -> EveningVersion:
    person = await person_of(request)
    service = services_of(request).tournaments
    await service.mark_absent(tournament, person, (number, game), data.player)
    return await _version(request, tournament)


@post("/tournaments/{tournament:str}/end", summary="End a tournament early", **_CHANGE)
async def end(request: AnyRequest, tournament: FromPath[str]) -> EveningVersion:
    await services_of(request).tournaments.end(tournament, await person_of(request))
    return await _version(request, tournament)


@get(
    "/evenings/{evening:str}/version",
    summary="Tell whether a series or tournament has changed",
    responses=answers(404),
)
async def version(request: AnyRequest, evening: FromPath[str]) -> EveningVersion:
    return await _version(request, evening)


async def _version(request: AnyRequest, evening: str) -> EveningVersion:
    row = await services_of(request).store.evening(evening)
    if row is None:
        raise no_evening()
    return EveningVersion(row.version)


def _entrants(evening: Evening, language: str) -> list[EntrantShown]:
    present = evening.history.present
    return [
        EntrantShown(
            *(e.number, said(evening.name(e.number), language), e.colour, e.level or None),
            e.number in present,
        )
        for e in evening.entrants
    ]


def _rounds(evening: Evening) -> list[RoundShown]:
    return [
        RoundShown(number, each.started, [_game(game) for game in each.games], list(each.byes))
        for number, each in enumerate(evening.history.rounds, 1)
    ]


def _game(game: PlayedGame) -> EveningGameShown:
    result = game.result
    if result is None:
        return EveningGameShown(game.table, list(game.seating), None, None)
    return EveningGameShown(game.table, list(game.seating), list(result.winners), result.by)


def _standing(line: Placing) -> StandingShown:
    return StandingShown(
        *(line.rank, line.player, float(line.points), line.wins, line.played),
        *(float(line.buchholz), float(line.sonneborn_berger), line.figure),
    )


handlers: Final[list[Any]] = [
    *(make_series, see_series, end_series, make, see, pairings, standing, log, join, withdraw),
    *(take_out, start_round, decide, absent, end, version),
]
