"""How a game finds puzzles: positions in which a single decision is provably the best.

A game's registry entry names a `PuzzleMaker`. It proves from a `View`, so a puzzle can be solved
with what the player in the seat knows. The package `teaching` plays the games, grades the puzzles
and reads them again. Everything here does a fixed amount of work: the result is the same on any
machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from claimant import registry
from claimant.game import Game, Luck, View
from claimant.i18n import Name, Text


@dataclass(frozen=True)
class Proof:
    """That a decision is better than all others."""

    best: str
    bounds: Mapping[str, tuple[float, float]]
    """The least and the greatest possible value of each legal decision: its chance to win, where a
    shared win counts for its share. The least value of the best one exceeds the greatest value of
    every other by the maker's margin."""
    line: tuple[str, ...]
    """The best decision and what may follow it, as events of the record."""


class PuzzleMaker(Protocol):
    """Finds and proves the puzzles of one game."""

    margin: float
    """How much more the best decision must be worth than any other."""
    players: tuple[str, ...]
    """The bots that play the games in which puzzles are found: each seat gets one at random."""
    endings: int
    """How often the end of each game is played, each time with new luck, from the random event
    before the first promising position."""
    data: str
    """The file with the puzzles that come with the game, below the folder of its package."""

    def set_up(self, luck: Luck) -> Game:
        """Draw the set-up of a game to look for puzzles in."""
        ...

    def promising(self, view: View) -> bool:
        """Whether it is worth trying to prove the decision before `view.seat`."""
        ...

    def prove(self, view: View) -> Proof | None:
        """Prove which decision before `view.seat` is the best; None if that cannot be done with
        the usual amount of work, or if no decision is the best by the margin."""
        ...

    def signature(self, view: View) -> str:
        """A text that is the same for puzzles that are alike, such as mirror images."""
        ...

    def task(self, view: View) -> Text:
        """What the player is asked, in a sentence."""
        ...

    def choice(self, view: View, event: str) -> Text | None:
        """A decision in a few words, if the presentation uses more."""
        ...

    def facts(self, view: View, names: Sequence[Name]) -> list[Text]:
        """What the player could work out from the game so far, and need not."""
        ...


def maker_of(game: str) -> PuzzleMaker | None:
    """A game's puzzle maker, if it has one."""
    name = registry.entry(game).puzzles
    if not name:
        return None
    found: PuzzleMaker = registry.part(name)
    return found
