"""HiddenCards cards dealt anew: each deal is a world that fits the view, and none is preferred."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import table
from claimant.games.claim.search import redeal
from claimant.games.claim.search.redeal import HIDDEN_CARDS, REMOVED, HiddenCards
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


def dealt(hidden: HiddenCards, random: Any) -> ClaimState:
    scratch = np.zeros(1, table.STATE)
    redeal.deal_world(hidden.base, scratch, hidden.game.deck, hidden.cards, random)
    return ClaimState(hidden.game, scratch.tobytes())


def views(game: Claim, seed: int, every: int) -> list[ClaimView]:
    """What the seats whose turn it is know in a game played at random, once in `every` turns."""
    luck = Dice(seed)
    state = game.start()
    seen = []
    turn = 0
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        if turn % every == seed % every:
            seen.append(replace(state.view(state.actor), undo=False))
        turn += 1
        state = state.apply(luck.choice(state.legal()))
    return seen


DECKS = [
    Claim(2, ("giants", "gnomes", "raccoons", "seers", "automatons")),
    Claim(2, ("knights", "goblins", "raccoons", "seers", "automatons"), "deck"),
    Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "raccoons")),
    Claim(4, ("kings", "peasants", "automatons", "seers", "vikings", "bards", "raccoons"), "deck"),
    Claim(4, ("giants", "gnomes", "trolls", "griffins", "dwarves", "doppelgangers", "seers")),
]


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_every_deal_fits_the_view(game: Claim) -> None:
    """Voids, laid-off cards, a seer's takes and raccoons: the viewer could not tell it apart."""
    random = random_numbers(1)
    for seed in range(4):
        for view in views(game, seed, every=7):
            hidden = HiddenCards(view, sample(view, Dice(seed)))
            for _ in range(3):
                assert dealt(hidden, random).view(view.seat) == view


def test_deals_differ_if_something_is_hidden() -> None:
    view = views(DECKS[0], 0, every=1)[0]
    hidden = HiddenCards(view, sample(view, Dice(1)))
    random = random_numbers(1)
    assert len({dealt(hidden, random).data for _ in range(20)}) == 20


def test_of_the_worlds_that_fit_none_is_preferred() -> None:
    """Four hidden cards; one must not be the first, one only the first two: chi-square."""
    hidden = np.zeros(1, HIDDEN_CARDS)
    h = hidden[0]
    h.count = 4
    h.card[:4] = range(4)
    h.where[:] = REMOVED
    h.fits[:4, 0] = 0b1111, 0b1111, 0b1110, 0b0011
    h.card[:4] = 2, 3, 1, 0
    game = DECKS[0]
    base = np.zeros(1, table.STATE)
    scratch = np.zeros(1, table.STATE)
    random = random_numbers(5)
    seen: Counter[tuple[int, ...]] = Counter()
    rounds = 1000
    for _ in range(rounds):
        for _ in range(5):  # so far apart deals have nothing to do with each other
            redeal.deal_world(base, scratch, game.deck, hidden, random)
        seen[tuple(int(card) for card in h.card[:4])] += 1
    fitting = [w for w in seen if w[2] != 0 and w[3] < 2]
    # By hand: the last is 0 (then 3! ways) or 1 (then the first card is not 0: 4 ways).
    assert len(seen) == len(fitting) == 10
    expected = rounds / 10
    # Of fair dealers one in ten thousand goes beyond this with 9 degrees of freedom.
    assert sum((n - expected) ** 2 / expected for n in seen.values()) < 33.7


def test_a_deal_without_constraints_is_a_plain_shuffle() -> None:
    """Of three cards every order is as likely, from one deal to the next."""
    hidden = np.zeros(1, HIDDEN_CARDS)
    h = hidden[0]
    h.count = 3
    h.where[:] = REMOVED
    h.fits[:3, 0] = 0b111
    base = np.zeros(1, table.STATE)
    scratch = np.zeros(1, table.STATE)
    random = random_numbers(2)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(1800):
        h.card[:3] = range(3)
        redeal.deal_world(base, scratch, DECKS[0].deck, hidden, random)
        seen[tuple(int(card) for card in h.card[:3])] += 1
    assert sum((n - 300) ** 2 / 300 for n in seen.values()) < 25.7
    assert len(seen) == 6
