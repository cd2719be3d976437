"""`claimant review`: what was luck in a game, what were decisions, and which ones to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from claimant import record
from claimant.cli.console import console
from claimant.cli.errors import CommandError, cannot_write
from claimant.cli.names import player_names
from claimant.cli.replay import bad_record, load
from claimant.i18n import Name, Text, said
from claimant.presentation import terminal
from claimant.record import BadRecord, Record
from claimant.teaching import review_words as words
from claimant.teaching.grades import NAMES
from claimant.teaching.review import NotReviewable, review
from claimant.teaching.review_data import Graded, Review, encode

BARS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 56


def run(path: Path, seed: int, out: Path | None, language: str) -> int:
    """Review one game, and write the review to a file if there is one."""
    game = load(path)
    screen = console()
    try:
        with Progress(console=screen, disable=not screen.is_terminal, transient=True) as progress:
            task = progress.add_task(Text("positions").say(language), total=None)
            found = review(
                game,
                seed,
                progress=lambda done, total: progress.update(task, completed=done, total=total),
            )
    except BadRecord as error:
        raise bad_record(path, error) from error
    except NotReviewable as error:
        raise CommandError(Text("{file}: {problem}", file=path, problem=error.text)) from error
    if out is not None:
        try:
            out.write_bytes(encode(found) + b"\n")
        except OSError as error:
            raise cannot_write(out, error) from error
    _tell(screen, game, found, language)
    return 0


def _tell(screen: Console, game: Record, found: Review, language: str) -> None:
    names = player_names(game)

    def tell(text: Text, style: str = "") -> None:
        screen.print(text.say(language), style=style, soft_wrap=True)

    tell(Text("Chance to win"), "bold")
    for side, seats in enumerate(found.sides):
        who = " + ".join(said(names[seat], language) for seat in seats)
        curve = _curve([found.start[side], *(one.chances[side] for one in found.moments)])
        screen.print(f"{curve}  {who}", soft_wrap=True)
    screen.print(_players(found, names, language))
    tell(words.BASIS)
    for player in found.players:
        screen.print()
        screen.print(said(names[player.seat], language), style="bold")
        tell(words.accuracy(player))
        tell(words.luck(player))
        if player.advice is not None:
            tell(words.to_work_on(player.advice))
            screen.print(
                f"  ({player.advice.example}) {player.advice.text[language]}", soft_wrap=True
            )
    decisions = {one.n: one for one in found.decisions}
    if found.turning_points:
        screen.print()
        tell(Text("Turning points"), "bold")
    history = list(record.steps(game))
    for n in found.turning_points:
        one = decisions[n]
        view = history[n - 1].before.view(one.seat)
        screen.print()
        screen.print(terminal(view, language, names))
        screen.print(f"({n})", end=" ")
        tell(words.verdict(one, view, names[one.seat], language))
        for line in _lesson(one, history[n - 1], language):
            screen.print(f"    {line}", soft_wrap=True)


def _lesson(one: Graded, step: record.Step, language: str) -> list[str]:
    """The better choice, why, and what open cards would have said."""
    view = step.before.view(one.seat)
    lines = [
        text.say(language) for text in (words.better(one, view, language),) if text is not None
    ]
    lines += [words.why(reason, language) for reason in one.reasons[:1]]
    opened = words.with_open_cards(one, step.before.full_view(), language)
    return lines if opened is None else [*lines, opened.say(language)]


def _curve(chances: list[float]) -> str:
    """A line of bars, each the chance at its part of the game."""
    width = min(CURVE_WIDTH, len(chances))
    points = [chances[(n * (len(chances) - 1)) // max(1, width - 1)] for n in range(width)]
    return "".join(BARS[min(len(BARS) - 1, int(point * len(BARS)))] for point in points)


def _players(found: Review, names: list[Name], language: str) -> Table:
    table = Table(box=None)
    table.add_column("")
    for heading in (Text("accuracy"), Text("cost"), Text("luck"), *NAMES.values(), Text("hints")):
        table.add_column(heading.say(language), justify="right")
    for player in found.players:
        table.add_row(
            said(names[player.seat], language),
            "-" if player.accuracy is None else f"{player.accuracy:.0f}%",
            f"{words.percent(player.cost)}%",
            words.change(player.luck),
            *(str(player.grades[name]) for name in NAMES),
            str(player.hints),
        )
    return table
