"""Pass and play: several players of a table on one device, and whose cards it may show.

The device belongs to a person with a seat; the others are players without a person, whose seats
name that person as their `device`. In a game with secrets the server sends such a device what
everyone may see, until one of its players has tapped their name. That tap is an `Unveiled`: a seat,
and the version at which it was opened. The browser keeps it in a cookie, so that every server knows
it, and a reload or a second tab shows the same. It ends by itself, computed from the log alone, as
soon as it is the turn of another player of the device.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.tables.table import Table

LOOK_COOKIE: Final = "look"
MAX_LOOKS: Final = 4
"""Tables at which a browser can have cards open at the same time; the latest stay."""


class Unveiled(NamedTuple):
    """A player has tapped their name."""

    seat: int
    since: int
    """The version that was current then."""


@dataclass(frozen=True)
class Device:
    """A device on which several players of a table sit."""

    seats: tuple[int, ...]
    """At least two. The first is the seat of the person whose device it is."""
    look: Unveiled | None = None

    def seat_at(self, table: Table, version: int) -> int | None:
        """The seat whose view the device gets of a version; None for what everyone may see. Of
        earlier versions, too, it gets only what the player in front of it now may see."""
        if self.veils(table):
            return self._looks_at(table, table.version)
        # The player who can act is in front of the device.
        front = [seat for seat in table.deciders(version) if seat in self.seats]
        return front[0] if front else self.seats[0]

    def next_player(self, table: Table) -> int | None:
        """The player whom the device has to be passed to before the game can go on."""
        actor = table.deciders(table.version).actor
        if not self.veils(table) or actor not in self.seats or table.seats[actor].away:
            return None
        return None if self._looks_at(table, table.version) == actor else actor

    def veils(self, table: Table) -> bool:
        """Whether the players of the device have secrets from each other."""
        return table.status == "running" and not table.game.open

    def _looks_at(self, table: Table, version: int) -> int | None:
        """The seat that was open at a version."""
        look = self.look
        if look is None or look.seat not in self.seats or not 0 < look.since <= version:
            return None
        others = {seat for seat in self.seats if seat != look.seat and not table.seats[seat].away}
        passed = any(table.deciders(v).actor in others for v in range(look.since, version + 1))
        return None if passed else look.seat

    def acting_seat(self, table: Table, version: int, event: str) -> int:
        """The seat that an event from this device comes from. Raises `Refusal` unless that player
        has the device: the answer could otherwise tell what they hold. Whether something can be
        taken back is not a secret."""
        undoer = table.deciders(version).undoer
        if event == "undo" and undoer in self.seats:
            assert undoer is not None
            return undoer
        veiled = not table.game.open
        seat = self._looks_at(table, version) if veiled else self.seat_at(table, version)
        if seat is None:
            raise Refusal(403, "veiled", Text("tap your name first, to show your cards"))
        return seat


Viewer = int | Device | None
"""Who is sent something of a table: a seat, a device with several, or None for a spectator."""


def seat_of(table: Table, viewer: Viewer, version: int | None = None) -> int | None:
    """The seat whose view a viewer gets of a version, the current one by default."""
    if not isinstance(viewer, Device):
        return viewer
    return viewer.seat_at(table, table.version if version is None else version)


def seats_of(viewer: Viewer) -> tuple[int, ...]:
    """All seats of a viewer."""
    if isinstance(viewer, Device):
        return viewer.seats
    return () if viewer is None else (viewer,)


def seats_on_device(table: Table, person: str) -> tuple[int, ...]:
    """The seats on a person's device: their own first, then those of the players they added."""
    mine = table.seat_of_person(person)
    own = () if mine is None else (mine,)
    return own + tuple(seat.seat for seat in table.seats if seat.device == person)


# The cookie: `TABLE.SEAT.VERSION` for each table, latest last. It is not signed: its only use is to
# show or hide what the person may open anyway.


def look_in(cookie: str, table: str) -> Unveiled | None:
    """What a cookie says about a table."""
    for name, seat, since in _looks(cookie):
        if name == table:
            return Unveiled(seat, since)
    return None


def with_look(cookie: str, table: str, look: Unveiled | None) -> str:
    """A cookie that says something else about a table; None closes the look."""
    kept = [entry for entry in _looks(cookie) if entry[0] != table]
    if look is not None:
        kept.append((table, *look))
    return "~".join(f"{name}.{seat}.{since}" for name, seat, since in kept[-MAX_LOOKS:])


def _looks(cookie: str) -> list[tuple[str, int, int]]:
    found = []
    for entry in cookie.split("~")[:MAX_LOOKS]:
        match entry.split("."):
            case [name, seat, since] if _number(seat) and _number(since):
                found.append((name, int(seat), int(since)))
    return found


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6
