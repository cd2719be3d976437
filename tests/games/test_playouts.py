"""Random games inside the kernels are games like any other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from support.openings import SET_UPS, states

from claimant.game import Game
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import playout
from claimant.games.claim.rules import table as claim_table
from claimant.games.claim.rules.cards import SCENARIOS, deck_size
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules import turn
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded


@pytest.mark.parametrize("players", ClaimIt.seats)
def test_random_games_of_claim_it_end(players: int) -> None:
    """R-I8: somebody has called the last round, and has the last turn of it."""
    game = ClaimIt(players, squatters_return=players == 3)
    start = np.frombuffer(game.start().data, turn.STATE)
    rng = random_numbers(players)
    for _ in range(3):
        scratch = np.zeros(1, turn.STATE)
        assert turn.playouts(start, scratch, 1, rng) > 2 * players
        state = ClaimItState(game, scratch.tobytes())
        view = state.view(None)
        assert state.outcome is not None
        assert view.caller is not None
        assert view.claims[view.caller] >= view.needed
        assert (view.stage, view.turns_left) == ("over", 0)
        assert state.pieces() == {"supply": [f"squatter-{n}" for n in range(1, 7)]}


def test_the_dice_of_a_playout_show_1_to_6() -> None:
    """Those that are left from the last roll of a game."""
    start = np.frombuffer(ClaimIt(2).start().data, turn.STATE)
    scratch, rng = np.zeros(1, turn.STATE), random_numbers(1)
    rolls = []
    for _ in range(40):
        turn.playouts(start, scratch, 1, rng)
        rolls.append(scratch[0].dice.tolist())
    for faces in zip(*rolls, strict=True):
        assert set(faces) <= {1, 2, 3, 4, 5, 6}
        assert {1, 6} <= set(faces)


@pytest.mark.parametrize("raccoons", ["pile", "deck"])
@pytest.mark.parametrize("players", Claim.seats)
@pytest.mark.parametrize("scenario", ["the old kingdom", "the hungry court"])
def test_random_games_of_claim_end(scenario: str, players: int, raccoons: str) -> None:
    """R-C2: of the raccoons ten, in the pile or in hands too; no card is lost on the way."""
    game = Claim(players, SCENARIOS[scenario].deck(players), raccoons)
    start = np.frombuffer(game.start().data, claim_table.STATE)
    rng = random_numbers(players)
    room = np.zeros(1, playout.ROOM)
    in_hands = 0
    for _ in range(3):
        scratch = np.zeros(1, claim_table.STATE)
        decisions = playout.playouts(start, scratch, game.deck, room, 1, rng)
        assert decisions >= 2 * players * game.hand_size
        state = ClaimState(game, scratch.tobytes())
        assert state.outcome is not None
        codes = [code for kept in state.pieces().values() for code in kept]
        assert len(codes) == deck_size(players)
        assert not Counter(codes) - Counter(game.codes)
        hands = [game.codes[card] for card in room[0].cards[: players * game.hand_size]]
        in_hands += sum(code.startswith("raccoon-") for code in hands)
    if scenario == "the hungry court":
        assert (in_hands > 0) == (raccoons == "deck")


def test_a_playout_of_claim_counts_every_decision_once() -> None:
    """Without choices of followers each decision is a card: two phases, two hands of thirteen."""
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    start = np.frombuffer(game.start().data, claim_table.STATE)
    scratch, room = np.zeros(1, claim_table.STATE), np.zeros(1, playout.ROOM)
    rng = random_numbers(1)
    assert playout.playouts(start, scratch, game.deck, room, 3, rng) == 3 * 2 * 2 * 13


def test_a_playout_of_claim_it_counts_every_decision_once() -> None:
    """A player who may end the game sometimes does so at once; after the end there is nothing."""
    state = ClaimIt(2).start()
    for event in ("first 0", "roll", "dice 2 3 5", "3,5"):
        state = state.play(event)
    last_turn = np.frombuffer(bytearray(state.data), turn.STATE)
    last_turn[0].caller, last_turn[0].turns_left = 0, 1
    scratch, rng = np.zeros(1, turn.STATE), random_numbers(1)
    decisions = [turn.playouts(last_turn, scratch, 1, rng) for _ in range(20)]
    assert min(decisions) == 1
    assert turn.playouts(scratch, np.zeros(1, turn.STATE), 5, rng) == 0


@pytest.mark.parametrize("game", SET_UPS, ids=str)
def test_nothing_is_left_of_earlier_choices(game: Game) -> None:
    """Positions are equal if their bytes are, so these must not depend on what came before."""
    layout = turn.STATE if game.name == "claim-it" else claim_table.STATE
    for state in states(game, 1):
        assert isinstance(state, ClaimState | ClaimItState)
        s = np.frombuffer(state.data, layout)[0]
        assert len(state.legal()) == s.choices
        assert not s.legal[s.choices :].any()


def test_dice_are_drawn_and_written() -> None:
    """Each face of each die as likely; `write` gives the record's line."""
    start = ClaimIt(2).start()
    rolling = start.play("first 0").play("roll")
    luck = Seeded(5)
    rolls = [rolling.draw(luck) for _ in range(900)]
    for die in range(3):
        faces = Counter(roll[die] for roll in rolls)
        assert sorted(faces) == [1, 2, 3, 4, 5, 6]
        assert min(faces.values()) > 100
    assert rolling.write((2, 3, 5)) == "dice 2 3 5"
    assert start.write((1,)) == "first 1"
    assert Claim(2, SCENARIOS["the old kingdom"].deck(2)).start().write((1,)) == "first 1"
