"""What the organiser of an evening has chosen, stored as JSON."""

from __future__ import annotations

from typing import Final

import msgspec

MIN_GAMES: Final = 2
MAX_GAMES: Final = 21
"""Games of a series, without deciders."""
MIN_PEOPLE: Final = 4
"""People with whom a tournament can start."""
MAX_PEOPLE: Final = 64
MAX_ROUNDS: Final = 63
"""Rounds of a tournament: in a round robin of 64 people everyone meets everyone."""
MAX_ARRIVALS: Final = 20
"""How often someone can come to a tournament, and come back. Everyone who opens a tournament
reads its whole log, so nobody may make it grow without end."""
MAX_RESULTS: Final = 20
"""Results that can be entered for a game of a tournament: the first, and corrections."""
MAX_MINUTES: Final = 600
"""Minutes for a game of a tournament."""
BREAK: Final = 45.0
"""Seconds between the end of a round and the start of the next, if rounds start by themselves."""


class SeriesPlan(msgspec.Struct, frozen=True):
    games: int
    best_of: bool = True
    """Whether it ends as soon as nobody can catch up; otherwise all games are played."""
    rotate: bool = False
    """Whether everyone changes seats after each game, and so neighbours or partners."""
    redraw: bool = False
    """Whether the game's options, such as the deck, are drawn at random for each game."""

    @property
    def fits(self) -> bool:
        return MIN_GAMES <= self.games <= MAX_GAMES and (not self.best_of or self.games % 2 == 1)


class TournamentPlan(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, str]
    players: int = 2
    """Players per table."""
    system: str = "swiss"
    """`swiss` or `round-robin`."""
    rounds: int = 0
    """0: as many as suit the number of people when the first round starts."""
    pace: str = "none"
    minutes: int = 0
    """Minutes for a game; 0 for no limit."""
    automatic: bool = False
    """Whether the next round starts by itself after a break."""
    spectators: bool = True
    redraw: bool = False
    """Whether the options are drawn at random for each round: the same for all of its tables."""


def read_series(plan: str) -> SeriesPlan:
    return msgspec.json.decode(plan, type=SeriesPlan)


def read_tournament(plan: str) -> TournamentPlan:
    return msgspec.json.decode(plan, type=TournamentPlan)


def written_plan(plan: SeriesPlan | TournamentPlan) -> str:
    return msgspec.json.encode(plan).decode()


def usual_rounds(system: str, people: int) -> int:
    """The number of rounds if the organiser has not chosen one."""
    if system == "round-robin":
        return people - 1 if people % 2 == 0 else people
    return min(people - 1, max(3, (people - 1).bit_length()))
