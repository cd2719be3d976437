"""Who asks for what at a table, and how a seat is taken."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from claimant.game import Illegal
from claimant.luck import word
from claimant.web.http import errors
from claimant.web.people.names import clean
from claimant.web.people.people import COLOURS, GUESTS, Person, clean_name
from claimant.web.store.interface import SeatRow
from claimant.web.tables.table import BOT, Table, digest


@dataclass(frozen=True)
class Wanted:
    """A table as someone asks for it."""

    game: str
    players: int
    seats: Sequence[str]
    """`me`, `open` or `bot:LEVEL` each."""
    options: Mapping[str, str]
    pace: str = "none"
    public: bool = False
    spectators: bool = True
    word: str = ""
    """The maker's word for the luck."""
    swift: bool = False
    """Bots move at once, not at a pace that people can follow."""


def bots_in(seats: Sequence[str]) -> int:
    return sum(seat.startswith(BOT) for seat in seats)


@dataclass(frozen=True)
class Seated:
    """Where someone got a seat. The token is told this once, the store keeps only its hash."""

    table: Table
    seat: int | None
    token: str


@dataclass(frozen=True)
class Visitor:
    """Whoever asks for a table: the seat is None for spectators."""

    table: Table
    seat: int | None
    person: Person | None
    host: bool


def seat_of(visitor: Visitor) -> int:
    if visitor.seat is None:
        raise errors.spectator()
    return visitor.seat


def taken(
    seat: SeatRow,
    seats: Sequence[SeatRow],
    person: Person | None,
    name: str | None,
    luck: str,
    token: str,
) -> SeatRow:
    """The seat with someone on it, in their colour or the next that is free."""
    used = {s.colour for s in seats if s.kind == "person" and s.seat != seat.seat}
    first = seat.colour if person is None else person.colour
    free = [c % COLOURS for c in range(first, first + COLOURS) if c % COLOURS not in used]
    if name is not None:
        called = clean_name(name)
    else:
        called = GUESTS[secrets.randbelow(len(GUESTS))] if person is None else person.name
    try:
        chosen = clean(word(luck))
    except Illegal as refused:
        raise errors.illegal(refused) from refused
    return replace(
        seat,
        kind="person",
        person=None if person is None else person.id,
        name=called,
        colour=free[0],
        word=chosen,
        token=digest(token),
        held=False,
    )


def again(seat: SeatRow, token: str) -> SeatRow:
    return replace(seat, token=digest(token), away=False, word="")
