"""The network that values positions with all cards open."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from random import Random

import numpy as np
import pytest
from support.setups import free_decks

from claimant.bots import UNHURRIED
from claimant.bots.time_limit import TimeLimit
from claimant.game import CHANCE
from claimant.games.claim.bots import BotParameters, WorldSearch
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.network import world_inputs
from claimant.games.claim.network.cards import CODES, card_codes, code_of
from claimant.games.claim.network.world_net import (
    WorldNet,
    load_world_net,
    new_world_room,
    read_world_net,
    world_value,
)
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.rules.table import NOBODY, STATE
from claimant.games.claim.worlds import sample
from claimant.luck import Seeded


def small_net(inputs: int = world_inputs.WORLD_INPUTS) -> WorldNet:
    """Random weights, in the form in which the training stores them."""
    random = np.random.default_rng(1)
    widths = {"first": (9, inputs), "second": (8, 9), "third": (7, 8)}
    file = BytesIO()
    weights = {}
    for name, shape in (widths | {"last": (3 * 18, 7)}).items():
        weights[f"{name}.weight"] = random.normal(0, 0.5, shape).astype(np.float16)
        weights[f"{name}.bias"] = random.normal(0, 0.5, shape[0]).astype(np.float16)
    np.savez(file, allow_pickle=False, **weights)
    file.seek(0)
    return read_world_net(file)


def decisions(game: Claim, seed: int) -> list[ClaimState]:
    """Every state of a random game in which a player decides."""
    luck, random = Seeded(seed), Random(seed)
    state: ClaimState = game.start()
    found = []
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        found.append(state)
        state = state.apply(random.choice(state.legal()))
    return found


def some_games() -> list[Claim]:
    random = Random(4)
    return [
        Claim(players, tuple(random.choice(free_decks(players))), random.choice(("pile", "deck")))
        for players in (2, 2, 2, 2, 3, 3, 4, 4)
    ]


def inputs_and_shares(state: ClaimState, net: WorldNet) -> tuple[list[int], list[float]]:
    room = new_world_room(net)
    room.on[:] = -1
    states = np.frombuffer(bytearray(state.data), STATE)
    world_value(states, state.game.deck, card_codes(state.game), net, room)
    on = room.on.tolist()
    return on[: on.index(-1)], room.shares.tolist()


@pytest.mark.parametrize("number", range(8))
def test_every_card_is_an_input_once_wherever_it_lies(number: int) -> None:
    net = small_net()
    game = some_games()[number]
    for state in decisions(game, number):
        on, _ = inputs_and_shares(state, net)
        listed = Counter(one % CODES for one in on if one < world_inputs._LEFT)
        pieces = state.pieces()
        gone = "discarded", "laid off"
        lying = Counter(
            code_of(Card(code).faction, Card(code).value)
            for area, codes in pieces.items()
            if not area.startswith(gone)
            for code in codes
        )
        assert listed == lying


def test_its_value_is_that_of_the_layers() -> None:
    net = small_net()
    for game in some_games():
        for state in decisions(game, 5)[::9]:
            on, shares = inputs_and_shares(state, net)
            x = net.first_bias + sum(net.first[one] for one in on)
            for weights, bias in ((net.second, net.second_bias), (net.third, net.third_bias)):
                x = np.maximum(x, 0) @ weights + bias
            last = np.maximum(x, 0) @ net.last + net.last_bias
            sides = 2 if game.players == 4 else game.players
            assert state.actor is not None
            own = state.actor % sides
            expected = np.exp(last[:sides]) / np.exp(last[:sides]).sum()
            turned = [expected[(side - own) % sides] for side in range(sides)]
            assert np.allclose(shares[:sides], turned, atol=1e-4)
            assert sum(shares) == pytest.approx(1)
            assert shares[sides:] == [0.0] * (3 - sides)


def test_the_order_of_the_pile_does_not_matter() -> None:
    net = small_net()
    random = np.random.default_rng(1)
    changed = 0
    for game in some_games():
        for state in decisions(game, 6)[::5]:
            record = np.frombuffer(bytearray(state.data), STATE)
            s = record[0]
            places = [
                place
                for place in range(int(s.top), game.players * int(game.deck[0].tricks))
                if s.phase == 1 and s.seer[place] == NOBODY
            ]
            s.pile[places] = random.permutation(s.pile[places])
            other = ClaimState(game, record.tobytes())
            changed += other.data != state.data
            one, two = inputs_and_shares(state, net), inputs_and_shares(other, net)
            assert sorted(one[0]) == sorted(two[0])
            assert one[1] == pytest.approx(two[1], abs=1e-5)
    assert changed > 50


def test_it_knows_who_is_winning() -> None:
    """Towards the end of a game it says who wins, more often than not."""
    net = load_world_net()
    right = total = 0.0
    for seed in range(30):
        game = Claim(2)
        states = decisions(game, seed)
        last = states[-1].apply(states[-1].legal()[0])
        assert last.outcome is not None
        _, shares = inputs_and_shares(states[-6], net)
        for seat in last.outcome.winners:
            right += shares[seat] > 0.5
            total += 1
    assert right > 0.85 * total


def test_a_network_for_other_factions_is_refused() -> None:
    with pytest.raises(ValueError, match="other factions"):
        small_net(inputs=world_inputs.WORLD_INPUTS + 64)


@pytest.mark.parametrize("number", [0, 4, 6])
def test_a_search_ends_its_simulations_with_it(number: int) -> None:
    """Every simulation counts, and the shares of the sides add up to a whole win."""
    state = decisions(some_games()[number], 2)[9]
    assert state.actor is not None
    view = state.view(state.actor)
    parameters = BotParameters("tuned", 0.0, 20, judged=True)
    search = WorldSearch(view, sample(view, Seeded(1)), parameters, 1)
    search.run(20, TimeLimit(UNHURRIED))
    assert search.results.tried.sum() == 20
    assert search.results.shares.sum() == pytest.approx(20)
