"""How much one person, or one address, may ask of the server, which stays quick for the others.

An address may do several times what a person may: a family, or a whole class, may share one.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from claimant.i18n import Text
from claimant.web.http.errors import Refusal

PAGE_COST: Final = 10.0
"""A whole page is so much more work than a move or a file."""
LONGEST_REQUEST: Final = 64 * 1024
"""Bytes of a body."""
HOUR: Final = 3600.0
MOST_KEPT: Final = 20_000
"""Keys of a bucket; those that are full again are forgotten first."""
ROUNDING: Final = 1e-6
"""Seconds that sums and differences of moments may be off."""


@dataclass(frozen=True)
class Limits:
    """What one person may do. `times` as much is for one address."""

    rate: float = 30.0
    """Requests a second in the long run; a page counts as ten."""
    burst: float = 150.0
    """Requests at once."""
    times: float = 4.0
    at_once: int = 8
    """Requests of one address that are worked on at a time; the others of it wait their turn, so
    that a crowd from one place never stands before all others."""
    connections: int = 100
    """Open connections; counted by address alone, and not behind a proxy."""
    streams: int = 20
    """Open feeds: each tab with a table is one."""
    tables: float = 60.0
    """New tables an hour; half of them may come at once."""
    open_tables: int = 100
    """Tables that a person sits at and that are not over."""
    bots: float = 240.0
    """Bots asked to a table an hour; half of them may come at once."""
    people: float = 60.0
    """New guests an hour; half of them may come at once."""
    thoughts: int = 200
    """Bots that wait for their turn to think, a process; beyond that no more come to a table."""

    @classmethod
    def of_rate(cls, rate: float) -> Limits:
        """The usual limits as this rate is to the usual rate; 0: none at all."""
        share = (rate or 1e9) / cls.rate
        return cls(
            rate=cls.rate * share,
            burst=cls.burst * share,
            at_once=ceil(cls.at_once * share),
            connections=ceil(cls.connections * share),
            streams=ceil(cls.streams * share),
            tables=cls.tables * share,
            open_tables=ceil(cls.open_tables * share),
            bots=cls.bots * share,
            people=cls.people * share,
            thoughts=cls.thoughts if rate else 10**9,
        )


NONE: Final = Limits.of_rate(0)


class Bucket:
    """So many at once, and so many a second in the long run, for each key by itself.

    All that is kept of a key is when its bucket will be full again.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._each: Final = 1.0 / rate
        self._depth: Final = burst / rate
        self._full: dict[Hashable, float] = {}

    def take(self, key: Hashable, cost: float = 1.0, now: float | None = None) -> float:
        """Seconds to wait until that much is in the bucket; 0.0: it was, and is taken."""
        now = monotonic() if now is None else now
        full = max(self._full.get(key, 0.0), now) + cost * self._each
        wait = full - now - self._depth
        if wait > ROUNDING:
            return wait
        self._full[key] = full
        if len(self._full) > MOST_KEPT:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        self._full = {key: full for key, full in self._full.items() if full > now}
        # Emptied buckets of very many: those that are full soonest matter least.
        if len(self._full) > MOST_KEPT // 2:
            kept = sorted(self._full.items(), key=lambda item: item[1])[-MOST_KEPT // 2 :]
            self._full = dict(kept)

    def __len__(self) -> int:
        return len(self._full)


class Turns:
    """Lets so many of one address in at a time, in the order in which they came."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._busy: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def enter(self, address: str) -> bool:
        """Whether it is one's turn at once; else one has to `wait`. Either way, `leave`."""
        busy = self._busy.get(address, 0)
        if busy >= self._most:
            return False
        self._busy[address] = busy + 1
        return True

    async def wait(self, address: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was one's turn in the very moment
                self.leave(address)
            raise

    def leave(self, address: str) -> None:
        """Let the next one in, whose place this is now."""
        waiting = self._waiting.get(address)
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        if waiting is not None:
            del self._waiting[address]
        self._busy[address] -= 1
        if not self._busy[address]:
            del self._busy[address]


class Asker(NamedTuple):
    """Whom a request is counted for."""

    address: str
    person: bytes
    """What the request says who asks: their cookie or token; empty for nobody. It is compared with
    itself alone, and only who has it can use it up."""


class Turnstile:
    """Counts what is asked, and refuses what is too much."""

    def __init__(self, limits: Limits) -> None:
        self.limits: Final = limits
        self._people = Bucket(limits.rate, limits.burst)
        self._addresses = Bucket(limits.rate * limits.times, limits.burst * limits.times)
        self._made = {
            (what, times): Bucket(number * times / HOUR, number * times / 2)
            for what, number in (
                ("tables", limits.tables),
                ("bots", limits.bots),
                ("people", limits.people),
            )
            for times in (1.0, limits.times)
        }
        self.streams: Final[Counter[Hashable]] = Counter()
        self.turns: Final = Turns(limits.at_once)

    def ask(self, asker: Asker, cost: float) -> float:
        """Seconds to wait before this may be asked; 0.0: now."""
        now = monotonic()
        wait = self._addresses.take(asker.address, cost, now)
        if wait == 0.0 and asker.person:
            wait = self._people.take(asker.person, cost, now)
        return wait

    def listen(self, asker: Asker) -> bool:
        """Whether one more feed may be opened. Who may has to `leave` again."""
        most = self.limits.streams
        if self.streams[asker.address] >= most * self.limits.times:
            return False
        if asker.person:
            if self.streams[asker.person] >= most:
                return False
            self.streams[asker.person] += 1
        self.streams[asker.address] += 1
        return True

    def leave(self, asker: Asker) -> None:
        for key in (asker.address, asker.person) if asker.person else (asker.address,):
            self.streams[key] -= 1
            if self.streams[key] <= 0:
                del self.streams[key]

    def make(self, asker: Asker, what: str, number: int = 1) -> None:
        """Count something that is kept: `tables`, `bots` or `people`."""
        wait = self._made[what, self.limits.times].take(asker.address, number)
        if wait == 0.0 and asker.person:
            wait = self._made[what, 1.0].take(asker.person, number)
        if wait > 0.0:
            raise too_many(_TOO_MANY[what], wait)


_TOO_MANY: Final = {
    "tables": Text("you have made many tables: wait a little before the next one"),
    "bots": Text("you have asked many bots to your tables: wait a little"),
    "people": Text("many new guests have come from your network: wait a little"),
}
TOO_FAST: Final = Text("too many requests: wait a moment, then go on")
TOO_MANY_STREAMS: Final = Text("you have too many tables open at once: close some of them")
TOO_MANY_OPEN: Final = Text("you sit at too many tables: finish or leave some of them first")
BOTS_BUSY: Final = Text("the bots have too much to think about just now: try again in a minute")


def too_many(text: Text, wait: float) -> Refusal:
    return Refusal(429, "too-many", text, wait=max(1, ceil(wait)))


@lru_cache(4096)
def address_of(host: str) -> str:
    """Whose address it is: of the newer ones a household has a whole network."""
    if ":" not in host:
        return host
    try:
        number = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.IPv6Network((number, 64), strict=False))
