"""The powers that work in phase 2: dwarves, gnomes and giants, griffins, trolls; and knights."""

from __future__ import annotations

import pytest
from support.tables import ANN, BEN, CLEO, DAN, cards, play, score, seen, winner

from claimant.games.claim.game import Claim

# Dwarves, R-P5


def test_dwarves_go_to_the_loser_of_two() -> None:
    """R-P5: all dwarves, no matter who played them; the winner gets the other cards."""
    state = play(cards("dwarf-3", "dwarf-5", phase=2, to_come=2), "dwarf-3 dwarf-5")
    assert (score(state, ANN), score(state, BEN)) == (["dwarf-3", "dwarf-5"], [])
    state = play(cards("goblin-3", "dwarf-5", phase=2, to_come=2), "goblin-3 dwarf-5")
    assert (score(state, ANN), score(state, BEN)) == (["goblin-3"], ["dwarf-5"])
    state = play(cards("dwarf-3", "goblin-5", phase=2, to_come=2), "dwarf-3 goblin-5")
    assert (score(state, ANN), score(state, BEN)) == (["goblin-5"], ["dwarf-3"])


def test_dwarves_are_discarded_in_phase_1() -> None:
    """R-P5 is for phase 2."""
    state = play(cards("dwarf-3", "dwarf-5", to_come=2), "dwarf-3 dwarf-5")
    assert seen(state).scores == ((), ())
    assert seen(state).discarded == ("dwarf-3", "dwarf-5")


@pytest.mark.parametrize(
    ("trick", "gets"),
    [
        ("viking-3 dwarf-5 viking-9", ANN),  # the lowest of any faction, not the lowest in rank
        ("viking-3 dwarf-1 viking-9", BEN),
        ("viking-3 dwarf-3 viking-9", BEN),  # equal: the later one
        ("viking-3 dwarf-9 goblin-3", CLEO),
        ("dwarf-9 viking-0 dwarf-0", CLEO),
        ("viking-0 dwarf-9 viking-1 dwarf-8", ANN),  # the lowest may win the trick
        ("goblin-2 dwarf-9 goblin-1 knight-2", CLEO),
        ("dwarf-4 dwarf-5 dwarf-6 dwarf-7", ANN),
    ],
)
def test_dwarves_go_to_the_lowest_card_of_three_or_four(trick: str, gets: int) -> None:
    """R-P5: all dwarves of the trick."""
    state = play(cards(*trick.split(), phase=2, to_come=2), trick)
    dwarves = sorted(card for card in trick.split() if card.startswith("dwarf-"))
    others = sorted(card for card in trick.split() if not card.startswith("dwarf-"))
    won = winner(state)
    assert won is not None
    for seat in range(len(trick.split())):
        expected = (dwarves if seat == gets else []) + (others if seat == won else [])
        assert score(state, seat) == sorted(expected)


# Gnomes and giants, R-P6


def test_gnomes_won_lie_open_before_the_winner() -> None:
    """R-P6: not in the score pile until the game ends; in phase 1 they are discarded."""
    state = play(cards("gnome-3", "gnome-5", phase=2, to_come=2), "gnome-3 gnome-5")
    assert seen(state).gnomes == ((), ("gnome-3", "gnome-5"))
    assert seen(state).scores == ((), ())
    assert state.pieces()["gnomes 1"] == ["gnome-3", "gnome-5"]
    state = play(cards("gnome-3", "gnome-5", to_come=2), "gnome-3 gnome-5")
    assert seen(state).discarded == ("gnome-3", "gnome-5")
    last = play(cards("gnome-3", "gnome-5", phase=2, gnomes=["gnome-1", ""]), "gnome-3 gnome-5")
    assert seen(last).scores == (("gnome-1",), ("gnome-3", "gnome-5"))
    assert seen(last).gnomes == ((), ())


