"""Puzzles of Claim It!: the last turn of the game, in which one placement wins most often.

Nobody moves after the last turn, so the chance to win follows from the dice alone, and
`last_turn.py` encloses it between certain bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from claimant.game import Game, Luck, View
from claimant.games.claim_it.from_view import state_data
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.last_turn import (
    MAX_DEPTH,
    STOPPED,
    LastTurn,
    find_bounds,
    new_last_turn,
)
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES, NUMBERS, SIDE, SPACES
from claimant.games.claim_it.turn_search import ROLLS
from claimant.games.claim_it.view import LAYOUT, ClaimItView
from claimant.i18n import Name, Text
from claimant.puzzles import Proof

_POSITIONS: Final = 400_000
"""The most positions that are evaluated per decision."""
_MARGIN: Final = 0.05


class ClaimItPuzzles:
    """Finds placements of the last turn that win more often than every other."""

    margin: Final = _MARGIN
    players: Final = ("easy", "normal")
    endings: Final = 10
    data: Final = "puzzles.jsonl"

    def set_up(self, luck: Luck) -> Game:
        return ClaimIt(2 + luck.below(4))

    def promising(self, view: View) -> bool:
        assert isinstance(view, ClaimItView)
        return view.turns_left == 1 and view.stage == "place" and not view.squatters_return

    def prove(self, view: View) -> Proof | None:
        assert isinstance(view, ClaimItView)
        if len(view.legal) < 2 or not self.promising(view):
            return None
        search = new_last_turn()
        search.stats[0].limit = _POSITIONS
        for depth in range(1, MAX_DEPTH + 1):
            bounds = _bounds(search, view, depth)
            if bounds is None:
                return None
            best = max(view.legal, key=lambda choice: bounds[choice])
            rivals = [bounds[choice] for choice in view.legal if choice != best]
            if bounds[best][0] - max(most for _, most in rivals) >= _MARGIN:
                return Proof(best, bounds, _line(view, best))
            if bounds[best][1] - max(least for least, _ in rivals) < _MARGIN:
                return None
        return None

    def signature(self, view: View) -> str:
        """The board as the player sees it, the same for its mirror images: it can be flipped along
        both diagonals, which exchanges columns and rows or counts the dice from the other end."""
        assert isinstance(view, ClaimItView)
        return min(_drawn(view, flip, turned) for flip in (False, True) for turned in (False, True))

    def task(self, view: View) -> Text:
        return Text(
            "This is the last turn of the game. Which space gives you the best chance to win?"
        )

    def choice(self, view: View, event: str) -> Text | None:
        return None

    def facts(self, view: View, names: Sequence[Name]) -> list[Text]:
        return []


def _bounds(
    search: LastTurn, view: ClaimItView, depth: int
) -> dict[str, tuple[float, float]] | None:
    """The bounds of each placement's chance to win; None if the search takes too long."""
    bounds = {}
    for choice in view.legal:
        search.states[0] = np.frombuffer(_placed(view, choice), turn.STATE)[0]
        least, most = find_bounds(search, depth)
        if least == STOPPED:
            return None
        bounds[choice] = (least, most)
    return bounds


def _placed(view: ClaimItView, choice: str) -> bytearray:
    data = state_data(view)
    turn.after_decision(data, NUMBERS[choice])
    return data


def _drawn(view: ClaimItView, flip: bool, turned: bool) -> str:
    """The position in one of the four ways in which the board can lie."""
    assert view.seat is not None

    def place(i: int) -> int:
        column, row = i % SIDE, i // SIDE
        if flip:
            column, row = row, column
        if turned:
            column, row = SIDE - 1 - column, SIDE - 1 - row
        return row * SIDE + column

    board = [""] * SPACES
    for i in range(SPACES):
        owner = view.owners[i]
        who = "." if owner is None else str((owner - view.seat) % view.players)
        mark = "c" if view.claimed[i] else ""
        board[place(i)] = who + mark + "s" * view.squatted[i] + "x" * view.capped[i]
    dice = sorted(7 - die if turned else die for die in view.dice)
    free = [n for n, where in enumerate(view.squatters, 1) if where < 0]
    free = sorted(7 - n if turned else n for n in free)
    return f"{''.join(board)} {dice} {free}"


_MAX_ROLLS: Final = 3
"""The most rolls that the line of a proof shows."""


def _line(view: ClaimItView, best: str) -> tuple[str, ...]:
    """The best placement, and the likeliest way to win from there."""
    search = new_last_turn()
    search.stats[0].limit = 1 << 62
    data = _placed(view, best)
    line = [best]
    for _ in range(_MAX_ROLLS):
        if _least(search, data) >= 1.0:
            return (*line, "stop")
        turn.after_decision(data, turn.ROLL)
        good, roll, where, data = max(_next(search, data), key=lambda found: found[0])
        if good == 0.0:
            break
        line += ["roll", "dice {} {} {}".format(*roll), NAMES[where]]
    return (*line, "stop") if _least(search, data) >= 1.0 else tuple(line)


def _least(search: LastTurn, data: bytearray) -> float:
    search.states[0] = np.frombuffer(data, turn.STATE)[0]
    return float(find_bounds(search, 1)[0])


def _next(
    search: LastTurn, data: bytearray
) -> Iterator[tuple[float, tuple[int, int, int], int, bytearray]]:
    """Every roll and its placements: how likely it is to come and to lead to a win."""
    for a, b, c, ways in ROLLS.tolist():
        rolled = bytearray(data)
        turn.after_dice(rolled, a, b, c)
        s = LAYOUT.read(bytes(rolled))
        if s.stage != turn.PLACE:
            continue
        for where in s.legal[: s.choices]:
            placed = bytearray(rolled)
            turn.after_decision(placed, where)
            yield ways * _least(search, placed), (a, b, c), where, placed


PUZZLES: Final = ClaimItPuzzles()
