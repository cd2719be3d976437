"""Who plays in an arena: a bot by its name, perhaps with a time of its own.

`expert`, `expert@0.1` (a tenth of a second a decision), `open_spiel:ismcts=1000`. Names are made
into bots where the games are played, in another process or on another machine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from claimant.bots import UNHURRIED, Bot, create, names
from claimant.game import Illegal
from claimant.i18n import Text

OPEN_SPIEL: Final = "open_spiel:"
"""OpenSpiel's bots begin so; what follows is theirs to read."""


def seated(entrant: str, seed: int) -> Bot:
    """The bot that an entrant sends to a table; `Illegal` where there is none of that name."""
    if entrant.startswith(OPEN_SPIEL):
        from claimant.envs.open_spiel import bot

        return bot(entrant, seed)
    name, at, seconds = entrant.partition("@")
    return create(name, seed, _budget(entrant, seconds) if at else UNHURRIED)


def check(entrants: Sequence[str]) -> None:
    """`Illegal` where these cannot meet."""
    if len(entrants) < 2:
        raise Illegal("entrants", Text("an arena is for two bots or more"))
    for entrant in entrants:
        # Before there is a bot to make, which may take a while: is the name right?
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
        seated(entrant, 0)


def hurried(entrant: str) -> str:
    """The same bot with next to no time to think."""
    if entrant.startswith(OPEN_SPIEL):
        return re.sub("[=@].*", "=2", entrant)
    return entrant.partition("@")[0] + "@0.01"


def labels(entrants: Sequence[str]) -> list[str]:
    """Their names, told apart where one comes twice: `hard`, `hard (2)`."""
    seen: Counter[str] = Counter()
    told = []
    for entrant in entrants:
        seen[entrant] += 1
        told.append(entrant if seen[entrant] == 1 else f"{entrant} ({seen[entrant]})")
    return told


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
