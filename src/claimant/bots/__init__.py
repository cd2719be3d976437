"""Players that are not people. A bot gets a `View`, never a state: it knows what its seat knows."""

from __future__ import annotations

from typing import Final, Protocol

from claimant.game import Illegal, View
from claimant.language import Text

NAMES: Final = ("random", "greedy")
"""The bots there are, the weakest first."""


class Bot(Protocol):
    def choose(self, view: View) -> str:
        """One of `view.legal`, as the record writes it. Only asked where there is one."""
        ...


def create(name: str, seed: int) -> Bot:
    """A bot by its name. The same seed and the same views make it choose the same."""
    # The bots are imported here so that listing their names costs nothing.
    if name == "random":
        from claimant.bots.chooser import Chooser

        return Chooser(seed)
    if name == "greedy":
        from claimant.bots.greedy import Greedy

        return Greedy(seed)
    raise Illegal(
        "bot",
        Text("there is no bot called {name}; there are {names}", name=name, names=", ".join(NAMES)),
    )
