"""Everything that luck decides comes out evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from support.setups import EXAMPLES

from claimant.game import shuffled
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import (
    Secret,
    Seeded,
)

# Fairness. Chi-square with fixed seeds: the same figures every time, so no test fails by chance.


def chi_square(counts: Iterable[int], cells: int) -> float:
    counts = list(counts)
    expected = sum(counts) / cells
    zeros = cells - len(counts)
    return sum((n - expected) ** 2 / expected for n in counts) + zeros * expected


def most(cells: int) -> float:
    """What chi-square exceeds once in 10,000 times (Wilson and Hilferty's approximation)."""
    freedom = cells - 1
    return float(freedom * (1 - 2 / (9 * freedom) + 3.719 * (2 / (9 * freedom)) ** 0.5) ** 3)


def is_fair(outcomes: Sequence[object], cells: int) -> bool:
    return chi_square(Counter(outcomes).values(), cells) < most(cells)


def test_the_chi_square_test_can_fail() -> None:
    # A die that shows a six one time in five, and one that a modulo makes uneven.
    loaded = [min(Seeded(n).below(15) // 2, 5) for n in range(3000)]
    assert not is_fair(loaded, 6)
    modulo = [Seeded(n).below(256) % 100 for n in range(20_000)]
    assert not is_fair(modulo, 100)
    assert abs(most(6) - 25.74) < 1  # from a table


@pytest.mark.parametrize("k", [2, 3, 5, 6, 7, 36, 52, 72])
def test_numbers_below_k_are_even(k: int) -> None:
    luck = Seeded(k)
    numbers = [luck.below(k) for _ in range(20_000)]
    assert set(numbers) == set(range(k))
    assert is_fair(numbers, k)
    if k <= 36:  # else there are too few for each pair
        assert is_fair(list(pairwise(numbers))[::2], k * k)


def test_dice_are_fair_each_alone_and_all_together() -> None:
    rolling = ClaimIt(2).start().play("first 0").play("roll")
    secret = Secret.from_seed(1)
    rolls = [rolling.draw(secret.luck(n, 2)) for n in range(1, 30_001)]
    for die in range(3):
        assert is_fair([roll[die] for roll in rolls], 6)
    assert is_fair(rolls, 216)
    assert is_fair([(a[2], b[0]) for a, b in pairwise(rolls)], 36)  # from one roll to the next


def test_every_seat_begins_equally_often() -> None:
    for game in EXAMPLES:
        start = game.start()
        firsts = [start.draw(Secret.from_seed(9, i).luck(1, game.players)) for i in range(6000)]
        assert is_fair(firsts, game.players)


def test_shuffling_gives_every_order_equally_often() -> None:
    luck = Seeded(4)
    assert is_fair([tuple(shuffled(range(5), luck)) for _ in range(24_000)], 120)


@pytest.mark.parametrize("raccoons", ["pile", "deck"])
def test_deals_are_fair(raccoons: str) -> None:
    """Each card is equally often in every possible place, and next to every other card."""
    game = Claim(2, SCENARIOS["the hungry court"].deck(2), raccoons)
    dealing = game.start().play("first 0")
    deals = [dealing.draw(Secret.from_seed(2, i).luck(2, 2)) for i in range(3000)]
    king, raccoon = game.numbers["king-4"], game.numbers["raccoon-13"]
    late = range(26, 52) if raccoons == "pile" else range(52)
    assert {deal.index(raccoon) for deal in deals if raccoon in deal} == set(late)
    assert is_fair([deal.index(raccoon) for deal in deals if raccoon in deal], len(late))
    held = [deal.index(king) for deal in deals]
    assert is_fair([place for place in held if place < 26], 26)
    assert is_fair([place for place in held if place >= 26], 26)
    # R-C2: four of the fourteen raccoons are removed unseen, each equally often.
    removed = [
        value
        for deal in deals
        for value in range(14)
        if game.numbers[f"raccoon-{value}"] not in deal
    ]
    assert len(removed) == 4 * len(deals)
    assert is_fair(removed, 14)
    if raccoons == "deck":
        peasant = game.numbers["peasant-0"]
        assert is_fair([(deal.index(king) - deal.index(peasant)) % 52 for deal in deals], 51)
