"""What the positions of a finished game are worth to each side, by the game's judge.

The curve of a review knows everything, as readers of a finished game do: the judge is given the
full view. Only the grade of a decision comes from what its player could know.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimant.game import CHANCE, Game, State
from claimant.judge import Judge, Judgement

Shares = tuple[float, ...]
"""Each side's share of the win; they add up to 1."""


class Appraiser:
    """Judges the positions of one game, always with the same seed and effort."""

    def __init__(self, judge: Judge, game: Game, seed: int, effort: float) -> None:
        self._judge, self._game = judge, game
        self._seed, self._effort = seed, effort
        self.sides = game.teams
        self.side_of = {seat: n for n, side in enumerate(self.sides) for seat in side}

    def known(self, state: State) -> Judgement:
        """The judgement of a decision by what its player could know."""
        return self._judge.judge(state.view(state.actor), self._seed, self._effort)

    def open(self, state: State) -> Judgement:
        """The judgement of a decision with everything face up."""
        view = state.full_view()
        own = state.view(state.actor)
        if not self._game.open:
            own = view.replace(seat=own.seat, legal=own.legal, undo=own.undo)
        return self._judge.judge(own, self._seed, self._effort)

    def shares(self, state: State) -> Shares:
        """What a position is worth to each side. At a decision that is what the best choice is
        worth to its side."""
        if state.outcome is not None:
            return self._final(state.outcome.winners)
        if state.actor is None or state.actor == CHANCE:
            return self.estimate(state)
        others = self.estimate(state) if len(self.sides) > 2 else self.even
        return with_share(others, self.side_of[state.actor], self.open(state).value)

    @property
    def even(self) -> Shares:
        """What a game is worth before anything has happened."""
        return tuple(1 / len(self.sides) for _ in self.sides)

    def estimate(self, state: State) -> Shares:
        """The chances of all sides, with everything face up."""
        seats = self._judge.chances(state.full_view(), self._seed, self._effort)
        return by_side(seats, self.sides)

    def _final(self, winners: Sequence[int]) -> Shares:
        won = {self.side_of[seat] for seat in winners}
        if not won:
            return self.even
        return tuple(1 / len(won) if side in won else 0.0 for side in range(len(self.sides)))


def by_side(seats: Sequence[float], sides: Sequence[Sequence[int]]) -> Shares:
    """Add up the shares of each side's seats."""
    return tuple(sum(seats[seat] for seat in side) for side in sides)


def with_share(shares: Shares, side: int, share: float) -> Shares:
    """Give a side this share. The others divide the rest in proportion to what they had."""
    share = min(1.0, max(0.0, share))
    others = sum(shares) - shares[side]
    parts = [had / others if others > 0 else 1 / (len(shares) - 1) for had in shares]
    return tuple(share if n == side else (1 - share) * part for n, part in enumerate(parts))
