"""Positions of a game for OpenSpiel, which wants every outcome of chance numbered and listed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from claimant.environment import environment_of
from claimant.envs import describe
from claimant.game import CHANCE, ChanceOutcome, Game, Luck, State, View


class Setup:
    """What all positions of one game have in common."""

    def __init__(self, game: Game) -> None:
        environment = environment_of(game.name)
        self.game = game
        self.actions = environment.actions
        self.max_decisions = environment.max_decisions(game)
        self.observation = environment.observation(game)
        self.memory = None if environment.memory is None else environment.memory(game)
        self.chance = environment.chance(game)
        self.sample = environment.sample
        self.start = game.start()


@lru_cache(64)
def setup_of(game: Game) -> Setup:
    """The set-up of a game. At most 64 are cached; a game is a value, so none becomes invalid.
    Searches need it at every decision, and creating one takes up to a millisecond."""
    return Setup(game)


class Position:
    """A state, and the draws of a chance event that is not complete.

    A position never changes, so it is its own copy. It remembers how it came about instead of
    writing a log: searches create millions of positions whose log nobody reads.
    """

    __slots__ = ("_action", "_descriptions", "_log", "_previous", "drawn", "setup", "state")

    def __init__(
        self,
        setup: Setup,
        state: State,
        drawn: ChanceOutcome = (),
        previous: Position | None = None,
        action: int = 0,
        log: str = "",
    ) -> None:
        self.setup = setup
        self.state = state
        self.drawn = drawn
        """The draws so far of a chance event that takes several."""
        self._previous = previous
        self._action = action
        self._log = log if previous is None else None
        self._descriptions: dict[int | None, str] | None = None

    @property
    def log(self) -> str:
        """What has happened, one event per line, as a spectator could read it at the time."""
        if self._log is None:
            lines: list[str] = []
            position = self
            while position._log is None:
                assert position._previous is not None
                if not position.drawn:  # else the event is not complete
                    lines.append(position._previous._public(position._action, position.state))
                position = position._previous
            lines += filter(None, [position._log])
            self._log = "\n".join(reversed(lines))
        return self._log

    def _public(self, action: int, after: State) -> str:
        """The event that an action completes, as a spectator may read it."""
        if self.state.actor != CHANCE:
            event = self.state.write(action)
        else:
            outcome = self._event((*self.drawn, action))
            assert outcome is not None
            event = self.state.write(outcome)
        return self.state.redact(event, None, after.view(None))

    def describe(self, seat: int | None) -> str:
        """What a seat sees, as text. One text per seat is cached, for a position never changes and
        searches ask for it several times."""
        if self._descriptions is None:
            self._descriptions = {}
        if seat not in self._descriptions:
            text = describe(self.state.view(seat))
            self._descriptions[seat] = f"{text}\n{self.known_draws(seat)}".rstrip("\n")
        return self._descriptions[seat]

    def known_draws(self, seat: int | None) -> str:
        """What a seat knows about a chance event that is not complete, which no view shows."""
        if not self.drawn or seat is None:
            return ""
        return self.setup.chance.known(self.state, self.drawn, seat)

    @property
    def _is_start(self) -> bool:
        return self.state.data == self.setup.start.data

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of the next draw with their probabilities."""
        if self._is_start:
            players = self.setup.game.players
            return [(seat, 1 / players) for seat in range(players)]
        return self.setup.chance.outcomes(self.state, self.drawn)

    def _event(self, drawn: ChanceOutcome) -> ChanceOutcome | None:
        """The outcome of the chance event that these draws amount to, once it is complete."""
        # The first event of every game is the seat that goes first.
        return drawn if self._is_start else self.setup.chance.event(self.state, drawn)

    def write(self, action: int) -> str:
        """A decision or a draw as text."""
        if self.state.actor != CHANCE:
            return self.state.write(action)
        drawn = (*self.drawn, action)
        if self._is_start:
            return self.state.write(drawn)
        return self.setup.chance.describe(self.state, drawn)

    def after(self, action: int) -> Position:
        """The position after a decision or a draw."""
        state = self.state
        if state.actor != CHANCE:
            return Position(self.setup, state.apply(action), (), self, action)
        drawn = (*self.drawn, action)
        event = self._event(drawn)
        if event is None:
            return Position(self.setup, state, drawn, self, action)
        return Position(self.setup, state.happen(event), (), self, action)

    def resampled(self, seat: int, luck: Luck) -> Position:
        """A random position that the seat cannot tell from this one."""
        state = self.state
        if state.game.open or state.actor is None or state.actor == CHANCE:
            return self
        return Position(self.setup, self.setup.sample(state.view(seat), luck), log=self.log)

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.state, self.drawn, self.log)


def _restored(state: State, drawn: ChanceOutcome, log: str) -> Position:
    return Position(setup_of(state.game), state, drawn, log=log)


def fitting(view: View, luck: Luck) -> Position:
    """A random position that the viewer cannot tell from the true one, while a player is to
    decide."""
    state = environment_of(view.game).sample(view, luck)
    return Position(setup_of(state.game), state)
