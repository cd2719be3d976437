"""The rules of Claim It! where the rulebook needed a ruling, R-I1 to R-I10."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from support.tables import ANN, BEN, board, drawing, roll_and_place, same

from claimant.game import CHANCE, Illegal
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules.board import NAMES, group_of, largest_group, members
from claimant.luck import Seeded

EMPTY = "\n".join([". . . . . ."] * 6)


def refusal(state: ClaimItState, event: str) -> str:
    with pytest.raises(Illegal) as refused:
        state.play(event)
    assert refused.value.say()
    return refused.value.code


def test_the_spaces_are_named_by_column_and_row() -> None:
    """R-I1: the first row from below is 1,1 to 6,1."""
    assert NAMES[:7] == ("1,1", "2,1", "3,1", "4,1", "5,1", "6,1", "1,2")
    assert len(set(NAMES)) == 36


def test_groups_hang_together_across_edges_not_corners_nor_the_rim() -> None:
    """R-I9: 6,1 and 1,2 are neighbours in memory, not on the board."""

    def spaces(*names: str) -> int:
        return sum(1 << NAMES.index(name) for name in names)

    rim = spaces("6,1", "1,2", "6,2", "1,3")
    assert members(group_of(spaces("6,1"), rim)) == ("6,1", "6,2")
    assert members(group_of(spaces("1,3"), rim)) == ("1,2", "1,3")
    corner = spaces("2,2", "3,3", "4,3")
    assert members(largest_group(corner)) == ("3,3", "4,3")
    assert members(largest_group(spaces("1,1", "2,1", "5,5", "6,5"))) == ("1,1", "2,1")
    assert members(largest_group(spaces("4,4"))) == ("4,4",)
    assert largest_group(0) == 0
    assert members(largest_group((1 << 36) - 1)) == NAMES


@pytest.mark.parametrize("players", ClaimIt.seats)
def test_the_first_player_is_drawn_evenly(players: int) -> None:
    """R-I2: any seat, each as likely, and no other."""
    start = ClaimIt(players).start()
    luck = Seeded(players)
    drawn = Counter(start.draw(luck) for _ in range(300 * players))
    assert sorted(drawn) == [(seat,) for seat in range(players)]
    assert min(drawn.values()) > 230
    for seat in range(players):
        assert start.play(f"first {seat}").actor == seat
    assert refusal(start, f"first {players}") == "seat"
    assert refusal(start, "dice 1 2 3") == "first"
    assert start.write(start.draw(luck)).startswith("first ")


def test_a_turn_begins_with_a_roll() -> None:
    """R-I3: no stopping before it, no placing without it."""
    state = board(EMPTY)
    assert state.choices() == ["roll"]
    assert refusal(state, "stop") == "roll-first"
    assert refusal(state, "1,1") == "roll-first"
    assert refusal(state, "dice 1 1 1") == "not-chance"
    rolling = state.play("roll")
    assert rolling.actor == CHANCE
    assert rolling.choices() == []
    assert rolling.view(ANN).dice == ()
    assert roll_and_place(state, ("1,1", 2)).play("roll").view(ANN).dice == ()
    assert refusal(rolling, "1,1") == "chance"
    with pytest.raises(Illegal, match="luck has to decide"):
        rolling.apply(0)
    assert refusal(rolling, "first 1") == "dice"
    assert refusal(rolling, "dice 0 1 1") == "dice"
    assert refusal(rolling, "dice 1 7 1") == "dice"
    assert refusal(rolling, "dice 1 1 8") == "dice"


def test_a_roll_that_can_be_placed_must_be() -> None:
    """R-I3: no passing, no voluntary bust; then roll again or stop."""
    placing = board(EMPTY).play("roll").play("dice 6 6 2")
    assert placing.choices() == ["2,6", "6,2", "6,6"]
    assert placing.actor == ANN
    for event in ("roll", "stop"):
        assert refusal(placing, event) == "place-first"
    assert refusal(placing, "1,6") == "not-rolled"
    assert refusal(placing, "2,2") == "not-rolled"  # only one die shows a 2
    assert placing.play("6,2").choices() == ["roll", "stop"]


def test_a_space_names_the_whole_placement() -> None:
    """R-I4: up to 6 spaces for three different dice, 3 for a pair, 1 for a triple."""
    rolling = board(EMPTY).play("roll")
    for dice in product(range(1, 7), repeat=3):
        state = rolling.play("dice {} {} {}".format(*dice))
        a, b, c = dice
        spaces = {(a, b), (b, a), (a, c), (c, a), (b, c), (c, b)}
        assert state.choices() == sorted(f"{x},{y}" for x, y in spaces)
        assert len(state.choices()) == {3: 6, 2: 3, 1: 1}[len(set(dice))]
        for x, y in spaces:
            third = sum(dice) - x - y
            placed = state.play(f"{x},{y}").view(None).squatters
            assert placed.index(NAMES.index(f"{x},{y}")) == third - 1


def test_claim_and_player_markers_never_run_out() -> None:
    """R-I5: Ann has 25 markers on the board, and with her 13 more claims it carries 36."""
    state = board(
        """
        A A A A A A
        A A A A A A
        B B B B B B
        B B B B B a
        a a a a a a
        a a a a a a
        """,
        players=2,
    )
    mine = [i for i, seat in enumerate(state.view(None).owners) if seat == ANN]
    assert len(mine) == 25
    for where in mine:
        if not state.view(None).claimed[where]:
            state = roll_and_place(state, (NAMES[where], 1))
    view = state.view(None)
    assert sum(view.capped) + sum(view.claimed) == 36
    assert state.play("stop").view(None).claims == (25, 11)


def test_squatters_run_out() -> None:
    """R-I5: there is one of each number."""
    state = board(
        """
        . . . . . 6
        . . . . 5 .
        . . . 4 . .
        . . 3 . . .
        . 2 . . . .
        1 . . . . .
        """
    )
    assert "supply" not in state.pieces()
    assert state.play("roll").play("dice 1 2 3").actor == BEN


def test_a_bust_takes_the_turn_back() -> None:
    """R-I6: also a claim marker that lies alone, its squatter having returned; rivals stay."""
    state = board(
        """
        . . . . . .
        . . . . . .
        . . * . b* .
        . . . . . .
        . a* . . 1 .
        . . . . . B
        """,
        returning=True,
    )
    assert state.play("roll").play("dice 2 2 3").choices() == ["2,3", "3,2"]
    lost = state.play("roll").play("dice 2 2 2")
    assert lost.actor == BEN
    assert same(
        drawing(lost),
        """
        . . . . . .
        . . . . . .
        . . . . b .
        . . . . . .
        . a . . . .
        . . . . . B
        """,
    )
    assert lost.pieces() == {"supply": [f"squatter-{n}" for n in range(1, 7)]}


def test_stopping_resolves_claims_first_then_squatters() -> None:
    """R-I7: a capped squatter becomes a claim, a bare one a marker; the rival loses both."""
    after = board(
        """
        b1* b2 . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        """
    ).play("stop")
    assert drawing(after).splitlines()[0] == "A a . . . ."
    assert after.view(None).spaces == (2, 0, 0)
    assert after.view(None).claims == (1, 0, 0)


def test_squatters_return() -> None:
    """R-I10: capping a squatter frees its number at once; without the variant it stays out."""
    drawn = """
        . . . . . .
        . . . . . .
        . . 4 . . .
        . . . . . .
        . . 2 . . .
        . . . . . .
    """
    for returning in (True, False):
        state = roll_and_place(board(drawn, returning=returning), ("3,4", 1))
        assert state.game.squatters_return == returning
        assert state.pieces()["supply"].count("squatter-4") == returning
        assert "squatter-2" not in state.pieces()["supply"]
        again = state.play("roll").play("dice 1 1 4")
        assert again.choices() == (["1,1", "1,4", "4,1"] if returning else ["1,4", "4,1"])
        # The space counts as squatted and capped: it is closed now, and taken on stopping.
        view = state.view(None)
        assert view.squatted[NAMES.index("3,4")]
        assert refusal(state.play("roll").play("dice 3 4 4"), "3,4") == "claimed"
        assert drawing(state.play("stop")).splitlines()[2] == ". . A . . ."
    assert same(
        drawing(roll_and_place(board(drawn, returning=True), ("3,4", 1))), drawn.replace("4", "*")
    )


def test_set_ups_and_their_notes() -> None:
    """R-I10: five players may let squatters return, with a note."""
    for players in ClaimIt.seats:
        for returning in (False, True):
            game = ClaimIt(players, returning)
            assert ClaimIt.set_up(players, game.options) == game
            assert len(game.notes) == (returning and players == 5)
    assert ClaimIt.set_up(2, {}) == ClaimIt(2)
    for players in (0, 1, 6):
        with pytest.raises(Illegal) as refused:
            ClaimIt(players)
        assert refused.value.code == "players"
    with pytest.raises(Illegal) as refused:
        ClaimIt.set_up(3, {"squatters-return": "maybe"})
    assert refused.value.code == "squatters-return"


def test_a_placement_can_be_taken_back_until_the_dice_roll_on() -> None:
    placing = board(EMPTY).play("roll").play("dice 2 3 5")
    placed = placing.play("3,5")
    assert placed.undoer == ANN
    assert [placed.view(seat).undo for seat in (ANN, BEN, None)] == [True, False, False]
    assert placed.play("undo") == placing
    for state in (placing, placed.play("roll"), placed.play("stop")):
        assert state.undoer is None
        assert refusal(state, "undo") == "no-undo"


def test_meaningless_events_are_refused() -> None:
    state = board(EMPTY)
    assert refusal(state, "7,1") == "space"
    assert refusal(state, "pass") == "unknown"
    with pytest.raises(Illegal, match="means nothing"):
        state.apply(38)
    with pytest.raises(Illegal, match="luck has nothing to decide"):
        state.happen((1, 2, 3))


def test_everyone_sees_the_whole_table() -> None:
    """Claim It! has no secrets; only what one may do is one's own."""
    state = roll_and_place(board(EMPTY, players=4), ("3,5", 2)).play("roll").play("dice 1 2 4")
    views = [state.view(seat) for seat in (None, 0, 1, 2, 3)]
    assert views[1].legal == tuple(state.choices())
    for view in views:
        assert (view.dice, view.stage, view.owners) == ((1, 2, 4), "place", views[0].owners)
        assert view.squatters == (-1, NAMES.index("3,5"), -1, -1, -1, -1)
        assert view.legal == () or view.seat == ANN
    taken = roll_and_place(board(EMPTY), ("3,5", 2), ("4,5", 1), ("1,1", 4)).play("stop")
    assert taken.mine(ANN) == ("3,5", "4,5")
