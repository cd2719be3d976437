"""What each seat of Claim, and a spectator, sees: exactly what it may know (R-C8)."""

from __future__ import annotations

import pytest
from support.openings import claim
from support.tables import ANN, BEN, CLEO, DAN, cards, ending, play, seen

from claimant.game import Game, State
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.view import ClaimView, PlayedTrick
from claimant.luck import Seeded
from claimant.play import choosing_at_random, drawing
from claimant.play import play as playing


def test_before_the_deal_there_is_nothing_to_see() -> None:
    for players in Claim.seats:
        state = Claim(players, SCENARIOS["the old kingdom"].deck(players)).start()
        for seat in (None, *range(players)):
            view = state.view(seat)
            assert (view.stage, view.phase, view.pile, view.places) == ("first", 0, 0, ())
            assert (view.leader, view.last_winner, view.led, view.legal) == (None, None, None, ())
            assert view.hands == view.followers == view.scores == ((),) * players
        first = state.play("first 1").view(None)
        assert (first.stage, first.leader) == ("deal", 1)


def test_after_the_deal_a_seat_sees_its_hand_and_what_lies_open() -> None:
    """R-C8: nobody sees another hand or the pile."""
    game = Claim(3, SCENARIOS["the old kingdom"].deck(3))
    state = game.start().play("first 2")
    state = state.happen(state.draw(Seeded(1)))
    pieces = state.pieces()
    for seat in (None, 0, 1, 2):
        view = state.view(seat)
        for owner in range(3):
            hidden = ("?",) * 12
            mine = tuple(sorted(pieces[f"hand {owner}"], key=game.codes.index))
            assert view.hands[owner] == (mine if owner == seat else hidden)
        assert sorted(view.face_up) == sorted(pieces["face up"])
        assert view.pile == 34
        assert [place.card for place in view.places[2:]] == ["?"] * 34
        assert [place.open for place in view.places[:6]] == [True, True, False] * 2
        assert (view.legal != ()) == (seat == 2)


def test_a_drawn_card_is_its_takers_alone() -> None:
    """R-C8: what was taken face up is known to all, also in phase 2."""
    state = cards("goblin-5", "goblin-1", pile="undead-1 undead-2", followers=["", ""])
    state = play(state, "goblin-5 goblin-1")
    assert seen(state).phase == 2
    assert state.view(ANN).hands == (("undead-1",), ("?",))
    assert state.view(BEN).hands == (("undead-1",), ("undead-2",))
    assert seen(state).hands == (("undead-1",), ("?",))
    taken = [(place.card, place.seat, place.open, place.seer) for place in seen(state).taken]
    assert taken == [("undead-1", ANN, True, None), ("?", BEN, False, None)]
    taken = [(place.card, place.seat, place.open, place.seer) for place in state.view(BEN).taken]
    assert taken == [("undead-1", ANN, True, None), ("undead-2", BEN, False, None)]


def test_known_followers_are_seen_until_they_are_played() -> None:
    """R-C8: of three cards in Ann's hand Ben saw two, and one of them has gone."""
    state = cards(
        "goblin-9 goblin-8 goblin-1",
        "goblin-2 goblin-3 goblin-4",
        pile="undead-1 undead-2 undead-3 undead-4 undead-5 undead-6",
    )
    state = play(state, "goblin-9 goblin-2", "goblin-8 goblin-3", "goblin-1 goblin-4")
    assert state.view(BEN).hands[ANN] == ("undead-1", "undead-3", "?")
    assert state.view(ANN).hands[BEN] == ("undead-5", "?", "?")
    assert state.actor == BEN
    state = play(state, "undead-2 undead-3")
    assert state.view(BEN).hands[ANN] == ("undead-1", "?")
    assert state.view(ANN).hands[BEN] == ("undead-5", "?")
    assert seen(state).hands == (("undead-1", "?"), ("undead-5", "?"))


