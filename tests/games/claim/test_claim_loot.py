"""Loot at the end of Claim, R-P14: the faction it counts for, and who chooses when."""

from __future__ import annotations

import pytest
from support.tables import ANN, BEN, CLEO, DAN, choices, ending, owner, play, result, seen

from claimant.game import Illegal

LOOTING = "knights goblins undead dragons raccoons"


def test_loot_counts_for_the_faction_of_which_there_are_fewest() -> None:
    """R-P14: none included; only raccoons with the symbol, and only by the count."""
    ann = "raccoon-0 raccoon-4 raccoon-5 raccoon-13 knight-2 goblin-1 undead-1"
    state = ending(ann, "dragon-1", factions=LOOTING)
    assert seen(state).loot == ("dragons", None)
    assert (result(state).counts["dragons"], owner(state, "dragons")) == ((2, 1), (ANN,))
    # Not to the highest-card tie-break: the counts are equal, and Ann has no dragon.
    state = ending(ann, "dragon-1 dragon-2", factions=LOOTING)
    assert (result(state).counts["dragons"], owner(state, "dragons")) == ((2, 2), (BEN,))
    # Ben has raccoons without the symbol: no loot, no choice.
    state = ending(ann, "raccoon-6 raccoon-7", factions=LOOTING)
    assert seen(state).loot == ("dragons", None)


def test_loot_may_count_for_the_raccoons_themselves() -> None:
    """R-P14: if they are the fewest."""
    ann = "raccoon-0 knight-2 knight-3 goblin-1 goblin-2 undead-1 undead-2 dragon-1 dragon-2"
    state = ending(ann, "raccoon-8 undead-9", factions=LOOTING)
    assert seen(state).loot[ANN] == "raccoons"
    assert (result(state).counts["raccoons"], owner(state, "raccoons")) == ((2, 1), (ANN,))


def test_on_a_tie_the_owner_chooses() -> None:
    """R-P14: one of the fewest, and no other; the choice is seen by all."""
    state = ending("raccoon-0 knight-2 goblin-1", "undead-1 dragon-1", factions=LOOTING)
    assert (state.actor, seen(state).stage) == (ANN, "loot")
    assert choices(state) == ["dragons", "undead"]
    assert sorted(state.legal()) == [112 + 2, 112 + 3]  # programs know them by these numbers
    assert state.outcome is None
    with pytest.raises(Illegal) as refused:
        state.play("loot knights")
    assert refused.value.code == "loot"
    with pytest.raises(Illegal):
        state.apply(0)
    with pytest.raises(Illegal) as refused:
        state.play("loot seers")
    assert refused.value.code == "loot"
    state = play(state, "dragons")
    assert seen(state).loot == ("dragons", None)
    assert result(state).counts["dragons"] == (1, 1)
    assert owner(state, "dragons") == (BEN,)


@pytest.mark.parametrize("last", [ANN, BEN])
def test_the_winner_of_the_last_trick_chooses_first(last: int) -> None:
    """R-P14: then clockwise; a choice can be taken back while the next one chooses."""
    state = ending(
        "raccoon-0 knight-2 goblin-1",
        "raccoon-1 knight-3 goblin-2",
        last_winner=last,
        factions=LOOTING,
    )
    assert (state.actor, seen(state).loot) == (last, (None, None))
    chosen = play(state, "dragons")
    assert chosen.actor == 1 - last
    assert (chosen.undoer, chosen.play("undo")) == (last, state)
    assert play(chosen, "undead").outcome is not None


def test_three_players_choose_clockwise() -> None:
    """R-P14: from the winner of the last trick."""
    pile = "raccoon-{0} knight-{1} goblin-{0} viking-{1}"
    state = ending(
        *(pile.format(seat, seat + 2) for seat in range(3)),
        last_winner=BEN,
        factions="knights goblins undead dragons griffins raccoons vikings",
    )
    order = []
    while state.actor is not None:
        order.append(state.actor)
        state = play(state, choices(state)[0])
    assert order == [BEN, CLEO, ANN]
    assert seen(state).loot == ("dragons", "dragons", "dragons")


@pytest.mark.parametrize(
    ("last", "order"), [(ANN, [0, 1]), (BEN, [1, 2]), (CLEO, [2, 3]), (DAN, [3, 0])]
)
def test_for_a_team_the_first_of_its_two_chooses(last: int, order: list[int]) -> None:
    """R-P14: in the order from the last trick's winner; on the pooled pile, for both."""
    pile = "raccoon-{0} knight-{1} goblin-{0} viking-{1}"
    state = ending(
        *(pile.format(seat, seat + 2) for seat in range(4)),
        last_winner=last,
        factions="knights goblins undead dragons griffins raccoons vikings",
    )
    actors = []
    for faction in ("griffins", "undead"):
        actors.append(state.actor)
        state = play(state, faction)
    assert actors == order
    loot = dict(zip(order, ("griffins", "undead"), strict=True))
    teams = {seat & 1: faction for seat, faction in loot.items()}
    assert seen(state).loot == (teams[0], teams[1], teams[0], teams[1])
    assert sum(result(state).counts["griffins"]) == 2


def test_a_teams_fewest_are_counted_on_the_pooled_pile() -> None:
    """R-P14, R-P10: Cleo's undead make dragons the only faction of which they have none."""
    state = ending(
        "raccoon-0 raccoon-1 knight-2 knight-3 goblin-1 viking-1 griffin-1 goblin-2",
        "dragon-1",
        "undead-1",
        "",
        factions="knights goblins undead dragons griffins raccoons vikings",
    )
    assert seen(state).loot == ("dragons", None, "dragons", None)
    assert result(state).counts["dragons"] == (2, 1)
