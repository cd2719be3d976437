"""The corner marks of the factions: each a silhouette of its own in a box of 24 by 24.

In a fanned hand the corner is all that shows of a card, so no two marks are alike in outline.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.svg import at
from claimant.games.claim.art.emblems import LOOKS, figure

# I is the ink, G the ground.
_MARKS: Final = {
    "knights": '<path d="M2 2h20v10q0 7-10 12Q2 19 2 12z" fill="I"/>'
    '<path d="M12 4v17M4 9h16" stroke="G" stroke-width="3"/>',
    "goblins": '<path d="M0 3l8 5h8l8-5q-1 11-6 14-3 6-6 6t-6-6Q1 14 0 3z" fill="I"/>'
    '<path d="M6 12l4 3M18 12l-4 3" stroke="G" stroke-width="2.4"/>',
    "giants": '<path d="M3 8q0-3 3-3h12q4 0 4 4v7q0 6-6 6H9q-6 0-6-6z" fill="I"/>'
    '<path d="M8 5v7M13 5v7M18 5v7M3 14h11" stroke="G" stroke-width="2"/>',
    "gnomes": '<path d="M13 0q3 10 9 18H3Q10 10 13 0z" fill="I"/>'
    '<rect y="19" width="24" height="5" rx="2.5" fill="I"/>',
    "kings": '<path d="M3 22L0 5l7 6 5-9 5 9 7-6-3 17z" fill="I"/>',
    "peasants": '<path d="M12 1v22M4 1v6q0 7 8 7t8-7V1" fill="none" stroke="I" '
    'stroke-width="3.6" stroke-linecap="round"/>',
    "automatons": '<path d="M12 0v24M0 12h24M3.5 3.5l17 17M20.5 3.5l-17 17" stroke="I" '
    'stroke-width="4.5"/><circle cx="12" cy="12" r="8.5" fill="I"/>'
    '<circle cx="12" cy="12" r="3.6" fill="G"/>',
    "bards": '<path d="M9 19V4l12-3v15" fill="none" stroke="I" stroke-width="3"/>'
    '<path d="M6 19.5h.1M18 16.5h.1" stroke="I" stroke-width="8" stroke-linecap="round"/>',
    "dragons": '<path d="M13 0q9 8 8 15-1 9-9 9t-9-8q0-6 5-9 0 4 3 5 4-5 2-12z" fill="I"/>'
    '<path d="M12 23q-5-3 0-9 5 6 0 9z" fill="G"/>',
    "doppelgangers": '<circle cx="8.5" cy="12" r="8" fill="I"/>'
    '<circle cx="15.5" cy="12" r="7" fill="none" stroke="I" stroke-width="2.6"/>',
    "dwarves": '<path d="M2 2h17l4 3v5l-4 3H2zM9.5 13h5v11h-5z" fill="I"/>',
    "griffins": '<path d="M23 0Q7 2 4 13q-1 4 0 6l-3 5h4l2-3q8 0 11-6h-5l7-3q2-3 1-5h-4l4-3q1-2 0-4'
    'z" fill="I"/>',
    "raccoons": '<path d="M0 7q6-4 12-1 6-3 12 1 0 11-7 12-4-1-5-5-1 4-5 5-7-1-7-12z" fill="I"/>'
    '<path d="M6.5 12h.1M17.5 12h.1" stroke="G" stroke-width="5" stroke-linecap="round"/>',
    "seers": '<path d="M0 12Q12-4 24 12 12 28 0 12z" fill="I"/>'
    '<circle cx="12" cy="12" r="4.6" fill="G"/>',
    "trolls": '<path d="M2 1q-2 12 4 17 3 4 5 4V13Q4 11 2 1zM22 1q2 12-4 17-3 4-5 4V13q7-2 9-12z" '
    'fill="I"/>',
    "undead": '<path d="M12 0q11 0 11 10 0 5-5 7v7H6v-7q-5-2-5-7Q1 0 12 0z" fill="I"/>'
    '<path d="M7.5 10h.1M16.5 10h.1" stroke="G" stroke-width="5.5" stroke-linecap="round"/>'
    '<path d="M10 24v-5M14 24v-5" stroke="G" stroke-width="2"/>',
    "vikings": '<path d="M0 15h24q-2 9-12 9T0 15zM3 1h18q3 6 0 12H3q3-6 0-12z" fill="I"/>'
    '<path d="M9.5 1v12M15 1v12" stroke="G" stroke-width="2.6"/>',
}


@cache  # one entry per faction
def corner_mark(faction: str) -> str:
    """A faction's corner mark as a drawing in a box of 24 by 24: its emblem, made smaller, if it
    has no mark of its own."""
    look = LOOKS[faction]
    if faction not in _MARKS:
        return at(0, 0, figure(faction), 0.24)
    return _MARKS[faction].replace('"I"', f'"{look.ink}"').replace('"G"', f'"{look.ground}"')
