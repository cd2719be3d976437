"""The larger value network of Claim It!: what it sees of a board, and that it runs as trained."""

from __future__ import annotations

from io import BytesIO
from random import Random

import numpy as np
import pytest

from claimant import arena
from claimant.arena.standings import Standings
from claimant.games.claim_it import board_net
from claimant.games.claim_it.board_net import (
    ACTOR,
    INPUTS,
    LEADER,
    LEADER_PLANES,
    PLANES,
    RACE,
    SECOND,
    STANDING,
    WIDTH,
)
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.lookahead_bot import load_network
from claimant.games.claim_it.rules.board import SPACES
from claimant.games.claim_it.rules.turn import STATE, score
from claimant.games.claim_it.value_net import FEATURES
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


def buffers() -> np.ndarray:
    return np.zeros(1, board_net.BUFFERS)


def evaluated(state: ClaimItState, net: np.ndarray, into: np.ndarray | None = None) -> np.ndarray:
    into = buffers() if into is None else into
    table = np.frombuffer(bytearray(state.data), STATE)[0]
    board_net.evaluate(table, load_network(), net, into[0])
    return into


def random_network(seed: int, width: int = WIDTH, inputs: int = INPUTS) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    return {
        "first.weight": random.normal(0, 0.2, (width, inputs)),
        "second.weight": random.normal(0, 0.2, (SECOND, width)),
        "second.bias": random.normal(0, 0.2, SECOND),
        "last.weight": random.normal(0, 0.2, (1, SECOND)),
    }


def read(weights: dict[str, np.ndarray]) -> np.ndarray:
    file = BytesIO()
    np.savez(file, allow_pickle=False, **weights)
    file.seek(0)
    net: np.ndarray = board_net.read_network(file)
    return net


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize(("width", "inputs"), [(WIDTH, INPUTS), (128, LEADER)])
def test_it_runs_as_it_was_trained(players: int, width: int, inputs: int) -> None:
    """Also weights of a smaller network, with fewer units and inputs."""
    weights = random_network(1, width, inputs)
    first, second, bias, last = weights.values()
    net = read(weights)
    for state in turns(players, players)[:-1:7]:
        found = evaluated(state, net)[0]
        seen = found.seen[:players, :inputs].astype(float)
        units = np.maximum(seen @ first.T, 0)
        logits = np.maximum(units @ second.T + bias, 0) @ last[0]
        chances = np.exp(logits - logits.max())
        assert np.allclose(found.chances[:players], chances / chances.sum(), atol=2e-3)


@pytest.mark.parametrize("players", [2, 4])
def test_what_was_evaluated_before_changes_no_bit(players: int) -> None:
    """Only what differs from an earlier table is added up, in numbers that make sums exact."""
    nets = [read(random_network(2)), board_net.load_network()]
    for net in nets:
        states = turns(players, 8)[:-1]
        used = buffers()
        for state in [*states, *states[::-3], *states[::5]]:
            evaluated(state, net, used)
            fresh = evaluated(state, net)
            assert used[0].chances[:players].tolist() == fresh[0].chances[:players].tolist()
        assert used[0].anchor.any()
        weights = net[:INPUTS] / board_net.GRAIN
        assert (weights == np.round(weights)).all()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_sees_the_leading_rival(players: int) -> None:
    net = board_net.load_network()
    states = turns(players, 6)[:-1:4]
    assert states
    for state in states:
        record = np.frombuffer(state.data, STATE)[0]
        seen = evaluated(state, net)[0].seen
        for seat in range(players):
            if players == 2:
                assert not seen[seat, LEADER:].any()
                continue
            order = [(record.actor + n) % players for n in range(players)]
            leader = max((s for s in order if s != seat), key=lambda s: score(record, s)[:2])
            assert seen[seat, LEADER:ACTOR].tolist() == seen[leader, :FEATURES].tolist()
            actor = seen[int(record.actor), :FEATURES] * (seat != record.actor)
            assert seen[seat, ACTOR:STANDING].tolist() == actor.tolist()
            wait = order.index(leader)
            assert seen[seat, STANDING : STANDING + 5].tolist() == [
                int(n == wait) for n in range(5)
            ]
            ahead = sum(score(record, s)[:2] > score(record, seat)[:2] for s in order)
            assert seen[seat, STANDING + 7] == ahead
            owned = [int(record.owned[leader]) >> n & 1 for n in range(SPACES)]
            claimed = [one & int(record.claimed) >> n for n, one in enumerate(owned)]
            assert seen[seat, LEADER_PLANES:].tolist() == owned + claimed


def test_it_sees_every_space_and_the_race() -> None:
    net = board_net.load_network()
    claims = 0
    for state in turns(3, 4)[:-1:5]:
        record = np.frombuffer(state.data, STATE)[0]
        seen = evaluated(state, net)[0].seen
        for seat in range(3):
            planes = seen[seat, PLANES:LEADER].reshape(4, SPACES)
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
