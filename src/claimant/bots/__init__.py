"""Bots. A bot receives a `View`, never a state: it knows only what its seat knows."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import metadata
from time import monotonic
from typing import Final, NamedTuple

from claimant.bots.sources import Bot as Bot
from claimant.bots.sources import BotLike as BotLike
from claimant.bots.sources import Factory, as_factory, find
from claimant.bots.time_limit import Clock
from claimant.game import Illegal
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
    "expert": Level(Text("expert"), Text("looks far ahead and takes its time"), 3.0),
    "master": Level(Text("master"), Text("taught itself: the best we have"), 1.0),
}
"""The levels that people play against, the weakest first."""

FAIR: Final = "fair"
"""A strength that people can choose instead of a level. Which mixture of levels plays is settled
when a game begins (`teaching.fair_match`), so there is no bot of this name."""

OFFERED: Final = {
    FAIR: Level(Text("my level"), Text("as strong as you: follows your results"), 0.0),
    **LEVELS,
}
"""What people can choose to play against."""

NAMES: Final = ("random", *LEVELS)
"""The bots that come with claimant, the weakest first; `names()` adds those of other packages."""

EARLIER: Final = {"expert-1": "expert"}
"""Levels as they once were, for comparisons in the arena, and the levels that replaced them."""

GROUP: Final = "claimant.bots"
"""The entry point group of bots in other packages. Each entry point is a class or function that
creates a `Bot`; it may take a seed, and a budget in seconds per decision."""

NAMED: Final = "CLAIMANT_BOTS"
"""The environment variable with the bots that the operator offers by name: `NAME=BOT`, separated by
spaces. Only these, those of packages and our own can be chosen by visitors of a server."""
_SHORT_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,30}")

USUAL_BUDGET: Final = 1.0
"""Seconds per decision for a bot of another package, which has no level to say otherwise."""

USUAL: Final = "normal"
"""The default level."""

UNHURRIED: Final = 3600.0
"""A budget for when nobody waits and a seed has to give the same game on any machine: a search cut
off by the clock would give another one."""


class Levels(NamedTuple):
    """The bots of one game, as its registry entry names them."""

    create: Callable[[str, int, float, Clock], Bot]
    """Creates a bot of a level with a seed, a budget of seconds per decision, and the clock that
    the budget is measured by."""
    warm_up: Callable[[], None]
    """Compiles the kernels that the bots use."""
    earlier: tuple[str, ...] = ()
    """The names in EARLIER that the game still has bots for."""
    levels: tuple[str, ...] = ("novice", "easy", "normal", "hard", "expert")
    """The levels that the game has bots for, the weakest first. The last one also plays for those
    of LEVELS that are missing."""


@cache
def installed() -> Mapping[str, Factory]:
    """The bots of other packages, and those that the operator has named, by name. They are looked
    up once per process; a name that claimant uses itself is ignored."""
    points = sorted(metadata.entry_points(group=GROUP), key=lambda point: point.name)
    packaged = {point.name: _of_package(point) for point in points}
    found = packaged | {name: _of_source(source) for name, source in _named().items()}
    return {name: one for name, one in found.items() if name not in NAMES}


def _of_package(point: metadata.EntryPoint) -> Factory:
    return lambda seed, budget: as_factory(point.load())(seed, budget)


def _named() -> dict[str, str]:
    """The bots that the operator has named: the source of each."""
    pairs = [text.partition("=") for text in os.environ.get(NAMED, "").split()]
    return {name: source for name, _, source in pairs if _SHORT_NAME.fullmatch(name)}


def _of_source(source: str) -> Factory:
    def make(seed: int, budget: float) -> Bot:
        factory = find(source)  # loaded when first needed; cannot be another name here
        if factory is None:
            raise _unknown(source)
        return factory(seed, budget)

    return make


def check_named() -> None:
    """Load the bots that the operator has named; `Illegal` if one of them cannot be used."""
    for text in os.environ.get(NAMED, "").split():
        name, _, source = text.partition("=")
        if not source or name in NAMES or name not in installed():
            raise Illegal(
                "bot",
                Text(
                    "{text} is not NAME=BOT, as in mine=my_module:MyBot or net=best.npz",
                    text=text[:80],
                ),
            )
        create(name, 0)


def names() -> tuple[str, ...]:
    """Every bot by name: ours, the weakest first, then those of other packages."""
    return (*NAMES, *installed())


def budget_of(name: str) -> float:
    """Seconds per decision that a bot may take if nobody says otherwise."""
    level = EARLIER.get(name, name)
    if level in LEVELS:
        return LEVELS[level].budget
    from claimant.bots.mixture import mixture

    mixed = mixture(name)
    if mixed is not None:
        return mixed.budget
    return USUAL_BUDGET if name in installed() else 0.0


def is_known(name: str) -> bool:
    """Whether there is a bot of this name; `Illegal` if there should be, but it cannot be
    loaded."""
    from claimant.bots.mixture import mixture

    return name in (*names(), *EARLIER) or mixture(name) is not None or find(name) is not None


def level_name(name: str) -> Text:
    """How strong a bot is, in words; for a bot of another package, its name."""
    from claimant.bots.mixture import mixture

    if name == FAIR:
        return Text("fair match")  # whose level it is depends on the reader
    if name in OFFERED:
        return OFFERED[name].name
    if name == "random":
        return Text("random")
    mixed = mixture(name)
    return Text("{level}", level=name) if mixed is None else mixed.words


def create(bot: BotLike, seed: int, budget: float | None = None, clock: Clock = monotonic) -> Bot:
    """A bot by its name, or from an object or factory. A named one chooses the same for the same
    seed and the same views.

    A level does a fixed amount of work. After `budget` seconds it is cut off and answers with the
    best choice found so far; the default budget is more than it needs.
    """
    if not isinstance(bot, str):
        return as_factory(bot)(seed, USUAL_BUDGET if budget is None else budget)
    name = bot
    # The bots are imported here so that listing their names costs nothing.
    if name == "random":
        from claimant.bots.random_bot import RandomBot

        return RandomBot(seed)
    if name in LEVELS or name in EARLIER:
        from claimant.bots.level_bot import LevelBot

        return LevelBot(name, seed, budget_of(name) if budget is None else budget, clock)
    from claimant.bots.mixture import MixtureBot, mixture

    mixed = mixture(name)
    if mixed is not None:
        return MixtureBot(mixed, seed, mixed.budget if budget is None else budget, clock)
    factory = installed().get(name) or find(name)
    if factory is not None:
        return factory(seed, USUAL_BUDGET if budget is None else budget)
    raise _unknown(name)


def _unknown(name: str) -> Illegal:
    return Illegal(
        "bot",
        Text(
            "there is no bot called {name}; there are {names}",
            name=name,
            names=", ".join(names()),
        ),
    )
