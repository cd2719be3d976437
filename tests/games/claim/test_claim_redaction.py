"""What a seat may read of an event of Claim, and the view of someone who may know everything."""

from __future__ import annotations

from random import Random

import pytest

from claimant.game import CHANCE, HIDDEN
from claimant.games.claim.game import Claim, ClaimState
from claimant.luck import Seeded

DECKS = [
    Claim(2, ("giants", "gnomes", "seers", "automatons", "undead")),
    Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "raccoons")),
    Claim(4, ("kings", "peasants", "automatons", "seers", "vikings", "bards", "raccoons"), "deck"),
]


def steps(game: Claim, seed: int) -> list[tuple[ClaimState, str, ClaimState]]:
    """Every event of a random game, with the states before and after it."""
    random, luck = Random(seed), Seeded(seed)
    state = game.start()
    found = []
    while state.actor is not None:
        if state.actor == CHANCE:
            event = state.write(state.draw(luck))
        else:
            event = random.choice(state.choices())
        after = state.play(event)
        found.append((state, event, after))
        state = after
    return found


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_only_the_actor_reads_what_is_taken_unseen_or_laid_off(game: Claim) -> None:
    hidden = {"take": 0, "discard": 0}
    for seed in range(3):
        for before, event, after in steps(game, seed):
            verb, _, card = event.partition(" ")
            for seat in (None, *range(game.players)):
                read = before.redact(event, seat, after.view(seat))
                if verb == "deal":
                    continue
                public = verb not in hidden
                if verb == "take":
                    public = card in before.view(None).face_up
                if public or seat == before.actor:
                    assert read == event
                else:
                    assert read == f"{verb} {HIDDEN}"
                    hidden[verb] += 1
    assert min(hidden.values()) > 0


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_a_seat_reads_its_own_hand_of_a_deal_and_what_it_has_seen_of_the_pile(game: Claim) -> None:
    events = steps(game, 1)
    (before, event, _), (*_, end) = events[1], events[-1]
    *hands, pile = event.removeprefix("deal ").split(" / ")
    for _, _, after in (events[1], events[len(events) // 3], events[-1]):
        for seat in (None, *range(game.players)):
            view = after.view(seat)
            *read, seen = before.redact(event, seat, view).removeprefix("deal ").split(" / ")
            for owner, hand in enumerate(hands):
                unknown = " ".join([HIDDEN] * len(hand.split()))
                assert read[owner] == (hand if owner == seat else unknown)
            assert seen.split() == [place.card for place in view.places]
            for shown, dealt in zip(seen.split(), pile.split(), strict=True):
                assert shown in (dealt, HIDDEN)
    assert before.redact(event, None, end.view(None)).endswith(pile)


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_the_full_view_adds_what_every_seat_knows_of_its_own(game: Claim) -> None:
    peeked = 0
    for state, _, _ in steps(game, 2)[2:]:
        full = state.full_view()
        assert HIDDEN not in [card for hand in (*full.hands, *full.followers) for card in hand]
        assert HIDDEN not in [laid.card for row in full.laid_off for laid in row]
        taken = [place for place in full.places if place.seat is not None]
        assert HIDDEN not in [place.card for place in taken]
        if state.record().peeking:
            assert full.peek is not None
            assert state.actor is not None
            assert full.peek == state.view(state.actor).peek
            peeked += 1
        else:
            assert full.peek is None
    assert peeked
