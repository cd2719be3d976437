"""The curve of a review: each side's chance to win after every event, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimant.components import escape
from claimant.teaching.review_data import Review

WIDTH: Final = 600
HEIGHT: Final = 200
DASHES: Final = ("none", "12 4", "3 4", "12 4 3 4", "1 6")
"""Sides are told apart by their lines, too, not by colour alone."""


def curve(review: Review, colours: Sequence[int], at: int, title: str) -> str:
    """The picture. It is stretched to the page's width, so that lines have to keep theirs. A line
    of dots marks each turning point, and a full line the event that is shown."""
    last = len(review.moments)
    points: list[list[float]] = [list(review.start), *(list(m.chances) for m in review.moments)]
    grid = "".join(
        f'<path class="grid" d="M0 {HEIGHT * part / 4:g}H{WIDTH}"/>' for part in range(5)
    )
    turning = "".join(
        f'<path class="turning" d="M{x_of(n, last):g} 0V{HEIGHT}"/>' for n in review.turning_points
    )
    lines = []
    for side, seats in enumerate(review.sides):
        path = " ".join(
            f"{x_of(n, last):g},{HEIGHT * (1 - chances[side]):g}"
            for n, chances in enumerate(points)
        )
        lines.append(
            f'<polyline class="side seat{colours[seats[0]]}" points="{path}"'
            f' stroke-dasharray="{DASHES[side % len(DASHES)]}"/>'
        )
    now = x_of(at, last)
    return (
        f'<svg class="curve" id="curve" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none"'
        f' role="img" aria-label="{escape(title)}">{grid}{turning}{"".join(lines)}'
        f'<path class="now" id="now" d="M{now:g} 0V{HEIGHT}"/></svg>'
    )


def key(side: int, colour: int) -> str:
    """A piece of a side's line, for the legend."""
    return (
        '<svg class="key" viewBox="0 0 40 10" aria-hidden="true">'
        f'<path class="side seat{colour}" d="M0 5H40" stroke-dasharray="{DASHES[side % 5]}"/></svg>'
    )


def x_of(n: int, last: int) -> float:
    return round(WIDTH * n / max(1, last), 2)
