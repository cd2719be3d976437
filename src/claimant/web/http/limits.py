"""How much one person, or one address, may ask of the server, so that it stays fast for the others.

An address gets several times the allowance of a person: a family, or a whole class, may share one.
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
"""A whole page is as much work as this many moves or files."""
MOMENT_COST: Final = 3.0
"""A moment of a finished game: a table without the page around it."""
HINT_COST: Final = 30.0
"""A hint is as much work as this many moves or files, but for one of the bots' processes."""
EVENTS_PER_REQUEST: Final = 25
"""This many events of a game, sent again, are as much work as a move."""
HOUR: Final = 3600.0
MAX_KEYS: Final = 20_000
"""Keys of a token bucket; full buckets are dropped first."""
ROUNDING: Final = 1e-6
"""Tolerance, in seconds, for sums and differences of times."""


@dataclass(frozen=True)
class Limits:
    """The allowance of one person. An address gets `address_factor` times as much."""

    rate: float = 30.0
    """Sustained requests per second; a page counts as ten."""
    burst: float = 150.0
    """Requests at once."""
    address_factor: float = 4.0
    concurrent: int = 8
    """Requests from one address that are answered at the same time. Further ones wait for their
    turn, so that a crowd at one address never delays everyone else."""
    connections: int = 100
    """Open connections; counted per address only, and not behind a proxy."""
    streams: int = 20
    """Open feeds: one per tab with a table."""
    tables: float = 60.0
    """New tables per hour, half of which may come at once."""
    open_tables: int = 100
    """Unfinished tables that a person sits at."""
    bots: float = 240.0
    """Bots invited to tables per hour, half of which may come at once."""
    people: float = 60.0
    """New guests per hour, half of which may come at once."""
    talk: float = 600.0
    """Lines of talk per hour, half of which may come at once."""
    reports: float = 20.0
    """Reported lines of talk per hour, half of which may come at once."""
    passkeys: float = 60.0
    """Attempts per hour to create or use a passkey or a recovery code, and downloads of all that is
    stored about a person; half of them may come at once."""
    messages: float = 20.0
    """Changes per hour of where messages are sent, and test messages; half of them may come at
    once."""
    evenings: float = 20.0
    """New series and tournaments per hour, half of which may come at once."""
    open_evenings: int = 20
    """Series and tournaments of one organiser that are not over."""
    queued_bots: int = 200
    """Bots waiting to move, per bot process; beyond that no bot can be invited to a table."""
    request_seconds: float = 15.0
    """Seconds for the headers of a request to arrive, and as many for its body."""

    @classmethod
    def of_rate(cls, rate: float) -> Limits:
        """The default limits scaled to a rate; 0: no limits at all."""
        share = (rate or 1e9) / cls.rate
        return cls(
            rate=cls.rate * share,
            burst=cls.burst * share,
            concurrent=ceil(cls.concurrent * share),
            connections=ceil(cls.connections * share),
            streams=ceil(cls.streams * share),
            tables=cls.tables * share,
            open_tables=ceil(cls.open_tables * share),
            bots=cls.bots * share,
            people=cls.people * share,
            talk=cls.talk * share,
            reports=cls.reports * share,
            passkeys=cls.passkeys * share,
            messages=cls.messages * share,
            evenings=cls.evenings * share,
            open_evenings=ceil(cls.open_evenings * share),
            queued_bots=cls.queued_bots if rate else 10**9,
        )


NO_LIMITS: Final = Limits.of_rate(0)


