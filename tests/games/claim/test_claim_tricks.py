"""Tricks of Claim: following, rank, who takes what and who leads, R-C3 to R-C9."""

from __future__ import annotations

import pytest
from support.tables import (
    ANN,
    BEN,
    CLEO,
    DAN,
    cards,
    choices,
    ending,
    owner,
    play,
    score,
    seen,
    winner,
)

from claimant.game import Illegal


def refusal(play_it: str, *hands: str, led: str) -> str:
    state = play(cards(*hands), led)
    with pytest.raises(Illegal) as refused:
        state.play(f"play {play_it}")
    assert refused.value.say()
    return refused.value.code


def test_seats_play_clockwise() -> None:
    """R-C3: in seat order from the leader, whoever that is."""
    state = cards("undead-1", "undead-2", "undead-3", "undead-4", leader=CLEO)
    order = []
    for card in ("undead-3", "undead-4", "undead-1"):
        order.append(state.actor)
        state = play(state, card)
    assert [*order, state.actor] == [CLEO, DAN, ANN, BEN]


def test_partners_sit_opposite() -> None:
    """R-C3: with four players seats 0 and 2 score together, and 1 and 3; others alone."""
    state = ending("bard-1 bard-2 bard-3 bard-9", "bard-5", "bard-0", "dragon-1")
    assert owner(state, "bards") == (ANN, CLEO)
    assert owner(state, "dragons") == (BEN, DAN)
    assert owner(ending("bard-1 bard-3 bard-9", "dragon-1", "bard-0"), "bards") == (ANN,)


def test_the_led_faction_must_be_followed() -> None:
    """R-C4: any card of it; a player without one may play anything."""
    state = cards("undead-1 goblin-4", "undead-0 undead-9 goblin-9 dwarf-1", to_come=2)
    assert choices(state) == ["goblin-4", "undead-1"]
    assert choices(play(state, "undead-1")) == ["undead-0", "undead-9"]
    assert choices(play(state, "goblin-4")) == ["goblin-9"]
    free = cards("undead-1 goblin-4", "goblin-9 dwarf-1")
    assert choices(play(free, "undead-1")) == ["dwarf-1", "goblin-9"]
    hands = ("undead-1", "undead-0 goblin-9 dwarf-1")
    assert refusal("goblin-9", *hands, led="undead-1") == "follow"
    assert refusal("undead-4", *hands, led="undead-1") == "not-held"
    assert refusal("seer-4", *hands, led="undead-1") == "not-in-play"
    assert refusal("undead-14", *hands, led="undead-1") == "card"


def test_in_every_order_of_the_deck_following_is_the_same() -> None:
    """R-C4: wherever the kernels keep the led faction and the doppelgangers."""
    names = ["knights", "goblins", "undead", "dwarves", "doppelgangers", "seers", "vikings"]
    for turn in range(7):
        state = cards(
            "viking-1",
            "viking-2 knight-9 doppelganger-3 seer-2",
            "viking-3",
            to_come=1,
            factions=" ".join(names[turn:] + names[:turn]),
        )
        assert choices(play(state, "viking-1")) == ["doppelganger-3", "viking-2"]


def test_a_doppelganger_may_always_but_never_must_be_played() -> None:
    """R-C4: in place of the led faction; without that faction any card will do."""
    state = cards("undead-5", "undead-1 doppelganger-9 goblin-2", to_come=1)
    assert choices(play(state, "undead-5")) == ["doppelganger-9", "undead-1"]
    state = cards("undead-5", "doppelganger-9 goblin-2", to_come=1)
    assert choices(play(state, "undead-5")) == ["doppelganger-9", "goblin-2"]


def test_a_led_doppelganger_makes_doppelgangers_the_led_faction() -> None:
    """R-C4: they have to be followed, and nothing else counts as them."""
    state = play(cards("doppelganger-2", "undead-9 doppelganger-0", to_come=1), "doppelganger-2")
    assert seen(state).led == "doppelgangers"
    assert choices(state) == ["doppelganger-0"]
    state = cards("doppelganger-2", "undead-9")
    assert winner(play(state, "doppelganger-2 undead-9")) == ANN


