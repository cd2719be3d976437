"""Bots. A bot receives a `View`, never a state: it knows only what its seat knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata
from time import monotonic
from typing import Final, NamedTuple, Protocol

from claimant.bots.time_limit import Clock
from claimant.game import Illegal, View
from claimant.i18n import Text


class Level(NamedTuple):
    """How a level is described to people, and its time per decision."""

    name: Text
    about: Text
    budget: float
    """The most seconds per decision, on one core."""


LEVELS: Final = {
    "novice": Level(Text("novice"), Text("has just learnt the rules"), 0.1),
    "easy": Level(Text("easy"), Text("does not look ahead"), 0.1),
    "normal": Level(Text("normal"), Text("knows what it is doing"), 0.1),
    "hard": Level(Text("hard"), Text("thinks ahead and forgives little"), 1.0),
    "expert": Level(Text("expert"), Text("the best we have: takes its time"), 3.0),
}
"""The levels that people play against, the weakest first."""

NAMES: Final = ("random", *LEVELS)
"""The bots that come with claimant, the weakest first; `names()` adds those of other packages."""

GROUP: Final = "claimant.bots"
"""The entry point group of bots in other packages. Each entry point is a function that takes a seed
and a budget in seconds per decision and gives a `Bot`."""

USUAL_BUDGET: Final = 1.0
"""Seconds per decision for a bot of another package, which has no level to say otherwise."""

USUAL: Final = "normal"
"""The default level."""

UNHURRIED: Final = 3600.0
"""A budget for when nobody waits and a seed has to give the same game on any machine: a search cut
off by the clock would give another one."""


class Bot(Protocol):
    def choose(self, view: View) -> str:
        """One of `view.legal`, which must not be empty."""
        ...


class Levels(NamedTuple):
    """The bots of one game, as its registry entry names them."""

    create: Callable[[str, int, float, Clock], Bot]
    """Creates a bot of a level with a seed, a budget of seconds per decision, and the clock that
    the budget is measured by."""
    warm_up: Callable[[], None]
    """Compiles the kernels that the bots use."""


@cache
def installed() -> Mapping[str, metadata.EntryPoint]:
    """The bots of other packages by name. They are looked up once per process, because packages do
    not change while it runs; a name that claimant uses itself is ignored."""
    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    return {point.name: point for point in points if point.name not in NAMES}


def names() -> tuple[str, ...]:
    """Every bot by name: ours, the weakest first, then those of other packages."""
    return (*NAMES, *installed())


def budget_of(name: str) -> float:
    """Seconds per decision that a bot may take if nobody says otherwise."""
    if name in LEVELS:
        return LEVELS[name].budget
    return USUAL_BUDGET if name in installed() else 0.0


def create(name: str, seed: int, budget: float | None = None, clock: Clock = monotonic) -> Bot:
    """A bot by its name. It chooses the same for the same seed and the same views.

    A level does a fixed amount of work. After `budget` seconds it is cut off and answers with the
    best choice found so far; the default budget is more than it needs.
    """
    # The bots are imported here so that listing their names costs nothing.
    if name == "random":
        from claimant.bots.random_bot import RandomBot

        return RandomBot(seed)
    if name in LEVELS:
        from claimant.bots.level_bot import LevelBot

        return LevelBot(name, seed, budget_of(name) if budget is None else budget, clock)
    if name in installed():
        bot: Bot = installed()[name].load()(seed, budget_of(name) if budget is None else budget)
        return bot
    raise Illegal(
        "bot",
        Text(
            "there is no bot called {name}; there are {names}",
            name=name,
            names=", ".join(names()),
        ),
    )
