"""What is counted about each player's part in a finished game, for people's own figures.

A game's registry entry names a `GameTally`. A *fact* is a number about one seat, such as how often
it went bust. Facts of many games are added up; a `Measure` or a `Breakdown` says what the sums
mean. Only what a spectator sees is counted. Without a tally of its own, a game has wins and losses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from claimant import registry
from claimant.game import Game, State, View
from claimant.i18n import Name, Text

MAX_FACTS = 40
"""Facts that are stored about one seat of a game."""


class SeenStep(NamedTuple):
    """An event of a finished game, with the spectator's view before and after it."""

    before: View
    event: str
    after: View


class Measure(NamedTuple):
    """A figure about someone's games: a sum of facts, divided by the games or by another sum."""

    title: Text
    fact: str
    per: str = ""
    """The fact whose sum is the divisor, which makes the figure a percentage; the number of games
    if empty."""
    best: bool = False
    """Whether the largest single value is shown as well."""


class Breakdown(NamedTuple):
    """How often something succeeded, by name: the share of 1 among the facts `prefix` + name."""

    title: Text
    prefix: str
    name: Callable[[str], Name]


class GameTally:
    """What is counted in a game; these defaults count nothing but wins."""

    measures: Sequence[Measure] = ()
    breakdowns: Sequence[Breakdown] = ()
    deck_title: Text = Text("By deck")
    plotted: Measure | None = None
    """The measure that is plotted game by game."""

    def deck(self, game: Game) -> str:
        """A stable, short key for what a game was played with; games with the same key are counted
        together."""
        return ""

    def deck_name(self, key: str) -> Name | None:
        """What people call a deck; None if there is nothing to tell apart."""
        return None

    def facts(self, steps: Sequence[SeenStep], final: View) -> list[dict[str, int]]:
        """The facts about each seat of a finished game, by seat. `steps` leaves out what was taken
        back; a view is only built when a step is read."""
        return [{} for _ in range(final.players)]


# One entry per game, valid as long as the process.
@cache
def tally_of(game: str) -> GameTally:
    """A game's tally, by the game's name."""
    name = registry.entry(game).tally
    if not name:
        return GameTally()
    found: GameTally = registry.part(name)
    return found


class Steps(Sequence[SeenStep]):
    """The events of a game without those that were taken back. Views are built when they are
    read, and the latest is kept."""

    def __init__(self, game: Game, events: Sequence[str]) -> None:
        self._states: list[State] = [game.start()]
        self._events: list[str] = []
        for event in events:
            if event == "undo":
                self._states.pop()
                self._events.pop()
            else:
                self._states.append(self._states[-1].play(event))
                self._events.append(event)
        self._latest: tuple[int, View] | None = None

    @property
    def final(self) -> View:
        return self._view(len(self._events))

    def __len__(self) -> int:
        return len(self._events)

    def __getitem__(self, number: int) -> SeenStep:  # type: ignore[override]
        if not 0 <= number < len(self._events):
            raise IndexError(number)
        before = self._view(number)
        return SeenStep(before, self._events[number], self._view(number + 1))

    def _view(self, number: int) -> View:
        if self._latest is None or self._latest[0] != number:
            self._latest = (number, self._states[number].view(None))
        return self._latest[1]


def facts(game: Game, events: Sequence[str]) -> list[dict[str, int]]:
    """The facts about each seat of a finished game, by seat."""
    steps = Steps(game, events)
    found = tally_of(game.name).facts(steps, steps.final)
    return [dict(list(each.items())[:MAX_FACTS]) for each in found]
