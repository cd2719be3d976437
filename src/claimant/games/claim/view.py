"""What a seat at a table of Claim may know, built field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

from claimant.game import HIDDEN, Outcome, View
from claimant.games.claim.dealt_pile import DealtPile, Place, dealt_pile
from claimant.games.claim.rules import scoring, table
from claimant.kernels.layout import Layout

if TYPE_CHECKING:
    from claimant.games.claim.game import Claim, ClaimState

LAYOUT: Final = Layout(table.STATE, raw=("history",))
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

    def figure(self, seat: int) -> int:
        """The factions that the seat owns, alone or with its partner."""
        return sum(seat in owners for owners in self.factions.values())


def deciding_reason(second: int, best: int) -> str:
    """What separated the best score from the next (R-S2)."""
    if best == second:
        return "shared"
    if best // scoring.FACTION != second // scoring.FACTION:
        return "factions"
    return "cards" if best // scoring.CARD != second // scoring.CARD else "values"


@dataclass(frozen=True)
class LaidOff:
    """A card that was laid off in a trick won by automatons."""

    card: str
    """Its code, or `?` to everyone but the seat that laid it off."""
    voids: tuple[str, ...]
    """The factions that its owner had shown to lack by then: it is none of them."""


@dataclass(frozen=True)
class PlayedTrick:
    """A trick that was played, as everyone saw. (One whose cards were laid off is not.)"""

    phase: int
    number: int
    """In its phase, from 1."""
    winner: int
    cards: tuple[tuple[int, str], ...]
    """Seat and card in the order of play."""

    @property
    def leader(self) -> int:
        """The seat that played first."""
        return self.cards[0][0]


@dataclass(frozen=True, repr=False)
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
    history: tuple[PlayedTrick, ...]
    """Every trick that was played, the first one first."""

    def unaided(self) -> ClaimView:
        """R-C8: of the tricks that were played, only the last one can be looked at again."""
        return self.replace(history=self.history[-1:])

    @property
    def taken(self) -> tuple[Place, ...]:
        """The cards of the pile that have become followers."""
        return tuple(place for place in self.places if place.seat is not None)


# All caches below hold pure functions of a state's bytes, so nothing is ever invalidated. Their
# sizes cover the states and decks that the seats of a busy server ask for one after another.

_read: Final = lru_cache(64)(LAYOUT.read)
"""The record of a state, which every seat asks for."""


@lru_cache(64)
def _opened(
    game: Claim, data: bytes
) -> tuple[Any, DealtPile, Callable[[int, int], tuple[str, ...]]]:
    """The record of a state, its pile, and a function that lists a set of cards."""
    s = _read(data)
    size = game.players * game.hand_size if s.phase else 0
    over = s.stage == table.OVER
    deal = dealt_pile(game, s.pile[:size], s.owner[:size], s.seer[:size], s.top, over)
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
        return tuple([codes[start + n] for n in set_bits(bits)])

    held = [*starmap(cards_in, s.cards[table.HAND :][:players])]
    hands: tuple[tuple[str, ...], ...] = tuple([_unknown(len(hand)) for hand in held])
    played = nothing
    if s.phase == 2:
        hands = tuple([deal.known(None, owner, hand) for owner, hand in enumerate(held)])
        played = tuple([deal.played(owner, hand) for owner, hand in enumerate(held)])
    on_table = s.played if s.stage == table.PLAY else 0
    had_a_trick = s.last_winner != table.NOBODY
    history = _history(game, s.history)
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
        last_trick=history[-1].cards if had_a_trick else (),
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
        history=history,
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
        return tuple([codes[n] for n in (*set_bits(low), *(64 + n for n in set_bits(high)))])

    return cards


@lru_cache(64)
def _unknown(count: int) -> tuple[str, ...]:
    """A hand of unknown cards. A hand has at most 13 cards, so the cache never fills up."""
    return (UNKNOWN,) * count


def _factions(state: ClaimState, bits: int) -> tuple[str, ...]:
    if not bits:
        return ()
    factions = state.game.factions
    return tuple([factions[slot] for slot in set_bits(bits)])


@lru_cache(256)
def _history(game: Claim, data: bytes) -> tuple[PlayedTrick, ...]:
    """The tricks that were played, from the bytes of `history`, which change once per trick. The
    256 used last are cached, enough for the tables of a busy server."""
    columns = len(data) // (2 * table.TRICKS)
    rows = [data[start : start + columns] for start in range(0, len(data), columns)]
    return tuple(
        [_played_trick(game, n, row) for n, row in enumerate(rows) if row[table.LED] < _NO_SEAT]
    )


_NO_SEAT: Final = table.NOBODY & 0xFF
"""`NOBODY` as a byte of the record."""


@lru_cache(4096)
def _played_trick(game: Claim, n: int, row: bytes) -> PlayedTrick:
    """A trick from its row of `history`. The 4096 used last are cached."""
    codes, players, leader = game.codes, game.players, row[table.LED]
    late, number = divmod(n, table.TRICKS)
    cards = tuple([((leader + i) % players, codes[row[i]]) for i in range(players)])
    return PlayedTrick(1 + late, number + 1, row[table.WON], cards)


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


def set_bits(bits: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1
