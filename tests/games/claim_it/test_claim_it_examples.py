"""The examples of Claim It!'s rulebook, 1 to 6.

Their pictures are lost: what the words leave open on the board is ours. Green is Ann, brown is
Ben, orange is Cleo.
"""

from __future__ import annotations

import pytest
from support.tables import ANN, BEN, CLEO, board, bust, drawing, same

from claimant.game import Illegal
from claimant.games.claim_it.game import ClaimItState

EMPTY = "\n".join([". . . . . ."] * 6)


def refusal(state: ClaimItState, event: str) -> str:
    with pytest.raises(Illegal) as refused:
        state.play(event)
    return refused.value.code


def test_example_1_column_5_row_2_is_the_space_5_2() -> None:
    """R-I1: the column first; rows count upwards."""
    state = board(EMPTY).play("roll").play("dice 5 2 1").play("5,2")
    assert same(
        drawing(state),
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . 1 .
        . . . . . .
        """,
    )


def test_example_2_three_different_dice_give_six_choices() -> None:
    """R-I4: the third die is the squatter that goes there."""
    state = board(EMPTY).play("roll").play("dice 2 3 5")
    assert state.choices() == ["2,3", "2,5", "3,2", "3,5", "5,2", "5,3"]
    squatters = {space: state.play(space).view(None).squatters for space in state.choices()}
    for space, number in {"3,5": 2, "5,3": 2, "2,5": 3, "5,2": 3, "2,3": 5, "3,2": 5}.items():
        assert [n for n, where in enumerate(squatters[space], 1) if where >= 0] == [number]


def test_example_3_where_1_4_and_5_can_be_placed() -> None:
    """A and E, F cannot; B on a rival's marker, C on one's own, D on a squatter can."""
    state = board(
        """
        . . . . . .
        b . . F . .
        . . . . C .
        . . . . . .
        . . 5 . . .
        . . . a 2 .
        """.replace("F", "A")
    )
    state = state.play("roll").play("dice 1 4 5")
    assert state.choices() == ["1,5", "4,1", "5,1"]
    assert refusal(state, "1,4") == "squatter-taken"  # A: empty, but squatter 5 is elsewhere
    assert drawing(state.play("1,5")).splitlines()[1] == "b4 . . A . ."  # B
    assert drawing(state.play("4,1")).splitlines()[5] == ". . . a* 2 ."  # C
    assert drawing(state.play("5,1")).splitlines()[5] == ". . . a 2* ."  # D
    assert refusal(state, "5,4") == "claimed"  # E: Cleo's claim
    assert refusal(state, "4,5") == "claimed"  # F: Ann's own


def test_example_4_a_roll_that_cannot_be_placed_busts() -> None:
    """Squatter 4 is free, but both its spaces carry a claim marker; R-I6: all of the turn goes."""
    before = board(
        """
        . . C . . .
        . . . . . .
        . . . 6 . .
        . . . . . 3*
        . . . a* . .
        . 1 . . . .
        """
    )
    after = before.play("roll").play("dice 3 4 6")
    assert after.actor == BEN
    assert same(
        drawing(after),
        """
        . . C . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . a . .
        . . . . . .
        """,
    )
    assert after.pieces() == {"supply": [f"squatter-{n}" for n in range(1, 7)]}
    # With a 5 for the 6, squatters 4 and 5 would have found spaces; 3 is under the claim marker.
    other = before.play("roll").play("dice 3 4 5")
    assert other.choices() == ["3,4", "3,5", "4,3", "5,3"]


def test_example_5_stopping_takes_the_spaces() -> None:
    """R-I7: claims, on one's own marker, on a squatter, on a squatter on a rival; and squatters."""
    after = board(
        """
        . . . . b6 .
        . . . . 1 .
        . . c3* . . .
        . . . 4* . .
        . . . . . a*
        . . . . . .
        """
    ).play("stop")
    assert after.actor == BEN
    assert same(
        drawing(after),
        """
        . . . . a .
        . . . . a .
        . . A . . .
        . . . A . .
        . . . . . A
        . . . . . .
        """,
    )
    assert after.pieces() == {"supply": [f"squatter-{n}" for n in range(1, 7)]}


def test_example_6_orange_calls_the_last_round_and_wins_with_seven() -> None:
    """R-I8, R-I9: nine claims with three players; then green, brown and orange once more."""
    state = board(
        """
        C C C C . .
        C C . c b b
        . . c a b b
        a a a a C b
        a . . . . C
        . . c . . .
        """,
        actor=CLEO,
    )
    state = state.play("roll").play("dice 4 5 1").play("4,5").play("stop")
    view = state.view(None)
    assert (view.claims[CLEO], view.caller, view.turns_left, view.actor) == (9, CLEO, 3, ANN)
    state = bust(bust(state))
    assert state.actor == CLEO
    outcome = bust(state).outcome
    assert outcome is not None
    assert outcome.groups == (6, 5, 7)
    assert (outcome.winners, outcome.reason) == ((CLEO,), "group")
