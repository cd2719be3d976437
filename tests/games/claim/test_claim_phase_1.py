"""The powers that work in phase 1: dragons, seers, automatons, undead."""

from __future__ import annotations

import pytest
from support.tables import ANN, BEN, CLEO, DAN, cards, choices, play, score, seen, winner

from claimant.game import Illegal

# Dragons, R-P1


@pytest.mark.parametrize("phase", [1, 2])
@pytest.mark.parametrize(
    ("ann", "ben", "won", "leads"),
    [
        ("goblin-5", "dragon-1", ANN, BEN),  # lost with it
        ("dragon-5", "dragon-9", BEN, BEN),  # won with it
        ("dragon-5", "dragon-1", ANN, BEN),
        ("dragon-5", "goblin-9", ANN, ANN),  # led: no power,
        ("dragon-5", "doppelganger-9", BEN, BEN),  # also when it loses
        ("goblin-5", "goblin-6", BEN, BEN),
    ],
)
def test_the_second_player_of_a_dragon_leads_next(
    phase: int, ann: str, ben: str, won: int, leads: int
) -> None:
    """R-P1: win or lose, in both phases; a dragon that was led does nothing."""
    state = play(cards(ann, ben, phase=phase, to_come=2), ann, ben)
    assert (winner(state), seen(state).leader) == (won, leads)


@pytest.mark.parametrize(
    ("trick", "leads"),
    [
        ("goblin-5 dragon-1 dragon-9 goblin-1", CLEO),
        ("goblin-5 dragon-9 goblin-1 dragon-0", DAN),
        ("dragon-5 dragon-1 goblin-9 goblin-8", BEN),
        ("dragon-5 goblin-1 goblin-9 goblin-8", ANN),
        ("goblin-5 goblin-6 goblin-9 goblin-8", CLEO),
    ],
)
def test_of_several_dragons_the_last_counts(trick: str, leads: int) -> None:
    """R-P1: with three or four players, the leader's own not counting."""
    assert seen(play(cards(*trick.split(), phase=2, to_come=2), trick)).leader == leads


def test_a_dragon_decides_who_leads_phase_2() -> None:
    """R-P1: from the last trick of phase 1 too."""
    state = cards("goblin-5", "dragon-1", pile="goblin-1 goblin-2")
    state = play(state, "goblin-5 dragon-1")
    assert (winner(state), seen(state).phase, state.actor) == (ANN, 2, BEN)


def test_a_doppelganger_does_not_count_as_a_dragon() -> None:
    """R-C6: it copies no power."""
    state = play(cards("dragon-5", "doppelganger-1", to_come=2), "dragon-5 doppelganger-1")
    assert state.actor == ANN
    state = cards("goblin-5", "goblin-1", to_come=2, factions="knights goblins undead bards seers")
    assert play(state, "goblin-5 goblin-1").actor == ANN


# Undead, R-P4


def test_undead_played_in_phase_1_go_to_the_winners_score_pile() -> None:
    """R-P4: no matter who played them. Other cards are discarded; undead followers are not."""
    state = cards("undead-3", "undead-5", pile="undead-9 undead-8", to_come=2)
    state = play(state, "undead-3 undead-5")
    assert (score(state, ANN), score(state, BEN)) == ([], ["undead-3", "undead-5"])
    assert seen(state).discarded == ()
    assert seen(state).followers[BEN] == ("undead-9",)
    state = play(cards("goblin-3", "undead-5", to_come=2), "goblin-3 undead-5")
    assert (score(state, ANN), seen(state).discarded) == (["undead-5"], ("goblin-3",))
    state = cards("undead-3", "doppelganger-4", "undead-2", "goblin-1", pile="viking-1 viking-2")
    state = play(state, "undead-3 doppelganger-4 undead-2 goblin-1")
    assert score(state, BEN) == ["undead-2", "undead-3"]
    assert seen(state).discarded == ("goblin-1", "doppelganger-4")


def test_in_phase_2_undead_are_cards_like_any_other() -> None:
    """R-P4 is for phase 1: here they go with the trick, as everything does."""
    state = play(cards("undead-3", "goblin-5", phase=2, to_come=2), "undead-3 goblin-5")
    assert score(state, ANN) == ["goblin-5", "undead-3"]


# Seers, R-P2


