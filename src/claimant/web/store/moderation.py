"""The interface of the store for moderation: reports, blocks, and the log of what was done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True)
class ReportRow:
    """A reported line of talk. It has a copy of the line, which may be displaced meanwhile."""

    table: str
    n: int
    person: str | None
    """Who said it; None for a program without a person."""
    name: str
    text: str
    reporter: str | None
    reason: str
    address: str
    """The address that it was said from, if the server still knew it."""
    at: float
    """When it was reported."""


class BlockRow(NamedTuple):
    subject: str
    """A person's id, or an address or network."""
    reason: str
    at: float


class AuditRow(NamedTuple):
    n: int
    at: float
    who: str
    """`command` or `page`."""
    action: str
    subject: str
    detail: str


class MutedRow(NamedTuple):
    id: str
    talker: str
    """A person's id, or `TABLE/SEAT` for a seat without a person."""
    name: str
    """As it was when they were muted."""
    at: float


class ModerationStore(Protocol):
    # What players decide.

    async def bar(self, table: str, person: str) -> None:
        """Remember that the host has removed a person from a table."""
        ...

    async def is_barred(self, table: str, person: str) -> bool: ...

    async def close_chat(self, table: str, closed: bool) -> None: ...

    async def set_tempo(self, table: str, tempo: str) -> None:
        """Change how long pages show what happens."""
        ...

    async def mute(self, owner: str, muted: MutedRow, limit: int) -> bool:
        """Returns whether there was room for one more."""
        ...

    async def unmute(self, owner: str, muted: str) -> None: ...

    async def muted(self, owner: str) -> list[MutedRow]: ...

    async def report(self, report: ReportRow, limit: int) -> bool:
        """Add a report, unless the line has been reported already. Returns whether there was room
        for one more."""
        ...

    async def reports_by(self, person: str) -> list[ReportRow]:
        """What a person has reported and nobody has looked at yet."""
        ...

    # What the operator decides.

    async def reports(self, limit: int) -> list[ReportRow]:
        """The latest reports first."""
        ...

    async def close_report(self, table: str, n: int, *, delete: bool) -> ReportRow | None:
        """Remove a report and, with `delete`, also the line of talk."""
        ...

    async def block_address(self, block: BlockRow) -> None: ...

    async def unblock_address(self, subject: str) -> bool: ...

    async def blocked_addresses(self) -> list[BlockRow]: ...

    async def blocked_people(self, limit: int) -> list[tuple[str, str, float]]:
        """Id, name, and since when."""
        ...

    async def log_action(self, at: float, who: str, action: str, subject: str, detail: str) -> None:
        """Add a line to the log of the operator's actions."""
        ...

    async def actions(self, limit: int) -> list[AuditRow]:
        """The log of the operator's actions, the latest first."""
        ...