@pytest.mark.parametrize(
    ("ann", "ben", "rows"),
    [
        (
            "giant-5",
            "giant-3",
            ("gnome-5 gnome-3", "gnome-7"),
        ),  # both giants count
        ("giant-3", "giant-5", ("gnome-7", "gnome-5 gnome-3 gnome-7")),
        ("giant-5", "undead-9", ("gnome-5 gnome-3", "gnome-3 gnome-7")),
        ("undead-9", "giant-7", ("gnome-5 gnome-3", "gnome-5 gnome-3")),
        ("giant-9", "undead-9", ("gnome-5 gnome-3", "gnome-5 gnome-3 gnome-7")),  # no 9 there
        ("giant-1", "giant-1", ("gnome-5 gnome-3", "gnome-5 gnome-3 gnome-7")),
        ("undead-9", "undead-1", ("gnome-5 gnome-3", "gnome-5 gnome-3 gnome-7")),
    ],
)
def test_giants_remove_gnomes_of_the_winners_opponent(
    ann: str, ben: str, rows: tuple[str, str]
) -> None:
    """R-P6: one for each giant, of its printed value."""
    before = ["gnome-5 gnome-3", "gnome-5 gnome-3 gnome-7"]
    if ben == "giant-5":  # Ben wins
        before = ["gnome-5 gnome-3 gnome-7", "gnome-5 gnome-3 gnome-7"]
    state = cards(ann, ben, phase=2, to_come=2, gnomes=before)
    state = play(state, ann, ben)
    left = [sorted(row) for row in seen(state).gnomes]
    assert left == [sorted(row.split()) for row in rows]
    assert len(seen(state).discarded) == sum(len(row.split()) for row in before) - sum(
        len(row.split()) for row in rows
    )


def test_of_equal_gnomes_a_giant_removes_one() -> None:
    """R-P6: two giants of the same value remove two."""
    rows = ["", "gnome-5 gnome-5 gnome-5"]
    one = cards("giant-5", "undead-1", phase=2, to_come=2, gnomes=rows)
    assert seen(play(one, "giant-5 undead-1")).gnomes[BEN] == ("gnome-5", "gnome-5")
    two = cards("giant-5", "giant-5", phase=2, to_come=2, gnomes=rows)
    assert seen(play(two, "giant-5 giant-5")).gnomes[BEN] == ("gnome-5",)


def test_a_giant_spares_gnomes_of_its_own_trick() -> None:
    """R-P6: they lie before the winner already."""
    state = cards("giant-5", "gnome-5", phase=2, to_come=2, gnomes=["gnome-5", "gnome-3"])
    state = play(state, "giant-5 gnome-5")
    assert seen(state).gnomes == (("gnome-5", "gnome-5"), ("gnome-3",))


def test_giants_remove_from_each_opponent_of_three() -> None:
    """R-P6: each."""
    rows = ["gnome-5", "gnome-5 gnome-7", "gnome-5"]
    state = cards("giant-5", "undead-1", "undead-2", phase=2, to_come=2, gnomes=rows)
    state = play(state, "giant-5 undead-1 undead-2")
    assert seen(state).gnomes == (("gnome-5",), ("gnome-7",), ())
    assert seen(state).discarded == ("gnome-5", "gnome-5")


def test_giants_spare_the_partner() -> None:
    """R-P6: with four players only the other team's rows, also when the partner played it."""
    rows = ["gnome-3", "gnome-3", "gnome-3 gnome-5", "gnome-5"]
    state = cards("undead-9", "giant-3", "giant-5", "undead-1", phase=2, to_come=2, gnomes=rows)
    state = play(state, "undead-9 giant-3 giant-5 undead-1")
    assert winner(state) == ANN
    assert seen(state).gnomes == (("gnome-3",), (), ("gnome-3", "gnome-5"), ())


def test_giants_do_nothing_in_phase_1_nor_without_gnomes() -> None:
    """R-P6 is for phase 2; R-C10: in a free deck giants may have no gnomes to remove."""
    state = cards("giant-5", "gnome-5", to_come=2, gnomes=["", "gnome-5"])
    assert seen(play(state, "giant-5 gnome-5")).gnomes == ((), ("gnome-5",))
    free = "giants peasants bards dragons undead"
    assert Claim(2, tuple(free.split())).notes
    state = cards("giant-5", "giant-7", phase=2, to_come=2, factions=free)
    assert score(play(state, "giant-5 giant-7"), BEN) == ["giant-5", "giant-7"]
    # And gnomes without giants simply come in at the end.
    state = cards("gnome-5", "gnome-7", phase=2, factions="gnomes kings bards dragons undead")
    assert score(play(state, "gnome-5 gnome-7"), BEN) == ["gnome-5", "gnome-7"]


