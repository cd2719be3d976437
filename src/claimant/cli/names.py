"""What the players of a record are called."""

from __future__ import annotations

from claimant.i18n import Name, player
from claimant.record import Record


def player_names(record: Record) -> list[Name]:
    """The names in a record; players with the same name get their seat added."""
    names: list[Name] = []
    for seat, name in enumerate(record.names):
        if not name:
            names.append(player(seat))
        elif record.names.count(name) > 1:
            names.append(f"{name} ({seat})")
        else:
            names.append(name)
    return names
