"""Bots of all levels: honest by their interface, and not hopeless."""

from __future__ import annotations

import pytest

from claimant.bots import NAMES, create
from claimant.cli.simulate import simulated
from claimant.game import Game, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt

KINGDOM, MOUNTAINS, COURT, WAR = SCENARIOS.values()

TABLES: list[Game] = [
    ClaimIt(2),
    ClaimIt(5, squatters_return=True),
    Claim(2, KINGDOM.deck(2)),
    Claim(2, MOUNTAINS.deck(2)),
    Claim(2, COURT.deck(2)),
    Claim(2, WAR.deck(2)),
    Claim(3, COURT.deck(3)),
    Claim(4, WAR.deck(4)),
]


# The stronger ones take their time; each game's own tests let them play.
@pytest.mark.parametrize("name", NAMES[: NAMES.index("normal") + 1])
@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_a_bot_plays_any_game_to_its_end(game: Game, name: str) -> None:
    # A choice that is not legal would be refused.
    for record, end in simulated(game, [name] * game.players, seed=1, games=2):
        assert end.outcome is not None
        assert record.events


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_games(name: str) -> None:
    game = ClaimIt(2)
    first, again, other = (
        [record for record, _ in simulated(game, [name] * 2, seed, games=1)] for seed in (7, 7, 8)
    )
    assert first == again != other


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_normal_is_clearly_stronger_than_random(game: Game) -> None:
    """The same luck is played once for each seat (both seats of a team) that normal takes."""
    sides = 2 if game.players == 4 and game.name == "claim" else game.players
    games = 16 if sides == 2 else 6
    won = 0.0
    for side in range(sides):
        bots = ["normal" if seat % sides == side else "random" for seat in range(game.players)]
        for _, end in simulated(game, bots, seed=3, games=games):
            outcome = end.outcome
            assert outcome is not None
            if side in outcome.winners:
                won += 1 / sum(seat < sides for seat in outcome.winners)
    # By luck alone it would win one game in `sides`.
    assert won / (sides * games) > 1.3 / sides


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(
        Illegal, match="no bot called deep-thought; there are random, novice, easy, normal"
    ):
        create("deep-thought", 1)