def test_without_a_memory_aid_only_the_last_trick_can_be_looked_at_again() -> None:
    """R-C8, and nothing else changes."""
    state = cards(
        "goblin-9 goblin-8", "goblin-2 goblin-3", pile="undead-1 undead-2 undead-3 undead-4"
    )
    state = play(state, "goblin-9 goblin-2", "goblin-8 goblin-3")
    view = seen(state)
    assert [trick.cards for trick in view.history] == [
        ((ANN, "goblin-9"), (BEN, "goblin-2")),
        ((ANN, "goblin-8"), (BEN, "goblin-3")),
    ]
    assert view.unaided() == view.replace(history=view.history[1:])


def test_equal_cards_are_not_distinguished() -> None:
    """Ann has a goblin 0 that all saw and one that only she did; she plays one of them."""
    state = cards(
        "goblin-9 goblin-1",
        "goblin-2 goblin-4",
        pile="goblin-0 undead-2 undead-5 goblin-0",
    )
    state = play(state, "goblin-9 goblin-2", "goblin-1 goblin-4")
    assert state.view(BEN).hands[ANN] == ("goblin-0", "?")
    state = play(play(state, "undead-5"), "goblin-0")
    assert state.view(BEN).hands[ANN] == ("?",)  # the one that all saw may be the one played
    assert state.view(ANN).hands[ANN] == ("goblin-0",)
    # With two that all saw, one is certainly left.
    state = cards(
        "goblin-9 goblin-8",
        "goblin-2 goblin-4",
        pile="goblin-0 undead-2 goblin-0 undead-6",
    )
    state = play(state, "goblin-9 goblin-2", "goblin-8 goblin-4", "goblin-0 undead-2")
    assert state.view(BEN).hands[ANN] == seen(state).hands[ANN] == ("goblin-0",)


def test_what_a_seer_saw_is_known_to_the_seer_as_well() -> None:
    """R-C8: to its taker and the player who looked at it, in phase 2 too, and to nobody else."""
    hands = ("seer-5", "seer-7", "seer-6")
    state = play(cards(*hands, pile="goblin-1 goblin-2 goblin-3"), *hands, "goblin-1")
    assert seen(state).phase == 2
    assert state.view(BEN).hands == (("goblin-3",), ("goblin-1",), ("goblin-2",))
    assert state.view(CLEO).hands[ANN] == ("?",)
    assert seen(state).hands == (("?",), ("goblin-1",), ("goblin-2",))
    assert [place.seer for place in seen(state).taken] == [None, None, BEN]


def test_only_the_seers_winner_sees_the_peek_and_the_choice() -> None:
    """R-P2: what can be taken would tell the others."""
    hands = ("seer-5 bard-1", "seer-7 bard-2", "seer-6 bard-3")
    state = play(cards(*hands, pile="goblin-1 goblin-2 goblin-3"), "seer-5 seer-7 seer-6")
    for seat in (None, ANN, CLEO):
        view = state.view(seat)
        assert (view.peek, view.legal, view.face_up) == (None, (), ("goblin-1", "goblin-2"))
        assert [p.card for p in view.places if p.seer is not None] == ["?"]
    mine = state.view(BEN)
    assert (mine.peek, mine.legal[-1]) == ("goblin-3", "take goblin-3")
    assert [p.card for p in mine.places if p.seer == BEN] == ["goblin-3"]


def test_shown_voids() -> None:
    """R-C4: a player who does not follow lacks the faction; a doppelganger shows nothing."""
    hands = ("undead-1 viking-2", "goblin-1 viking-3", "doppelganger-3 viking-4", "undead-2 seer-1")
    state = play(cards(*hands), "undead-1 goblin-1 doppelganger-3 undead-2")
    assert seen(state).voids == ((), ("undead",), (), ())
    state = play(state, *([seen(state).face_up[0]] if seen(state).stage == "take" else []))
    state = play(state, "viking-4 seer-1 viking-2 viking-3")
    assert state.view(DAN).voids == ((), ("undead",), (), ("vikings",))
    state = play(state, *([seen(state).face_up[0]] if seen(state).stage == "take" else []))
    assert (seen(state).phase, seen(state).voids) == (2, ((), (), (), ()))


