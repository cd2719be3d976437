"""The games in OpenSpiel: its own tests, and what they do not cover."""

from __future__ import annotations

import pickle
from functools import partial
from itertools import pairwise
from math import isclose
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from support.openings import states

from claimant.envs import open_spiel
from claimant.envs.spiel_position import fitting
from claimant.game import Illegal
from claimant.games.claim_it.chance import ROLLS
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.record import Record, replay

GAMES = (
    *(f"claim_it(players={players})" for players in ClaimIt.seats),
    "claim_it(players=3,squatters_return=True)",
    "claim",
    "claim(scenario=high-mountains)",
    "claim(scenario=hungry-court,raccoons=deck)",
    "claim(factions=kings+peasants+seers+automatons+raccoons)",
    "claim(players=3,scenario=hungry-court)",
    "claim(players=4,scenario=clockwork-war)",
    "claim(players=4)",
)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_s_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def played(name: str, seed: int, decisions: int) -> Any:
    """The state of a random game after some decisions, as soon as a player has to decide again."""
    random = np.random.RandomState(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(actions, p=chances))
        elif decisions:
            state.apply_action(random.choice(state.legal_actions()))
            decisions -= 1
        else:
            break
    return state


# OpenSpiel's tests of its API, on states all over the tree.


class Further:
    """States beyond the first ones, which OpenSpiel checks itself."""

    game_name: str
    game: Any
    some_states: list[Any]

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()  # type: ignore[misc]
        cls.some_states += [played(str(cls.game), 1, n) for n in (0, 1, 9, 30, 55, 400)]


