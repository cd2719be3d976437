"""Both games as PettingZoo environments (AEC): every seat is an agent, luck plays by itself.

An observation is `{"observation": pieces by name, "action_mask": …}`; with `flat=True` it is one
array, and the mask is in the info, where it always stands too. No agent leaves before the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from claimant.envs import Drawn, Missing, claim, returns
from claimant.envs.gymnasium import boxes, mask_box
from claimant.envs.observation import pieces_of, told
from claimant.game import CHANCE, Game, State
from claimant.games.claim_it.game import ClaimIt

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise Missing("pettingzoo") from error


class TableEnv(AECEnv):
    """A table without the wrappers: a decision that is not possible raises `Illegal`."""

    metadata: dict[str, Any]

    def __init__(self, game: Game, flat: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{game.name.replace('-', '_')}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self._flat = flat
        self._pieces = pieces_of(game)
        self._luck: Drawn | None = None
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._actions = {
            agent: spaces.Discrete(self._pieces.actions) for agent in self.possible_agents
        }

    def _space(self) -> Any:
        pieces = self._pieces
        if self._flat:
            return spaces.Box(0, pieces.most, dtype=np.int8)
        return spaces.Dict(
            {
                "observation": spaces.Dict(boxes(pieces)),
                "action_mask": mask_box(pieces),
            }
        )

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if self._luck is None or seed is not None:
            self._luck = Drawn(seeding.np_random(seed)[0].integers)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on(self.game.start())

    def _go_on(self, state: State) -> None:
        """Let luck decide until a seat has to, or the game is over."""
        assert self._luck is not None
        while state.actor == CHANCE:
            state = state.happen(state.draw(self._luck))
        self._state = state
        if state.actor is None:
            gained = returns(state.outcome, self.game.players)
            self.rewards = dict(zip(self.possible_agents, gained, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.actor]
        # Who is not to decide may do nothing.
        self.infos = {
            agent: {"action_mask": np.zeros(self._pieces.actions, np.int8)}
            for agent in self.possible_agents
        }
        self.infos[self.agent_selection]["action_mask"][state.legal()] = 1

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        state = self._state.apply(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._go_on(state)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Any:
        view = self._state.view(self.possible_agents.index(agent))
        if self._flat:
            return self._pieces.flat(view)
        return {
            "observation": self._pieces.observe(view),
            "action_mask": self._pieces.mask(view),
        }

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        return None if self.render_mode is None else told(self._state.view(None))

    def close(self) -> None:
        """There is nothing to close."""


def table(game: Game, flat: bool = False, render_mode: str | None = None) -> Any:
    """Any set-up, with PettingZoo's usual wrappers: an impossible decision loses."""
    env = TableEnv(game, flat, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def claim_it_v0(
    players: int = 2,
    squatters_return: bool = False,
    *,
    flat: bool = False,
    render_mode: str | None = None,
) -> Any:
    return table(ClaimIt(players, squatters_return), flat, render_mode)


def claim_v0(
    players: int = 2,
    scenario: str = "old-kingdom",
    factions: str = "",
    raccoons: str = "pile",
    *,
    flat: bool = False,
    render_mode: str | None = None,
) -> Any:
    return table(claim(players, scenario, factions, raccoons), flat, render_mode)
