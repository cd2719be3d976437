"""The hash chain over a table's events, by which an altered, missing or added event is noticed.

Each link is the SHA-256 of the one before and one event. The first one covers what the table is:
its id, its options and the commitment to its secret. The store keeps only the last link, the head,
in the table's own row: it changes together with the version, and any other history has another.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from claimant.web.store.interface import Event


def first_link(table: str, header: str, secret: bytes) -> bytes:
    """The head of a table without events."""
    commitment = hashlib.sha256(secret).hexdigest()
    return hashlib.sha256(f"claimant chain 1\n{table}\n{commitment}\n{header}".encode()).digest()


def extended(head: bytes, events: Iterable[Event]) -> bytes:
    """The head after these events have followed."""
    for version, event, at in events:
        head = hashlib.sha256(head + struct.pack(">qd", version, at) + event.encode()).digest()
    return head


def numbered(after: int, events: Iterable[str], at: float) -> list[Event]:
    """New events, with the versions that follow `after`."""
    return [Event(version, event, at) for version, event in enumerate(events, after + 1)]
