"""The contest for a faction as a picture: a rope that two sides pull, or a bar that three share."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from claimant.art.svg import at
from claimant.games.claim.standing import Race

_WIDTH, _HEIGHT, _MIDDLE = 160, 30, 15
_REACH: Final = 62
"""How far from the middle the mark is when a side cannot be caught any more."""


# Values of their arguments alone; the bounds cover the tables that are running.
@lru_cache(4096)
def tug_rope(race: Race, colours: tuple[int, ...]) -> str:
    """The faction's mark on a rope, nearer to the side that leads. The side with the number 0 is on
    the left."""
    middle = _WIDTH / 2
    pull = min(1.0, race.lead / (race.total // 2 + 1))
    if race.decided:
        pull = 1.0
    sign = 0 if race.leader is None else (-1, 1)[race.leader]
    x = middle + sign * (_REACH * pull if pull == 1 else 8 + (_REACH - 14) * pull)
    drawn = (
        f'<path class="rope" d="M4 {_MIDDLE}H{_WIDTH - 4}"/>'
        f'<path class="notch" d="M{middle:g} 7v16"/>'
    )
    if race.leader is not None:
        drawn += (
            f'<path d="M{middle:g} {_MIDDLE}H{x:.4g}" stroke="var(--seat{colours[race.leader]})" '
            'stroke-width="7"/>'
        )
    mark = f'<use href="#corner-{race.faction}"/>'
    drawn += at(round(x - 13.5, 1), 1.5, mark, 0.75)
    if race.decided:
        drawn += f'<circle class="done" cx="{x:.4g}" cy="{_MIDDLE}" r="14.2"/>'
    return _picture(drawn)


@lru_cache(4096)
def shares_bar(race: Race, colours: tuple[int, ...]) -> str:
    """The faction's mark, and a bar that stands for all its cards, divided among those who have won
    some of them."""
    start, length = 34, _WIDTH - 36
    unit = length / max(race.total, sum(race.counts))
    drawn = (
        f'{at(1, 1.5, f"""<use href="#corner-{race.faction}"/>""", 0.75)}'
        f'<path class="rope" d="M{start} {_MIDDLE}H{_WIDTH - 2}"/>'
    )
    x = float(start)
    for side, count in enumerate(race.counts):
        if not count:
            continue
        width = count * unit
        best = " best" if side == race.leader else ""
        drawn += (
            f'<rect class="share{best}" x="{x:.4g}" y="5" width="{width - 1.5:.4g}" height="20" '
            f'rx="3" fill="var(--seat{colours[side]})"/>'
            f'<text x="{x + width / 2 - 0.75:.4g}" y="20">{count}</text>'
        )
        x += width
    return _picture(drawn)


def _picture(drawn: str) -> str:
    return f'<svg class="contest" viewBox="0 0 {_WIDTH} {_HEIGHT}" aria-hidden="true">{drawn}</svg>'
