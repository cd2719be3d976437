"""Both games for one who learns (Gymnasium): the other seats are played by bots.

`gymnasium.make("claimant/ClaimIt-v0")` and `gymnasium.make("claimant/Claim-v0")` work once this
module is imported. An observation is a dict of the pieces by name with `action_mask` among them;
the mask stands in the info, too. A decision that is not possible loses the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from claimant import bots
from claimant.envs import Drawn, Missing, claim, returns
from claimant.envs.observation import Pieces, pieces_of, told
from claimant.game import CHANCE, Game, Illegal, State
from claimant.games.claim_it.game import ClaimIt
from claimant.i18n import Text

try:
    import gymnasium
except ImportError as error:
    raise Missing("gymnasium") from error


def boxes(pieces: Pieces) -> dict[str, Any]:
    """The space of each piece."""
    box = gymnasium.spaces.Box
    return {piece.name: box(0, piece.most, piece.shape, np.int8) for piece in pieces.pieces}


def mask_box(pieces: Pieces) -> Any:
    return gymnasium.spaces.Box(0, 1, (pieces.actions,), np.int8)


class SeatEnv(gymnasium.Env):
    """A seat at a table. `seat` None: another one each game, at random."""

    metadata: dict[str, Any] = {  # noqa: RUF012  (as Gymnasium declares it)
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game,
        others: str | Sequence[str] = bots.USUAL,
        seat: int | None = 0,
        render_mode: str | None = None,
    ) -> None:
        self.game = game
        self.render_mode = render_mode
        self._others = [others] * (game.players - 1) if isinstance(others, str) else [*others]
        if len(self._others) != game.players - 1:
            raise Illegal(
                "bots", Text("there are {n} other seats, each needs a bot", n=game.players - 1)
            )
        if seat is not None and seat not in range(game.players):
            raise Illegal("seat", Text("there is no seat {seat}", seat=seat))
        self._fixed_seat = seat
        self._pieces = pieces_of(game)
        self.observation_space = gymnasium.spaces.Dict(
            boxes(self._pieces) | {"action_mask": mask_box(self._pieces)}
        )
        self.action_space = gymnasium.spaces.Discrete(self._pieces.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        players = self.game.players
        seat = self._fixed_seat
        self.seat = int(self.np_random.integers(players)) if seat is None else seat
        names = iter(self._others)
        seeds = iter(self.np_random.integers(2**32, size=players).tolist())
        self._bots = {
            other: opponent(next(names), next(seeds))
            for other in range(players)
            if other != self.seat
        }
        self._go_on(self.game.start())
        return self._observation(), self._info()

    def _go_on(self, state: State) -> None:
        """Until this seat has to decide, or the game is over."""
        luck = Drawn(self.np_random.integers)
        while (actor := state.actor) is not None and actor != self.seat:
            if actor == CHANCE:
                state = state.happen(state.draw(luck))
            else:
                state = state.play(self._bots[actor].choose(state.view(actor)))
        self._state = state

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        try:
            state = self._state.apply(int(action))
        except Illegal as refusal:
            return self._observation(), -1.0, True, False, self._info() | {"illegal": str(refusal)}
        self._go_on(state)
        reward = returns(self._state.outcome, self.game.players)[self.seat]
        return self._observation(), reward, self._state.actor is None, False, self._info()

    def _observation(self) -> dict[str, Any]:
        view = self._state.view(self.seat)
        return {**self._pieces.observe(view), "action_mask": self._pieces.mask(view)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._pieces.mask(self._state.view(self.seat))}

    def render(self) -> str | None:
        """What this seat sees, as text."""
        return None if self.render_mode is None else told(self._state.view(self.seat))


class ClaimItEnv(SeatEnv):
    def __init__(self, players: int = 2, squatters_return: bool = False, **options: Any) -> None:
        super().__init__(ClaimIt(players, squatters_return), **options)


class ClaimEnv(SeatEnv):
    def __init__(
        self,
        players: int = 2,
        scenario: str = "old-kingdom",
        factions: str = "",
        raccoons: str = "pile",
        **options: Any,
    ) -> None:
        super().__init__(claim(players, scenario, factions, raccoons), **options)


def opponent(name: str, seed: int) -> bots.Bot:
    """A bot of ours or, as `open_spiel:mcts=100`, one of OpenSpiel's."""
    if name.startswith("open_spiel:"):
        from claimant.envs import open_spiel

        return open_spiel.bot(name, seed)
    return bots.create(name, seed, bots.UNHURRIED)


gymnasium.register(id="claimant/ClaimIt-v0", entry_point=ClaimItEnv)
gymnasium.register(id="claimant/Claim-v0", entry_point=ClaimEnv)
