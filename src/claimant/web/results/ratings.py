"""Ratings among the people of a server (openskill), by who has won a game and who has not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from claimant.game import Game
from claimant.web.store.interface import SeatRow
from claimant.web.store.results import Rated


def rated(
    game: Game, seats: Sequence[SeatRow], winners: Sequence[int], before: Mapping[str, Rated]
) -> dict[str, Rated]:
    """The new ratings of the people who played a game to its end.

    Bots, and people a bot has played for, have no part in it: a game counts if people of at least
    two sides are left, and one of them has won."""
    sides, ranks = [], []
    for team in game.teams:
        people = [seats[seat].person for seat in team if is_rated(seats[seat])]
        known = [person for person in people if person is not None]
        if known:
            sides.append(known)
            ranks.append(0 if team[0] in winners else 1)
    if len(sides) < 2 or 0 not in ranks:
        return {}
    model = _model()
    ratings = [
        [model.rating(*before[person]) if person in before else model.rating() for person in side]
        for side in sides
    ]
    after = model.rate(ratings, ranks=ranks)
    return {
        person: Rated(rating.mu, rating.sigma)
        for side, new in zip(sides, after, strict=True)
        for person, rating in zip(side, new, strict=True)
    }


def is_rated(seat: SeatRow) -> bool:
    """Whether a seat's player was there until the end, and is known."""
    return seat.person is not None and not seat.away


@cache  # a single entry
def _model():  # type: ignore[no-untyped-def]
    from openskill.models import PlackettLuce

    return PlackettLuce()
