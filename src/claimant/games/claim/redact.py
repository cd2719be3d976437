"""What a seat may read of an event, and a view for those who may know everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from claimant.game import HIDDEN, View
from claimant.games.claim.view import ClaimView

if TYPE_CHECKING:
    from claimant.games.claim.game import ClaimState


def redacted(before: ClaimState, event: str, seat: int | None, now: View) -> str:
    """All see a card that is played. Only its actor knows a card laid off (R-P3), and one taken
    after a seer's look (R-P2)."""
    verb, _, card = event.partition(" ")
    if verb == "deal":
        return _deal(event, now)
    if verb not in ("take", "discard") or before.actor == seat:
        return event
    lies_open = verb == "take" and card in before.view(seat).face_up
    return event if lies_open else f"{verb} {HIDDEN}"


def _deal(event: str, now: View) -> str:
    """A seat sees its own hand of a deal, and of the pile what it has seen by now (R-C8)."""
    assert isinstance(now, ClaimView)
    *hands, _ = event.removeprefix("deal ").split(" / ")
    for seat, hand in enumerate(hands):
        if seat != now.seat:
            hands[seat] = " ".join([HIDDEN] * len(hand.split(" ")))
    pile = " ".join(place.card for place in now.places)
    return "deal " + " / ".join((*hands, pile))


def everything(view: ClaimView, own: Sequence[ClaimView]) -> ClaimView:
    """A spectator's view to which each seat adds what it alone knows."""
    return replace(
        view,
        hands=tuple(seen.hands[seat] for seat, seen in enumerate(own)),
        followers=tuple(seen.followers[seat] for seat, seen in enumerate(own)),
        laid_off=tuple(seen.laid_off[seat] for seat, seen in enumerate(own)),
        places=tuple(
            place if place.seat is None else own[place.seat].places[n]
            for n, place in enumerate(view.places)
        ),
        peek=next((seen.peek for seen in own if seen.peek), None),
    )