def test_a_seers_winner_looks_and_takes_either() -> None:
    """R-P2: two players; the other card goes to the loser."""
    state = cards("seer-5 bard-1", "seer-1 bard-2", pile="goblin-1 goblin-2 goblin-3 goblin-4")
    state = play(state, "seer-5 seer-1")
    assert (state.actor, seen(state).stage, choices(state)) == (
        ANN,
        "take",
        ["goblin-1", "goblin-2"],
    )
    assert (state.view(ANN).peek, state.view(BEN).peek, seen(state).peek) == (
        "goblin-2",
        None,
        None,
    )
    face_up = play(state, "goblin-1")
    assert face_up.view(ANN).followers == (("goblin-1",), ("goblin-2",))  # looked at: known
    assert face_up.view(BEN).followers == (("goblin-1",), ("goblin-2",))
    assert seen(face_up).followers == (("goblin-1",), ("?",))
    peeked = play(state, "goblin-2")
    assert peeked.view(ANN).followers == (("goblin-2",), ("goblin-1",))
    assert peeked.view(BEN).followers == (("?",), ("goblin-1",))
    assert seen(peeked).followers == (("?",), ("goblin-1",))
    for after in (face_up, peeked):
        assert (seen(after).face_up, seen(after).pile, after.actor) == (("goblin-3",), 1, ANN)
        assert after.view(ANN).peek is None


def test_seers_do_nothing_when_they_lose_or_in_phase_2() -> None:
    """R-P2: the winning card has to be a seer (R-C6), in phase 1."""
    state = play(cards("goblin-5", "seer-9", to_come=2), "goblin-5 seer-9")
    assert seen(state).stage == "play"
    state = play(cards("seer-5", "doppelganger-9", to_come=2), "seer-5 doppelganger-9")
    assert (winner(state), seen(state).stage) == (BEN, "play")
    state = play(cards("seer-5", "seer-9", phase=2, to_come=2), "seer-5 seer-9")
    assert (winner(state), seen(state).stage) == (BEN, "play")


def test_naming_a_card_that_lies_open_takes_the_open_one() -> None:
    """R-P2: the peeked card is equal to it; the choice is made all the same."""
    state = cards("seer-5 bard-1", "seer-1 bard-2", pile="goblin-0 goblin-0 goblin-3 goblin-4")
    state = play(state, "seer-5 seer-1")
    assert (seen(state).stage, choices(state), state.view(ANN).peek) == (
        "take",
        ["goblin-0"],
        "goblin-0",
    )
    state = play(state, "goblin-0")
    assert seen(state).followers == (("goblin-0",), ("?",))
    assert [(place.open, place.seat) for place in seen(state).taken] == [(True, ANN), (False, BEN)]


def test_a_seer_with_three_players() -> None:
    """R-P2: taken, the others choose among the face-up cards in rank order."""
    hands = ("seer-5 bard-1", "seer-7 bard-2", "seer-6 bard-3")
    state = play(cards(*hands, pile="goblin-1 goblin-2 goblin-3"), "seer-5 seer-7 seer-6")
    assert (state.actor, choices(state)) == (BEN, ["goblin-1", "goblin-2", "goblin-3"])
    taken = play(state, "goblin-3")
    assert (taken.actor, choices(taken)) == (CLEO, ["goblin-1", "goblin-2"])
    assert taken.view(ANN).followers == ((), ("?",), ())
    assert taken.view(BEN).followers == ((), ("goblin-3",), ())
    end = play(taken, "goblin-2")
    assert end.view(ANN).followers == (("goblin-1",), ("?",), ("goblin-2",))
    assert (seen(end).stage, end.actor) == ("play", BEN)
    left = play(state, "goblin-1")
    assert seen(left).followers == (("?",), ("goblin-1",), ("goblin-2",))
    assert left.view(BEN).followers[ANN] == ("goblin-3",)  # what Ben looked at went to Ann
    assert left.view(CLEO).followers[ANN] == ("?",)


