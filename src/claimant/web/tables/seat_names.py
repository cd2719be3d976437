"""What the players of a table are called."""

from __future__ import annotations

from collections.abc import Sequence

from claimant.bots import LEVELS
from claimant.i18n import Name, Text, player
from claimant.web.people.names import disambiguate
from claimant.web.store.interface import SeatRow


def seat_names(seats: Sequence[SeatRow]) -> tuple[Name, ...]:
    """A distinct name for each seat."""
    return tuple(disambiguate([seat_name(seat) for seat in seats]))


def seat_name(seat: SeatRow) -> Name:
    """The name a player chose, or a text to translate."""
    if seat.kind == "bot":
        return Text("Bot {n} ({level})", n=seat.seat + 1, level=level_name(seat.level))
    return seat.name or player(seat.seat)


def level_name(level: str) -> Text:
    return LEVELS[level].name if level in LEVELS else Text("{level}", level=level)
