"""Worlds fit the view they were sampled from: the seat could not tell them from the truth."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import PAIRS, TEN_CARDS
from claimant.games.claim.worlds import sample


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


@st.composite
def set_ups(draw: st.DrawFn) -> Claim:
    players = draw(st.sampled_from([2, 3, 4]))
    more = draw(st.permutations(TEN_CARDS))[: 3 if players == 2 else 5]
    return Claim(
        players, (*draw(st.sampled_from(PAIRS)), *more), draw(st.sampled_from(["pile", "deck"]))
    )


def a_game(game: Claim, luck: Dice, length: int) -> tuple[ClaimState, list[tuple[ClaimState, str]]]:
    """Play at random, as far as it goes; the last state, and each event with the state before."""
    state = game.start()
    steps: list[tuple[ClaimState, str]] = []
    while state.actor is not None and len(steps) < length:
        if state.actor == CHANCE:
            event = state.write(state.draw(luck))
        else:
            event = luck.choice(state.choices())
        steps.append((state, event))
        state = state.play(event)
    return state, steps


def the_same_game(world: ClaimState, steps: list[tuple[ClaimState, str]]) -> ClaimState:
    """Replay the events of a game with a world's cards in place of those that were hidden."""
    game = world.game
    phase_1 = world.view(None).phase == 1
    hands = [list(world.view(seat).hands[seat]) if phase_1 else [] for seat in range(game.players)]
    laid = [[card.card for card in world.view(n).laid_off[n]] for n in range(game.players)]
    pile = [game.codes[n] for n in world.record().pile[: game.players * game.hand_size]]
    events = []
    for state, event in steps:
        verb, _, card = event.partition(" ")
        seen = state.view(None)
        if verb == "play" and seen.phase == 1 and seen.actor is not None:
            hands[seen.actor].append(card)
        elif verb == "discard" and seen.actor is not None:
            card = laid[seen.actor].pop(0)
            hands[seen.actor].append(card)
            event = f"discard {card}"
        elif verb == "take" and card not in seen.face_up:
            event = f"take {pile[len(pile) - seen.pile]}"
        events.append(event)
    events[1] = "deal " + " / ".join(" ".join(cards) for cards in (*hands, pile))
    replayed = game.start()
    for event in events:
        replayed = replayed.play(event)
    return replayed


@settings(max_examples=60, deadline=None)
@given(set_ups(), st.integers(0, 2**32), st.integers(3, 90), st.integers(-1, 3))
def test_a_world_looks_like_the_truth_and_could_have_been_dealt(
    game: Claim, seed: int, length: int, seat: int
) -> None:
    luck = Dice(seed)
    state, steps = a_game(game, luck, length)
    viewer = None if seat < 0 else seat % game.players
    view = replace(state.view(viewer), undo=False)
    world = sample(view, luck)
    assert world.view(viewer) == view
    replayed = the_same_game(world, steps)
    assert replace(replayed.view(viewer), undo=False) == view


def test_worlds_of_the_last_tricks_and_of_choices_of_loot() -> None:
    """Trolls lie, loot is chosen, and in the end everything is known."""
    game = Claim(2, ("giants", "gnomes", "trolls", "raccoons", "seers"), "deck")
    stages = set()
    for seed in range(12):
        luck = Dice(seed)
        _, steps = a_game(game, luck, 1000)
        for state, event in steps[-8:]:
            for viewer in (None, 0, 1):
                for now in (state, state.play(event)):
                    view = replace(now.view(viewer), undo=False)
                    stages.add((view.stage, bool(view.trolls)))
                    assert sample(view, luck).view(viewer) == view
    assert stages >= {("play", True), ("loot", False), ("over", False)}


def test_worlds_while_cards_are_laid_off() -> None:
    """R-P3: who has laid off already, and what it can have been."""
    game = Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "bards"))
    luck = Dice(3)
    _, steps = a_game(game, luck, 60)
    laying = [state for state, event in steps if event.startswith("discard")]
    assert len(laying) >= 3
    for state in laying:
        for viewer in (None, 0, 1, 2):
            view = replace(state.view(viewer), undo=False)
            assert sample(view, luck).view(viewer) == view


def test_worlds_differ_if_something_is_hidden() -> None:
    game = Claim(2, ("knights", "goblins", "undead", "dwarves", "doppelgangers"))
    state, _ = a_game(game, Dice(1), 2)
    worlds = {sample(state.view(0), Dice(seed)).data for seed in range(20)}
    assert len(worlds) == 20


def test_every_card_that_can_be_in_a_hand_is_as_likely() -> None:
    """Six tricks into a game, the opponent void in nothing: chi-square over the unseen cards."""
    game = Claim(2, ("kings", "peasants", "undead", "dwarves", "griffins"))
    view = next(
        view
        for view in (a_game(game, Dice(seed), 2 + 2 * 6)[0].view(0) for seed in range(1000))
        if not view.voids[1]
    )
    unseen = sum(row.count("?") for row in (view.hands[1], view.followers[1])) + view.pile
    luck = Dice(7)
    drawn = Counter(luck.choice(sample(view, luck).view(1).hands[1]) for _ in range(4000))
    assert len(drawn) == unseen
    expected = 4000 / unseen
    chi_square = sum((n - expected) ** 2 / expected for n in drawn.values())
    # Of fair samplers one in ten thousand goes beyond this with 25 degrees of freedom.
    assert unseen <= 26
    assert chi_square < 60


def test_before_the_deal_there_is_nothing_to_sample() -> None:
    game = Claim(2, ("knights", "goblins", "undead", "dwarves", "doppelgangers"))
    with pytest.raises(ValueError, match="before the deal"):
        sample(game.start().view(0), Dice(1))


def test_what_was_taken_with_a_seer_is_none_of_the_cards_face_up_then() -> None:
    """Also in phase 2, when it is in a hand: not all that fits what was played fits that."""
    game = Claim(
        3, ("knights", "goblins", "undead", "dwarves", "doppelgangers", "seers", "vikings")
    )
    _, steps = a_game(game, Dice(29), 10_000)
    view = steps[55][0].view(0).replace(undo=False)
    at = 11  # the only card that seat 2 took face down and still holds
    assert (view.phase, view.places[at].seat, view.hands[2].count("?")) == (2, 2, 1)
    seers = list(view.places)
    seers[at] = replace(seers[at], seer=2)
    view = view.replace(places=tuple(seers))
    for seed in range(20):
        world = sample(view, Dice(seed))
        assert world.view(0) == view
        assert game.codes[world.record().pile[at]] not in (
            view.places[9].card,
            view.places[10].card,
        )
