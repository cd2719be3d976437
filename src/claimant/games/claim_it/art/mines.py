"""The outlines of mines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from claimant.art.svg import part
from claimant.games.claim_it.art.survey import SHEET, corner
from claimant.games.claim_it.rules.board import NAMES, largest_group, members
from claimant.games.claim_it.view import ClaimItView

_INSET: Final = 6  # mines lie side by side, so each line runs inside its own spaces


def mine(view: ClaimItView, seat: int) -> tuple[str, ...]:
    """The spaces of a seat's largest mine."""
    owned = sum(1 << i for i, owner in enumerate(view.owners) if owner == seat)
    return members(largest_group(owned))


def outline(spaces: Iterable[str], seat: int) -> str:
    """A line around a mine, in its owner's colour."""
    inside = {NAMES.index(name) for name in spaces}

    def owned(column: int, row: int) -> bool:
        return 0 <= column < 6 and 0 <= row < 6 and row * 6 + column in inside

    def reach(beside: bool, beyond: bool) -> int:
        """Where a side's line ends: inside its space, at the edge, or around the next corner."""
        return _INSET if not beside else -_INSET if beyond else 0

    path = ""
    for i in sorted(inside):
        column, row = i % 6, i // 6
        x, y = corner(column + 1, row + 1)
        left, right = owned(column - 1, row), owned(column + 1, row)
        up, down = owned(column, row + 1), owned(column, row - 1)
        for there, step, edge in ((up, 1, _INSET), (down, -1, 100 - _INSET)):
            if not there:
                start = x + reach(left, owned(column - 1, row + step))
                end = x + 100 - reach(right, owned(column + 1, row + step))
                path += f"M{start} {y + edge}H{end}"
        for there, step, edge in ((left, -1, _INSET), (right, 1, 100 - _INSET)):
            if not there:
                start = y + reach(up, owned(column + step, row + 1))
                end = y + 100 - reach(down, owned(column + step, row - 1))
                path += f"M{x + edge} {start}V{end}"
    return (
        f'<g class="mine" fill="none" stroke-linecap="round"><path d="{path}" stroke="var(--ink)" '
        f'stroke-width="11"/><path d="{path}" stroke="var(--seat{seat})" stroke-width="7"/></g>'
    )


def mines(view: ClaimItView, colours: Sequence[int]) -> str:
    """The largest mine of every seat that has one, as an overlay of the board; its classes name the
    seat (`mine-0`), so that a page can show some of them."""
    drawn = []
    for seat, colour in enumerate(colours):
        spaces = mine(view, seat)
        if len(spaces) > 1:
            drawn.append(f'<g class="mine-{seat}">{_outlined(spaces, colour)}</g>')
    return part(f"0 0 {SHEET} {SHEET}", "".join(drawn), "mines")


@lru_cache(4096)
def _outlined(spaces: tuple[str, ...], colour: int) -> str:
    """The outline of a mine. The 4096 used last are cached; nothing invalidates them."""
    return outline(spaces, colour)
