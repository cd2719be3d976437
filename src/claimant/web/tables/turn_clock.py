"""The clock of a game: when the time for each of its decisions began."""

from __future__ import annotations


class TurnClock:
    """When the time for each decision of a game began."""

    def __init__(self, created: float) -> None:
        self._began = [created]
        """By version."""
        self.resumed = 0.0
        """No decision's time began earlier: the server was down, or the player was away."""

    def add(self, event: str, at: float) -> None:
        self._began.append(self._begins(event, at))

    @property
    def since(self) -> float:
        """When the time for the current decision began."""
        return self.at(-1)

    @property
    def recorded(self) -> float:
        """The same by the events alone."""
        return self._began[-1]

    def at(self, version: int) -> float:
        return max(self._began[version], self.resumed)

    def after(self, event: str, now: float) -> float:
        """When the time for the decision after an event begins."""
        return max(self._begins(event, now), self.resumed)

    def _begins(self, event: str, now: float) -> float:
        """Undoing an event does not buy time: the clock continues from before it."""
        return self._began[-2] if event == "undo" else now