@pytest.mark.parametrize(
    ("ann", "ben", "won"),
    [
        ("undead-5", "undead-6", BEN),
        ("undead-6", "undead-5", ANN),
        ("undead-0", "goblin-9", ANN),  # another faction never wins,
        ("goblin-9", "knight-2", BEN),  # but for knights onto goblins
        ("knight-2", "goblin-9", ANN),
        ("dwarf-0", "knight-9", ANN),
        ("undead-5", "doppelganger-5", ANN),  # equal: the earlier card
        ("undead-5", "doppelganger-6", BEN),
        ("doppelganger-6", "undead-7", ANN),
        ("goblin-4", "doppelganger-9", BEN),
    ],
)
@pytest.mark.parametrize("phase", [1, 2])
def test_the_winner_of_a_trick_of_two(ann: str, ben: str, won: int, phase: int) -> None:
    """R-C5, in both phases alike."""
    state = play(cards(ann, ben, phase=phase, to_come=2), ann, ben)
    assert winner(state) == won
    assert seen(state).last_trick == ((ANN, ann), (BEN, ben))


@pytest.mark.parametrize(
    ("trick", "order"),
    [
        # Ann leads; the order in which they take followers is their rank.
        ("goblin-9 knight-2 goblin-0 knight-3", [DAN, BEN, ANN, CLEO]),
        ("goblin-9 doppelganger-9 knight-2 viking-9", [CLEO, ANN, BEN, DAN]),
        ("viking-0 knight-5 knight-9 seer-5", [ANN, CLEO, BEN, DAN]),  # equal: earlier first
        ("viking-1 viking-2 viking-3 viking-4", [DAN, CLEO, BEN, ANN]),
        ("viking-4 viking-3 viking-2 viking-1", [ANN, BEN, CLEO, DAN]),
        ("viking-4 doppelganger-4 goblin-0 goblin-0", [ANN, BEN, CLEO, DAN]),
        ("doppelganger-1 viking-9 doppelganger-0 knight-9", [ANN, CLEO, BEN, DAN]),
        ("viking-2 viking-4 viking-1 viking-3", [BEN, DAN, ANN, CLEO]),
    ],
)
def test_the_rank_of_four(trick: str, order: list[int]) -> None:
    """R-C5: knights onto goblins, the led faction with doppelgangers, the rest, each by value.

    R-C7: the first takes one of two face-up cards, the second the other, the rest draw.
    """
    state = cards(*trick.split(), pile="dwarf-1 dwarf-2 dwarf-3 dwarf-4")
    state = play(state, trick)
    assert (state.actor, seen(state).stage) == (order[0], "take")
    state = play(state, "dwarf-2")
    got = {place.card: place.seat for place in state.view(order[2]).taken}
    assert (got["dwarf-2"], got["dwarf-1"], got["dwarf-3"]) == (order[0], order[1], order[2])
    assert state.view(order[3]).taken[-1].card == "dwarf-4"


def test_the_rank_of_three() -> None:
    """R-C5, R-C7: the third draws."""
    for trick, order in (
        ("viking-1 viking-2 viking-3", [CLEO, BEN, ANN]),
        ("viking-2 viking-3 viking-1", [BEN, ANN, CLEO]),
        ("viking-2 goblin-3 goblin-4", [ANN, CLEO, BEN]),
        ("goblin-2 knight-3 goblin-4", [BEN, CLEO, ANN]),
        ("knight-2 goblin-3 goblin-4", [ANN, CLEO, BEN]),  # the first card of the deck is led
    ):
        state = play(cards(*trick.split(), pile="dwarf-1 dwarf-2 dwarf-3"), trick, "dwarf-1")
        got = {place.card: place.seat for place in state.view(order[2]).taken}
        assert got == {"dwarf-1": order[0], "dwarf-2": order[1], "dwarf-3": order[2]}


def test_two_players_winner_takes_the_card_and_loser_the_top_of_the_pile() -> None:
    """R-C7: nobody has a choice; the played cards are discarded."""
    state = cards("goblin-3 goblin-1", "goblin-4 goblin-2", pile="dwarf-1 dwarf-2 dwarf-3 dwarf-4")
    assert (seen(state).face_up, seen(state).pile) == (("dwarf-1",), 3)
    state = play(state, "goblin-3 goblin-4")
    assert state.view(BEN).followers[BEN] == ("dwarf-1",)
    assert state.view(ANN).followers[ANN] == ("dwarf-2",)
    assert seen(state).discarded == ("goblin-3", "goblin-4")
    assert (seen(state).face_up, seen(state).pile) == (("dwarf-3",), 1)


