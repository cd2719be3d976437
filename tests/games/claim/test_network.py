"""The network of Claim: what it sees, and that it runs as it was trained."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import numpy as np
import pytest
from support.setups import free_decks

from claimant import arena
from claimant.arena.standings import Standings
from claimant.bots.time_limit import TimeLimit
from claimant.game import CHANCE
from claimant.games.claim.bots import PARAMETERS, SearchBot, create, network
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.network import features
from claimant.games.claim.network.look_ahead import NetworkSearch
from claimant.games.claim.network.net import Net, action_values, new_room, read_net
from claimant.games.claim.rules.cards import FACTIONS, NUMBERS, is_by_the_book
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.worlds import sample
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
    return room.inputs, room.options, room.values


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
