"""The bots of a contest by name, some with a time budget of their own.

`expert`, `expert@0.1` (a tenth of a second per decision), `open_spiel:ismcts=1000`. A name becomes
a bot only where the games are played: in another process or on another machine.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from claimant import bots
from claimant.bots import UNHURRIED, Bot, BotLike
from claimant.bots.sources import NETWORK, OPEN_SPIEL
from claimant.game import Illegal
from claimant.i18n import Text


def create(entrant: BotLike, seed: int) -> Bot:
    """The bot that an entrant stands for; `Illegal` if there is no such bot."""
    if not isinstance(entrant, str):
        return bots.create(entrant, seed, UNHURRIED)
    if entrant.startswith(OPEN_SPIEL):
        return bots.create(entrant, seed)
    name, seconds = _name_and_time(entrant)
    return bots.create(name, seed, _budget(entrant, seconds) if seconds else UNHURRIED)


def check(entrants: Sequence[str], least: int = 2) -> None:
    """Raise `Illegal` if these cannot play a contest."""
    if len(entrants) < least:
        raise Illegal("entrants", Text("an arena is for two bots or more"))
    for entrant in entrants:
        # Creating a bot may take a while, so check the name first.
        if not bots.is_known(_name_and_time(entrant)[0]):
            known = (
                *bots.names(),
                *bots.EARLIER,
                f"{OPEN_SPIEL}…",
                f"FILE{NETWORK}",
                "module:factory",
            )
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
    return _name_and_time(entrant)[0] + "@0.01"


def versions(entrants: Sequence[str]) -> dict[str, str]:
    """A hash of each entrant that is a file, as it was when the contest began."""
    files = {one: _name_and_time(one)[0] for one in entrants}
    return {
        one: hashlib.sha256(Path(file).read_bytes()).hexdigest()[:8]
        for one, file in files.items()
        if file.endswith(NETWORK)
    }


def labels(entrants: Sequence[str]) -> list[str]:
    """A different label for each entrant: the second `hard` is `hard (2)`."""
    seen: Counter[str] = Counter()
    found = []
    for entrant in entrants:
        seen[entrant] += 1
        found.append(entrant if seen[entrant] == 1 else f"{entrant} ({seen[entrant]})")
    return found


def _name_and_time(entrant: str) -> tuple[str, str]:
    """`hard@0.5` as a name and seconds, which are empty if nothing limits the time."""
    name, at, seconds = entrant.rpartition("@")
    return (name, seconds or "-") if at else (entrant, "")


def _budget(entrant: str, seconds: str) -> float:
    try:
        budget = float(seconds.removesuffix("s"))
    except ValueError:
        budget = 0.0
    if not 0 < budget < float("inf"):
        raise Illegal(
            "budget",
            Text("give the seconds per decision after @, as in hard@0.5, not {name}", name=entrant),
        )
    return budget
