"""The bodies of requests and responses about series and tournaments."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from claimant.web.api.schemas import Line, RequestBody, SeriesWanted, Short


class MakeTournament(RequestBody, frozen=True):
    game: Short
    title: Short = ""
    players: int = 2
    """Players per table. Bots fill tables that are not full."""
    options: Annotated[dict[Short, Line], Meta(max_length=20)] = field(default_factory=dict)
    system: Short = "swiss"
    """`swiss` or `round-robin`."""
    rounds: int = 0
    """0: as many as suit the number of people when the first round starts."""
    pace: Short = "none"
    minutes: int = 0
    """Minutes for a game, after which all players share the win; 0 for no limit."""
    automatic: bool = False
    """Whether the next round starts by itself, after a break of 45 seconds."""
    spectators: bool = True
    redraw: bool = False
    """Whether the options are drawn at random for each round."""


class DecideGame(RequestBody, frozen=True):
    winners: Annotated[list[int], Meta(max_length=10)]
    """Numbers of players at this table; several share the win, none: nobody wins."""


class MarkAbsent(RequestBody, frozen=True):
    player: int


class SeriesMade(Struct, frozen=True):
    series: str


class TournamentMade(Struct, frozen=True):
    tournament: str


class Entered(Struct, frozen=True):
    player: int


class RoundMade(Struct, frozen=True):
    round: int


class EntrantShown(Struct, frozen=True):
    player: int
    name: str
    colour: int
    bot: str | None
    """The level of a bot."""
    present: bool
    """Whether they still take part."""


class EveningGameShown(Struct, frozen=True):
    table: str
    seating: list[int]
    """The number of the player in each seat; -1 for a bot that fills the table."""
    winners: list[int] | None
    """Null while the game is being played; empty if nobody has won."""
    decided_by: str | None
    """`game`, `organiser`, `absence`, `time`, or `gone` if the table was closed."""


class RoundShown(Struct, frozen=True):
    round: int
    started: float
    games: list[EveningGameShown]
    byes: list[int]


class StandingShown(Struct, frozen=True):
    rank: int
    player: int
    points: float
    wins: int
    played: int
    buchholz: float
    sonneborn_berger: float
    figure: int
    """The sum of the game's own figures, such as the size of the largest mine."""


class LoggedShown(Struct, frozen=True):
    version: int
    at: float
    event: dict[str, object]


class SeriesShown(Struct, frozen=True):
    series: str
    version: int
    status: str
    """`running` or `over`."""
    games: int
    best_of: bool
    rotate: bool
    redraw: bool
    players: list[EntrantShown]
    played: list[EveningGameShown]
    standings: list[StandingShown]
    leaders: list[int]
    """The winners, once the series is over."""


class TournamentShown(Struct, frozen=True):
    tournament: str
    version: int
    status: str
    """`open` before the first round, `running` or `over`."""
    title: str
    game: str
    players_per_table: int
    options: dict[str, str]
    system: str
    rounds_planned: int
    pace: str
    minutes: int
    automatic: bool
    due: float | None
    """When the round's games end, or the next round starts by itself; seconds since 1970."""
    players: list[EntrantShown]
    rounds: list[RoundShown]
    standings: list[StandingShown]


class EveningVersion(Struct, frozen=True):
    version: int


BODIES = (SeriesWanted, MakeTournament, DecideGame, MarkAbsent)
