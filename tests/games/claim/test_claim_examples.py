"""The examples of Claim's rulebook: trolls, giants, peasants, bards; and what it says of knights.

Player A is Ann, B is Ben. Two examples mix factions that no deck of 52 cards has together; there
an undead, which has no power in phase 2, stands for the card that cannot be.
"""

from __future__ import annotations

from support.tables import ANN, BEN, cards, choices, ending, owner, play, score, seen, winner


def test_the_trolls_example() -> None:
    """R-P9: in all four tricks the winner takes the highest troll that lies there."""
    state = cards(
        "troll-6 troll-5 undead-7 goblin-8 undead-0",
        "troll-7 troll-3 goblin-2 knight-2 knight-3",
        phase=2,
    )
    state = play(state, "troll-6 troll-7")
    assert (winner(state), score(state, BEN)) == (BEN, ["troll-7"])
    assert seen(state).trolls == ("troll-6",)

    state = play(state, "troll-3 troll-5")
    assert (winner(state), score(state, ANN)) == (ANN, ["troll-6"])
    assert seen(state).trolls == ("troll-3", "troll-5")

    state = play(state, "undead-7 goblin-2")  # a king 7, in the rulebook
    assert (winner(state), score(state, ANN)) == (
        ANN,
        ["goblin-2", "troll-5", "troll-6", "undead-7"],
    )
    assert seen(state).trolls == ("troll-3",)

    state = play(state, "goblin-8 knight-2")
    assert (winner(state), score(state, BEN)) == (
        BEN,
        ["goblin-8", "knight-2", "troll-3", "troll-7"],
    )
    assert seen(state).trolls == ()


def test_the_giants_example() -> None:
    """R-P6: a 5 wins a giant 7, which removes a gnome 7 from the loser's row."""
    state = cards("undead-5", "giant-7", phase=2, to_come=2, gnomes=["gnome-7", "gnome-7 gnome-5"])
    state = play(state, "undead-5 giant-7")  # a goblin 5, in the rulebook
    assert winner(state) == ANN
    assert seen(state).gnomes == (("gnome-7",), ("gnome-5",))
    assert seen(state).discarded == ("gnome-7",)
    assert score(state, ANN) == ["giant-7", "undead-5"]


def test_the_peasants_example() -> None:
    """R-P11: peasants 4 and 7 stay with a king 7; others leave, the 0 always."""
    state = ending("king-7 peasant-4 peasant-7 peasant-3 peasant-8", "king-4 peasant-0 peasant-1")
    assert score(state, ANN) == ["king-7", "peasant-0", "peasant-4", "peasant-7"]
    assert score(state, BEN) == ["king-4", "peasant-1", "peasant-3", "peasant-8"]


def test_the_bards_example() -> None:
    """R-P13: 3, 4, 5 wins against 1, 2, 6, 7, 9."""
    state = ending("bard-3 bard-4 bard-5", "bard-1 bard-2 bard-6 bard-7 bard-9")
    assert owner(state, "bards") == (ANN,)


def test_a_knight_beats_a_goblin_but_goblins_have_to_be_followed() -> None:
    """R-P8: whatever the values; a player with a goblin has to play it."""
    state = cards("goblin-9 undead-9", "knight-2 undead-1")
    assert winner(play(state, "goblin-9 knight-2")) == BEN
    state = cards("goblin-9 undead-9", "knight-2 goblin-0")
    assert choices(play(state, "goblin-9")) == ["goblin-0"]
