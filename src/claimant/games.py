"""Which games there are, and by which versions of their rules they can be played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from claimant.claim.game import Claim
from claimant.claim_it.game import ClaimIt
from claimant.game import Game, Illegal
from claimant.language import Text

RULES: Final[dict[tuple[str, int], type[Game]]] = {
    (game.name, game.rules): game for game in (Claim, ClaimIt)
}
"""Every version of every game. An old one stays, so that its records replay by their own rules."""

GAMES: Final[dict[str, type[Game]]] = {
    name: RULES[name, version] for name, version in sorted(RULES)
}
"""The games by name, each by its newest rules."""


def game_of(name: str, rules: int, players: int, options: Mapping[str, str]) -> Game:
    """The set-up that these headers of a record mean; `Illegal`, its code the header at fault."""
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise Illegal(
            "game", Text("there is no game “{name}”, only: {known}", name=name[:40], known=known)
        )
    if (name, rules) not in RULES:
        known = ", ".join(str(version) for other, version in sorted(RULES) if other == name)
        raise Illegal(
            "rules",
            Text(
                "this program does not know version {version} of the rules, only: {known}",
                version=rules,
                known=known,
            ),
        )
    return _set_up(name, rules, players, tuple(options.items()))


@lru_cache(256)
def _set_up(name: str, rules: int, players: int, options: tuple[tuple[str, str], ...]) -> Game:
    """Tables of one set-up share it, and with it all that follows from it."""
    return RULES[name, rules].set_up(players, dict(options))
