"""The network of Claim: what it sees, and that it runs as it was trained."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from support.setups import free_decks

from claimant import arena
from claimant.arena.standings import Standings
from claimant.bots.time_limit import TimeLimit
from claimant.game import CHANCE
from claimant.games.claim.bots import PARAMETERS, SearchBot, create, network
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.network import features, replay
from claimant.games.claim.network.look_ahead import NetworkSearch
from claimant.games.claim.network.net import Net, action_values, new_room, read_net
from claimant.games.claim.rules.cards import FACTIONS, NUMBERS, is_by_the_book
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded


def small_net(seed: int = 1, width: int = 8) -> Net:
    """Random weights, in the form in which the training stores them."""
    random = np.random.default_rng(seed)
    shapes = {"first": (width, features.INPUTS), "last": (features.ACTIONS + 18, width)}
    for block in (0, 1):
        for layer in (0, 1):
            shapes[f"blocks.{block}.{layer}"] = (width, width)
    return read_net(stored(shapes, random))


def stored(shapes: dict[str, tuple[int, int]], random: np.random.Generator) -> BytesIO:
    file = BytesIO()
    weights = {}
    for name, shape in shapes.items():
        weights[f"{name}.weight"] = random.normal(0, 0.3, shape).astype(np.float16)
        weights[f"{name}.bias"] = random.normal(0, 0.3, shape[0]).astype(np.float16)
    np.savez(file, allow_pickle=False, **weights)
    file.seek(0)
    return file


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


def inputs_of(state: ClaimState, net: Net) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    room = new_room(net)
    states = np.frombuffer(bytearray(state.data), STATE)
    action_values(states, state.game.deck, features.card_codes(state.game), net, room)
    return room.inputs[0], room.options[0], room.values[0]


def some_games() -> list[Claim]:
    random = Random(4)
    return [
        Claim(players, tuple(random.choice(free_decks(players))), random.choice(("pile", "deck")))
        for players in (2, 2, 2, 2, 3, 3, 4, 4)
    ]


@pytest.mark.parametrize("number", range(8))
def test_it_sees_what_its_seat_knows_and_nothing_else(number: int) -> None:
    """A world that fits the view has the same inputs as the truth."""
    net = small_net()
    hidden = 0
    for state in decisions(some_games()[number], number)[::3]:
        assert state.actor is not None
        world = sample(state.view(state.actor), Seeded(1))
        inputs, options, values = inputs_of(state, net)
        for one, other in zip((inputs, options, values), inputs_of(world, net), strict=True):
            assert (one == other).all()
        assert inputs.min() >= 0
        hidden += world.data != state.data
    assert hidden > 5


def test_cards_are_known_by_their_faction_whatever_the_order_of_the_deck() -> None:
    codes: dict[str, set[int]] = {}
    for game in some_games():
        found = features.card_codes(game)
        for code, number in game.numbers.items():
            codes.setdefault(code, set()).add(int(found[number]))
        factions = [FACTIONS[n].name for n in found[NUMBERS:]]
        assert tuple(factions[: len(game.factions)]) == game.factions
    assert len(codes) > 100
    assert all(len(each) == 1 for each in codes.values())
    assert len({min(each) for each in codes.values()}) == len(codes)


def test_its_values_are_those_of_the_layers() -> None:
    net = small_net()
    state = decisions(some_games()[0], 3)[20]
    inputs, options, values = inputs_of(state, net)
    x = np.maximum(inputs.astype(np.float32) @ net.first + net.first_bias, 0)
    for block in (0, 1):
        hidden = np.maximum(x @ net.inner[block] + net.inner_bias[block], 0)
        x = np.maximum(x + hidden @ net.outer[block] + net.outer_bias[block], 0)
    last = x @ net.last + net.last_bias
    expected = last[:-1] + last[-1]
    legal = options == 1
    assert len(set(state.legal())) == legal.sum()
    assert np.allclose(values[:-1][legal], expected[legal], atol=1e-4)
    assert (values[:-1][~legal] < -1e8).all()


def test_a_proof_counts_more_than_any_value() -> None:
    net = small_net()
    decided = 0
    for seed in range(12):
        game = some_games()[seed % 4]
        for state in decisions(game, seed):
            view = state.view(state.actor) if state.actor is not None else None
            if view is None or view.phase == 1 or view.trick < 12 or len(view.legal) < 2:
                continue
            search = NetworkSearch(view, sample(view, Seeded(1)), 13, 1, net)
            search.run(20, TimeLimit(60))
            assert search.best() in view.legal
            proven = search.best([float(n == 1) for n in range(len(search.legal))])
            assert proven == search.world.write(search.legal[1])
            decided += 1
    assert decided > 5


def worlds_of(state: ClaimState, count: int) -> np.ndarray:
    """Worlds that fit what the actor knows."""
    view = state.view(state.actor)
    hidden = HiddenCards(view, sample(view, Seeded(1)))
    worlds = np.zeros(count, STATE)
    deck = state.game.deck
    replay.deal_worlds(hidden.base, worlds, deck, hidden.cards, random_numbers(1))
    return worlds


def log_likelihoods(state: ClaimState, worlds: np.ndarray, net: Net) -> tuple[list[float], Any]:
    """By world, with the tables at which the replays arrive."""
    states, found = np.zeros(len(worlds), STATE), np.zeros(len(worlds))
    codes = features.card_codes(state.game)
    assert state.actor is not None
    replay.log_likelihoods(
        worlds, states, state.game.deck, codes, state.actor, 0.03, net,
        new_room(net, len(worlds)), np.zeros(len(worlds), np.int64), found,
    )  # fmt: skip
    return found.tolist(), states


@pytest.mark.parametrize("number", range(8))
def test_the_replay_of_a_world_ends_where_the_game_is(number: int) -> None:
    """The actor then knows what it really knows, and has the same options."""
    net = small_net()
    for state in decisions(some_games()[number], number)[::4]:
        worlds = worlds_of(state, 2)
        _, replayed = log_likelihoods(state, worlds, net)
        arrived = [ClaimState(state.game, one.tobytes()) for one in replayed]
        for world in arrived:
            if state.view(state.actor).stage == "loot":
                continue  # the replay stops before the first choice of loot
            for one, other in zip(inputs_of(world, net), inputs_of(state, net), strict=True):
                assert (one == other).all()


def test_a_world_is_as_likely_as_what_the_others_did_in_it() -> None:
    """The product over the decisions of the others, each of them as the network would decide with
    what they knew; the seat's own decisions do not count."""
    net = small_net()
    played = decisions(some_games()[0], 5)
    for at in (3, 12, 25):
        state = played[at]
        expected = 0.0
        for before, after in pairwise(played[: at + 1]):
            if before.actor == state.actor or len(before.legal()) == 1:
                continue
            done = next(one for one in before.legal() if before.apply(one).data == after.data)
            values = inputs_of(before, net)[2]
            code = int(features.card_codes(state.game)[done])
            expected += replay.log_probability(values, code, 0.03)
        truth = np.frombuffer(bytearray(state.data), STATE)
        assert log_likelihoods(state, truth, net)[0] == pytest.approx([expected])
        assert len(set(log_likelihoods(state, worlds_of(state, 8), net)[0])) > 1


