"""What a table of Claim It! shows before it shows the next version: the dice, and a bust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimant.components import Moment, Scene
from claimant.games.claim_it.view import ClaimItView
from claimant.games.claim_it.words import bust, rolling
from claimant.i18n import Name, Text

ROLL: Final = 1.1
"""Seconds: the dice tumble, lie still and can be read."""
BUST: Final = 1.7


def scenes(
    before: ClaimItView, event: str, after: ClaimItView, names: Sequence[Name]
) -> list[Scene]:
    """The dice land before anything reacts to them; after a bust everything stays for a moment."""
    if not event.startswith("dice "):
        return []
    assert before.turn is not None
    found = [Scene("dice", ROLL, rolling(before.turn, after.seat, names), parts=("dice",))]
    if after.stage != "place":
        why = (bust(before, after.seat, names),)
        found.append(Scene("bust", BUST, Text("Bust!"), why, ("dice",)))
    return found


def moment(before: ClaimItView, after: ClaimItView) -> Moment | None:
    """Calling the last round."""
    called = after.caller is not None and before.caller is None and after.outcome is None
    return Moment("last-round", Text("The last round!")) if called else None
