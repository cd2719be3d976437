"""Listeners without a connection."""

from __future__ import annotations


class Reader:
    """The output of a listener that has room for more, or has none."""

    def __init__(self, writable: bool = True) -> None:
        self.writable = writable
