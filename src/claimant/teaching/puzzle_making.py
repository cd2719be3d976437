"""Looks for puzzles in games between bots, and grades them by how often each level fails.

The same seed finds the same puzzles on any machine: the bots do a fixed amount of work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from claimant.bots import UNHURRIED, create
from claimant.game import CHANCE, Game, Illegal, Luck, View, shuffled
from claimant.i18n import Text
from claimant.luck import Seeded
from claimant.puzzles import PuzzleMaker, maker_of
from claimant.teaching.puzzles import GRADING, TRIALS, Puzzle

_GAMES_PER_SEED: Final = 1_000_000
_MAX_EVENTS: Final = 2000
"""A longer game is abandoned: some could go on forever."""


def make(
    name: str, games: int, seed: int, after_game: Callable[[int], object] = lambda n: None
) -> Iterator[Puzzle]:
    """Play games and yield at most one puzzle of each. No two puzzles are alike, and each defeats
    some bot at least once. `after_game` is called with the number of games that are done."""
    maker = maker_of(name)
    if maker is None:
        raise Illegal("puzzles", Text("there are no puzzles for {game}", game=name))
    signatures: set[str] = set()
    for n in range(games):
        luck = Seeded(seed * _GAMES_PER_SEED + n)
        puzzle = _search(maker, luck, signatures)
        if puzzle is not None:
            yield puzzle
        after_game(n + 1)


def _search(maker: PuzzleMaker, luck: Luck, signatures: set[str]) -> Puzzle | None:
    """Play a game, and return the first puzzle that is found in it."""
    game = maker.set_up(luck)
    found = _positions(maker, game, luck)
    for events, view in (found[i] for i in shuffled(range(len(found)), luck)):
        proof = maker.prove(view)
        if proof is None:
            continue
        signature = maker.signature(view)
        if signature in signatures:
            continue
        fails = grade(view, proof.best)
        if any(fails):
            signatures.add(signature)
            return Puzzle(game, events, proof.best, proof.bounds, proof.line, fails)
    return None


def _positions(maker: PuzzleMaker, game: Game, luck: Luck) -> list[tuple[tuple[str, ...], View]]:
    """Let bots play a game, and its end again and again: the positions worth a proof, with the
    events that led to them."""
    drawn = [
        (maker.players[luck.below(len(maker.players))], luck.below(1 << 30))
        for _ in range(game.players)
    ]
    bots = [create(level, seed, UNHURRIED) for level, seed in drawn]
    found: list[tuple[tuple[str, ...], View]] = []
    events: list[str] = []
    last_draw = start = (0, game.start())
    for _ in range(maker.endings):
        number, state = start
        del events[number:]
        while (actor := state.actor) is not None and len(events) < _MAX_EVENTS:
            if actor == CHANCE:
                last_draw = (len(events), state)
                event = state.write(state.draw(luck))
            else:
                view = state.view(actor)
                if len(view.legal) > 1 and maker.promising(view):
                    if not found:
                        start = last_draw
                    found.append((tuple(events), view))
                event = bots[actor].choose(view)
            events.append(event)
            state = state.play(event)
        if not found:
            break
    return found


def grade(view: View, best: str) -> tuple[int, ...]:
    """For each level, the weakest first, how many of its tries fail."""
    return tuple(
        sum(create(level, seed, UNHURRIED).choose(view) != best for seed in range(TRIALS))
        for level in GRADING
    )