def test_of_two_equal_face_up_cards_there_is_no_choice() -> None:
    """R-C7: two different ones are a choice; equal cards are not told apart."""
    hands = ("viking-3 seer-0", "viking-1 seer-1", "viking-2 seer-2")
    state = cards(*hands, pile="goblin-0 goblin-0 dwarf-1")
    state = play(state, "viking-3 viking-1 viking-2")
    assert (seen(state).stage, state.actor) == ("play", ANN)
    assert seen(state).followers == (("goblin-0",), ("?",), ("goblin-0",))
    state = play(cards(*hands, pile="goblin-0 goblin-1 dwarf-1"), "viking-3 viking-1 viking-2")
    assert choices(state) == ["goblin-0", "goblin-1"]
    with pytest.raises(Illegal) as refused:
        state.play("take dwarf-1")
    assert refused.value.code == "not-there"
    assert state.play("take goblin-1").view(None).followers[CLEO] == ("goblin-0",)


def test_the_winner_leads_across_the_phases_too() -> None:
    """R-C9: the winner of phase 1's last trick leads phase 2 with the followers as hands."""
    state = cards(
        "goblin-3 goblin-1",
        "goblin-4 undead-2",
        pile="dwarf-1 dwarf-2 dwarf-3 dwarf-4",
        followers=["dwarf-5", "dwarf-6"],
    )
    state = play(state, "goblin-3 goblin-4")
    assert state.actor == BEN
    state = play(state, "undead-2 goblin-1")
    assert (seen(state).phase, seen(state).trick, state.actor) == (2, 1, BEN)
    assert state.view(BEN).hands[BEN] == ("dwarf-1", "dwarf-3", "dwarf-6")
    assert state.view(ANN).hands[ANN] == ("dwarf-2", "dwarf-4", "dwarf-5")
    assert seen(state).followers == ((), ())
    state = play(state, "dwarf-3 dwarf-4")
    assert (state.actor, winner(state)) == (ANN, ANN)


def test_phase_2_the_winner_takes_the_trick() -> None:
    """Also of three and four; nothing goes to the discard pile."""
    state = cards("viking-3", "viking-1", "goblin-2", "knight-2", phase=2, to_come=2)
    state = play(state, "viking-3 viking-1 goblin-2 knight-2")
    assert score(state, ANN) == ["goblin-2", "knight-2", "viking-1", "viking-3"]
    assert seen(state).discarded == ()
    assert [score(state, seat) for seat in (BEN, CLEO, DAN)] == [[], [], []]


def test_equal_cards_are_one_choice() -> None:
    """Of five goblin zeros one names them all, and each can be played."""
    state = cards("goblin-0 goblin-0 goblin-1 goblin-0", "goblin-0 goblin-0 undead-1 undead-2")
    assert choices(state) == ["goblin-0", "goblin-1"]
    state = play(state, "goblin-0")
    assert choices(state) == ["goblin-0"]
    state = play(state, "goblin-0")
    assert winner(state) == ANN
    assert state.view(ANN).hands[ANN] == ("goblin-0", "goblin-0", "goblin-1")
    state = play(state, "goblin-0 goblin-0", "goblin-0 undead-1", "goblin-1 undead-2")
    assert seen(state).phase == 2


def test_in_every_order_of_the_deck_equal_cards_are_one_choice() -> None:
    """Wherever the kernels keep them, and however many there are."""
    names = ["knights", "goblins", "undead", "dwarves", "doppelgangers", "seers", "vikings"]
    for turn in range(7):
        state = cards(
            "undead-1",
            "goblin-0 goblin-0 goblin-0 goblin-0 goblin-0 goblin-1 seer-2",
            "viking-3",
            to_come=1,
            factions=" ".join(names[turn:] + names[:turn]),
        )
        assert choices(play(state, "undead-1")) == ["goblin-0", "goblin-1", "seer-2"]
