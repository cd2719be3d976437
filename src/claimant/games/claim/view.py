"""What a seat at a table of Claim may know, built field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

from claimant.game import HIDDEN, Outcome, View
from claimant.games.claim.rules import scoring, table
from claimant.kernels.layout import Layout

if TYPE_CHECKING:
    from claimant.games.claim.game import Claim, ClaimState

LAYOUT: Final = Layout(table.STATE)
UNKNOWN: Final = HIDDEN
STAGES: Final = ("first", "deal", "play", "take", "discard", "loot", "over")


@dataclass(frozen=True)
class ClaimOutcome(Outcome):
    """Reason: `factions`, `cards`, `values` (what broke the tie) or `shared` (R-S2)."""

    factions: dict[str, tuple[int, ...]]
    """The seats that own each faction: one, the two of a team, or none."""
    counts: dict[str, tuple[int, ...]]
    """What counted for each faction, by side."""

    def result(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "factions": {name: list(seats) for name, seats in self.factions.items()},
            "counts": {name: list(counts) for name, counts in self.counts.items()},
        }


def deciding_reason(second: int, best: int) -> str:
    """What separated the best score from the next (R-S2)."""
    if best == second:
        return "shared"
    if best // scoring.FACTION != second // scoring.FACTION:
        return "factions"
    return "cards" if best // scoring.CARD != second // scoring.CARD else "values"


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


@dataclass(frozen=True)
class LaidOff:
    """A card that was laid off in a trick won by automatons."""

    card: str
    """Its code, or `?` to everyone but the seat that laid it off."""
    voids: tuple[str, ...]
    """The factions that its owner had shown to lack by then: it is none of them."""


@dataclass(frozen=True)
class ClaimView(View):
    """Cards are codes, `?` for each one that the viewer does not know."""

    factions: tuple[str, ...]
    raccoons: str
    stage: str
    """`first`, `deal`, `play`, `take`, `discard`, `loot` or `over`."""
    phase: int
    """1 or 2; 0 before the deal."""
    trick: int
    """The number of the current trick in its phase, from 1."""
    tricks: int
    """The number of tricks per phase."""
    leader: int | None
    led: str | None
    """The faction that was led to the current trick."""
    table: tuple[tuple[int, str], ...]
    """Seat and card, as played to the current trick."""
    last_trick: tuple[tuple[int, str], ...]
    last_winner: int | None
    order: tuple[int, ...]
    """The seats by rank in the last trick, the order in which followers are collected."""
    automaton: bool
    """Whether the next trick is already won and its cards are laid off (R-P3)."""
    face_up: tuple[str, ...]
    """The cards to be won in this trick that nobody has taken yet."""
    pile: int
    """The number of cards left in the draw pile."""
    peek: str | None
    """The card that the viewer has looked at with a seer, while choosing."""
    hands: tuple[tuple[str, ...], ...]
    followers: tuple[tuple[str, ...], ...]
    """Won in phase 1; in phase 2 they are the hands."""
    played: tuple[tuple[str, ...], ...]
    """The followers that each seat has played in phase 2, as everyone saw."""
    scores: tuple[tuple[str, ...], ...]
    gnomes: tuple[tuple[str, ...], ...]
    trolls: tuple[str, ...]
    """The trolls lying on the table."""
    discarded: tuple[str, ...]
    """Cards played in phase 1 and gnomes removed, which everyone saw."""
    laid_off: tuple[tuple[LaidOff, ...], ...]
    places: tuple[Place, ...]
    """The whole draw pile as it was dealt."""
    voids: tuple[tuple[str, ...], ...]
    """The factions that each seat has shown to lack in this phase."""
    loot: tuple[str | None, ...]
    """The faction that each seat's loot counts for, once that is decided."""

    @property
    def taken(self) -> tuple[Place, ...]:
        """The cards of the pile that have become followers."""
        return tuple(place for place in self.places if place.seat is not None)


# All caches below hold pure functions of a state's bytes, so nothing is ever invalidated. Their
# sizes cover the states and decks that the seats of a busy server ask for one after another.

_read: Final = lru_cache(64)(LAYOUT.read)
"""The record of a state, which every seat asks for."""


class _DealtPile:
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
            code = codes[card] if over or (is_open and n < top) else UNKNOWN
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
                if place.card == UNKNOWN and seat in (place.seat, place.seer):
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
            seen = [p.card for p in places if p.seat == owner and p.card != UNKNOWN] if held else []
            seen.sort(key=self._game.numbers.__getitem__)
            left = _without(seen, self.played(owner, held))
            self._known[key] = left + (UNKNOWN,) * (len(held) - len(left))
        return self._known[key]


def _without(codes: Sequence[str], gone: Sequence[str]) -> tuple[str, ...]:
    left = list(codes)
    for code in gone:
        if code in left:
            left.remove(code)
    return tuple(left)


_place: Final = lru_cache(4096)(Place)
_dealt_pile: Final = lru_cache(256)(_DealtPile)


@lru_cache(64)
def _opened(
    game: Claim, data: bytes
) -> tuple[Any, _DealtPile, Callable[[int, int], tuple[str, ...]]]:
    """The record of a state, its pile, and a function that lists a set of cards."""
    s = _read(data)
    size = game.players * game.hand_size if s.phase else 0
    over = s.stage == table.OVER
    deal = _dealt_pile(game, s.pile[:size], s.owner[:size], s.seer[:size], s.top, over)
    return s, deal, _cards_in(game)


