"""`claimant study`: what self-play says about the balance of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from claimant.art.palette import css
from claimant.cli.console import console
from claimant.cli.errors import cannot_write, impossible, usage_error
from claimant.game import Illegal
from claimant.i18n import Text, said
from claimant.study import Finding, drawn, standalone, studied, study_of

NAME_WIDTH: Final = 26
"""Longer names of rows may wrap."""


def run(game: str, plots: Path | None, language: str) -> int:
    """Print what was found about a game, or about all of them, and draw its curves."""
    screen = console()
    for name in [game] if game else studied():
        try:
            found = study_of(name)
        except Illegal as illegal:
            raise impossible(illegal) from illegal
        if found is None:
            raise usage_error(Text("there is no study of {game}", game=name))
        for section in found.sections():
            _tell(screen, section, language)
            if plots is not None and section.curve is not None:
                path = plots / f"{name}-{section.key}.svg"
                try:
                    path.write_text(standalone(drawn(section, language), css(".plot")), "utf-8")
                except OSError as error:
                    raise cannot_write(path, error) from error
        screen.print(Text("Computed with:").say(language))
        for source in found.sources():
            screen.print(f"  {source}", soft_wrap=True, markup=False)
    return 0


def _tell(screen: Console, section: Finding, language: str) -> None:
    screen.print()
    screen.print(section.title.say(language), style="bold")
    for text in section.words:
        screen.print(text.say(language))
    table = Table(box=None, pad_edge=False)
    names = [said(row.name, language) for row in section.rows]
    short = max(map(len, names)) < NAME_WIDTH
    table.add_column(
        section.about.say(language), no_wrap=short, min_width=0 if short else NAME_WIDTH
    )
    for column in section.columns:
        table.add_column(said(column.title, language), justify="right")
    for name, row in zip(names, section.rows, strict=True):
        values = [
            column.shown(value, language)
            for column, value in zip(section.columns, row.values, strict=True)
        ]
        table.add_row(name[:1].upper() + name[1:], *values)
    screen.print(table)
