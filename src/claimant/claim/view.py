"""What a seat at a table of Claim may know, built field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from claimant.claim import table
from claimant.game import Outcome, View
from claimant.layout import Layout

if TYPE_CHECKING:
    from claimant.claim.game import ClaimState

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


def see(state: ClaimState, seat: int | None) -> ClaimView:
    """The view of a seat, or of a spectator (R-C8)."""
    s = LAYOUT.read(state.data)
    game = state.game
    codes = game.codes
    players = game.players
    seats = range(players)
    over = s.stage == table.OVER
    shown = 1 if players == 2 else 2

    def cards(row: int) -> tuple[str, ...]:
        low, high = s.cards[row]
        return tuple(codes[n] for n in (*_bits(low), *(64 + n for n in _bits(high))))

    def of_faction(name: str, bits: int) -> tuple[str, ...]:
        if not bits:
            return ()
        start = game.factions.index(name) * 16
        return tuple(codes[start + n] for n in _bits(bits))

    def factions(bits: int) -> tuple[str, ...]:
        return tuple(game.factions[slot] for slot in _bits(bits))

    def place(n: int) -> Place:
        owner, seer = s.owner[n], s.seer[n]
        is_open = n % players < shown
        seen = over or (is_open and n < s.top) or (seat is not None and seat in (owner, seer))
        return Place(
            codes[s.pile[n]] if seen else UNKNOWN,
            None if owner == table.NOBODY else owner,
            is_open,
            None if seer == table.NOBODY else seer,
        )

    places = tuple(place(n) for n in range(players * game.hand_size)) if s.phase else ()

    def gone(owner: int, held: tuple[str, ...]) -> Counter[str]:
        """Of the cards that a seat got from the pile, those it no longer holds."""
        got = Counter(codes[s.pile[n]] for n in range(len(places)) if s.owner[n] == owner)
        got.subtract(held)
        return got

    def known(owner: int, held: tuple[str, ...]) -> tuple[str, ...]:
        """Of the cards that a seat got from the pile, those it still holds, as far as known.

        Of equal cards nobody can say which was played: at least so many are left.
        """
        if seat == owner or not held:
            return held
        played = gone(owner, held)
        seen = Counter(p.card for p in places if p.seat == owner and p.card != UNKNOWN)
        left = [code for code, n in seen.items() for _ in range(n - played[code])]
        left.sort(key=game.numbers.__getitem__)
        return tuple(left) + (UNKNOWN,) * (len(held) - len(left))

    def hand(owner: int) -> tuple[str, ...]:
        held = cards(table.HAND + owner)
        if s.phase == 2:
            return known(owner, held)
        return held if owner == seat else (UNKNOWN,) * len(held)

    def laid_off(owner: int) -> tuple[LaidOff, ...]:
        return tuple(
            LaidOff(
                codes[s.laid_card[owner][i]] if over or owner == seat else UNKNOWN,
                factions(s.laid_voids[owner][i]),
            )
            for i in range(s.laid[owner])
        )

    def played(owner: int) -> tuple[str, ...]:
        if s.phase != 2:
            return ()
        cards_gone = gone(owner, cards(table.HAND + owner)).elements()
        return tuple(sorted(cards_gone, key=game.numbers.__getitem__))

    on_table = s.played if s.stage == table.PLAY else 0
    actor = state.actor
    my_turn = seat is not None and seat == actor
    had_a_trick = s.last_winner != table.NOBODY
    return ClaimView(
        game=game.name,
        players=players,
        seat=seat,
        actor=actor,
        legal=tuple(state.choices()) if my_turn else (),
        undo=seat is not None and seat == state.undoer,
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
        peek=codes[s.pile[s.top]] if my_turn and s.peeking else None,
        hands=tuple(hand(owner) for owner in seats),
        followers=tuple(known(owner, cards(table.FOLLOWERS + owner)) for owner in seats),
        played=tuple(played(owner) for owner in seats),
        scores=tuple(cards(table.SCORE + owner) for owner in seats),
        gnomes=tuple(of_faction("gnomes", s.gnomes[owner]) for owner in seats),
        trolls=of_faction("trolls", s.trolls),
        discarded=cards(table.DISCARDED),
        laid_off=tuple(laid_off(owner) for owner in seats),
        places=places,
        voids=tuple(factions(s.voids[owner]) for owner in seats),
        loot=tuple(
            None if s.loot[side] == table.NOTHING else game.factions[s.loot[side]]
            for side in (owner & 1 if players == 4 else owner for owner in seats)
        ),
    )


def _bits(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
