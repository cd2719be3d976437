"""Batches as vector environments of Gymnasium.

A step is one decision of the seat that learns, in every game. A game that ends begins anew in the
same step: its reward belongs to the game that ended, its observation to the next. There is no last
observation of a game, because nothing is decided there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from claimant.bots import BotLike
from claimant.envs import MissingDependency
from claimant.envs.batch import BatchEnv
from claimant.envs.gymnasium import mask_space
from claimant.envs.opponents import SeatBatch
from claimant.game import Illegal
from claimant.i18n import Text

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingDependency("gymnasium") from error


class BatchVectorEnv(VectorEnv):
    """Observations are `{"observation": flat array, "action_mask": …}`, a row per game; copies, so
    that they may be kept."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, batch: BatchEnv, others: BotLike = "random", seat: int | None = 0) -> None:
        self.batch = SeatBatch(batch, others, seat)
        self.num_envs = batch.n
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, batch.observation.high, dtype=np.int8),
                "action_mask": mask_space(batch.actions),
            }
        )
        self.single_action_space = spaces.Discrete(batch.actions)
        self.observation_space = batch_space(self.single_observation_space, batch.n)
        self.action_space = batch_space(self.single_action_space, batch.n)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        for name in options or ():
            raise Illegal("options", Text("reset has no option {option}", option=name))
        self.batch.reset(seed)
        return self._observation(), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        dict[str, Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]
    ]:
        rewards, dones = self.batch.step(actions)
        return self._observation(), rewards, dones, np.zeros_like(dones), self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each decision is legal now, a row per game."""
        found: npt.NDArray[np.bool_] = self.batch.env.masks.astype(np.bool_)
        return found

    def _observation(self) -> dict[str, Any]:
        return {"observation": self.batch.env.observations.copy(), **self._info()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.env.masks.copy()}