# Griffins, R-P7


def test_a_griffin_makes_cards_of_its_value_worth_five_more() -> None:
    """R-P7: of any faction, for the rank; only for the pile's owner."""
    for scores, won in ((["", "griffin-3"], BEN), (["griffin-3", ""], ANN), (["", ""], ANN)):
        state = cards("goblin-7", "goblin-3", phase=2, to_come=2, scores=scores)
        assert winner(play(state, "goblin-7 goblin-3")) == won
    state = cards("goblin-8", "goblin-3", phase=2, to_come=2, scores=["", "griffin-3"])
    assert winner(play(state, "goblin-8 goblin-3")) == ANN  # 8 against 8: the earlier one
    state = cards("goblin-1", "undead-3", phase=2, to_come=2, scores=["", "griffin-3"])
    assert winner(play(state, "goblin-1 undead-3")) == ANN  # another faction stays another


def test_griffins_do_not_add_up() -> None:
    """R-P7: 5 more, and by the printed value: a 3 worth 8 is no 8."""
    state = cards("goblin-9", "goblin-3", phase=2, to_come=2, scores=["", "griffin-3 griffin-8"])
    assert winner(play(state, "goblin-9 goblin-3")) == ANN


def test_a_griffin_counts_from_the_next_trick_on() -> None:
    """R-P7: one won with this trick, or played in it, comes too late."""
    state = cards("griffin-4 griffin-2", "griffin-3 dragon-0", phase=2, to_come=3)
    state = play(state, "griffin-4 griffin-3")
    assert score(state, ANN) == ["griffin-3", "griffin-4"]
    state = cards("griffin-4 goblin-3", "griffin-3 goblin-7", phase=2, to_come=3)
    state = play(state, "griffin-4 griffin-3")
    assert winner(play(state, "goblin-3 goblin-7")) == ANN


def test_griffins_are_not_shared_with_a_partner() -> None:
    """R-P7: Cleo's griffin is none of Ann's."""
    hands = ("goblin-3", "goblin-7", "goblin-0", "goblin-1")
    state = cards(*hands, phase=2, to_come=2, scores=["", "", "griffin-3", ""])
    assert winner(play(state, *hands)) == BEN
    state = cards(*hands, phase=2, to_come=2, scores=["griffin-3", "", "", ""])
    assert winner(play(state, *hands)) == ANN


def test_griffins_count_for_the_dwarves_lowest_card() -> None:
    """R-P7, R-P5: Ann's 2 is worth 7, so Cleo's 3 is the lowest; printed values elsewhere."""
    hands = ("goblin-2", "dwarf-9", "goblin-3")
    state = cards(*hands, phase=2, to_come=2, scores=["griffin-2", "", ""])
    state = play(state, *hands)
    assert winner(state) == ANN
    assert score(state, CLEO) == ["dwarf-9"]
    state = cards(*hands, phase=2, to_come=2)
    assert score(play(state, *hands), ANN) == ["dwarf-9"]


def test_a_dwarf_given_by_griffins_of_the_same_trick() -> None:
    """R-P7: the griffin in this trick is not in the pile when the lowest card is judged."""
    hands = ("griffin-2", "dwarf-4", "griffin-0")
    state = play(cards(*hands, phase=2, to_come=2), *hands)
    assert (winner(state), score(state, CLEO)) == (ANN, ["dwarf-4"])


def test_giants_go_by_the_printed_value() -> None:
    """R-P7: printed values count everywhere but for rank and the dwarves."""
    hands = ("giant-3", "undead-1", "undead-2")
    rows = ["", "gnome-3", "gnome-1"]
    state = cards(*hands, phase=2, to_come=2, scores=["griffin-3", "", ""], gnomes=rows)
    assert seen(play(state, *hands)).gnomes == ((), (), ("gnome-1",))


# Knights, R-P8


