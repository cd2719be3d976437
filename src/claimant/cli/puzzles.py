"""`claimant puzzles`: looking for puzzles, and solving them in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.progress import Progress

from claimant.cli.console import console
from claimant.cli.errors import INTERRUPTED, cannot_write, impossible, usage_error
from claimant.game import Illegal, shuffled
from claimant.i18n import Text
from claimant.luck import Seeded
from claimant.presentation import presentation_of, terminal
from claimant.puzzles import maker_of
from claimant.teaching.puzzle_making import make as find
from claimant.teaching.puzzle_words import choice as said
from claimant.teaching.puzzle_words import explanation, facts, line, names, reasons, task, verdict
from claimant.teaching.puzzles import Puzzle, shipped, write_file

MAX_GAMES: Final = 1_000_000


def make(name: str, games: int, seed: int, out: Path | None, language: str) -> int:
    """Look for puzzles, and write them to a file or the terminal."""
    if games not in range(1, MAX_GAMES + 1):
        raise usage_error(Text("--games must be from 1 to {most}", most=MAX_GAMES))
    screen = console()
    shown = screen.is_terminal and out is not None
    with Progress(console=screen, disable=not shown, transient=True) as progress:
        bar = progress.add_task(Text("games").say(language), total=games)
        try:
            found = list(find(name, games, seed, lambda n: progress.update(bar, completed=n)))
        except Illegal as illegal:
            raise impossible(illegal) from illegal
    command = f"claimant puzzles make --game {name} --games {games} --seed {seed}"
    text = write_file(name, command, found)
    if out is None:
        print(text, end="")
        return 0
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        raise cannot_write(out, error) from error
    sentence = Text("{n} puzzle, in {file}", "{n} puzzles, in {file}", n=len(found), file=out)
    screen.print(sentence.say(language), soft_wrap=True)
    return 0


def play(name: str, seed: int, language: str) -> int:
    """Show one puzzle after the other until the player leaves."""
    try:
        if maker_of(name) is None:
            raise usage_error(Text("there are no puzzles for {game}", game=name))
    except Illegal as illegal:
        raise impossible(illegal) from illegal
    screen = console()
    puzzles = list(shipped(name).values())
    solved = tried = 0
    try:
        for n in shuffled(range(len(puzzles)), Seeded(seed)):
            puzzle = puzzles[n].puzzle
            choice = _ask(puzzle, language)
            if choice is None:
                break
            tried += 1
            solved += choice == puzzle.best
            screen.print(verdict(puzzle, choice).say(language), style="bold")
            for text in reasons(puzzles[n]):
                screen.print(text.say(language))
            for text in explanation(puzzle):
                screen.print(f"  {text.say(language)}")
            screen.print(Text("How it may go on:").say(language))
            for _, told in line(puzzle):
                screen.print("  " + " ".join(text.say(language) for text in told))
    except KeyboardInterrupt:
        screen.print()
        return INTERRUPTED
    result = Text("Solved: {solved} of {tried}.", solved=solved, tried=tried)
    screen.print(result.say(language))
    return 0


def _ask(puzzle: Puzzle, language: str) -> str | None:
    """The player's answer; None to leave."""
    screen = console()
    view = puzzle.view
    menu = presentation_of(view.game).menu(view)
    numbers = {choice: n for n, choice in enumerate(menu, 1)}
    screen.print()
    screen.print(terminal(view, language, names(puzzle), numbers))
    for choice, n in numbers.items():
        screen.print(f"{n:>3}  {said(puzzle, choice).say(language)}")
    for fact in facts(puzzle):
        screen.print(fact.say(language))
    screen.print(task(puzzle).say(language), style="bold")
    prompt = Text("Your answer, or q to stop: ").say(language)
    while True:
        try:
            answer = input(prompt).strip().lower()
        except EOFError:
            screen.print()
            return None
        if answer == "q":
            return None
        if answer in view.legal:
            return answer
        if answer.isdecimal() and 1 <= int(answer[:4]) <= len(menu):
            return menu[int(answer[:4]) - 1]
        screen.print(Text("There is no choice {n}.", n=answer[:20]).say(language))
