"""Evenings in words: scores, results, and what is in the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from babel.numbers import format_decimal

from claimant.i18n import Name, Text, listing, said
from claimant.presentation import presentation_of
from claimant.web.evenings import series
from claimant.web.evenings.evening import Evening
from claimant.web.evenings.log import (
    Arrived,
    Decided,
    Ended,
    PlayedGame,
    Returned,
    RoundStarted,
    Withdrew,
    read,
)
from claimant.web.evenings.standings import Placing

_SHARES: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
}


def points(number: Fraction, language: str) -> str:
    """Points as people write them: 2, 2½, or with a decimal if there is no sign for the share."""
    whole, share = divmod(number, 1)
    if not share:
        return str(whole)
    if share in _SHARES:
        return f"{whole or ''}{_SHARES[share]}"
    return format_decimal(float(number), "#,##0.0", locale=language)


def title_of(evening: Evening) -> Name:
    if evening.row.title:
        return evening.row.title
    return Text("Series") if evening.is_series else Text("Tournament")


def series_length(evening: Evening) -> Text:
    plan = evening.series
    if plan.best_of:
        return Text("best of {n}", n=plan.games)
    return Text("{n} game", "{n} games", n=plan.games)


def score(evening: Evening, language: str) -> str:
    """`Ann 2 : 1 Ben`, or `Ann 2, Ben 1, Cas 0` if there are more."""
    found = series.scores(evening.history, evening.players)
    names = {player: said(evening.name(player), language) for player in found}
    if len(found) == 2:
        a, b = (points(found[player], language) for player in (0, 1))
        return f"{names[0]} {a} : {b} {names[1]}"
    ordered = sorted(found, key=lambda player: -found[player])
    return ", ".join(f"{names[player]} {points(found[player], language)}" for player in ordered)


def series_state(evening: Evening, number: int | None = None) -> Text:
    """Which game it is, or who has won."""
    if evening.over:
        best = series.leaders(evening.history, evening.players)
        names = [evening.name(player) for player in best]
        if not names:
            return Text("The series ended without a winner")
        if len(names) == 1:
            return Text("{name} wins the series", name=names[0])
        return Text("{names} win the series", names=listing(names))
    number = number or series.number_of_next(evening.history)
    plan = evening.series
    if number > plan.games:
        return Text("Game {n}: the decider", n=number)
    if plan.best_of:
        return Text("Game {n} of best of {games}", n=number, games=plan.games)
    return Text("Game {n} of {games}", n=number, games=plan.games)


def tournament_state(evening: Evening) -> Text:
    """How far a tournament has come."""
    number = len(evening.history.rounds)
    if evening.over:
        return Text("over")
    if not number:
        n = len(evening.history.present)
        return Text("{n} person takes part", "{n} people take part", n=n)
    return Text("round {n} of {all}", n=number, all=max(number, evening.rounds))


def result_of(evening: Evening, game: PlayedGame) -> Text:
    """What came of a game, in a few words."""
    if game.result is None:
        return Text("playing")
    winners = [evening.name(player) for player in game.result.winners]
    if not winners:
        return Text("a bot won") if game.result.sides else Text("no winner")
    if game.result.by == "time":
        return Text("time is up: a draw")
    if game.result.sides > 1:
        if len(game.seating) == 2:
            return Text("a draw")
        return Text("{names} share the win", names=listing(winners))
    if len(winners) == 1:
        return Text("{name} won", name=winners[0])
    return Text("{names} won", names=listing(winners))


@dataclass(frozen=True)
class LogLine:
    at: str
    text: Text


def log_lines(evening: Evening) -> list[LogLine]:
    """What has happened, the latest first, with all corrections."""
    return [
        LogLine(datetime.fromtimestamp(event.at, UTC).strftime("%H:%M"), text)
        for event, text in reversed(list(zip(evening.events, _told(evening), strict=True)))
    ]


def _told(evening: Evening) -> Iterator[Text]:
    rounds = 0
    before: dict[tuple[int, int], Decided] = {}
    for row in evening.events:
        event = read(row.event)
        if isinstance(event, RoundStarted):
            rounds += 1
            yield Text("Round {n} started", n=rounds)
        elif isinstance(event, Decided):
            place = (event.round, event.game)
            game = evening.history.rounds[event.round - 1].games[event.game - 1]
            now = _was(evening, game, event)
            then = before.get(place)
            before[place] = event
            yield _result(event, now, None if then is None else _was(evening, game, then))
        elif isinstance(event, Arrived):
            yield Text("{name} takes part", name=evening.name(event.player))
        elif isinstance(event, Returned):
            yield Text("{name} is back", name=evening.name(event.player))
        elif isinstance(event, Withdrew):
            if event.by_organiser:
                yield Text("The organiser took {name} out", name=evening.name(event.player))
            else:
                yield Text("{name} stopped taking part", name=evening.name(event.player))
        else:
            assert isinstance(event, Ended)
            yield Text("The organiser ended it")


def _was(evening: Evening, game: PlayedGame, then: Decided) -> Text:
    return result_of(evening, PlayedGame(game.table, game.seating, game.sides, then))


def _result(event: Decided, now: Text, was: Text | None) -> Text:
    where = Text("Round {round}, table {table}", round=event.round, table=event.game)
    if event.by == "absence":
        return Text("{where}: {result}, because nobody else came", where=where, result=now)
    if event.by != "organiser":
        return Text("{where}: {result}", where=where, result=now)
    if was is None:
        return Text("{where}: {result}, entered by the organiser", where=where, result=now)
    return Text(
        "{where}: {result}, corrected by the organiser (before: {was})",
        where=where,
        result=now,
        was=was,
    )


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings as templates show it."""

    rank: int
    name: Name
    colour: int
    points: str
    wins: int
    played: int
    buchholz: str
    sonneborn_berger: str
    figure: int
    mine: bool
    gone: bool


def rows(
    evening: Evening, lines: Sequence[Placing], mine: int | None, language: str
) -> list[StandingRow]:
    return [
        StandingRow(
            *(line.rank, evening.name(line.player), evening.entrants[line.player].colour),
            *(points(line.points, language), line.wins, line.played),
            points(line.buchholz, language),
            points(line.sonneborn_berger, language),
            line.figure,
            mine=line.player == mine,
            gone=line.player not in evening.history.present,
        )
        for line in lines
    ]


def game_title(evening: Evening) -> str:
    return presentation_of(evening.tournament.game).title
