"""Both games for OpenSpiel, and OpenSpiel's bots at our tables.

`pyspiel.load_game("claim_it(players=3)")` and `pyspiel.load_game("claim(players=4)")` work once
this module is imported. Luck is explicit: who begins, a roll (its 56 results up to order), a deal
card by card. What a player is told comes from its View alone.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np

from claimant.bots import Bot
from claimant.envs import Drawn, Missing, claim, returns
from claimant.envs.observation import told
from claimant.envs.spiel_position import Moment, Odds, fitting, odds_of
from claimant.game import CHANCE, Game, Illegal, View
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.game import ClaimIt
from claimant.i18n import Text

try:
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
except ImportError as error:
    raise Missing("open_spiel") from error

_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_SINGLE: Final = pyspiel.PrivateInfoType.SINGLE_PLAYER
_NONE: Final = pyspiel.PrivateInfoType.NONE


class SpielState(pyspiel.State):
    """A state of either game."""

    def __init__(self, game: SpielGame, now: Moment) -> None:
        super().__init__(game)
        self.now = now

    def current_player(self) -> int:
        actor = self.now.state.actor
        return _TERMINAL if actor is None else actor

    def is_terminal(self) -> bool:
        return self.now.state.actor is None

    def is_chance_node(self) -> bool:
        return self.now.state.actor == CHANCE

    def _legal_actions(self, player: int) -> list[int]:
        return self.now.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.now.outcomes()

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.now.write(action)

    def returns(self) -> list[float]:
        state = self.now.state
        return returns(state.outcome, state.game.players)

    def resample_from_infostate(self, player: int, number: Callable[[], float]) -> SpielState:
        """Another state that the player cannot tell from this one."""
        luck = Drawn(lambda n: min(number() * n, n - 1))
        return SpielState(self.get_game(), self.now.resampled(player, luck))

    def __str__(self) -> str:
        now = self.now
        pieces = "\n".join(f"{place}: {what}" for place, what in now.state.pieces().items())
        return f"{now.told(None)}\n{pieces}\ndealt: {now.dealt}"


class Observer:
    """What a player is told: the pieces of its view as a tensor, the view as text."""

    def __init__(self, odds: Odds, kind: Any) -> None:
        self._pieces = odds.pieces
        self._public = kind.public_info
        self._private = kind.private_info == _SINGLE
        self._recall = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recall:
            self._numbers = np.zeros(odds.pieces.size, np.int8)
            shown = [p for p in odds.pieces.pieces if self._public or p.private]
            self.tensor = np.zeros(sum(piece.size for piece in shown), np.float32)
            start = 0
            for piece in shown:
                part = self.tensor[start : start + piece.size]
                self.dict[piece.name] = part.reshape(piece.shape)
                start += piece.size

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        # (OpenSpiel asks for the shape of a tensor with a player that is none.)
        seat = max(player, 0) if self._private else None
        self._numbers.fill(0)
        seen = self._pieces.spread(state.now.state.view(seat), self._numbers)
        for name, part in self.dict.items():
            part[...] = seen[name]

    def string_from(self, state: SpielState, player: int) -> str:
        now = state.now
        if not self._public:
            mine, all_see = now.state.view(player), now.state.view(None)
            fields = [f for f in vars(mine) if getattr(mine, f) != getattr(all_see, f)]
            secret = told(mine, [f for f in fields if f not in ("seat", "legal", "undo")])
            return secret + now.told_of_deal(player)
        text = now.told(player if self._private else None)
        return f"{text}\n{now.log}" if self._recall else text


class SpielGame(pyspiel.Game):
    """A set-up of either game."""

    def __init__(self, kind: Any, table: Game, params: dict[str, Any]) -> None:
        self.odds = odds_of(table)
        players = table.players
        teams = table.name == "claim" and players == 4
        info = pyspiel.GameInfo(
            num_distinct_actions=self.odds.pieces.actions,
            max_chance_outcomes=self.odds.most_outcomes,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0 if teams else players - 1.0,
            utility_sum=0.0,
            max_game_length=self.odds.longest,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.odds.start)

    def max_chance_nodes_in_history(self) -> int:
        return self.odds.most_draws

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer | None:
        if params:
            raise ValueError(f"there are no parameters for observations, but here is {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info not in (_SINGLE, _NONE) or not (
            kind.public_info or kind.private_info == _SINGLE
        ):
            return None  # which is how a game says that it does not have this kind
        return Observer(self.odds, kind)


def _game_type(name: str, title: str, seats: range, secrets: bool, params: dict[str, Any]) -> Any:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION if secrets else information.PERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=params,
    )


CLAIM_IT: Final = _game_type(
    "claim_it", "Claim It!", ClaimIt.seats, False, {"players": 2, "squatters_return": False}
)
CLAIM: Final = _game_type(
    "claim",
    "Claim",
    range(2, 5),
    True,
    {"players": 2, "scenario": "old-kingdom", "factions": "", "raccoons": "pile"},
)


# OpenSpiel keeps what it is given here beyond Python's end, which a class survives and a function
# does not.


class ClaimItGame(SpielGame):
    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(CLAIM_IT, ClaimIt(**params), params)


class ClaimGame(SpielGame):
    def __init__(self, params: dict[str, Any]) -> None:
        super().__init__(CLAIM, claim(**params), params)


pyspiel.register_game(CLAIM_IT, ClaimItGame)
pyspiel.register_game(CLAIM, ClaimGame)


# OpenSpiel's bots at our tables.

_SPEC: Final = re.compile(r"open_spiel:(mcts|ismcts)(?:=([0-9]{1,9})|@([0-9]{1,4}(?:\.[0-9]+)?)s)")
_UCT: Final = 2.0
"""How much the bots explore: OpenSpiel's own default in its examples, for returns from -1 to 1."""
_MEMORY: Final = 1000  # MB for a tree
_FIRST: Final = 10  # simulations that tell how long one takes


