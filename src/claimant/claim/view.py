"""What a seat at a table of Claim may know, built field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from claimant.claim import scoring, table
from claimant.game import Outcome, View
from claimant.layout import Layout

if TYPE_CHECKING:
    from claimant.claim.game import Claim, ClaimState

LAYOUT: Final = Layout(table.STATE)
UNKNOWN: Final = "?"
STAGES: Final = ("first", "deal", "play", "take", "discard", "loot", "over")


@dataclass(frozen=True)
class ClaimOutcome(Outcome):
    """Reason: `factions`, `cards`, `values` (what broke the tie) or `shared` (R-S2)."""

    factions: dict[str, tuple[int, ...]]
    """The seats that own each faction: a team's two, or nobody."""
    counts: dict[str, tuple[int, ...]]
    """What counted for each faction, by side."""

    def result(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "factions": {name: list(seats) for name, seats in self.factions.items()},
            "counts": {name: list(counts) for name, counts in self.counts.items()},
        }


def what_decided(second: int, best: int) -> str:
    """What told the best score from the next (R-S2)."""
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
    """Who took it as a follower."""
    open: bool
    """Whether it is one of those that are turned up for all to see."""
    seer: int | None
    """Who looked at it with a seer."""


@dataclass(frozen=True)
class LaidOff:
    """A card that was laid off in a trick won by automatons."""

    card: str
    """Its code, or `?` to all but the one who laid it off."""
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
    """How many tricks a phase has."""
    leader: int | None
    led: str | None
    """The faction that was led to the current trick."""
    table: tuple[tuple[int, str], ...]
    """Seat and card, as played to the current trick."""
    last_trick: tuple[tuple[int, str], ...]
    last_winner: int | None
    order: tuple[int, ...]
    """The seats by rank in the last trick: in this order its followers are collected."""
    automaton: bool
    """Whether the next trick is won already: its cards are laid off (R-P3)."""
    face_up: tuple[str, ...]
    """What can be won in this trick and is not taken yet."""
    pile: int
    """How many cards the draw pile has left."""
    peek: str | None
    """The card that a seer's winner has looked at, for that seat while it chooses."""
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
    """Played in phase 1, or gnomes removed: everyone saw them."""
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


_read: Final = lru_cache(64)(LAYOUT.read)
"""The record of a state; each seat asks for the same in turn."""

_Dealt = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, bool]
"""The draw pile as it was dealt, who took each of its cards and who looked at it with a seer, how
many are turned up or taken, and whether the game is over. Few events change any of it, so what
follows from it is kept for the next ones."""


def _dealt(state: ClaimState) -> _Dealt:
    s = _read(state.data)
    size = state.game.players * state.game.hand_size if s.phase else 0
    return s.pile[:size], s.owner[:size], s.seer[:size], s.top, s.stage == table.OVER


def see(state: ClaimState) -> ClaimView:
    """The view of a spectator (R-C8): what lies open to all."""
    s = _read(state.data)
    game = state.game
    codes = game.codes
    players = game.players
    seats = range(players)
    over = s.stage == table.OVER

    def of_faction(name: str, bits: int) -> tuple[str, ...]:
        if not bits:
            return ()
        start = game.factions.index(name) * 16
        return tuple(codes[start + n] for n in _bits(bits))

    dealt = _dealt(state)
    places = _places(game, dealt)

    def hand(owner: int) -> tuple[str, ...]:
        held = _cards(state, table.HAND + owner)
        if s.phase != 2:
            return (UNKNOWN,) * len(held)
        return _known(game, dealt, None, owner, held)

    on_table = s.played if s.stage == table.PLAY else 0
    had_a_trick = s.last_winner != table.NOBODY
    return ClaimView(
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
        table=tuple(((s.leader + i) % players, codes[s.trick[i]]) for i in range(on_table)),
        last_trick=tuple(
            ((s.last_leader + i) % players, codes[s.last_trick[i]]) for i in seats if had_a_trick
        ),
        last_winner=s.last_winner if had_a_trick else None,
        order=s.order[:players] if had_a_trick else (),
        automaton=bool(s.automaton),
        face_up=tuple(codes[s.pile[n]] for n in s.face_up if n != table.NOTHING),
        pile=len(places) - s.top,
        peek=None,
        hands=tuple(hand(owner) for owner in seats),
        followers=tuple(
            _known(game, dealt, None, owner, _cards(state, table.FOLLOWERS + owner))
            for owner in seats
        ),
        played=tuple(
            _played(game, dealt, owner, _cards(state, table.HAND + owner)) if s.phase == 2 else ()
            for owner in seats
        ),
        scores=tuple(_cards(state, table.SCORE + owner) for owner in seats),
        gnomes=tuple(of_faction("gnomes", s.gnomes[owner]) for owner in seats),
        trolls=of_faction("trolls", s.trolls),
        discarded=_cards(state, table.DISCARDED),
        laid_off=tuple(_laid_off(state, owner, over) for owner in seats),
        places=places,
        voids=tuple(_factions(state, s.voids[owner]) for owner in seats),
        loot=tuple(
            None if s.loot[side] == table.NOTHING else game.factions[s.loot[side]]
            for side in (owner & 1 if players == 4 else owner for owner in seats)
        ),
    )


