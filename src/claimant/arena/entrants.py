"""The bots of a contest by name, some with a time budget of their own.

`expert`, `expert@0.1` (a tenth of a second per decision), `open_spiel:ismcts=1000`. A name becomes
a bot only where the games are played: in another process or on another machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from claimant.bots import UNHURRIED, Bot, names
from claimant.envs import OPEN_SPIEL, create_bot
from claimant.game import Illegal
from claimant.i18n import Text


def create(entrant: str, seed: int) -> Bot:
    """The bot that an entrant stands for; `Illegal` if there is no such bot."""
    if entrant.startswith(OPEN_SPIEL):
        return create_bot(entrant, seed)
    name, at, seconds = entrant.partition("@")
    return create_bot(name, seed, _budget(entrant, seconds) if at else UNHURRIED)


def check(entrants: Sequence[str]) -> None:
    """Raise `Illegal` if these cannot play a contest."""
    if len(entrants) < 2:
        raise Illegal("entrants", Text("an arena is for two bots or more"))
    for entrant in entrants:
        # Creating a bot may take a while, so check the name first.
        if not entrant.startswith(OPEN_SPIEL) and entrant.partition("@")[0] not in names():
            known = (*names(), f"{OPEN_SPIEL}…")
            raise Illegal(
                "bot",
                Text(
                    "there is no bot called {name}; there are {names}",
                    name=entrant or "“”",
                    names=", ".join(known),
                ),
            )
        create(entrant, 0)


def with_least_time(entrant: str) -> str:
    """The same bot with next to no time per decision."""
    if entrant.startswith(OPEN_SPIEL):
        return re.sub("[=@].*", "=2", entrant)
    return entrant.partition("@")[0] + "@0.01"


def labels(entrants: Sequence[str]) -> list[str]:
    """A different label for each entrant: the second `hard` is `hard (2)`."""
    seen: Counter[str] = Counter()
    found = []
    for entrant in entrants:
        seen[entrant] += 1
        found.append(entrant if seen[entrant] == 1 else f"{entrant} ({seen[entrant]})")
    return found


def _budget(entrant: str, seconds: str) -> float:
    try:
        budget = float(seconds.removesuffix("s"))
    except ValueError:
        budget = 0.0
    if not 0 < budget < float("inf"):
        raise Illegal(
            "budget",
            Text(
                "after the @ stand the seconds a decision, as in hard@0.5, not {name}", name=entrant
            ),
        )
    return budget
