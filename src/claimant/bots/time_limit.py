"""The time a bot has for one decision."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

Clock = Callable[[], float]
"""Returns the seconds since some fixed moment and never goes backwards."""


class TimeLimit:
    """A number of seconds that starts to run when the object is created.

    Bots receive their clock instead of importing one, so that a test can give them a slow machine.
    """

    __slots__ = ("_began", "_clock", "seconds")

    def __init__(self, seconds: float, clock: Clock = monotonic) -> None:
        self.seconds: Final = seconds
        self._clock = clock
        self._began = clock()

    @property
    def spent(self) -> float:
        """The seconds used so far."""
        return self._clock() - self._began

    @property
    def is_up(self) -> bool:
        """Whether more seconds have passed than were allowed."""
        return self.spent > self.seconds
