"""What the players of a table are called, and the characters that its bots play as."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

from claimant.bots import level_name
from claimant.bots.characters import Character, character, free_characters
from claimant.i18n import Name, Text, player
from claimant.web.people.names import disambiguate
from claimant.web.store.interface import SeatRow


def seat_names(seats: Sequence[SeatRow]) -> tuple[Name, ...]:
    """A distinct name for each seat."""
    return tuple(disambiguate([seat_name(seat) for seat in seats]))


def seat_name(seat: SeatRow) -> Name:
    """The name a player chose, a bot's character, or a text to translate."""
    if seat.kind == "bot":
        return character_of(seat).name
    return seat.name or player(seat.seat)


def character_of(bot: SeatRow) -> Character:
    """The character of a bot, which its seat stores as its name. Bots from before there were
    characters have none there, and get one by their seat."""
    return character(bot.name, bot.seat)


def with_characters(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats with a character for each bot that has none yet, all of them different, and none
    with the name of a player."""
    cast = list(seats)
    for seat in cast:
        if seat.kind == "bot" and not seat.name:
            others = {str(seat_name(s)) for s in cast if s.kind != "bot" or s.name}
            chosen = secrets.choice(free_characters(others))
            cast[seat.seat] = replace(seat, name=chosen.name)
    return cast


def label(seat: SeatRow, name: Name) -> Name:
    """A player's name with what everyone should know: how strong a bot is."""
    if seat.kind != "bot":
        return name
    return Text("{name} · {level}", name=name, level=level_name(seat.level))
