"""What self-play says about the balance of a game: tables and plots with what they mean.

A game's registry entry names a `GameStudy`. It reads files of figures in the folder of its package,
which `tools/study.py` computed and which say how in their first line.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final, Protocol

from babel.numbers import format_decimal

from claimant import registry
from claimant.art.plots import GridLine, plot
from claimant.i18n import Name, Text


@dataclass(frozen=True)
class Column:
    """A column of numbers."""

    title: Name
    digits: int = 1
    """Digits after the decimal point."""
    sign: bool = False
    """Whether a plus is written."""

    def shown(self, value: float | None, language: str) -> str:
        """A number as it is written in a language; None if there is no figure."""
        if value is None:
            return "-"
        pattern = "#,##0" + ("." + "0" * self.digits if self.digits else "")
        plus = "+" if self.sign and value > 0 else ""
        return plus + format_decimal(round(value, self.digits), pattern, locale=language)


@dataclass(frozen=True)
class Row:
    name: Name
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Curve:
    """Values from left to right, between the lowest and the highest line of a grid."""

    values: tuple[float, ...]
    grid: tuple[float, ...]
    below: Text
    """What is on the axis, which runs from left to right."""


@dataclass(frozen=True)
class Finding:
    """A question and its answer: words, a table, and perhaps a curve."""

    key: str
    """Its anchor on the page."""
    title: Text
    words: tuple[Text, ...]
    about: Text
    """What the rows of the table are."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    curve: Curve | None = None
    narrow: bool = False
    """Whether the table fits on a phone as it is; others become a list there."""


class GameStudy(Protocol):
    """What self-play says about one game."""

    def sections(self) -> Sequence[Finding]:
        """All that was found, in the order in which it is shown."""
        ...

    def sources(self) -> Sequence[str]:
        """The commands with which the figures were computed, with date and machine."""
        ...


def study_of(game: str) -> GameStudy | None:
    """A game's study, if it has one; `Illegal` if there is no such game."""
    name = registry.entry(game).study
    if not name:
        return None
    found: GameStudy = registry.part(name)
    return found


def studied() -> list[str]:
    """The games that have a study."""
    return [name for name, entry in registry.entries().items() if entry.study]


@dataclass(frozen=True)
class StudyFile:
    """A file of figures."""

    source: str
    """The command, date and machine."""
    rows: tuple[dict[str, str], ...]


# One entry per file; the files are part of the package.
@cache
def figures(package: str, file: str) -> StudyFile:
    """Read `study/FILE` in the folder of a package."""
    text = resources.files(package).joinpath("study", file).read_text("utf-8")
    first, *lines = text.splitlines()
    return StudyFile(first.removeprefix("# "), tuple(csv.DictReader(lines)))


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def drawn(section: Finding, language: str) -> str:
    """The curve of a section as SVG."""
    curve = section.curve
    assert curve is not None
    grid = [GridLine(value, Column(curve.below, 0).shown(value, language)) for value in curve.grid]
    return plot(curve.values, grid, section.title.say(language), curve.below.say(language))


STYLE: Final = (
    ".plot{background:var(--paper);fill:var(--brass);font-family:sans-serif}"
    ".plot .grid{stroke:var(--contour);stroke-width:1}"
    ".plot text{font-size:10.5px;fill:var(--ink)}.plot .end{text-anchor:end}"
    ".plot .middle{text-anchor:middle}"
    ".plot .curve{fill:none;stroke:var(--brass);stroke-width:2}"
)


def standalone(svg: str, colours: str) -> str:
    """A curve as a file of its own, with its style and these colours."""
    head, _, rest = svg.partition(">")
    head = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"{head}><style>{colours}{STYLE}</style>{rest}"
