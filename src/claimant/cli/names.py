"""What the players of a record are called."""

from __future__ import annotations

from claimant.bots import level_name
from claimant.bots.characters import character, character_key, free_characters, level_of
from claimant.i18n import Name, Text, player
from claimant.record import Record


def player_names(record: Record) -> list[Name]:
    """The names in a record. Bots are called after their characters, all of them different; people
    with the same name get their seat added."""
    taken = {name for name in record.names if level_of(name) is None}
    names: list[Name] = []
    for seat, name in enumerate(record.names):
        if level_of(name) is not None:
            chosen = character(record.headers.get(character_key(seat), ""), seat)
            if chosen.name in taken:
                chosen = free_characters(taken)[0]
            taken.add(chosen.name)
            names.append(chosen.name)
        elif not name:
            names.append(player(seat))
        elif record.names.count(name) > 1:
            names.append(f"{name} ({seat})")
        else:
            names.append(name)
    return names


def player_labels(record: Record) -> list[Name]:
    """The names with what everyone should know: how strong a bot is."""
    return [
        name if level is None else Text("{name} · {level}", name=name, level=level_name(level))
        for name, level in zip(player_names(record), map(level_of, record.names), strict=True)
    ]
