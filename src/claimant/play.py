"""The loop that plays a game to its end, and the warm-up that compiles its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final, NamedTuple

from claimant import registry
from claimant.game import CHANCE, Game, Luck, State
from claimant.luck import Seeded


class Turn(NamedTuple):
    """One event of a game that is being played."""

    event: str
    state: State
    """The state after it."""


def play(
    game: Game, decide: Callable[[State, int], str], draw: Callable[[State, int], str]
) -> Iterator[Turn]:
    """Play a game event by event. `decide` gives the event of whoever is to move, `draw` that of
    chance; both get the state and the number of the event, from 1."""
    state = game.start()
    number = 0
    while (actor := state.actor) is not None:
        number += 1
        event = (draw if actor == CHANCE else decide)(state, number)
        state = state.play(event)
        yield Turn(event, state)


MOST_WARMING_UP: Final = 2000
"""Events of a game that is played to compile its rules; enough to have met all of them."""


def warm_up() -> None:
    """Compile the rules of every game, by playing one game of each."""
    for game in registry.games().values():
        luck = Seeded(0)

        def decide(state: State, _: int) -> str:
            state.view(state.actor)
            # Where stopping is possible it is the last decision: games without it do not end.
            return state.write(state.legal()[-1])

        def draw(state: State, _: int, luck: Luck = luck) -> str:
            return state.write(state.draw(luck))

        for turn in islice(play(game.create(), decide, draw), MOST_WARMING_UP):
            turn.state.view(None)


def warm_up_bots() -> None:
    """Compile what the bots of every game search with."""
    for entry in registry.entries().values():
        if entry.bots:
            registry.part(entry.bots).warm_up()
