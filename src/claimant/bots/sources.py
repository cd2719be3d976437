"""External bots: Python objects and factories, modules, files of networks, other projects.

A name is `module:factory`, `module:factory=FILE`, a file `….npz`, or one of OpenSpiel's bots. Names
like these run code or read files: they are for people at their own machine, never for visitors of a
server.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, Protocol

from claimant import registry
from claimant.game import Illegal, View
from claimant.i18n import Text


class Bot(Protocol):
    def choose(self, view: View) -> str:
        """One of `view.legal`, which must not be empty."""
        ...


Factory = Callable[[int, float], Bot]
"""Creates a bot with a seed and a budget of seconds per decision."""

BotLike = str | Bot | Callable[..., Bot]
"""A bot by name, as an object, or as a class or function that creates one. The function is called
with as many of these as it takes: a seed, and a budget of seconds per decision."""

OPEN_SPIEL: Final = "open_spiel:"
"""The prefix of the names of OpenSpiel's bots."""
NETWORK: Final = ".npz"
"""How the names of files of networks end."""
_IN_MODULE: Final = re.compile(r"([a-z_]\w*(?:\.\w+)*):([a-z_]\w*)(?:=(.+))?", re.I | re.A)


def find(name: str) -> Factory | None:
    """What creates the bots of a name; None if it is not one of these names. `Illegal` if it is,
    but cannot be loaded."""
    if name.startswith(OPEN_SPIEL):
        create: Callable[[str, int], Bot] = registry.part("claimant.envs.open_spiel_bots:bot")
        return lambda seed, _: create(name, seed)
    if name.endswith(NETWORK):
        network: Bot = registry.part("claimant.envs.network_bot:load")(name)
        return lambda _seed, _budget: network
    found = _IN_MODULE.fullmatch(name)
    return None if found is None else _of_module(name, *found.groups())


def _of_module(name: str, module: str, attribute: str, file: str | None) -> Factory:
    if os.getcwd() not in sys.path:  # where one's own bots are, as with `python -m`
        sys.path.append(os.getcwd())
    try:
        made = getattr(import_module(module), attribute)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise Illegal("bot", Text("{name} cannot be loaded: {why}", name=name, why=why)) from error
    return as_factory(made, *([] if file is None else [file]))


def as_factory(made: Any, *first: str) -> Factory:
    """What creates the bot that an object is, or that a class or function creates. The latter is
    called with `first`, a seed and a budget, or the first few of them."""
    if not isinstance(made, type) and hasattr(made, "choose"):
        bot: Bot = made
        return lambda _seed, _budget: bot
    if not callable(made):
        raise Illegal(
            "bot", Text("a bot has a method choose(view); {value} has none", value=repr(made)[:60])
        )
    takes = _positional(made)

    def create(seed: int, budget: float) -> Bot:
        found: Bot = made(*(*first, seed, budget)[:takes])
        return found

    return create


def _positional(function: Callable[..., Any]) -> int:
    """How many positional arguments a function takes."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # compiled: it does not say
        return 0
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return 3
    return sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters)
