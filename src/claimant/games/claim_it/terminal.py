"""The board of Claim It! for the terminal.

A space has two lines: whose it is, `[A]` where it is claimed for good, and below what this turn
put on it, and the number of the choice to place there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from claimant.games.claim_it.rules.board import NAMES, SIDE
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Name, Text, said

SHAPES: Final = "●■▲◆★"
COLOURS: Final = ("blue", "dark_orange", "magenta", "green", "red")
_CELL: Final = 6
_NAME: Final = 11


def badge(seat: int) -> Line:
    """A player's shape and letter in the player's colour."""
    return Line(f"{SHAPES[seat]}{chr(ord('A') + seat)}", style=f"bold {COLOURS[seat]}")


def picture(
    view: ClaimItView, language: str, who: Sequence[Name], choices: Mapping[str, int]
) -> RenderableType:
    side_by_side = Table.grid(padding=(0, 1, 0, 0))
    side_by_side.add_row(board(view, choices), standing(view, language, who))
    return Group(side_by_side, _legend(language))


def board(view: ClaimItView, choices: Mapping[str, int] | None = None) -> Line:
    rule = "─" * _CELL
    picture = Line(no_wrap=True)
    picture.append("   ┌" + "┬".join([rule] * SIDE) + "┐\n")
    for row in range(SIDE, 0, -1):  # rows count upwards (R-I1)
        cells = [_cell(view, (row - 1) * SIDE + column, choices or {}) for column in range(SIDE)]
        for line in (0, 1):
            picture.append(f" {row} │" if line == 0 else "   │")
            for cell in cells:
                picture.append_text(cell[line])
                picture.append("│")
            picture.append("\n")
        if row > 1:
            picture.append("   ├" + "┼".join([rule] * SIDE) + "┤\n")
    picture.append("   └" + "┴".join([rule] * SIDE) + "┘\n    ")
    picture.append(" ".join(str(column).center(_CELL) for column in range(1, SIDE + 1)))
    return picture


def _cell(view: ClaimItView, space: int, choices: Mapping[str, int]) -> tuple[Line, Line]:
    owner = view.owners[space]
    top = Line()
    if owner is not None:
        top.append("[" if view.claimed[space] else " ", style=f"bold {COLOURS[owner]}")
        top.append_text(badge(owner))
        top.append("]" if view.claimed[space] else " ", style=f"bold {COLOURS[owner]}")
    below = Line()
    if view.squatted[space]:
        number = view.squatters.index(space) + 1 if space in view.squatters else "+"
        below.append(f"[{number}]" if view.capped[space] else f"<{number}>", style="bold")
    elif view.capped[space]:
        below.append("[+]", style="bold")
    if NAMES[space] in choices:
        below.append(f"({choices[NAMES[space]]})", style="reverse")
    return _centred(top), _centred(below)


def _short(name: str) -> str:
    """A name shortened to fit beside the board. Its end is kept, as it may be all that differs."""
    return name if len(name) <= _NAME else f"{name[: _NAME - 4]}…{name[-3:]}"


def _centred(line: Line) -> Line:
    line.align("center", _CELL)
    return line


def standing(view: ClaimItView, language: str, who: Sequence[Name]) -> RenderableType:
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(Text("mine").say(language), justify="right")
    table.add_column(Text("claims").say(language), justify="right")
    table.add_column(Text("spaces").say(language), justify="right")
    for seat in range(view.players):
        name = badge(seat)
        name.append(" ")
        name.append(
            _short(said(who[seat], language)), style="reverse" if seat == view.actor else ""
        )
        table.add_row(name, str(view.groups[seat]), str(view.claims[seat]), str(view.spaces[seat]))
    lines: list[RenderableType] = [table, ""]
    if view.caller is None:
        lines.append(
            Line(Text("last round at {n} claims", n=view.needed).say(language), style="dim")
        )
    elif view.outcome is None:
        lines.append(
            Line(
                Text(
                    "last round, {n} turn left", "last round, {n} turns left", n=view.turns_left
                ).say(language),
                style="bold",
            )
        )
    free = " ".join(str(n + 1) for n, space in enumerate(view.squatters) if space < 0)
    lines.append(Line(Text("squatters free: {numbers}", numbers=free or "-").say(language)))
    if view.dice:
        dice = " ".join(str(die) for die in view.dice)
        lines.append(Line(Text("dice: {dice}", dice=dice).say(language), style="bold"))
    return Group(*lines)


def _legend(language: str) -> Line:
    return Line(
        Text(
            "A settled · [A] claimed for good · this turn: <3> squatter, [3] [+] claim marker"
        ).say(language),
        style="dim",
    )
