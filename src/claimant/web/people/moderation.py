"""What the operator of a server decides: reports, and blocks of people and addresses. Every action
is logged in the store."""

from __future__ import annotations

import ipaddress
import logging
from typing import Final

from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.http.limits import client_address
from claimant.web.ops.periodic import Periodic
from claimant.web.ops.settings import Settings
from claimant.web.people.accounts import Accounts
from claimant.web.people.people import People
from claimant.web.store.interface import Store
from claimant.web.store.moderation import BlockRow

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

REFRESH: Final = 10.0
"""Seconds after which a block that another process has set is noticed."""
MAX_REASON: Final = 280
MAX_ADDRESSES: Final = 10_000
"""Addresses of which it is remembered whether they are blocked."""
MAX_NEW: Final = 100
"""People blocked between two looks, and tables of each, that are looked after."""
WIDEST: Final = {4: 8, 6: 19}
"""The shortest prefix that can be blocked, so that nobody blocks everyone by mistake."""

log: Final = logging.getLogger(__name__)


class Moderation:
    def __init__(
        self, store: Store, people: People, accounts: Accounts, settings: Settings
    ) -> None:
        self._store = store
        self._people = people
        self._accounts = accounts
        self._settings = settings
        self._networks: list[Network] = []
        self._known: dict[str, bool] = {}
        """By address, whether it is blocked. At most `MAX_ADDRESSES`; emptied when it is full and
        whenever the blocks are read."""
        self._people_until = settings.now()
        """The latest block of a person that is known here."""
        self._readings = Periodic(self._read, "moderation", REFRESH, first=REFRESH)

    async def open(self) -> None:
        await self._read_addresses()
        self._readings.open()

    async def close(self) -> None:
        await self._readings.close()

    async def _read(self) -> None:
        """Read the blocks again; if that fails, the ones known so far stay."""
        await self._read_addresses()
        await self._read_people()

    async def _read_addresses(self) -> None:
        rows = await self._store.blocked_addresses()
        self._networks = [ipaddress.ip_network(row.subject) for row in rows]
        self._known = {}

    async def _read_people(self) -> None:
        """End what people who were blocked by another process do with the tokens of their seats."""
        rows = await self._store.blocked_people(MAX_NEW)
        for person, _, since in rows:
            if since > self._people_until:
                tables = await self._store.tables_of(person, MAX_NEW)
                await self._accounts.refresh([table.id for table in tables])
        self._people_until = max([self._people_until, *(since for _, _, since in rows)])

    def is_blocked(self, address: str) -> bool:
        """Whether requests from an address, as `client_address` gives it, are refused."""
        if not self._networks:
            return False
        found = self._known.get(address)
        if found is None:
            network = as_network(address)
            found = network is not None and any(
                network.network_address in block and network.prefixlen >= block.prefixlen
                for block in self._networks
            )
            if len(self._known) >= MAX_ADDRESSES:
                self._known = {}
            self._known[address] = found
        return found

    # The operator's actions. `who` is where they act: `command` or `page`.

    async def block(self, subject: str, reason: str, who: str) -> None:
        """Block an address, a network or, by their id, a person."""
        now, reason = self._settings.now(), reason.strip()[:MAX_REASON]
        network = as_network(client_address(subject))
        if network is not None:
            if network.prefixlen < WIDEST[network.version]:
                raise Refusal(422, "block", Text("this network is too large to be blocked"))
            subject = str(network)
            await self._store.block_address(BlockRow(subject, reason, now))
            await self._read_addresses()
        else:
            await self._accounts.block(subject, now)
        await self._store.log_action(now, who, "block", subject, reason)

    async def unblock(self, subject: str, who: str) -> None:
        network = as_network(client_address(subject))
        if network is not None:
            subject = str(network)
            if not await self._store.unblock_address(subject):
                raise Refusal(404, "not-found", Text("this address is not blocked"))
            await self._read_addresses()
        else:
            await self._accounts.block(subject, None)
        await self._store.log_action(self._settings.now(), who, "unblock", subject, "")

    async def forget(self, person: str, who: str) -> None:
        """Forget a person who cannot do it themselves."""
        found = await self._people.find(person)
        if found is None:
            raise Refusal(404, "not-found", Text("there is no person with this id"))
        await self._accounts.forget(found)
        await self._store.log_action(self._settings.now(), who, "forget", "", "")

    async def close_report(self, table: str, n: int, who: str, *, delete: bool) -> None:
        """Close a report; with `delete`, also delete the line of talk."""
        report = await self._store.close_report(table, n, delete=delete)
        if report is None:
            raise Refusal(404, "not-found", Text("this report is closed already"))
        if delete:
            await self._accounts.refresh([table])
        action = "delete-talk" if delete else "dismiss"
        subject = report.person or ""
        await self._store.log_action(self._settings.now(), who, action, subject, f"{table} {n}")


def as_network(text: str) -> Network | None:
    """An address or a network; None if the text is neither."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
