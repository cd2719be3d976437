"""How a game starts: everyone's contribution to the random draws, by commit and reveal.

Once every seat is taken, a table is `starting`. If a player's program has promised to contribute,
the table waits for it: first for its commit, then, when all commits are in and nobody's can change
any more, for what it has committed to. Both waits have a deadline, which the store keeps. A player
who misses it plays without a contribution of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from claimant.game import Illegal
from claimant.i18n import Text
from claimant.luck import are_bits, commit_to, word
from claimant.record import COMMIT, MISSING
from claimant.web.http import errors
from claimant.web.http.errors import Refusal
from claimant.web.store.interface import SeatRow, TableSummary
from claimant.web.tables.table import Table

AWAITED: Final = "awaited"
"""The bits of a player whose program has promised some."""
PATIENCE: Final = 10.0
"""Seconds for which a start waits for commits, and again for what was committed to."""


def awaited(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """The seats whose contribution is still to come."""
    return [seat for seat in seats if seat.bits == AWAITED]


def are_frozen(seats: Sequence[SeatRow]) -> bool:
    """Whether all commits are in, so that contributions may be revealed."""
    return all(seat.commit_hash for seat in awaited(seats))


def is_revealing(table: Table) -> bool:
    """Whether the players are to reveal what they have committed to."""
    return table.status == "starting" and bool(awaited(table.seats)) and are_frozen(table.seats)


def opening_summary(table: Table, seats: Sequence[SeatRow], now: float) -> TableSummary:
    """What the store keeps of a table with these seats whose game has not begun."""
    if table.status == "closed" or not (
        any(seat.kind == "person" for seat in seats) or table.options.host_token
    ):
        return TableSummary("closed", None, None)
    if any(seat.kind == "open" for seat in seats):
        return TableSummary("waiting", None, None)
    if not awaited(seats):
        return TableSummary("starting", None, 0.0)
    due = table.row.summary.due
    if due is None or are_frozen(seats) != are_frozen(table.seats):
        due = now + PATIENCE
    return TableSummary("starting", None, due)


def committed(table: Table, seats: list[SeatRow], place: int, commit: str) -> None:
    """Note the hash by which a seat commits to a contribution, instead of an earlier one."""
    seat = seats[place]
    if not COMMIT.fullmatch(commit):
        raise Refusal(422, "commit", Text("a commit has 64 hexadecimal digits"))
    if seat.commit_hash == commit:
        return
    if table.options.luck == 1:
        raise Refusal(422, "commit", Text("at this table players contribute only words"))
    if table.events or (table.status == "starting" and are_frozen(seats)):
        raise Refusal(422, "commit", Text("it is too late to commit to a contribution"))
    # A word that was typed before is part of the commit now, and unknown.
    seats[place] = replace(seat, commit_hash=commit, bits=AWAITED, word="")


def revealed(table: Table, seats: list[SeatRow], place: int, bits: str, text: str) -> None:
    """Note what a seat has committed to."""
    seat = seats[place]
    if not are_bits(bits):
        raise Refusal(422, "reveal", Text("a contribution has 32 hexadecimal digits"))
    try:
        chosen = word(text)
    except Illegal as refused:
        raise errors.illegal(refused) from refused
    if (seat.bits, seat.word) == (bits, chosen):
        return
    if seat.bits == MISSING or table.events:
        raise Refusal(422, "reveal", Text("it is too late to reveal a contribution"))
    if table.status != "starting" or not are_frozen(seats):
        raise Refusal(422, "reveal", Text("not everyone has committed yet: keep it secret"))
    right = commit_to(table.commitment, place, bits, chosen)
    if seat.bits != AWAITED or seat.commit_hash != right or text != chosen:
        raise Refusal(422, "reveal", Text("this is not what was committed to"))
    seats[place] = replace(seat, bits=bits, word=chosen)


def given_up(seats: list[SeatRow]) -> None:
    """Go on without those who are late: without commits, or without what was committed to."""
    late = awaited(seats) if are_frozen(seats) else [s for s in awaited(seats) if not s.commit_hash]
    for seat in late:
        seats[seat.seat] = without_contribution(seat)


def without_contribution(seat: SeatRow) -> SeatRow:
    """A seat whose contribution is no longer waited for."""
    return replace(seat, bits=MISSING, word="") if seat.bits == AWAITED else seat
