"""What the owner of a record may see: all of it."""

from __future__ import annotations

from dataclasses import replace

from claimant.claim.view import ClaimView
from claimant.draw.names import Name, player
from claimant.game import State, View
from claimant.record import Record


def unhidden(state: State) -> View:
    """A spectator's view with nothing hidden: each seat adds what it knows of its own."""
    view = state.view(None)
    if not isinstance(view, ClaimView):
        return view
    own = []
    for seat in range(view.players):
        seen = state.view(seat)
        assert isinstance(seen, ClaimView)
        own.append(seen)
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


def names_of(record: Record) -> list[Name]:
    """The players as their record calls them; two of one name are told apart by their seats."""
    names: list[Name] = []
    for seat, name in enumerate(record.names):
        if not name:
            names.append(player(seat))
        elif record.names.count(name) > 1:
            names.append(f"{name} ({seat})")
        else:
            names.append(name)
    return names
