"""The draw pile of Claim as seats know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from claimant.game import HIDDEN
from claimant.games.claim.rules import table

if TYPE_CHECKING:
    from claimant.games.claim.game import Claim


@dataclass(frozen=True)
class Place:
    """A card of the draw pile as it was dealt, and what became of it."""

    card: str
    """Its code, or `?` for one that the viewer has not seen."""
    seat: int | None
    """The seat that took it as a follower."""
    open: bool
    """Whether it is one of those turned up for all to see."""
    seer: int | None
    """The seat that looked at it with a seer."""


class DealtPile:
    """The draw pile as it was dealt, and what became of it. Few events change any of it, so what is
    derived from it is cached here: at most a few entries per trick."""

    __slots__ = ("_as_seats", "_followers", "_game", "_got", "_known", "_pile", "_played", "places")

    def __init__(
        self,
        game: Claim,
        pile: tuple[int, ...],
        owners: tuple[int, ...],
        seers: tuple[int, ...],
        top: int,
        over: bool,
    ) -> None:
        self._game, self._pile = game, pile
        codes, players = game.codes, game.players
        shown = 1 if players == 2 else 2
        self._got: list[list[str]] = [[] for _ in range(players)]
        """The cards that each seat took from the pile, sorted."""
        found = []
        for n, (card, owner, seer) in enumerate(zip(pile, owners, seers, strict=True)):
            is_open = n % players < shown
            code = codes[card] if over or (is_open and n < top) else HIDDEN
            taker = None if owner == table.NOBODY else owner
            found.append(_place(code, taker, is_open, None if seer == table.NOBODY else seer))
            if taker is not None:
                self._got[taker].append(codes[card])
        for got in self._got:
            got.sort(key=game.numbers.__getitem__)
        self.places = tuple(found)
        """As a spectator knows the pile."""
        self._as_seats: dict[int, tuple[tuple[Place, ...], tuple[int, ...]]] = {}
        self._followers: dict[int | None, tuple[tuple[str, ...], ...]] = {}
        self._known: dict[tuple[int | None, int, tuple[str, ...]], tuple[str, ...]] = {}
        self._played: dict[tuple[int, tuple[str, ...]], tuple[str, ...]] = {}

    def as_seat(self, seat: int) -> tuple[tuple[Place, ...], tuple[int, ...]]:
        """The pile as a seat knows it, and the others about whom it knows more than a spectator."""
        if seat not in self._as_seats:
            places = list(self.places)
            informed: set[int | None] = set()
            for n, place in enumerate(places):
                if place.card == HIDDEN and seat in (place.seat, place.seer):
                    code = self._game.codes[self._pile[n]]
                    places[n] = _place(code, place.seat, place.open, place.seer)
                    informed.add(place.seat)
            others = tuple(owner for owner in informed if owner not in (None, seat))
            self._as_seats[seat] = tuple(places), others
        return self._as_seats[seat]

    def followers(self, seat: int | None) -> tuple[tuple[str, ...], ...]:
        """What every seat has won in phase 1, as far as a seat knows."""
        if seat not in self._followers:
            got = [tuple(cards) for cards in self._got]
            if seat is None:
                found = [self.known(None, owner, cards) for owner, cards in enumerate(got)]
            else:
                found = list(self.followers(None))
                found[seat] = got[seat]
                for owner in self.as_seat(seat)[1]:
                    found[owner] = self.known(seat, owner, got[owner])
            self._followers[seat] = tuple(found)
        return self._followers[seat]

    def played(self, owner: int, held: tuple[str, ...]) -> tuple[str, ...]:
        """The cards that a seat took from the pile and no longer holds."""
        key = owner, held
        if key not in self._played:
            self._played[key] = _without(self._got[owner], held)
        return self._played[key]

    def known(self, seat: int | None, owner: int, held: tuple[str, ...]) -> tuple[str, ...]:
        """The cards of another's hand in phase 2, as far as a seat knows.

        Nobody can say which of several equal cards was played; the others are left.
        """
        key = seat, owner, held
        if key not in self._known:
            places = self.places if seat is None else self.as_seat(seat)[0]
            seen = [p.card for p in places if p.seat == owner and p.card != HIDDEN] if held else []
            seen.sort(key=self._game.numbers.__getitem__)
            left = _without(seen, self.played(owner, held))
            self._known[key] = left + (HIDDEN,) * (len(held) - len(left))
        return self._known[key]


def _without(codes: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    left = list(codes)
    for code in gone:
        if code in left:
            left.remove(code)
    return tuple(left)


_place: Final = lru_cache(4096)(Place)
dealt_pile: Final = lru_cache(256)(DealtPile)
