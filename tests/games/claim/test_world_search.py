"""Heuristics, the rollout policy and the tree search that uses them: honest and complete."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.network.cards import card_codes
from claimant.games.claim.network.world_net import new_world_room, no_net
from claimant.games.claim.rules import playout, table, tricks
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.search import heuristics, rollout_policy, self_play, world_search
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


DECKS = [
    Claim(2, ("giants", "gnomes", "raccoons", "trolls", "automatons"), "deck"),
    Claim(2, SCENARIOS["the old kingdom"].deck(2)),
    Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "doppelgangers", "raccoons")),
    Claim(4, ("knights", "goblins", "trolls", "griffins", "dwarves", "doppelgangers", "undead")),
    Claim(4, ("kings", "peasants", "undead", "seers", "vikings", "bards", "raccoons"), "deck"),
]


def weights_of(game: Claim, noise: float = 0.0, liking: float = 1.0) -> Any:
    """High cards are good to have and good to keep, and factions good to win."""
    tables = np.zeros(1, heuristics.CARD_WEIGHTS)
    t = tables[0]
    t.follower[:] = liking * game.deck[0].value
    t.keep[:] = 0.1 * liking * game.deck[0].value
    t.capture[:] = liking
    t.undead = liking
    t.average = 4.5
    t.noise = noise
    return tables


def turns(game: Claim, seed: int) -> list[ClaimState]:
    """The states of a game at random in which someone has a choice."""
    luck = Dice(seed)
    state = game.start()
    found = []
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        if len(state.legal()) > 1:
            found.append(state)
        state = state.apply(luck.choice(state.legal()))
    return found


def heuristic_choice(state: ClaimState, tables: Any) -> str:
    states = np.frombuffer(bytearray(state.data), table.STATE)
    options = np.zeros(1, heuristics.MOVES)
    random = random_numbers(1)
    return state.write(heuristics.best_action(states, state.game.deck, tables, options, random))


def searched(state: ClaimState, games: int, nodes: int, seed: int = 1) -> Any:
    """The results of a search from what the actor knows."""
    view = state.view(state.actor)
    hidden = HiddenCards(view, sample(view, Dice(seed)))
    searches = np.zeros(1, world_search.TREE_SEARCH)
    p = searches[0]
    p.exploration, p.temperature, p.margin = 0.6, 1.0, 0.1
    legal = state.legal()
    p.count = len(legal)
    p.action[: len(legal)] = legal
    world_search.search(
        hidden.base,
        np.zeros(2, table.STATE),
        state.game.deck,
        hidden.cards,
        np.concatenate([weights_of(state.game, noise=1.0), weights_of(state.game)]),
        np.zeros(1, heuristics.MOVES),
        searches,
        np.zeros(nodes, world_search.NODE),
        games,
        random_numbers(seed),
        card_codes(state.game),
        no_net(),
        new_world_room(no_net()),
    )
    return p


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_heuristics_use_nothing_hidden(game: Claim) -> None:
    """In every world that fits what the actor knows they decide the same, and legally."""
    tables = weights_of(game)
    for state in turns(game, 1)[::9]:
        view = state.view(state.actor)
        choices = {heuristic_choice(sample(view, Dice(seed)), tables) for seed in range(2)}
        assert choices == {heuristic_choice(state, tables)}
        assert choices <= set(view.legal)


def test_the_last_to_play_wins_as_cheaply_as_possible() -> None:
    """A good follower lies there: of the cards that win it, the lowest."""
    game = Claim(2, SCENARIOS["the clockwork war"].deck(2))
    tables = weights_of(game)
    told = 0
    for seed in range(8):
        for state in turns(game, seed):
            view = state.view(state.actor)
            if view.stage != "play" or view.phase != 1 or not view.table:
                continue
            (_, led), (up,) = view.table[0], view.face_up
            faction, value = led.split("-")
            same = [int(c.split("-")[1]) for c in view.legal if c.split()[1].startswith(faction)]
            winning = [v for v in same if v > int(value)]
            if int(up.split("-")[1]) < 8 or not winning or faction == "goblin":
                continue
            assert heuristic_choice(state, tables) == f"play {faction}-{min(winning)}"
            told += 1
    assert told > 2


def rollout_choice(state: ClaimState, tables: Any, seed: int) -> str:
    states = np.frombuffer(bytearray(state.data), table.STATE)
    deck = state.game.deck[0]
    low, high = tricks.distinct(deck, *tricks.options(states[0], deck))
    choice = rollout_policy.choose(states[0], deck, tables[0], low, high, random_numbers(seed)[0])
    return state.write(int(deck.first_equal[choice]))


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_the_rollout_policy_uses_nothing_hidden(game: Claim) -> None:
    """With the same chance it decides the same in every world that fits, and legally."""
    tables = weights_of(game)
    for state in turns(game, 3)[::5]:
        view = state.view(state.actor)
        choices = {rollout_choice(sample(view, Dice(seed)), tables, 7) for seed in range(2)}
        assert choices == {rollout_choice(state, tables, 7)}
        assert choices <= set(view.legal)


def test_rollouts_win_a_good_follower_is_won_as_cheaply_as_possible() -> None:
    """And a bad one is left to the other wherever there is a lower card."""
    game = Claim(2, SCENARIOS["the clockwork war"].deck(2))
    tables = weights_of(game)
    won = left = 0
    for state in (state for seed in range(8) for state in turns(game, seed)):
        view = state.view(state.actor)
        if view.stage != "play" or view.phase != 1 or not view.table:
            continue
        (_, led), (up,) = view.table[0], view.face_up
        faction, value = led.split("-")
        same = [int(c.split("-")[1]) for c in view.legal if c.split()[1].startswith(faction)]
        winning = [v for v in same if v > int(value)]
        if faction in ("goblin", "undead") or len(same) < len(view.legal) or not winning:
            continue
        choices = {rollout_choice(state, tables, seed) for seed in range(9)}
        if int(up.split("-")[1]) > 4:
            assert choices == {f"play {faction}-{min(winning)}"}
            won += 1
        elif len(same) > len(winning):
            assert f"play {faction}-{min(same)}" in choices
            left += 1
    assert won > 2
    assert left > 1


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_every_simulation_tries_one_decision(game: Claim) -> None:
    for state in turns(game, 2)[::20]:
        result = searched(state, games=5, nodes=64)
        legal = len(state.legal())
        assert result.visits[:legal].sum() == 5
        assert 0 <= result.won.sum() <= 5
        assert not result.visits[legal:].any()


def test_a_full_table_of_nodes_does_not_end_the_search() -> None:
    state = turns(DECKS[1], 3)[0]
    result = searched(state, games=20, nodes=8)
    assert result.nodes == 6
    assert 6 <= result.visits.sum() <= 20


def test_the_same_seed_searches_the_same() -> None:
    state = turns(DECKS[1], 4)[9]
    one, same, other = (searched(state, 8, 64, seed) for seed in (1, 1, 2))
    assert one.tobytes() == same.tobytes() != other.tobytes()


def a_match(game: Claim, one: Any, other: Any, deals: int) -> float:
    return self_play.play_match(
        np.frombuffer(game.start().data, table.STATE),
        np.zeros(1, table.STATE),
        game.deck,
        np.zeros(1, playout.ROOM),
        np.concatenate([one, other]),
        np.zeros(1, heuristics.MOVES),
        deals,
        random_numbers(1),
    )


@pytest.mark.parametrize("game", [DECKS[1], DECKS[2], DECKS[3]], ids=repr)
def test_of_duplicate_deals_equals_win_their_part(game: Claim) -> None:
    even = 1 / 3 if game.players == 3 else 1 / 2
    assert a_match(game, weights_of(game), weights_of(game), 1) == pytest.approx(even)


def test_heuristics_beat_random_play() -> None:
    game = DECKS[1]
    assert a_match(game, weights_of(game), weights_of(game, noise=1.0, liking=0.0), 8) > 0.6