def test_doppelgangers_led_can_be_lacked_too() -> None:
    """R-C4: then they are a faction like any other."""
    state = play(cards("doppelganger-1", "undead-1", to_come=2), "doppelganger-1 undead-1")
    assert seen(state).voids == ((), ("doppelgangers",))


def test_the_trick_on_the_table_is_open() -> None:
    state = play(cards("undead-1", "goblin-1", "goblin-2", leader=BEN), "goblin-1 goblin-2")
    for seat in (None, ANN, BEN, CLEO):
        view = state.view(seat)
        assert view.table == ((BEN, "goblin-1"), (CLEO, "goblin-2"))
        assert (view.led, view.leader, view.actor) == ("goblins", BEN, ANN)
    assert state.pieces()["trick"] == ["goblin-1", "goblin-2"]


def test_score_piles_and_rows_are_open() -> None:
    """R-C8: to all."""
    state = cards(
        "gnome-1",
        "troll-1",
        phase=2,
        scores=["undead-4", "undead-7"],
        gnomes=["gnome-3", ""],
        trolls="troll-5",
    )
    for seat in (None, ANN, BEN):
        view = state.view(seat)
        assert view.scores == (("undead-4",), ("undead-7",))
        assert (view.gnomes, view.trolls) == ((("gnome-3",), ()), ("troll-5",))


def test_once_the_game_is_over_nothing_is_hidden() -> None:
    """What was laid off and drawn is shown to all."""
    state = cards(
        "automaton-5 goblin-1",
        "automaton-2 goblin-2",
        pile="undead-1 undead-2 undead-3 undead-4",
        factions="knights goblins automatons undead dragons",
    )
    state = play(state, "automaton-5 automaton-2", "goblin-1 goblin-2")
    assert [row[0].card for row in state.view(ANN).laid_off] == ["goblin-1", "?"]
    assert [row[0].card for row in seen(state).laid_off] == ["?", "?"]
    assert [place.card for place in seen(state).taken] == ["undead-1", "?", "undead-3", "?"]
    over = ending("undead-1 dragon-1", "griffin-8")
    assert "?" not in [place.card for place in over.view(None).places]
    assert (over.view(None).stage, over.view(None).actor) == ("over", None)
    assert over.view(ANN).outcome == over.outcome


def known(state: State, seat: int | None = None) -> ClaimView:
    view = state.view(seat)
    assert isinstance(view, ClaimView)
    return view


@pytest.mark.parametrize(
    "game",
    [claim(2), claim(3, "hungry-court"), claim(4, "clockwork-war")],
    ids=["two players", "three players", "four players with automatons"],
)
def test_everyone_knows_who_played_which_card_in_which_trick(game: Game) -> None:
    """R-C8: every card played was seen by all. Cards laid off are not part of it."""
    for seed in range(2):
        luck = Seeded(seed)
        before: State = game.start()
        on_table: list[tuple[int, str]] = []
        tricks = []
        laid_off = 0
        for event, state in playing(game, choosing_at_random(luck), drawing(luck)):
            was, now = known(before), known(state)
            verb, _, card = event.partition(" ")
            if verb == "play":
                assert was.actor is not None
                on_table.append((was.actor, card))
                if len(on_table) == game.players:
                    assert now.last_winner is not None
                    trick = PlayedTrick(was.phase, was.trick, now.last_winner, tuple(on_table))
                    assert trick.leader == was.leader
                    tricks.append(trick)
                    on_table = []
            laid_off += verb == "discard"
            for seat in (None, *range(game.players)):
                assert list(known(state, seat).history) == tricks
            before = state
        assert len(tricks) + laid_off // game.players == 2 * known(game.start()).tricks
