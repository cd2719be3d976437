"""The loop that plays a game to its end, and the warm-up that compiles its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

from claimant import registry
from claimant.game import CHANCE, Luck, State
from claimant.luck import AnyLuck, Seeded, as_luck

if TYPE_CHECKING:
    pass

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)

Chooser = Callable[[State, int], str]
"""Gives the next event for a state; the number is that of the event, from 1."""


class Starting(Protocol[S_co]):
    """A set-up with states of a certain kind."""

    def start(self) -> S_co: ...


class Turn(NamedTuple, Generic[S]):
    """One event of a game that is being played."""

    event: str
    state: S
    """The state after it."""


def play(game: Starting[S], decide: Chooser, draw: Chooser) -> Iterator[Turn[S]]:
    """Play a game event by event: `decide` gives the events of the players (one may be `undo`),
    `draw` those of chance."""
    return resume(game.start(), decide, draw)


def resume(state: S, decide: Chooser, draw: Chooser, number: int = 0) -> Iterator[Turn[S]]:
    """Like `play`, from a state after `number` events."""
    while (actor := state.actor) is not None:
        number += 1
        event = (draw if actor == CHANCE else decide)(state, number)
        state = state.play(event)
        yield Turn(event, state)


def resolve_chance(state: S, luck: AnyLuck) -> S:
    """Draw what chance decides until a player has to decide or the game is over."""
    luck = as_luck(luck)
    while state.actor == CHANCE:
        state = state.happen(state.draw(luck))
    return state


def drawing(luck: AnyLuck) -> Chooser:
    """Let chance draw from this luck."""
    source = as_luck(luck)

    def draw(state: State, _: int) -> str:
        return state.write(state.draw(source))

    return draw


def choosing_at_random(luck: Luck) -> Chooser:
    """Let players choose among their legal decisions, each equally likely."""

    def decide(state: State, _: int) -> str:
        legal = state.legal()
        return state.write(legal[luck.below(len(legal))])

    return decide


MAX_WARM_UP_EVENTS: Final = 2000
"""Enough for a game played to compile its rules to have met all of them."""


def warm_up() -> None:
    """Compile the rules of every game by playing one game of each."""

    def decide(state: State, _: int) -> str:
        state.view(state.actor)
        # The last decision is the one that brings the end nearer in games where players may go on
        # for as long as they like.
        return state.write(state.legal()[-1])

    for game in registry.games().values():
        turns = play(game.create(), decide, drawing(Seeded(0)))
        for turn in islice(turns, MAX_WARM_UP_EVENTS):
            turn.state.view(None)


def warm_up_bots() -> None:
    """Compile what the bots of every game search with."""
    for entry in registry.entries().values():
        if entry.bots:
            registry.part(entry.bots).warm_up()
