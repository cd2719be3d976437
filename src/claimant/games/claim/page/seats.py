"""Where players sit around a table of Claim, as computed rules of its stylesheet."""

from __future__ import annotations

from typing import Final

_PLACES: Final = {2: (2, 1), 3: (2, 1, 3), 4: (3, 1, 2, 4)}
"""By the number of players: from left to right, the places in the trick of the viewer, of the next
player, and so on clockwise. The partner of four sits opposite, beside the viewer in the row."""
_SHIFT: Final = {2: (0, 0), 3: (1, -1, -1), 4: (1, 0, -1, 0)}
"""Whether a card lies towards the viewer (1) or away (-1)."""


def seats_css() -> str:
    """Marks the player whose turn it is. The card of each seat lies towards the player, from every
    viewer's point of view."""
    return "".join(
        [
            f'.claim[data-actor="{seat}"] :where(#seat-{seat}){{border-color:var(--brass)}}'
            for seat in range(max(_PLACES))
        ]
        + [
            f".players-{players}.me-{me} .slot-{(me + i) % players}"
            f"{{order:{_PLACES[players][i]};--shift:{_SHIFT[players][i]}}}"
            for players in _PLACES
            for me in range(players)
            for i in range(players)
        ]
    )
