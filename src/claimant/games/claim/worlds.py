"""Deals of the hidden cards that fit all that a view knows.

A world is a state that the viewer cannot tell from the true one: `sample(v).view(v.seat) == v`
(but that a world has no past: nothing in it can be taken back). What is known of hidden cards:

- they are the cards of the deck that nobody has shown;
- a seat holds none of the factions that it has shown to lack, and laid off none that it had
  shown to lack by then;
- raccoons that belong in the draw pile were never in a hand of phase 1 (R-C2);
- a seer's winner took a card that is none of those lying face up, for it would have been
  the face-up one (R-P2);
- what a seat played in phase 2 it had taken before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from claimant.game import Luck, shuffled
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import playout, table
from claimant.games.claim.rules.cards import BY_NAME, DECK, RACCOONS_REMOVED, Card
from claimant.games.claim.view import STAGES, UNKNOWN, ClaimView
from claimant.kernels.compile import entry

_RACCOONS: Final = frozenset({"raccoons"})
DEALS: Final = 10_000
"""How many deals are tried before it is certain that something is wrong."""
NOTHING_FITS: Final = "no world fits the view: a view knows something that cannot be"
SWAPS: Final = 4
"""How often, for each hidden card, two of them are tried the other way round."""


@dataclass
class Gap:
    """A hidden card: where it is, and what it is not."""

    put: Callable[[str], None]
    """Called with the card that is dealt to it."""
    not_of: frozenset[str] = frozenset()
    not_these: frozenset[str] = frozenset()
    only: str | None = None
    card: Card = field(init=False)

    def takes(self, card: Card) -> bool:
        faction = card.faction
        if self.only is not None and faction != self.only:
            return False
        return faction not in self.not_of and card not in self.not_these


@dataclass
class World:
    """All cards by place while a world is put together."""

    hands: list[list[str]]
    places: list[str]
    laid_off: list[list[str]]


def sample(view: ClaimView, luck: Luck) -> ClaimState:
    """A world that fits the view, at random: of those that fit, none is preferred."""
    game = Claim(view.players, view.factions, view.raccoons)
    if view.stage in ("first", "deal"):
        raise ValueError("there is nothing to sample before the deal")
    for _ in range(DEALS):
        world = _dealt(view, luck)
        # In phase 2 a deal may fit all that was played, and yet not what was taken with seers.
        if view.phase == 1 or _fill_places(view, world, luck):
            return _state(game, view, world)
    raise AssertionError(NOTHING_FITS)


def _dealt(view: ClaimView, luck: Luck) -> World:
    """The hidden cards where they may be now."""
    world = World(
        hands=[[card for card in hand if card != UNKNOWN] for hand in view.hands],
        places=[place.card for place in view.places],
        laid_off=[[laid.card for laid in row] for row in view.laid_off],
    )
    gaps = _gaps(view, world)
    fits = _fill(gaps, shuffled_cards(_unseen(view), luck), luck)
    assert fits, NOTHING_FITS
    return world


def shuffled_cards(cards: list[str], luck: Luck) -> list[str]:
    return [cards[i] for i in shuffled(range(len(cards)), luck)]


def _unseen(view: ClaimView) -> list[str]:
    """The cards of the deck that the viewer sees nowhere."""
    deck = Counter(
        f"{BY_NAME[name].singular}-{value}"
        for name in view.factions
        for value in BY_NAME[name].values
    )
    rows: list[Iterable[str]] = [*view.hands, *view.scores, *view.gnomes]
    rows += [view.trolls, view.discarded, [card for _, card in view.table]]
    rows += [[laid.card for laid in row] for row in view.laid_off]
    if view.phase == 1:  # in phase 2 the pile's cards are in the hands, or have been played
        rows.append([place.card for place in view.places])
    deck.subtract(card for row in rows for card in row if card != UNKNOWN)
    return sorted(deck.elements())


def _gaps(view: ClaimView, world: World) -> list[Gap]:
    """The hidden cards, with what each of them is not."""
    gaps: list[Gap] = []
    never_dealt = _RACCOONS if view.raccoons == "pile" else frozenset()
    for seat, hand in enumerate(view.hands):
        lacks = frozenset(view.voids[seat]) | (never_dealt if view.phase == 1 else frozenset())
        gaps += [Gap(world.hands[seat].append, lacks) for card in hand if card == UNKNOWN]
    for seat, row in enumerate(view.laid_off):
        for n, laid in enumerate(row):
            if laid.card == UNKNOWN:
                put = _putting(world.laid_off[seat], n)
                gaps.append(Gap(put, frozenset(laid.voids) | never_dealt))
    if view.phase == 1:
        for n, place in enumerate(view.places):
            if place.card == UNKNOWN:
                gaps.append(Gap(_putting(world.places, n), not_these=not_peeked(view, n)))
    if "raccoons" in view.factions:
        gaps += [Gap(lambda card: None, only="raccoons") for _ in range(RACCOONS_REMOVED)]
    return gaps


def _putting(row: list[str], n: int) -> Callable[[str], None]:
    def put(card: str) -> None:
        row[n] = card

    return put


def not_peeked(view: ClaimView, n: int) -> frozenset[str]:
    """What a card taken by the seer who looked at it cannot be: those that lay face up then."""
    place = view.places[n]
    if place.seer is None or place.seer != place.seat:
        return frozenset()
    trick = n - n % view.players
    return frozenset(
        other.card for other in view.places[trick : trick + view.players] if other.open
    )


def _fill(gaps: list[Gap], codes: list[str], luck: Luck) -> bool:
    """Deal the cards to the gaps: first in some way that fits, then mixed by fitting swaps. False
    where no way fits.

    Swapping two cards and back is equally likely, so that after many swaps no world is preferred.
    """
    assert len(gaps) == len(codes), (len(gaps), len(codes))
    cards = [Card(code) for code in codes]
    holder: dict[int, int] = {}  # the gap that each card is dealt to
    for start in range(len(gaps)):
        if not _settle(start, gaps, cards, holder):
            return False
    for n, gap in holder.items():
        gaps[gap].card = cards[n]
    for _ in range(SWAPS * len(gaps)):
        a = gaps[luck.below(len(gaps))]
        b = gaps[luck.below(len(gaps))]
        if a.takes(b.card) and b.takes(a.card):
            a.card, b.card = b.card, a.card
    for each in gaps:
        each.put(each.card)
    return True


def _settle(start: int, gaps: list[Gap], cards: list[Card], holder: dict[int, int]) -> bool:
    """Find a card for one more gap, moving others to other cards where they must (Kuhn); whether
    there is one."""
    came_from: dict[int, int] = {}  # for each card tried: the gap that wants it
    queue = [start]
    for gap in queue:
        for n, card in enumerate(cards):
            if n in came_from or not gaps[gap].takes(card):
                continue
            came_from[n] = gap
            if n in holder:
                queue.append(holder[n])
                continue
            free: int | None = n
            while free is not None:
                gap = came_from[free]
                freed = next((m for m, g in holder.items() if g == gap), None)
                if freed is not None:
                    del holder[freed]
                holder[free] = gap
                free = freed
            return True
    return False


def _fill_places(view: ClaimView, world: World, luck: Luck) -> bool:
    """Phase 2: which hidden card of the pile a seat took at which time; whether it can be so."""
    for seat in range(view.players):
        taken = Counter([*world.hands[seat], *view.played[seat]])
        mine = [n for n, place in enumerate(view.places) if place.seat == seat]
        taken.subtract(world.places[n] for n in mine if world.places[n] != UNKNOWN)
        hidden = [n for n in mine if world.places[n] == UNKNOWN]
        gaps = [Gap(_putting(world.places, n), not_these=not_peeked(view, n)) for n in hidden]
        if not _fill(gaps, sorted(taken.elements()), luck):
            return False
    return True


def _state(game: Claim, view: ClaimView, world: World) -> ClaimState:
    """The state with these cards, in which everything else is as the view says."""
    states = np.frombuffer(bytearray(game.start().data), table.STATE)
    s = states[0]
    used: set[int] = set()

    def number(code: str) -> int:
        card = game.numbers[code]
        while card in used:
            card += 1
        used.add(card)
        return card

    def lay(row: int, codes: Iterable[str]) -> None:
        for code in codes:
            card = number(code)
            s.cards[row, card >> 6] |= 1 << (card & 63)

    for seat in range(view.players):
        lay(table.HAND + seat, world.hands[seat])
        lay(table.SCORE + seat, view.scores[seat])
        for code in view.gnomes[seat]:
            s.gnomes[seat] |= 1 << (number(code) & 15)
        s.laid[seat] = len(view.laid_off[seat])
        for n, code in enumerate(world.laid_off[seat]):
            s.laid_card[seat, n] = number(code)
            s.laid_voids[seat, n] = _slots(view, view.laid_off[seat][n].voids)
        s.voids[seat] = _slots(view, view.voids[seat])
    lay(table.DISCARDED, view.discarded)
    for code in view.trolls:
        s.trolls |= 1 << (number(code) & 15)
    _lay_pile(s, game, view, world, number)
    _lay_tricks(s, game, view, number)
    s.phase = view.phase
    s.number = view.trick - 1
    s.stage = STAGES.index(view.stage)
    if view.actor is not None:
        s.actor = view.actor
    for seat, faction in enumerate(view.loot):
        if faction is not None:
            side = seat & 1 if view.players == 4 else seat
            s.loot[side] = view.factions.index(faction)
    data = bytearray(states.tobytes())
    list_choices(data, game.deck_bytes)
    return ClaimState(game, bytes(data))


def _slots(view: ClaimView, factions: Iterable[str]) -> int:
    return sum(1 << view.factions.index(name) for name in factions)


def _lay_pile(
    s: Any, game: Claim, view: ClaimView, world: World, number: Callable[[str], int]
) -> None:
    s.top = len(view.places) - view.pile
    for n, place in enumerate(view.places):
        # In phase 2 these cards lie elsewhere: here only their codes count.
        card = number(world.places[n]) if view.phase == 1 else game.numbers[world.places[n]]
        s.pile[n] = card
        if place.seat is not None:
            s.owner[n] = place.seat
            if view.phase == 1:
                s.cards[table.FOLLOWERS + place.seat, card >> 6] |= 1 << (card & 63)
        if place.seer is not None:
            s.seer[n] = place.seer
    if view.phase == 1:
        trick = range((view.trick - 1) * view.players, view.trick * view.players)
        lying = [n for n in trick if view.places[n].open and view.places[n].seat is None]
        shown = [n for n in trick if view.places[n].open]
        for i, n in enumerate(shown):
            s.face_up[i] = n if n in lying else table.NOTHING
        s.peeking = s.top < len(view.places) and view.places[s.top].seer is not None
        s.collected = sum(view.places[n].seat is not None for n in trick)


def _lay_tricks(s: Any, game: Claim, view: ClaimView, number: Callable[[str], int]) -> None:
    s.leader = view.leader
    for i, (_, code) in enumerate(view.table):
        s.trick[i] = number(code)
    s.played = len(view.table)
    s.automaton = view.automaton
    if view.last_winner is not None:
        s.last_winner = view.last_winner
        s.last_leader = view.last_trick[0][0]
        for i, (_, code) in enumerate(view.last_trick):
            s.last_trick[i] = game.numbers[code]
        s.order[: view.players] = view.order
    if view.actor is not None and view.stage == "discard":
        s.played = (view.actor - int(s.leader)) % view.players
    if view.actor is not None and view.stage == "loot":
        s.collected = (view.actor - int(s.last_winner)) % view.players


@entry
def list_choices(data: bytearray, deck: bytes) -> None:
    """Fill in what may be done in a state that was put together."""
    playout.list_choices(np.frombuffer(data, table.STATE)[0], np.frombuffer(deck, DECK)[0])
