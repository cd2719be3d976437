"""How strong someone is by their results: it drifts slowly, and stays where chances are even."""

from __future__ import annotations

import random

import pytest

from claimant.bots.mixture import STRONGEST
from claimant.teaching.fair_match import (
    FIRST_STEP,
    MEMORY,
    START,
    STEP,
    Played,
    share,
    standing,
    strength_for,
)


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_bots_of_ones_own_strength_leave_an_even_share(sides: int) -> None:
    assert share(2.5, 2.5, sides) == pytest.approx(1 / sides)
    assert share(3.5, 2.5, sides) > 1 / sides > share(1.5, 2.5, sides)


def test_a_win_raises_and_a_loss_lowers() -> None:
    before = [Played(2.0, "lost"), Played(2.0, "won")]
    now = standing(before, 2)
    assert standing([*before, Played(now, "won")], 2) > now
    assert standing([*before, Played(now, "lost")], 2) < now
    assert standing([*before, Played(now, "shared")], 2) == pytest.approx(now)
    assert standing([], 2) == START


def test_a_loss_among_five_lowers_less_than_a_win_raises() -> None:
    """An even share of five is one win in five."""
    before = [Played(START, "lost")] * 8
    now = standing(before, 5)
    won = standing([*before, Played(now, "won")], 5) - now
    lost = now - standing([*before, Played(now, "lost")], 5)
    assert won == pytest.approx(4 * lost)


def test_it_drifts_by_small_steps_within_bounds() -> None:
    luck = random.Random(1)
    games: list[Played] = []
    for number in range(1, 2 * MEMORY):
        before = standing(games, 2)
        games.append(Played(luck.uniform(0, STRONGEST), luck.choice(["won", "shared", "lost"])))
        after = standing(games, 2)
        assert 0 <= after <= STRONGEST
        most = max(STEP, FIRST_STEP / number)
        # A game that is forgotten has long faded.
        assert abs(after - before) <= most + 0.02
    for result, end in (("won", STRONGEST), ("lost", 0)):
        assert standing([Played(end, result)] * MEMORY, 2) == pytest.approx(end, abs=0.01)


@pytest.mark.parametrize("strength", [0.5, 1.5, 2.0, 3.2])
@pytest.mark.parametrize("sides", [2, 4])
def test_chances_become_even(strength: float, sides: int) -> None:
    """Someone of a fixed strength plays a long fair match."""
    luck = random.Random(7)
    games: list[Played] = []
    for _ in range(400):
        bots = standing(games, sides)
        won = luck.random() < share(strength, bots, sides)
        games.append(Played(bots, "won" if won else "lost"))
    late = games[100:]
    wins = sum(game.result == "won" for game in late) / len(late)
    assert wins == pytest.approx(1 / sides, abs=0.06)
    assert sum(game.strength for game in late) / len(late) == pytest.approx(strength, abs=0.35)


def test_several_people_get_the_average() -> None:
    assert strength_for([1.0, 3.0]) == 2.0
    assert strength_for([]) == START