class TokenBucket:
    """Allows a burst, and a sustained rate per second, for each key separately.

    Stores nothing but the time at which a key's bucket will be full again. Bounded by `MAX_KEYS`;
    a bucket that is full is the same as none."""

    def __init__(self, rate: float, burst: float) -> None:
        self._each: Final = 1.0 / rate
        self._depth: Final = burst / rate
        self._full: dict[Hashable, float] = {}

    def take(self, key: Hashable, cost: float = 1.0, now: float | None = None) -> float:
        """Take `cost` from the bucket and return 0.0, or return the seconds until there is enough
        in it."""
        now = monotonic() if now is None else now
        wait = self.wait(key, cost, now)
        if wait > 0.0:
            return wait
        self._full[key] = max(self._full.get(key, 0.0), now) + cost * self._each
        if len(self._full) > MAX_KEYS:
            self._drop_full(now)
        return 0.0

    def wait(self, key: Hashable, cost: float = 1.0, now: float | None = None) -> float:
        """Seconds until there is enough in the bucket; 0.0 if there is now."""
        now = monotonic() if now is None else now
        full = max(self._full.get(key, 0.0), now) + cost * self._each
        wait = full - now - self._depth
        return wait if wait > ROUNDING else 0.0

    def _drop_full(self, now: float) -> None:
        self._full = {key: full for key, full in self._full.items() if full > now}
        # If very many are not full, those that will be soonest matter least.
        if len(self._full) > MAX_KEYS // 2:
            latest = sorted(self._full.items(), key=lambda item: item[1])[-MAX_KEYS // 2 :]
            self._full = dict(latest)

    def __len__(self) -> int:
        return len(self._full)


class ConcurrencyLimit:
    """Answers a limited number of requests per address at the same time, in the order of arrival.
    Bounded by the requests in progress."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._busy: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    def __len__(self) -> int:
        """Addresses with requests in progress."""
        return len(self._busy)

    def enter(self, address: str) -> bool:
        """Whether the request may be answered now; otherwise `wait`. In either case `leave` after
        it."""
        busy = self._busy.get(address, 0)
        if busy >= self._limit:
            return False
        self._busy[address] = busy + 1
        return True

    async def wait(self, address: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # cancelled just after its turn had come
                self.leave(address)
            raise

    def leave(self, address: str) -> None:
        """Pass the place on to the next request that waits."""
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


class Client(NamedTuple):
    """Whose allowance a request uses."""

    address: str
    credential: bytes
    """The cookie or token of the request; empty without one. It need not be valid: only its holder
    can use up its allowance."""


class RateLimiter:
    """Counts requests, open feeds and created things, and rejects those over the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits: Final = limits
        factor = limits.address_factor
        self._people = TokenBucket(limits.rate, limits.burst)
        self._addresses = TokenBucket(limits.rate * factor, limits.burst * factor)
        self._created = {
            (what, times): TokenBucket(number * times / HOUR, number * times / 2)
            for what, number in (
                ("tables", limits.tables),
                ("bots", limits.bots),
                ("people", limits.people),
                ("talk", limits.talk),
                ("reports", limits.reports),
                ("passkeys", limits.passkeys),
                ("messages", limits.messages),
                ("evenings", limits.evenings),
            )
            for times in (1.0, factor)
        }
        self.streams: Final[Counter[Hashable]] = Counter()
        """Open feeds by address and by credential."""
        self.concurrency: Final = ConcurrencyLimit(limits.concurrent)

    def admit(self, client: Client, cost: float) -> float:
        """Count a request and return 0.0, or return the seconds until it may be repeated."""
        now = monotonic()
        wait = self._addresses.take(client.address, cost, now)
        if wait == 0.0 and client.credential:
            wait = self._people.take(client.credential, cost, now)
        return wait

    def charge(self, client: Client, cost: float) -> None:
        """Count what an answer costs beyond its request; raises `Refusal` if that is too much. At
        most half of what may come at once is counted: a long game is expensive, not forbidden."""
        wait = self.admit(client, min(cost, self.limits.burst / 2))
        if wait > 0.0:
            raise too_many(TOO_FAST, wait)

    def open_stream(self, client: Client) -> bool:
        """Count one more feed, if it is within the limits. `close_stream` ends it."""
        most = self.limits.streams
        if self.streams[client.address] >= most * self.limits.address_factor:
            return False
        if client.credential:
            if self.streams[client.credential] >= most:
                return False
            self.streams[client.credential] += 1
        self.streams[client.address] += 1
        return True

    def close_stream(self, client: Client) -> None:
        for key in filter(None, client):
            self.streams[key] -= 1
            if self.streams[key] <= 0:
                del self.streams[key]

    def create(self, client: Client, what: str, number: int = 1) -> None:
        """Count something that is stored, such as `tables` or `talk`. Raises `Refusal` if it is
        too much."""
        # The person first: what one is refused is not taken from the others at the address.
        wait = 0.0
        if client.credential:
            wait = self._created[what, 1.0].take(client.credential, number)
        if wait == 0.0:
            wait = self._created[what, self.limits.address_factor].take(client.address, number)
        if wait > 0.0:
            raise too_many(_TOO_MANY[what], wait)


_TOO_MANY: Final = {
    "tables": Text("you have made many tables: wait a little before the next one"),
    "bots": Text("you have invited many bots to your tables: wait a little"),
    "people": Text("many new guests have come from your network: wait a little"),
    "talk": Text("you have said a lot: wait a little before you go on"),
    "passkeys": Text("that was tried very often: wait a little"),
    "messages": Text("you have asked for many messages: wait a little"),
    "reports": Text("you have reported many lines: wait a little"),
    "evenings": Text("you have started many series and tournaments: wait a little"),
}
TOO_FAST: Final = Text("too many requests: wait a moment, then go on")
TOO_MANY_STREAMS: Final = Text("you have too many tables open at once: close some of them")
TOO_MANY_OPEN: Final = Text("you sit at too many tables: finish or leave some of them first")
TOO_MANY_EVENINGS: Final = Text(
    "you have too many series and tournaments going: finish or end some of them first"
)
BOTS_BUSY: Final = Text("the bots have too much to think about just now: try again in a minute")


def too_many(text: Text, wait: float) -> Refusal:
    return Refusal(429, "too-many", text, wait=max(1, ceil(wait)))


@lru_cache(4096)  # by host; nothing invalidates it
def client_address(host: str) -> str:
    """The address that a host is counted by: under IPv6 a household has a whole network."""
    if ":" not in host:
        return host
    try:
        number = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.IPv6Network((number, 64), strict=False))
