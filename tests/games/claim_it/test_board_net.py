"""The larger value network of Claim It!: what it sees of a board, and that it runs as trained."""

from __future__ import annotations

from io import BytesIO
from random import Random

import numpy as np
import pytest

from claimant import arena
from claimant.arena.standings import Standings
from claimant.games.claim_it import board_net
from claimant.games.claim_it.board_net import INPUTS, PLANES, RACE, SECOND, WIDTH
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import STATE, score
from claimant.luck import Seeded


def turns(players: int, seed: int) -> list[ClaimItState]:
    """The starts of turns in a random game, and its end."""
    luck, random = Seeded(seed), Random(seed)
    state = ClaimIt(players, squatters_return=bool(seed % 2)).start()
    found = []
    while (actor := state.actor) is not None:
        if actor >= 0 and state.view(actor).stage == "begin":
            found.append(state)
        if actor < 0:
            state = state.happen(state.draw(luck))
        else:
            state = state.apply(random.choice(state.legal()))
    return [*found, state]


def evaluated(state: ClaimItState, net: np.ndarray) -> np.ndarray:
    buffers = np.zeros(1, board_net.BUFFERS)
    board_net.evaluate(np.frombuffer(bytearray(state.data), STATE)[0], net, buffers[0])
    return buffers


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_runs_as_it_was_trained(players: int) -> None:
    random = np.random.default_rng(1)
    first = random.normal(0, 0.2, (WIDTH, INPUTS))
    second = random.normal(0, 0.2, (SECOND, WIDTH))
    bias, last = random.normal(0, 0.2, SECOND), random.normal(0, 0.2, (1, SECOND))
    file = BytesIO()
    names = {"first.weight": first, "second.weight": second, "second.bias": bias}
    np.savez(file, allow_pickle=False, **{**names, "last.weight": last})
    file.seek(0)
    net = board_net.read_network(file)
    for state in turns(players, players)[:-1:7]:
        buffers = evaluated(state, net)[0]
        seen = buffers.seen[:players].astype(float)
        units = np.maximum(seen @ first.T, 0)
        logits = np.maximum(units @ second.T + bias, 0) @ last[0]
        chances = np.exp(logits - logits.max())
        assert np.allclose(buffers.chances[:players], chances / chances.sum())


def test_it_sees_every_space_and_the_race() -> None:
    net = board_net.load_network()
    claims = 0
    for state in turns(3, 4)[:-1:5]:
        record = np.frombuffer(state.data, STATE)[0]
        seen = evaluated(state, net)[0].seen
        for seat in range(3):
            planes = seen[seat, PLANES:].reshape(4, SPACES)
            for space in range(SPACES):
                own = int(record.owned[seat]) >> space & 1
                owned = any(int(record.owned[rival]) >> space & 1 for rival in range(3))
                claimed = int(record.claimed) >> space & 1
                expected = [own, own & claimed, owned & ~own & 1, (owned & ~own & 1) & claimed]
                assert planes[:, space].tolist() == expected
            wait = (seat - int(record.actor)) % 3
            assert seen[seat, RACE + 1 : RACE + 6].tolist() == [int(n == wait) for n in range(5)]
            claims += score(record, seat)[1]
    assert claims > 0


def test_the_result_of_a_finished_game_is_certain() -> None:
    end = turns(2, 1)[-1]
    assert end.outcome is not None
    chances = evaluated(end, board_net.load_network())[0].chances[:2]
    assert [seat for seat in (0, 1) if chances[seat] > 0] == [*end.outcome.winners]


def test_it_can_be_entered_in_the_arena() -> None:
    def match() -> Standings:
        bot = "claimant.games.claim_it.bots:network"
        return arena.play(ClaimIt(2), {"network": bot, "novice": "novice"}, games=4, seed=1)

    result = match()
    assert [one.games for one in result.entrants] == [4, 4]
    assert result.entrants[0].entrant == "network"  # the best comes first
    again = match()
    assert [one.rate for one in again.entrants] == [one.rate for one in result.entrants]
