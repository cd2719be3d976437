"""The numbers of continuations from given positions are correct."""

from __future__ import annotations

import pytest
from support.perft import Position, divide, perft, positions

from claimant.games.claim_it.game import ClaimIt


@pytest.mark.parametrize("position", positions(), ids=lambda p: f"{p.record}-{p.after}")
def test_perft(position: Position) -> None:
    state = position.state
    for depth, expected in enumerate(position.counts, start=1):
        found = perft(state, depth)
        if found != expected:
            lines = [f"{event}: {n}" for event, n in divide(state, depth).items()]
            pytest.fail(
                f"{position.why}\n{found} continuations of {depth} events, not {expected}:\n"
                + "\n".join(lines)
            )


def test_the_first_turn_of_claim_it_by_hand() -> None:
    """20 rolls of three numbers have 6 spaces, 30 pairs have 3 and 6 triples have 1 (R-I4).

    After a placement one rolls on (56 rolls) or stops, and the next one rolls.
    """
    placements = 20 * 6 + 30 * 3 + 6 * 1
    begin = ClaimIt(2).start().play("first 0")
    assert [perft(begin, depth) for depth in range(1, 6)] == [
        1,
        56,
        placements,
        2 * placements,
        placements * (56 + 1),
    ]


def test_divide_adds_up() -> None:
    for position in positions():
        depth = min(3, len(position.counts))
        assert sum(divide(position.state, depth).values()) == position.counts[depth - 1]
