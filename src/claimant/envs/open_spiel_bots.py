"""OpenSpiel's bots at our tables. Like all others they get a View and nothing else."""

from __future__ import annotations

import re
import time
from typing import Any, Final

import numpy as np

from claimant import registry
from claimant.bots import Bot
from claimant.envs import MissingDependency
from claimant.envs.open_spiel import SpielState, spiel_state
from claimant.envs.spiel_position import fitting
from claimant.game import Illegal, View
from claimant.i18n import Text
from claimant.luck import RandomSource
from claimant.presentation import titles

try:
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
except ImportError as error:
    raise MissingDependency("open_spiel") from error

_NAME: Final = re.compile(r"open_spiel:(mcts|ismcts)(?:=([0-9]{1,9})|@([0-9]{1,4}(?:\.[0-9]+)?)s)")
_UCT: Final = 2.0
"""How much the bots explore: the default of OpenSpiel's examples, for returns from -1 to 1."""
_MEMORY: Final = 1000  # MB per tree
_TRIAL: Final = 10  # simulations that measure how long one takes


def bot(name: str, seed: int) -> Bot:
    """OpenSpiel's bot by name: `open_spiel:mcts=1000` searches games without hidden information
    with 1000 simulations per decision, `open_spiel:ismcts=1000` games with it; with
    `open_spiel:ismcts@0.5s` it gets half a second of processor time per decision."""
    found = _NAME.fullmatch(name)
    simulations = int(found[2] or 0) if found else 0
    seconds = float(found[3] or 0) if found else 0.0
    if found is None or (simulations < 2 and not seconds):
        raise Illegal(
            "bot",
            Text(
                "there is no bot called {name}; those of OpenSpiel are written like {names}",
                name=name[:40],
                names="open_spiel:mcts=1000, open_spiel:ismcts=1000, open_spiel:ismcts@0.5s",
            ),
        )
    return (MctsBot if found[1] == "mcts" else IsmctsBot)(simulations, seconds, seed)


class MctsBot:
    """OpenSpiel's Monte Carlo tree search with random rollouts, for games without hidden
    information."""

    def __init__(self, simulations: int, seconds: float, seed: int) -> None:
        self._simulations = simulations
        self._seconds = seconds
        self._random = np.random.RandomState(seed % 2**32)

    def choose(self, view: View) -> str:
        _check("open_spiel:mcts", view, is_open=True)
        if len(view.legal) == 1:
            return view.legal[0]
        state = spiel_state(fitting(view, RandomSource(self._random.randint)))
        simulations = self._simulations
        if self._seconds:
            # OpenSpiel's own limit counts the time that other processes ran, so measure a trial.
            began = time.thread_time()
            self._search(state, _TRIAL)
            took = time.thread_time() - began
            simulations = max(int(_TRIAL * (self._seconds - took) / took), _TRIAL)
        return state.position.write(self._search(state, simulations))

    def _search(self, state: SpielState, simulations: int) -> int:
        seed = int(self._random.randint(2**31))
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        search = pyspiel.MCTSBot(
            state.get_game(), rollouts, _UCT, simulations, _MEMORY, True, seed, verbose=False
        )
        # (Not `step`: it releases Python's lock, which states written in Python need.)
        return int(search.mcts_search(state).best_child().action)


class IsmctsBot:
    """OpenSpiel's information set Monte Carlo tree search, for games with hidden information:
    each simulation starts from a state that fits the view."""

    def __init__(self, simulations: int, seconds: float, seed: int) -> None:
        self._simulations = simulations
        self._seconds = seconds
        self._random = np.random.RandomState(seed % 2**32)

    def choose(self, view: View) -> str:
        _check("open_spiel:ismcts", view, is_open=False)
        if len(view.legal) == 1:
            return view.legal[0]
        state = spiel_state(fitting(view, RandomSource(self._random.randint)))
        search = _Search(state.get_game(), self._simulations, self._seconds, self._random)
        return state.position.write(int(search.step(state)))


class _TimeUp(Exception):  # noqa: N818  (not an error)
    pass


class _Search(ISMCTSBot):
    """OpenSpiel's search with a limit of time, and with states sampled by the bot's own seed."""

    def __init__(self, game: Any, simulations: int, seconds: float, random: Any) -> None:
        self._deadline = time.thread_time() + seconds if seconds else None
        self._done = 0
        super().__init__(
            game,
            RandomRolloutEvaluator(1, random),
            _UCT,
            simulations or 10**9,
            random_state=random,
            # The search starts from a view: there is no history before it to tell states apart.
            use_observation_string=True,
        )

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        try:
            found: list[tuple[int, float]] = super().run_search(state)
        except _TimeUp:
            found = self.get_final_policy(state, self.lookup_node(state))
        return found

    def resample_from_infostate(self, state: SpielState) -> SpielState:
        # The first simulation only creates the root: a choice needs a second one.
        if self._deadline is not None and self._done > 1 and time.thread_time() > self._deadline:
            raise _TimeUp
        self._done += 1
        return state.resample_from_infostate(state.current_player(), self.random_number)


def _check(name: str, view: View, is_open: bool) -> None:
    """Raise `Illegal` if a bot is not for games of this kind."""
    if registry.game_class(view.game).open != is_open:
        games = registry.games()
        playable = [title for game, title in titles().items() if games[game].open == is_open]
        raise Illegal("bot", Text("{name} plays {game} only", name=name, game=", ".join(playable)))