def test_several_positions_have_the_values_that_each_has_alone() -> None:
    net = small_net()
    state = decisions(some_games()[1], 3)[15]
    worlds = np.concatenate([worlds_of(one, 1) for one in decisions(some_games()[1], 4)[5:12]])
    room = new_room(net, len(worlds))
    codes = features.card_codes(state.game)
    action_values(worlds, state.game.deck, codes, net, room)
    for row, world in enumerate(worlds):
        alone = inputs_of(ClaimState(state.game, world.tobytes()), net)[2]
        assert (alone == room.values[row]).all()


@pytest.mark.parametrize(("deals", "ahead"), [(0, 0), (40, 0), (40, 1), (0, 99)])
def test_looking_ahead_is_reproducible_and_uses_only_the_view(deals: int, ahead: int) -> None:
    net = small_net()
    tried = 0
    for state in decisions(some_games()[6], 2)[:60:6]:
        view = state.view(state.actor)
        chosen = set()
        for world in (sample(view, Seeded(1)), sample(view, Seeded(1))):
            search = NetworkSearch(view, world, 13, 1, net, deals=deals, ahead=ahead)
            search.run(20, TimeLimit(60))
            chosen.add((search.best(), *search.values()))
            assert all(0.0 <= value <= 1.0 for value in search.values())
        assert len(chosen) == 1
        assert chosen.pop()[0] in view.legal
        tried += len(search.legal) > 1
    assert tried > 3


def test_without_time_the_network_decides_alone() -> None:
    net = small_net()
    state = next(one for one in decisions(some_games()[0], 2) if len(one.legal()) > 4)
    view = state.view(state.actor)
    search = NetworkSearch(view, sample(view, Seeded(1)), 13, 1, net, deals=500)
    alone = search.best()
    search.run(500, TimeLimit(-1.0))
    assert search.best() == alone


@pytest.mark.parametrize("name", ["network", "network_search"])
def test_it_can_be_entered_in_the_arena(name: str) -> None:
    def match() -> Standings:
        bot = f"claimant.games.claim.bots:{name}"
        return arena.play(Claim(2), {"network": bot, "random": "random"}, games=2, seed=1)

    result = match()
    assert [one.games for one in result.entrants] == [2, 2]
    assert result.entrants[0].entrant == "network"  # the best comes first
    again = match()
    assert [one.rate for one in again.entrants] == [one.rate for one in result.entrants]


def test_in_a_deck_that_it_has_not_played_it_leaves_the_choice_to_expert() -> None:
    deck = next(deck for deck in free_decks(2) if not is_by_the_book(deck))
    chosen = 0
    for state in decisions(Claim(2, deck), 1)[:24:6]:
        assert state.actor is not None
        view = state.view(state.actor)
        expected = create("expert", 3, 60.0).choose(view)
        assert network(3, 60.0).choose(view) == expected
        assert create("master", 3, 60.0).choose(view) == expected
        chosen += len(view.legal) > 2
    assert chosen > 2


def test_with_three_players_it_does_not_advise() -> None:
    """There the advice has not won more games."""
    few = {level: replace(PARAMETERS[level], simulations=100) for level in ("expert", "master")}
    advised = replace(few["master"], advises_three=True, trust=1e6)
    differs = 0
    for state in decisions(Claim(3), 1)[:40:4]:
        assert state.actor is not None
        view = state.view(state.actor)
        expected = SearchBot(few["expert"], 3, 60.0).choose(view)
        assert SearchBot(few["master"], 3, 60.0).choose(view) == expected
        differs += SearchBot(advised, 3, 60.0).choose(view) != expected
    assert differs


def test_a_network_for_other_factions_is_refused() -> None:
    wide = {"first": (8, features.INPUTS + 64), "last": (features.ACTIONS + 18, 8)}
    wide |= {"blocks.0.0": (8, 8), "blocks.0.1": (8, 8)}
    with pytest.raises(ValueError, match="other factions"):
        read_net(stored(wide, np.random.default_rng(1)))