def test_knights_beat_goblins_only_onto_a_goblin_lead() -> None:
    """R-P8: the highest knight wins; on another lead they are cards like any other."""
    hands = ("goblin-9", "knight-3", "knight-5", "goblin-8")
    assert winner(play(cards(*hands, phase=2, to_come=2), *hands)) == CLEO
    hands = ("viking-0", "knight-3", "goblin-5", "goblin-8")
    assert winner(play(cards(*hands, phase=2, to_come=2), *hands)) == ANN
    hands = ("doppelganger-0", "knight-3", "goblin-5", "goblin-8")
    assert winner(play(cards(*hands, phase=2, to_come=2), *hands)) == ANN


def test_a_doppelganger_on_goblins_loses_to_a_knight() -> None:
    """R-C5, R-C6: it counts as a goblin, and not as a knight."""
    hands = ("goblin-1", "doppelganger-9", "knight-2")
    assert winner(play(cards(*hands, phase=2, to_come=2), *hands)) == CLEO
    hands = ("knight-5", "doppelganger-9", "goblin-9")
    assert winner(play(cards(*hands, phase=2, to_come=2), *hands)) == BEN


def test_knights_without_goblins_have_nothing_to_beat() -> None:
    """R-C10: in a free deck."""
    free = "knights giants gnomes kings peasants"
    state = cards("gnome-1", "knight-9", phase=2, to_come=2, factions=free)
    assert winner(play(state, "gnome-1 knight-9")) == ANN


# Trolls, R-P9; the rulebook's example is in test_claim_examples.py


def test_the_winner_of_any_trick_takes_the_highest_troll_lying() -> None:
    """R-P9: also of a trick without trolls; in phase 1 trolls are cards like any other."""
    state = cards("goblin-3", "goblin-5", phase=2, to_come=2, trolls="troll-2 troll-8 troll-0")
    state = play(state, "goblin-3 goblin-5")
    assert score(state, BEN) == ["goblin-3", "goblin-5", "troll-8"]
    assert seen(state).trolls == ("troll-0", "troll-2")
    assert state.pieces()["trolls"] == ["troll-0", "troll-2"]
    state = play(cards("troll-3", "troll-5", to_come=2), "troll-3 troll-5")
    assert (seen(state).trolls, seen(state).discarded) == ((), ("troll-3", "troll-5"))


def test_a_troll_that_lost_may_be_the_one_taken() -> None:
    """R-P9: the highest troll on the table, no matter who played it."""
    state = cards("goblin-3", "troll-5", phase=2, to_come=2, trolls="troll-1")
    assert score(play(state, "goblin-3 troll-5"), ANN) == ["goblin-3", "troll-5"]
    state = cards("goblin-3", "troll-5", phase=2, to_come=2, trolls="troll-9")
    assert score(play(state, "goblin-3 troll-5"), ANN) == ["goblin-3", "troll-9"]


def test_the_winner_of_the_last_trick_takes_all_trolls() -> None:
    """R-P9: those of the trick and those still lying."""
    state = cards("troll-3", "troll-5", phase=2, trolls="troll-1 troll-9 troll-0")
    state = play(state, "troll-3 troll-5")
    assert score(state, BEN) == ["troll-0", "troll-1", "troll-3", "troll-5", "troll-9"]
    assert (seen(state).trolls, seen(state).stage) == ((), "over")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trolls_with_three_or_four_are_allowed_with_a_note(players: int) -> None:
    """R-P9: the rulebook advises against it."""
    factions = "knights goblins trolls undead bards"
    if players > 2:
        factions += " seers vikings"
    game = Claim(players, tuple(factions.split()))
    assert len(game.notes) == (players > 2)
    hands = ["troll-3", "troll-5", "troll-7", "troll-8"][:players]
    state = play(cards(*hands, phase=2, to_come=2, factions=factions), *hands)
    assert score(state, players - 1) == [hands[-1]]
    assert seen(state).trolls == tuple(hands[:-1])


def test_dan_is_the_partner_of_ben() -> None:
    """R-C3, R-P6: Dan's giant wins for his team, so Ben keeps his gnomes."""
    rows = ["gnome-5", "gnome-5", "gnome-5", ""]
    state = cards("giant-3", "undead-1", "giant-1", "giant-5", phase=2, to_come=2, gnomes=rows)
    state = play(state, "giant-3 undead-1 giant-1 giant-5")
    assert winner(state) == DAN
    assert seen(state).gnomes == ((), ("gnome-5",), (), ())
