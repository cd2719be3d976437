"""Small plots as SVG, in the colours of the page around them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 320
HEIGHT: Final = 150
LEFT: Final = 40
RIGHT: Final = 312
TOP: Final = 10
BOTTOM: Final = 128


class GridLine(NamedTuple):
    """A horizontal line of the grid, with what stands beside it."""

    value: float
    label: str


def plot(
    values: Sequence[float],
    grid: Sequence[GridLine],
    title: str,
    below: str,
    *,
    reach: Sequence[float] = (),
    dots: bool = False,
) -> str:
    """A curve of values from left to right, between the lowest and the highest line of the grid.
    `reach` is the uncertainty of each value, drawn as a band; `dots` marks each value."""
    low, high = grid[0].value, grid[-1].value
    xs = [_x(n, len(values)) for n in range(len(values))]
    ys = [_y(value, low, high) for value in values]
    body = "".join(
        f'<path class="grid" d="M{LEFT} {_y(line.value, low, high):g}H{RIGHT}"/>'
        f'<text x="{LEFT - 5}" y="{_y(line.value, low, high) + 3.5:g}" class="end">'
        f"{escape(line.label)}</text>"
        for line in grid
    )
    if reach:
        tops = [_y(v + r, low, high) for v, r in zip(values, reach, strict=True)]
        bottoms = [_y(v - r, low, high) for v, r in zip(values, reach, strict=True)]
        edge = [*zip(xs, tops, strict=True), *reversed([*zip(xs, bottoms, strict=True)])]
        body += f'<path class="band" d="M{_points(edge)}z"/>'
    points = [*zip(xs, ys, strict=True)]
    if len(points) > 1:
        body += f'<path class="curve" d="M{_points(points)}"/>'
    if dots or len(points) == 1:
        body += "".join(f'<circle cx="{x:g}" cy="{y:g}" r="2.5"/>' for x, y in points)
    body += (
        f'<text x="{(LEFT + RIGHT) / 2:g}" y="{HEIGHT - 5}" class="middle">{escape(below)}</text>'
    )
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{body}</svg>'
    )


def bar(share: float) -> str:
    """A bar that is filled to a share from 0 to 1. The figure stands beside it."""
    width = 100 * min(1.0, max(0.0, share))
    return (
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="rest" width="100" height="8"/><rect width="{width:g}" height="8"/></svg>'
    )


def _x(n: int, count: int) -> float:
    if count == 1:
        return (LEFT + RIGHT) / 2
    return round(LEFT + (RIGHT - LEFT) * n / (count - 1), 1)


def _y(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low)
    return round(BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, share)), 1)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{x:g} {y:g}" for x, y in points)
