"""What is said about a puzzle: the task, whether an answer was right, and why."""

from __future__ import annotations

from typing import Final

from claimant.game import CHANCE, State
from claimant.i18n import Name, Text, player, sentence
from claimant.judge import judge_of
from claimant.presentation import narrate, presentation_of
from claimant.puzzles import maker_of
from claimant.teaching.puzzles import Listed, Puzzle


def names(puzzle: Puzzle) -> list[Name]:
    """What the players are called; views say “you” to the one who solves the puzzle."""
    return [player(seat) for seat in range(puzzle.game.players)]


def task(puzzle: Puzzle) -> Text:
    """What the player is asked."""
    maker = maker_of(puzzle.game.name)
    assert maker is not None
    return maker.task(puzzle.view)


def facts(puzzle: Puzzle) -> list[Text]:
    """What the player could work out from the game so far, and need not."""
    maker = maker_of(puzzle.game.name)
    assert maker is not None
    return maker.facts(puzzle.view, names(puzzle))


def choice(puzzle: Puzzle, event: str) -> Text:
    """A decision in a few words."""
    maker = maker_of(puzzle.game.name)
    short = None if maker is None else maker.choice(puzzle.view, event)
    return sentence(short or presentation_of(puzzle.game.name).choice(puzzle.view, event))


def verdict(puzzle: Puzzle, answer: str) -> Text:
    """Whether an answer is right. Only for someone who has answered."""
    if answer == puzzle.best:
        return Text("Right!")
    return Text("Not quite: the answer is “{answer}”.", answer=choice(puzzle, puzzle.best))


_MOST_REASONS: Final = 2


def reasons(puzzle: Listed) -> tuple[Text, ...]:
    """Why the best decision is the best, in the judge's words. Only for someone who has
    answered."""
    judge = judge_of(puzzle.game)
    if judge is None:
        return ()
    judgement = judge.judge(puzzle.puzzle.view)
    # An estimate may prefer something else; then its reasons are not those of the proof.
    agrees = judgement.best == puzzle.puzzle.best
    return tuple(each.text for each in judgement.reasons[:_MOST_REASONS]) if agrees else ()


def explanation(puzzle: Puzzle) -> list[Text]:
    """What every choice is worth, the best first. Only for someone who has answered."""
    ranked = sorted(puzzle.bounds, key=lambda event: puzzle.bounds[event], reverse=True)
    return [
        Text("{choice}: {chance}", choice=choice(puzzle, event), chance=chance(puzzle, event))
        for event in ranked
    ]


def chance(puzzle: Puzzle, event: str) -> Text:
    """The chance to win with a decision, as far as it is proven."""
    least, most = (round(100 * bound) for bound in puzzle.bounds[event])
    if least == 100:
        return Text("wins for certain")
    if most == 0:
        return Text("cannot win")
    if least == most:
        return Text("wins {percent}% of the time", percent=least)
    return Text("wins {least} to {most}% of the time", least=least, most=most)


def line(puzzle: Puzzle) -> list[tuple[State, list[Text]]]:
    """The best decision and what may follow it: the state after each event, and what is told of it.
    Only for someone who has answered."""
    steps = []
    state = puzzle.state
    for event in puzzle.line:
        after = state.play(event)
        seen = state.redact(event, puzzle.seat, after.view(puzzle.seat))
        told = narrate(state.view(puzzle.seat), seen, after.view(puzzle.seat), names(puzzle))
        if told and after.actor != CHANCE:  # the next step says what luck makes of it
            steps.append((after, told))
        state = after
    return steps
