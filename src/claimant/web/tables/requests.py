"""Requests for a table and its seats, checked, and the seats that result."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from claimant import registry
from claimant.bots import FAIR, names
from claimant.game import Game, Illegal
from claimant.i18n import Text
from claimant.luck import PROTOCOL, word
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.people.names import clean
from claimant.web.people.people import COLOURS, GUEST_NAMES, Person, clean_name
from claimant.web.people.tokens import hash_token
from claimant.web.store.interface import SeatRow
from claimant.web.tables.opening import AWAITED
from claimant.web.tables.table import Table

BOT_PREFIX: Final = "bot:"
"""Begins the request for a bot at a seat; its level follows."""
GUEST_PREFIX: Final = "here:"
"""Begins the request for a seat for someone on the creator's device; their name follows."""


@dataclass(frozen=True)
class TableRequest:
    """A request for a new table."""

    game: str
    players: int
    seats: Sequence[str]
    """`me`, `open`, `bot:LEVEL` or `here:NAME` for each seat."""
    options: Mapping[str, str]
    pace: str = "none"
    public: bool = False
    spectators: bool = True
    word: str = ""
    """The creator's word for the random draws."""
    swift: bool = False
    """Bots move at once, not at a pace that people can follow."""
    contributes: bool = False
    """Whether the creator's program will commit to random bits."""
    tempo: str = "normal"
    """How long pages show what happens."""
    banter: bool = False
    """Whether bots say something now and then."""
    memory_aid: bool = False
    """Whether players can look up what they would otherwise have to remember."""


@dataclass(frozen=True)
class SeatGrant:
    """A seat given to someone, with its token. The store keeps only the token's hash."""

    table: Table
    seat: int | None
    """None for the host of a table without a seat of their own."""
    token: str


def requested_game(name: str, players: int, options: Mapping[str, str]) -> Game:
    try:
        return registry.game_class(name).create(players, options)
    except Illegal as refused:
        raise errors.illegal(refused) from refused


def requested_seats(players: int, wanted: Sequence[str]) -> list[SeatRow]:
    """The seats for a list of `me`, `open`, `bot:LEVEL` or `here:NAME`. Those of people are still
    open."""
    if len(wanted) != players:
        raise Refusal(422, "seats", Text("{players} players need {players} seats", players=players))
    if sum(seat == "me" for seat in wanted) > 1:
        raise Refusal(422, "seats", Text("nobody can sit in two seats"))
    return [requested_seat(number, seat) for number, seat in enumerate(wanted)]


def requested_seat(number: int, wanted: str) -> SeatRow:
    if wanted in ("me", "open") or wanted.startswith(GUEST_PREFIX):
        return SeatRow(number, "open", colour=number)
    level, levels = wanted.removeprefix(BOT_PREFIX), (FAIR, *names())
    if not wanted.startswith(BOT_PREFIX) or level not in levels:
        known = ", ".join(("me", "open", "here:NAME", *(BOT_PREFIX + level for level in levels)))
        raise Refusal(
            422,
            "seats",
            Text("a seat is one of {known}, not “{wanted}”", known=known, wanted=wanted[:40]),
        )
    return SeatRow(number, "bot", level, colour=number)


def count_bots(seats: Sequence[str]) -> int:
    return sum(seat.startswith(BOT_PREFIX) for seat in seats)


def seat_taken(
    seat: SeatRow,
    seats: Sequence[SeatRow],
    person: Person | None,
    name: str | None,
    luck: str,
    token: str,
) -> SeatRow:
    """The seat with a player in it, in their favourite colour or the next free one."""
    used = {s.colour for s in seats if s.kind == "person" and s.seat != seat.seat}
    first = seat.colour if person is None else person.colour
    free = [c % COLOURS for c in range(first, first + COLOURS) if c % COLOURS not in used]
    if name is not None:
        called = clean_name(name)
    else:
        called = secrets.choice(GUEST_NAMES) if person is None else person.name
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
        token=hash_token(token),
        held=False,
    )


def open_seat(table: Table, seats: Sequence[SeatRow], wanted: int | None) -> int:
    """A seat that can be taken: the wanted one, or the first."""
    if table.status != "waiting":
        raise Refusal(422, "full", Text("nobody can join this table any more"))
    free = [s.seat for s in seats if s.kind == "open" and not s.held]
    if not free or (wanted is not None and wanted not in free):
        raise Refusal(422, "full", Text("there is no free seat at this table"))
    return free[0] if wanted is None else wanted


def no_device() -> Refusal:
    text = Text("take a seat yourself before you add people on your device")
    return Refusal(422, "device", text)


def guest_seat(
    seat: SeatRow, seats: Sequence[SeatRow], device: str, name: str | None, word: str, token: str
) -> SeatRow:
    """The seat with someone who plays on the device of a person."""
    return replace(seat_taken(seat, seats, None, name or None, word, token), device=device)


def with_guests(seats: Sequence[SeatRow], places: Sequence[int]) -> list[int]:
    """These seats, and those of players who cannot play without their device."""
    people = {seats[place].person for place in places} - {None}
    return sorted({*places, *(row.seat for row in seats if row.device in people)})


def seat_again(seat: SeatRow, token: str) -> SeatRow:
    """A player's seat in the rematch. Their word stays; a program that has contributed will do so
    again."""
    again = replace(seat, token=hash_token(token), away=False, commit_hash="", bits="")
    return contributing(again, PROTOCOL) if seat.bits else again


def contributing(seat: SeatRow, protocol: int) -> SeatRow:
    """The seat of a player whose program will commit to random bits, if the table wants any."""
    return seat if protocol == 1 else replace(seat, bits=AWAITED)