def see_as(state: ClaimState, seat: int, seen: ClaimView) -> ClaimView:
    """The view of a seat: what a spectator sees, and what this seat alone knows and may do."""
    s = _read(state.data)
    codes = state.game.codes
    my_turn = seat == state.actor
    dealt = _dealt(state)
    places, told = _places_as(state.game, dealt, seat)
    hands, followers = list(seen.hands), list(seen.followers)
    hands[seat] = _cards(state, table.HAND + seat)
    followers[seat] = _cards(state, table.FOLLOWERS + seat)
    for owner in told:
        held = _cards(state, table.FOLLOWERS + owner)
        followers[owner] = _known(state.game, dealt, seat, owner, held)
        held = _cards(state, table.HAND + owner) if s.phase == 2 else ()
        hands[owner] = _known(state.game, dealt, seat, owner, held) or hands[owner]
    laid_off = list(seen.laid_off)
    laid_off[seat] = _laid_off(state, seat, True)
    return seen.but(
        seat=seat,
        legal=tuple(state.choices()) if my_turn else (),
        undo=seat == state.undoer,
        peek=codes[s.pile[s.top]] if my_turn and s.peeking else None,
        hands=tuple(hands),
        followers=tuple(followers),
        laid_off=tuple(laid_off),
        places=places,
    )


def _cards(state: ClaimState, row: int) -> tuple[str, ...]:
    return _coded(state.game, *_read(state.data).cards[row])


@lru_cache(4096)
def _coded(game: Claim, low: int, high: int) -> tuple[str, ...]:
    return tuple(game.codes[n] for n in (*_bits(low), *(64 + n for n in _bits(high))))


@lru_cache(256)
def _places(game: Claim, dealt: _Dealt) -> tuple[Place, ...]:
    """The draw pile as a spectator knows it."""
    pile, owners, seers, top, over = dealt
    shown = 1 if game.players == 2 else 2
    found = []
    for n, (card, owner, seer) in enumerate(zip(pile, owners, seers, strict=True)):
        is_open = n % game.players < shown
        found.append(
            Place(
                game.codes[card] if over or (is_open and n < top) else UNKNOWN,
                None if owner == table.NOBODY else owner,
                is_open,
                None if seer == table.NOBODY else seer,
            )
        )
    return tuple(found)


@lru_cache(1024)
def _places_as(game: Claim, dealt: _Dealt, seat: int) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """The draw pile as a seat knows it, and of which others it knows more than a spectator."""
    places = list(_places(game, dealt))
    told: set[int | None] = set()
    for n, place in enumerate(places):
        if place.card == UNKNOWN and seat in (place.seat, place.seer):
            places[n] = Place(game.codes[dealt[0][n]], place.seat, place.open, place.seer)
            told.add(place.seat)
    return tuple(places), tuple(owner for owner in told if owner not in (None, seat))


def _factions(state: ClaimState, bits: int) -> tuple[str, ...]:
    return tuple(state.game.factions[slot] for slot in _bits(bits))


def _gone(game: Claim, dealt: _Dealt, owner: int, held: tuple[str, ...]) -> Counter[str]:
    """Of the cards that a seat got from the pile, those it no longer holds."""
    pile, owners = dealt[:2]
    got = Counter(game.codes[card] for card, who in zip(pile, owners, strict=True) if who == owner)
    got.subtract(held)
    return got


@lru_cache(1024)
def _played(game: Claim, dealt: _Dealt, owner: int, held: tuple[str, ...]) -> tuple[str, ...]:
    gone = _gone(game, dealt, owner, held).elements()
    return tuple(sorted(gone, key=game.numbers.__getitem__))


@lru_cache(1024)
def _known(
    game: Claim, dealt: _Dealt, seat: int | None, owner: int, held: tuple[str, ...]
) -> tuple[str, ...]:
    """Of the cards that another got from the pile, those they still hold, as far as a seat knows.

    Of equal cards nobody can say which was played: at least so many are left.
    """
    places = _places(game, dealt) if seat is None else _places_as(game, dealt, seat)[0]
    gone = _gone(game, dealt, owner, held)
    seen = Counter(p.card for p in places if p.seat == owner and p.card != UNKNOWN)
    left = [code for code, n in seen.items() for _ in range(n - gone[code])] if held else []
    left.sort(key=game.numbers.__getitem__)
    return tuple(left) + (UNKNOWN,) * (len(held) - len(left))


def _laid_off(state: ClaimState, owner: int, seen: bool) -> tuple[LaidOff, ...]:
    s, codes = _read(state.data), state.game.codes
    return tuple(
        LaidOff(
            codes[s.laid_card[owner][i]] if seen else UNKNOWN,
            _factions(state, s.laid_voids[owner][i]),
        )
        for i in range(s.laid[owner])
    )


def _bits(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
