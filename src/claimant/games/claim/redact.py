"""What a seat may read of an event, and the view of someone who may know everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from claimant.game import HIDDEN, View
from claimant.games.claim.view import ClaimView

if TYPE_CHECKING:
    from claimant.games.claim.game import ClaimState


def redact_event(before: ClaimState, event: str, seat: int | None, now: View) -> str:
    """An event without what a seat may not know. Only the actor knows a card laid off (R-P3) or
    taken after a seer's look (R-P2); a card that is played is public."""
    verb, _, card = event.partition(" ")
    if verb == "deal":
        return _deal(event, now)
    if verb not in ("take", "discard") or before.actor == seat:
        return event
    lies_open = verb == "take" and card in before.view(seat).face_up
    return event if lies_open else f"{verb} {HIDDEN}"


def _deal(event: str, now: View) -> str:
    """A deal with only the seat's own hand and the cards of the pile it has seen by now (R-C8)."""
    assert isinstance(now, ClaimView)
    *hands, _ = event.removeprefix("deal ").split(" / ")
    for seat, hand in enumerate(hands):
        if seat != now.seat:
            hands[seat] = " ".join([HIDDEN] * len(hand.split(" ")))
    pile = " ".join(place.card for place in now.places)
    return "deal " + " / ".join((*hands, pile))


def merge_views(view: ClaimView, own: Sequence[ClaimView]) -> ClaimView:
    """A spectator's view with everything that the seats know about their own cards."""
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