def spectator_view(state: ClaimState) -> ClaimView:
    """The view of a spectator (R-C8): what everyone can see."""
    game = state.game
    s, deal, cards_in = _opened(game, state.data)
    codes = game.codes
    players = game.players
    seats = range(players)
    over = s.stage == table.OVER

    nothing: tuple[tuple[Any, ...], ...] = ((),) * players

    def of_faction(name: str, bits: int) -> tuple[str, ...]:
        if not bits:
            return ()
        start = game.factions.index(name) * 16
        return tuple([codes[start + n] for n in _bits(bits)])

    held = [*starmap(cards_in, s.cards[table.HAND :][:players])]
    hands: tuple[tuple[str, ...], ...] = tuple([_unknown(len(hand)) for hand in held])
    played = nothing
    if s.phase == 2:
        hands = tuple([deal.known(None, owner, hand) for owner, hand in enumerate(held)])
        played = tuple([deal.played(owner, hand) for owner, hand in enumerate(held)])
    on_table = s.played if s.stage == table.PLAY else 0
    had_a_trick = s.last_winner != table.NOBODY
    return ClaimView.of(
        game=game.name,
        players=players,
        seat=None,
        actor=state.actor,
        legal=(),
        undo=False,
        outcome=state.outcome,
        factions=game.factions,
        raccoons=game.raccoons,
        stage=STAGES[s.stage],
        phase=s.phase,
        trick=min(s.number + 1, game.hand_size),
        tricks=game.hand_size,
        leader=None if s.leader == table.NOBODY else s.leader,
        led=game.factions[s.trick[0] >> 4] if on_table else None,
        table=tuple([((s.leader + i) % players, codes[s.trick[i]]) for i in range(on_table)]),
        last_trick=tuple([((s.last_leader + i) % players, codes[s.last_trick[i]]) for i in seats])
        if had_a_trick
        else (),
        last_winner=s.last_winner if had_a_trick else None,
        order=s.order[:players] if had_a_trick else (),
        automaton=bool(s.automaton),
        face_up=tuple([codes[s.pile[n]] for n in s.face_up if n != table.NOTHING]),
        pile=len(deal.places) - s.top,
        peek=None,
        hands=hands,
        followers=deal.followers(None) if s.phase == 1 else nothing,
        played=played,
        scores=tuple(starmap(cards_in, s.cards[table.SCORE :][:players])),
        gnomes=tuple([of_faction("gnomes", s.gnomes[owner]) for owner in seats])
        if any(s.gnomes)
        else nothing,
        trolls=of_faction("trolls", s.trolls),
        discarded=cards_in(*s.cards[table.DISCARDED]),
        laid_off=tuple([_laid_off(state, owner, over) for owner in seats])
        if any(s.laid)
        else nothing,
        places=deal.places,
        voids=tuple([_factions(state, s.voids[owner]) for owner in seats])
        if any(s.voids)
        else nothing,
        loot=tuple(
            [
                None if s.loot[side] == table.NOTHING else game.factions[s.loot[side]]
                for side in game.sides
            ]
        ),
    )


def seat_view(state: ClaimState, seat: int, seen: ClaimView) -> ClaimView:
    """The view of a seat: the spectator's, and what this seat alone knows and may do."""
    s, deal, cards_in = _opened(state.game, state.data)
    my_turn = seat == seen.actor
    places, others = deal.as_seat(seat)
    hands = list(seen.hands)
    hands[seat] = cards_in(*s.cards[table.HAND + seat])
    if s.phase == 2:
        for owner in others:
            held = cards_in(*s.cards[table.HAND + owner])
            hands[owner] = deal.known(seat, owner, held)
    laid_off = seen.laid_off
    if laid_off[seat]:
        laid_off = (*laid_off[:seat], _laid_off(state, seat, True), *laid_off[seat + 1 :])
    return seen.replace(
        seat=seat,
        legal=tuple(state.choices()) if my_turn else (),
        undo=seat == state.undoer,
        peek=state.game.codes[s.pile[s.top]] if my_turn and s.peeking else None,
        hands=tuple(hands),
        followers=deal.followers(seat) if s.phase == 1 else seen.followers,
        laid_off=laid_off,
        places=places,
    )


@lru_cache(64)
def _cards_in(game: Claim) -> Callable[[int, int], tuple[str, ...]]:
    """A function from a set of cards, two words of bits, to their codes. There is one per deck, for
    the 64 decks used last."""
    codes = game.codes

    @lru_cache(4096)
    def cards(low: int, high: int) -> tuple[str, ...]:
        """The codes of a set of cards. The 4096 sets used last are cached."""
        return tuple([codes[n] for n in (*_bits(low), *(64 + n for n in _bits(high)))])

    return cards


@lru_cache(64)
def _unknown(count: int) -> tuple[str, ...]:
    """A hand of unknown cards. A hand has at most 13 cards, so the cache never fills up."""
    return (UNKNOWN,) * count


def _factions(state: ClaimState, bits: int) -> tuple[str, ...]:
    if not bits:
        return ()
    factions = state.game.factions
    return tuple([factions[slot] for slot in _bits(bits)])


def _laid_off(state: ClaimState, owner: int, seen: bool) -> tuple[LaidOff, ...]:
    s, codes = _read(state.data), state.game.codes
    return tuple(
        LaidOff(
            codes[s.laid_card[owner][i]] if seen else UNKNOWN,
            _factions(state, s.laid_voids[owner][i]),
        )
        for i in range(s.laid[owner])
    )


def holds(words: Any, card: int) -> bool:
    """Whether a set of cards, two words of bits, has a card."""
    return bool(int(words[card >> 6]) >> (card & 63) & 1)


def _bits(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