def test_a_seer_with_four_players() -> None:
    """R-P2: taken, second and third get the face-up cards and the last draws."""
    hands = ("seer-5 bard-1", "seer-8 bard-2", "seer-6 bard-3", "seer-7 bard-4")
    state = cards(*hands, pile="goblin-1 goblin-2 goblin-3 goblin-4")
    state = play(state, "seer-5 seer-8 seer-6 seer-7", "goblin-3")
    assert (state.actor, choices(state)) == (DAN, ["goblin-1", "goblin-2"])
    state = play(state, "goblin-2")
    assert seen(state).followers == (("?",), ("?",), ("goblin-1",), ("goblin-2",))
    assert state.view(ANN).followers[ANN] == ("goblin-4",)
    assert state.view(BEN).followers == (("?",), ("goblin-3",), ("goblin-1",), ("goblin-2",))


def test_after_a_seer_equal_face_up_cards_are_no_choice_to_the_next() -> None:
    """R-P2 with R-C7: taken, and the two that lie there are equal."""
    hands = ("seer-5 bard-1", "seer-7 bard-2", "seer-6 bard-3")
    state = play(cards(*hands, pile="goblin-0 goblin-0 goblin-3"), "seer-5 seer-7 seer-6")
    assert choices(state) == ["goblin-0", "goblin-3"]
    state = play(state, "goblin-3")
    assert seen(state).stage == "play"
    assert seen(state).followers == (("goblin-0",), ("?",), ("goblin-0",))


def test_a_seers_choice_may_be_taken_back_while_the_next_one_chooses() -> None:
    hands = ("seer-5 bard-1", "seer-7 bard-2", "seer-6 bard-3")
    peeking = play(cards(*hands, pile="goblin-1 goblin-2 goblin-3"), "seer-5 seer-7 seer-6")
    state = play(peeking, "goblin-3")
    assert (state.undoer, state.view(BEN).undo, state.view(CLEO).undo) == (BEN, True, False)
    assert state.play("undo") == peeking
    assert play(peeking, "goblin-1").undoer is None  # Ann has drawn


# Automatons, R-P3


def test_an_automatons_winner_wins_the_next_trick_too() -> None:
    """R-P3: cards are turned up, everyone lays one off, the winner takes and leads."""
    state = cards(
        "automaton-5 knight-8 knight-9",
        "automaton-7 undead-2 dragon-3",
        pile="goblin-1 goblin-2 goblin-3 goblin-4 goblin-5 goblin-6",
    )
    state = play(state, "automaton-5 automaton-7")
    assert (state.actor, seen(state).stage, seen(state).face_up) == (BEN, "discard", ("goblin-3",))
    assert choices(state) == ["dragon-3", "undead-2"]
    with pytest.raises(Illegal) as refused:
        state.play("discard knight-8")
    assert refused.value.code == "not-held"
    state = play(state, "undead-2")
    assert (state.actor, choices(state)) == (ANN, ["knight-8", "knight-9"])
    state = play(state, "knight-8")
    assert (state.actor, seen(state).stage, seen(state).trick) == (BEN, "play", 13)
    assert seen(state).followers[BEN] == ("goblin-1", "goblin-3")
    assert state.view(ANN).followers[ANN] == ("goblin-2", "goblin-4")
    # What was laid off was not played: no undead saved, no dragon heard, nothing seen.
    assert score(state, BEN) == []
    assert seen(state).discarded == ("automaton-5", "automaton-7")
    assert seen(state).voids == ((), ())
    state = play(state, "dragon-3 knight-9")
    assert seen(state).phase == 2


def test_laid_off_cards_are_known_to_their_owner_alone() -> None:
    """R-P3: with the factions that the owner had shown to lack by then."""
    state = cards("automaton-5 goblin-1 goblin-2 goblin-3", "goblin-9 undead-2 dragon-3 undead-4")
    state = play(state, "automaton-5 goblin-9", "goblin-1 undead-2")
    laid = [[(c.card, c.voids) for c in row] for row in state.view(BEN).laid_off]
    assert laid == [[("?", ())], [("undead-2", ("automatons",))]]
    laid = [[(c.card, c.voids) for c in row] for row in seen(state).laid_off]
    assert laid == [[("?", ())], [("?", ("automatons",))]]
    assert state.pieces()["laid off 1"] == ["undead-2"]


def test_a_card_laid_off_may_be_taken_back_until_the_last_one() -> None:
    state = play(cards("automaton-5 bard-1", "bard-9 undead-2", to_come=3), "automaton-5 bard-9")
    laid = play(state, "bard-1")
    assert (laid.undoer, laid.play("undo")) == (ANN, state)
    assert play(laid, "undead-2").undoer is None


