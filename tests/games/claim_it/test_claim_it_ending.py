"""The last round of Claim It! and who wins, R-I8 and R-I9."""

from __future__ import annotations

import pytest
from support.tables import ANN, BEN, CLEO, EVE, board, bust, roll_and_place

from claimant.game import Illegal
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItOutcome

EMPTY = "\n".join([". . . . . ."] * 6)


@pytest.mark.parametrize(("players", "needed"), [(2, 13), (3, 9), (4, 7), (5, 6)])
def test_the_last_round(players: int, needed: int) -> None:
    """R-I8: 13, 9, 7, 6 claims at the end of a turn; one more turn each, the caller's own last."""
    spaces = NAMES[18 : 18 + needed]
    state = ClaimIt(players).start().play("first 1")
    for batch in (spaces[:6], spaces[6:12], spaces[12:]):
        for number, space in enumerate(batch, start=1):
            assert state.view(None).caller is None, "only at the end of a turn"
            assert state.actor == BEN
            state = roll_and_place(state, (space, number), (space, number))
        if batch:
            state = state.play("stop")
        while state.view(None).caller is None and state.actor != BEN:
            state = bust(state)
    view = state.view(None)
    assert (view.needed, view.claims[BEN], view.caller) == (needed, needed, BEN)
    turns: list[int] = []
    while state.actor is not None:
        assert state.view(None).turns_left == players - len(turns)
        turns.append(state.actor)
        state = bust(state)
    assert turns == [(BEN + i) % players for i in range(1, players + 1)]
    assert state.choices() == []
    with pytest.raises(Illegal) as refused:
        state.play("roll")
    assert refused.value.code == "over"
    for outcome in ((1,), (1, 2, 3)):
        with pytest.raises(Illegal, match="over"):
            state.happen(outcome)
    with pytest.raises(Illegal, match="over"):
        state.apply(0)


def test_a_bust_with_enough_claims_placed_calls_nothing() -> None:
    """R-I8: the number counts at the end of the turn, when a bust has taken the claims away."""
    state = board(
        """
        A A A A A 1*
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
        players=5,
    )
    assert bust(state).view(None).caller is None
    assert state.play("stop").view(None).caller == ANN


def test_others_reaching_the_number_change_nothing() -> None:
    """R-I8: the last round goes on as the caller called it."""
    state = board(
        """
        A A A A A a
        B B B B B b
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """,
        players=5,
    )
    state = roll_and_place(state, ("6,6", 1)).play("stop")
    state = roll_and_place(state, ("6,5", 1)).play("stop")
    view = state.view(None)
    assert view.claims[:2] == (6, 6)
    assert (view.caller, view.turns_left, view.actor) == (ANN, 4, CLEO)
    for _ in range(3):
        state = bust(state)
    assert state.actor == ANN
    assert bust(state).outcome is not None


def last_turns(drawn: str, last: tuple[str, int]) -> ClaimItOutcome:
    """Five players: Eve's sixth claim calls the last round, in which nobody gains anything."""
    state = roll_and_place(board(drawn, players=5, actor=EVE), last).play("stop")
    for _ in range(5):
        state = bust(state)
    outcome = state.outcome
    assert outcome is not None
    return outcome


def test_the_largest_group_wins() -> None:
    """R-I9: settled and claimed spaces alike; not the most spaces."""
    outcome = last_turns(
        """
        a a a a . .
        . . . . . .
        E . E . E .
        . E . E . e
        . . . . . .
        . . . . . .
        """,
        ("6,3", 1),
    )
    assert (outcome.winners, outcome.reason) == ((ANN,), "group")
    assert outcome.result() == {
        "winners": [0],
        "groups": [4, 0, 0, 0, 1],
        "claims": [0, 0, 0, 0, 6],
        "spaces": [4, 0, 0, 0, 6],
    }


def test_of_equal_groups_the_most_claims_win() -> None:
    """R-I9: connected or not."""
    outcome = last_turns(
        """
        a a . b b .
        . . . . . .
        E . E . E .
        . E . E . e
        . . a . B .
        a . . . . .
        """,
        ("6,3", 1),
    )
    assert outcome.groups == (2, 2, 0, 0, 1)
    assert (outcome.winners, outcome.reason) == ((BEN,), "claims")


def test_then_the_most_spaces_win() -> None:
    """R-I9: equal groups and claims."""
    outcome = last_turns(
        """
        a a . b B .
        . . . . . .
        E . E . E .
        . E . E . e
        . . A . . a
        . . . . . .
        """,
        ("6,3", 1),
    )
    assert (outcome.winners, outcome.reason) == ((ANN,), "spaces")


def test_still_equal_is_a_shared_win() -> None:
    """R-I9: as many winners as are equal, and nobody else."""
    outcome = last_turns(
        """
        a A . b B .
        . . . . . .
        E . E . E .
        . E . E . e
        . . c . . .
        . . c . . .
        """,
        ("6,3", 1),
    )
    assert (outcome.winners, outcome.reason) == ((ANN, BEN), "shared")