def bot(spec: str, seed: int) -> Bot:
    """OpenSpiel's bot as `open_spiel:mcts=1000` (simulations a move, for Claim It!),
    `open_spiel:ismcts=1000` (for Claim), or with seconds of a core a move:
    `open_spiel:ismcts@0.5s`."""
    found = _SPEC.fullmatch(spec)
    simulations = int(found[2] or 0) if found else 0
    seconds = float(found[3] or 0) if found else 0.0
    if found is None or (simulations < 2 and not seconds):
        raise Illegal(
            "bot",
            Text(
                "there is no bot called {name}; those of OpenSpiel are written like {names}",
                name=spec[:40],
                names="open_spiel:mcts=1000, open_spiel:ismcts=1000, open_spiel:ismcts@0.5s",
            ),
        )
    return (Mcts if found[1] == "mcts" else Ismcts)(simulations, seconds, seed)


class Mcts:
    """OpenSpiel's Monte Carlo tree search with random rollouts, for Claim It!."""

    def __init__(self, simulations: int, seconds: float, seed: int) -> None:
        self._simulations = simulations
        self._seconds = seconds
        self._random = np.random.RandomState(seed % 2**32)

    def choose(self, view: View) -> str:
        if isinstance(view, ClaimView):
            raise _wrong_game("open_spiel:mcts", "Claim It!")
        if len(view.legal) == 1:
            return view.legal[0]
        game, now = _placed(fitting(view, Drawn(self._random.randint)))
        simulations = self._simulations
        if self._seconds:
            # Its own clock counts time that other processes had, so a first search measures.
            began = time.thread_time()
            self._search(game, now, _FIRST)
            took = time.thread_time() - began
            simulations = max(int(_FIRST * (self._seconds - took) / took), _FIRST)
        return now.now.write(self._search(game, now, simulations))

    def _search(self, game: SpielGame, now: SpielState, simulations: int) -> int:
        seed = int(self._random.randint(2**31))
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        search = pyspiel.MCTSBot(
            game, rollouts, _UCT, simulations, _MEMORY, True, seed, verbose=False
        )
        # (Not `step`: it lets go of Python's lock, which states written in Python need.)
        return int(search.mcts_search(now).best_child().action)


class Ismcts:
    """OpenSpiel's information set Monte Carlo tree search, for Claim: every simulation in a world
    that fits the view."""

    def __init__(self, simulations: int, seconds: float, seed: int) -> None:
        self._simulations = simulations
        self._seconds = seconds
        self._random = np.random.RandomState(seed % 2**32)

    def choose(self, view: View) -> str:
        if not isinstance(view, ClaimView):
            raise _wrong_game("open_spiel:ismcts", "Claim")
        if len(view.legal) == 1:
            return view.legal[0]
        game, now = _placed(fitting(view, Drawn(self._random.randint)))
        search = _Search(game, self._simulations, self._seconds, self._random)
        return now.now.write(int(search.step(now)))


class _TimeUp(Exception):  # noqa: N818  (it is no error)
    pass


class _Search(ISMCTSBot):
    """OpenSpiel's, which also stops when time is up and draws its worlds by its seed."""

    def __init__(self, game: SpielGame, simulations: int, seconds: float, random: Any) -> None:
        self._ends = time.thread_time() + seconds if seconds else None
        self._done = 0
        super().__init__(
            game,
            RandomRolloutEvaluator(1, random),
            _UCT,
            simulations or 10**9,
            random_state=random,
            # A view is all there is: what was seen before has no other string.
            use_observation_string=True,
        )

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        try:
            found: list[tuple[int, float]] = super().run_search(state)
        except _TimeUp:
            found = self.get_final_policy(state, self._root_node)
        return found

    def resample_from_infostate(self, state: SpielState) -> SpielState:
        # The first simulation only makes the root: a choice needs a second.
        if self._ends is not None and self._done > 1 and time.thread_time() > self._ends:
            raise _TimeUp
        self._done += 1
        return state.resample_from_infostate(state.current_player(), self.random_number)


@lru_cache(32)
def _game_at(table: Game) -> SpielGame:
    options: dict[str, Any] = {"players": table.players}
    if isinstance(table, ClaimIt):
        return ClaimItGame(options | {"squatters_return": table.squatters_return})
    factions = table.options["factions"].replace(" ", "+")
    scenario = CLAIM.parameter_specification["scenario"]
    raccoons = table.options["raccoons"]
    return ClaimGame(options | {"scenario": scenario, "factions": factions, "raccoons": raccoons})


def _placed(now: Moment) -> tuple[SpielGame, SpielState]:
    """A moment of a table as OpenSpiel's bots take it."""
    game = _game_at(now.odds.game)
    return game, SpielState(game, now)


def _wrong_game(name: str, game: str) -> Illegal:
    return Illegal("bot", Text("{name} plays {game} only", name=name, game=game))