class TestClaimItApi(Further, api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game = pyspiel.load_game("claim_it")
    game_name = "claim_it"


class TestClaimApi(Further, api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game = pyspiel.load_game("claim")
    game_name = "claim"


class TestClaimWithTeamsApi(Further, api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    game = pyspiel.load_game("claim(players=4)")
    game_name = "claim"


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("claim")][-7:])
def test_a_resampled_state_tells_its_player_the_same(name: str) -> None:
    random = np.random.RandomState(5)
    different = 0
    for decisions in (0, 5, 21, 40):
        state = played(name, decisions, decisions)
        players = state.num_players()
        for seat in range(players):
            other = state.resample_from_infostate(seat, random.uniform)
            assert other.current_player() == state.current_player()
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            different += any(
                other.observation_string(rival) != state.observation_string(rival)
                for rival in range(players)
                if rival != seat
            )
    assert different > 4


def test_what_others_laid_off_or_took_unseen_is_in_no_string() -> None:
    """Automatons and seers: the log of an information state has what a spectator saw."""
    seen = {"discard ?": 0, "take ?": 0}
    for seed in range(12):
        state = played("claim(factions=kings+peasants+seers+automatons+dragons)", seed, 200)
        log = state.position.log.splitlines()
        for line in log:
            assert not line.startswith("discard ") or line == "discard ?"
            seen[line] = seen.get(line, 0) + 1
    assert seen["discard ?"]
    assert seen["take ?"]


def test_information_states_have_perfect_recall() -> None:
    """The log of a state starts with the log of every state before it."""
    logs = [played("claim", 3, decisions).position.log for decisions in range(0, 40, 7)]
    assert all(later.startswith(earlier) for earlier, later in pairwise(logs))
    assert len(set(logs)) == len(logs)


def test_information_state_tensors_tell_apart_what_a_player_has_seen() -> None:
    """The tensors of a state and of one that the player cannot tell apart are equal; those of the
    states of a game are all different, although some of their observations are not."""
    game = pyspiel.load_game("claim(factions=kings+peasants+seers+automatons+raccoons)")
    random = np.random.RandomState(1)
    state = played("claim(factions=kings+peasants+seers+automatons+raccoons)", 3, 45)
    for player in range(2):
        tensor = state.information_state_tensor(player)
        assert len(tensor) == game.information_state_tensor_size()
        other = state.resample_from_infostate(player, random.uniform)
        assert other.information_state_tensor(player) == tensor
        assert other.information_state_string(player) == state.information_state_string(player)
    # Which of two followers was taken first: only the pile as it was dealt says so.
    assert state.information_state_tensor(0) != state.observation_tensor(0)
    setup = state.position.setup
    assert setup.memory is not None
    seen = setup.memory.observe(state.position.state.view(0))
    places = state.position.state.view(0).places
    known = [number > 0 for number in seen["pile_cards"]]
    assert known == [place.card != "?" for place in places]
    assert 0 < sum(known) < len(known)
    assert seen["pile_takers"].sum() == sum(place.seat is not None for place in places)
    assert seen["pile_seers"].sum() == sum(place.seer is not None for place in places)


def test_private_and_public_parts_of_an_observation() -> None:
    kind = partial(pyspiel.IIGObservationType, perfect_recall=False)
    single, none = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    state = played("claim", 1, 6)
    game = state.get_game()
    public = make_observation(game, kind(public_info=True, private_info=none))
    private = make_observation(game, kind(public_info=False, private_info=single))
    hand = state.position.state.view(1).hands[1]
    for card in set(hand) - {"goblin-0"}:  # (of which others lie open)
        assert card not in public.string_from(state, 1)
        assert card in private.string_from(state, 1)
    public.set_from(state, 1)
    private.set_from(state, 1)
    assert public.dict["hands"].sum() == 0
    assert private.dict["hands"].sum() == len(hand)
    assert "scores" not in private.dict
    everyone = kind(public_info=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    assert make_observation(game, everyone) is None
    with pytest.raises(ValueError, match="observations have no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_a_game_played_in_openspiel_replays_under_our_rules() -> None:
    state = played("claim_it(players=3)", 7, 90)
    record = Record.of(ClaimIt(3))
    again = replay(Record(record.headers, state.position.log.splitlines()))
    assert again.data == state.position.state.data


def test_rolls_are_as_likely_as_dice_make_them() -> None:
    state = pyspiel.load_game("claim_it").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(1)
    assert state.action_to_string(state.legal_actions()[0]) == "roll"
    state.apply_action(state.legal_actions()[0])
    chances = dict(state.chance_outcomes())
    assert isclose(sum(chances.values()), 1)
    assert chances[ROLLS.index((4, 4, 4))] == 1 / 216
    assert chances[ROLLS.index((2, 2, 5))] == 3 / 216
    assert chances[ROLLS.index((1, 3, 6))] == 6 / 216
    assert state.action_to_string(ROLLS.index((1, 3, 6))) == "dice 1 3 6"


def chances_by_card(state: Any) -> dict[str, float]:
    return {
        state.action_to_string(card).removeprefix("deal "): chance
        for card, chance in state.chance_outcomes()
    }


def test_a_deal_is_as_likely_as_shuffling_makes_it() -> None:
    state = pyspiel.load_game("claim").new_initial_state()
    state.apply_action(0)
    first = chances_by_card(state)
    assert isclose(first["goblin-0"], 5 / 52)
    assert isclose(first["knight-9"], 1 / 52)
    for _ in range(5):
        state.apply_action(next(c for c, _ in state.chance_outcomes()))
    assert isclose(sum(chances_by_card(state).values()), 1)
    # R-C2: ten of fourteen raccoons take part, in the draw pile or in the whole deck.
    deck = pyspiel.load_game("claim(scenario=hungry-court,raccoons=deck)").new_initial_state()
    deck.apply_action(0)
    assert isclose(chances_by_card(deck)["raccoon-7"], 10 / 52 / 14)
    pile = pyspiel.load_game("claim(scenario=hungry-court)").new_initial_state()
    pile.apply_action(0)
    for _ in range(26):
        assert "raccoon-7" not in chances_by_card(pile)
        pile.apply_action(pile.chance_outcomes()[0][0])
    assert isclose(chances_by_card(pile)["raccoon-7"], 10 / 26 / 14)
    while pile.is_chance_node():  # raccoons first, till all ten have their place
        pile.apply_action(max(c for c, _ in pile.chance_outcomes()))
    assert pile.current_player() == 0


def test_partners_win_together() -> None:
    for seed in range(4):
        state = played("claim(players=4)", seed, 500)
        assert state.is_terminal()
        gains = state.returns()
        assert gains[0] == gains[2]
        assert gains[1] == gains[3]
        assert sorted(set(gains)) in ([-1, 1], [0])


def test_a_state_survives_serialization() -> None:
    for name in ("claim_it(players=4)", "claim(players=3,scenario=hungry-court,raccoons=deck)"):
        state = played(name, 2, 17)
        game, again = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        assert str(game) == str(state.get_game())
        assert again.history() == state.history()
        assert again.information_state_string() == state.information_state_string()
        again.apply_action(again.legal_actions()[0])
        assert pickle.loads(pickle.dumps(state.position)).state == state.position.state


def test_impossible_requests_to_openspiel_are_refused() -> None:
    for name in ("claim_it(players=6)", "claim(scenario=moon)", "claim(players=3,raccoons=sea)"):
        with pytest.raises(Illegal):
            pyspiel.load_game(name)


def test_openspiel_s_learning_environment_and_search_take_the_games() -> None:
    environment = rl_environment.Environment("claim(players=3)")
    step = environment.reset()
    seat = step.observations["current_player"]
    legal = step.observations["legal_actions"][seat]
    assert environment.step([legal[0]]).observations["current_player"] != seat
    state = played("claim", 4, 30)
    random = np.random.RandomState(1)
    search = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, random), 2.0, 8, random_state=random
    )
    assert search.step(state) in state.legal_actions()


@pytest.mark.parametrize("players", ClaimIt.seats)
def test_a_view_of_claim_it_is_the_whole_state(players: int) -> None:
    luck = Seeded(1)
    for state in states(ClaimIt(players, squatters_return=players == 3), players):
        if state.actor not in (-1, None):
            assert fitting(state.view(state.actor), luck).state.data == state.data


def test_the_games_are_registered_once_imported() -> None:
    names = pyspiel.registered_names()
    assert {"claim", "claim_it"} <= set(names)
    open_spiel.register_games()  # once more: nothing happens
    game = pyspiel.load_game("claim_it")
    assert game.get_type().long_name == "Claim It!"
    assert game.get_parameters() == {"players": 2, "squatters_return": False}
