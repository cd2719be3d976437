"""Contour lines of an imaginary landscape as one path, computed from its heights."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import pairwise
from math import exp
from typing import Final

_HILLS: Final = (  # where, how high, how wide to the east and to the north
    (180, 150, 1.0, 120, 95),
    (290, 90, 0.45, 90, 60),
    (520, 235, 0.95, 105, 110),
    (600, 380, 0.5, 80, 70),
    (235, 455, 0.85, 120, 80),
    (110, 560, 0.4, 70, 60),
    (600, 560, 0.75, 80, 85),
)
_LEVELS: Final = tuple(0.14 + 0.14 * i for i in range(6))
_STEP: Final = 29
_CELLS: Final = 24

Point = tuple[float, float]
Edge = tuple[int, int, int]
"""A side of a cell of the grid: its column and row, and whether it runs across (0) or down (1)."""


def height(x: float, y: float) -> float:
    """The height of the landscape at a point; the highest hill is about 1."""
    return sum(
        high * exp(-(((x - cx) / wide) ** 2) - ((y - cy) / deep) ** 2)
        for cx, cy, high, wide, deep in _HILLS
    )


@cache  # one entry per corner that the code names
def contours(left: int, top: int) -> str:
    """The lines on a square of 696 from a corner, by marching squares."""
    heights = [
        [height(left + i * _STEP, top + j * _STEP) for i in range(_CELLS + 1)]
        for j in range(_CELLS + 1)
    ]
    return "".join(_level(heights, level, left, top) for level in _LEVELS)


def _level(heights: list[list[float]], level: float, left: int, top: int) -> str:
    """The lines of one height: find every side that is crossed, then follow them."""
    crossed: dict[Edge, Point] = {}
    joined: defaultdict[Edge, list[Edge]] = defaultdict(list)
    for j in range(_CELLS):
        for i in range(_CELLS):
            sides: list[Edge] = []
            for edge, (ax, ay), (bx, by) in (
                ((i, j, 0), (i, j), (i + 1, j)),
                ((i + 1, j, 1), (i + 1, j), (i + 1, j + 1)),
                ((i, j + 1, 0), (i, j + 1), (i + 1, j + 1)),
                ((i, j, 1), (i, j), (i, j + 1)),
            ):
                a, b = heights[ay][ax], heights[by][bx]
                if (a < level) != (b < level):
                    part = (level - a) / (b - a)
                    x, y = ax + part * (bx - ax), ay + part * (by - ay)
                    crossed[edge] = (left + x * _STEP, top + y * _STEP)
                    sides.append(edge)
            for one, other in zip(sides[::2], sides[1::2], strict=True):
                joined[one].append(other)
                joined[other].append(one)
    path = ""
    ends = [edge for edge, next_to in joined.items() if len(next_to) == 1]
    for start in ends + list(joined):  # open lines from their ends, then the closed ones
        line = [start] if joined[start] else []
        while line and joined[line[-1]]:
            onward = joined[line[-1]].pop()
            joined[onward].remove(line[-1])
            line.append(onward)
        if line:
            path += _smooth([crossed[edge] for edge in line])
    return path


def _smooth(points: list[Point]) -> str:
    """A smooth curve along the points, through the midpoints between them."""
    whole = [(round(x), round(y)) for x, y in points]
    (px, py), *rest = whole
    if whole[0] == whole[-1]:
        px, py = (px + rest[0][0]) // 2, (py + rest[0][1]) // 2
        rest.append(rest[0])
    path = f"M{px} {py}"
    for (x, y), (nx, ny) in pairwise(rest):
        mx, my = (x + nx) // 2, (y + ny) // 2
        path += f"q{x - px} {y - py} {mx - px} {my - py}"
        px, py = mx, my
    return path.replace(" -", "-")