@pytest.mark.parametrize("phase", [1, 2])
def test_automatons_do_nothing_when_they_lose_or_in_phase_2(phase: int) -> None:
    """R-P3: the winning card has to be one (R-C6), in phase 1."""
    won = cards("automaton-5", "automaton-7", phase=phase, to_come=2)
    assert seen(play(won, "automaton-5 automaton-7")).stage == ("discard" if phase == 1 else "play")
    lost = cards("goblin-5", "automaton-7", phase=phase, to_come=2)
    assert seen(play(lost, "goblin-5 automaton-7")).stage == "play"
    copied = cards("automaton-5", "doppelganger-7", phase=phase, to_come=2)
    copied = play(copied, "automaton-5 doppelganger-7")
    assert (winner(copied), seen(copied).stage) == (BEN, "play")


def test_three_players_collect_in_the_rank_order_of_the_automaton_trick() -> None:
    """R-P3: in both tricks the first chooses, the second takes the other, the third draws."""
    state = cards(
        "automaton-5 bard-1 bard-2",
        "automaton-7 undead-2 undead-3",
        "automaton-6 dragon-2 dragon-3",
        pile="goblin-1 goblin-2 goblin-3 goblin-4 goblin-5 goblin-6",
    )
    state = play(state, "automaton-5 automaton-7 automaton-6", "goblin-2")
    order = []
    for card in ("undead-2", "dragon-2", "bard-1"):  # the winner first, then clockwise
        order.append(state.actor)
        state = play(state, card)
    assert order == [BEN, CLEO, ANN]
    assert (state.actor, choices(state)) == (BEN, ["goblin-4", "goblin-5"])
    assert state.undoer == ANN  # the last to lay off, while the winner still chooses
    state = play(state, "goblin-5")
    assert state.view(ANN).followers == (
        ("goblin-3", "goblin-6"),
        ("goblin-2", "goblin-5"),
        ("goblin-1", "goblin-4"),
    )
    assert (state.actor, seen(state).stage) == (BEN, "play")


def test_a_dragon_in_the_automaton_trick_changes_nothing() -> None:
    """R-P3 over R-P1: the automaton's winner leads after the trick that is won with it."""
    state = cards("automaton-5 goblin-1 goblin-2", "dragon-9 undead-2 undead-3")
    state = play(state, "automaton-5 dragon-9")
    assert (state.actor, seen(state).stage) == (ANN, "discard")
    state = play(state, "goblin-1 undead-2")
    assert (state.actor, seen(state).stage) == (ANN, "play")


def test_automatons_in_the_last_trick_do_nothing_and_a_dragon_leads() -> None:
    """R-P3: with no next trick a dragon decides who leads phase 2 as usual."""
    state = play(cards("automaton-5", "dragon-9"), "automaton-5 dragon-9")
    assert (seen(state).phase, seen(state).stage, state.actor) == (2, "play", BEN)
    state = play(cards("automaton-5", "automaton-9"), "automaton-5 automaton-9")
    assert (seen(state).phase, seen(state).stage, state.actor) == (2, "play", BEN)


def test_the_trick_won_with_automatons_may_be_the_last_of_phase_1() -> None:
    """R-P3: then the winner leads phase 2."""
    state = cards("automaton-5 goblin-1", "dragon-9 undead-2")
    state = play(state, "automaton-5 dragon-9", "goblin-1 undead-2")
    assert (seen(state).phase, seen(state).stage, state.actor) == (2, "play", ANN)


def test_automatons_can_win_every_second_trick() -> None:
    """R-P3: in thirteen tricks each player lays off six cards, which is all there is room for."""
    autos = " ".join(f"automaton-{value}" for value in range(7))
    rest = "goblin-1 goblin-2 goblin-3 goblin-4 goblin-5 goblin-6"
    dragons = " ".join(f"dragon-{value}" for value in range(10))
    state = cards(f"{autos} {rest}", f"{dragons} undead-1 undead-2 undead-3")
    for value in range(6):
        state = play(state, f"automaton-{value} dragon-{value}", f"goblin-{value + 1}")
        state = play(state, choices(state)[-1])  # an undead, then a dragon from the top
    assert [len(row) for row in seen(state).laid_off] == [6, 6]
    state = play(state, "automaton-6 dragon-6")
    assert seen(state).phase == 2
