"""Worlds: deals of the hidden cards that fit everything a view knows.

A world is a state that the viewer cannot tell from the true one: `sample(v).view(v.seat) == v`
(except that a world has no past, so nothing in it can be undone). What is known of hidden cards:

- they are the cards of the deck that nobody has shown;
- a seat holds no card of a faction it has shown to lack, and laid off none that it had shown to
  lack by then;
- raccoons that belong in the draw pile were never in a hand of phase 1 (R-C2);
- a card taken after a seer's look is none of those lying face up, because an equal face-up card
  would have been taken instead (R-P2);
- a seat had taken what it played in phase 2 before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from claimant.game import Luck, shuffled
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import playout, table
from claimant.games.claim.rules.cards import BY_NAME, RACCOONS_REMOVED, Card
from claimant.games.claim.view import STAGES, UNKNOWN, ClaimView, set_bits
from claimant.luck import AnyLuck, as_luck

_RACCOONS: Final = frozenset({"raccoons"})
_NOTHING: Final[frozenset[str]] = frozenset()
_MAX_DEALS: Final = 10_000
"""The number of deals tried before giving up: a view that none of them fits is impossible."""
_NOTHING_FITS: Final = "no world fits the view: it contradicts itself"
_SWAPS: Final = 4
"""The number of swaps tried per hidden card to mix a deal."""


@dataclass(frozen=True)
class HiddenCard:
    """A card that the viewer does not know: where it is, and what it cannot be."""

    area: str
    """`hand`, `laid off`, `pile` (dealt from the draw pile or still in it) or `removed`."""
    seat: int = -1
    """The seat of the hand, or the one that laid it off."""
    index: int = -1
    """Its place in the pile as dealt, or among the cards that the seat laid off."""
    lacking: frozenset[str] = _NOTHING
    """Factions that it does not belong to."""
    excluded: frozenset[str] = _NOTHING
    """Cards that it is not."""
    only: str | None = None
    """The faction that it belongs to, if that is known."""

    def can_be(self, card: Card) -> bool:
        if self.only is not None and card.faction != self.only:
            return False
        return card.faction not in self.lacking and card not in self.excluded


def hidden_cards(view: ClaimView) -> list[HiddenCard]:
    """Every card that the viewer does not know, with everything known about it."""
    hidden: list[HiddenCard] = []
    never_dealt = _RACCOONS if view.raccoons == "pile" else _NOTHING
    for seat, hand in enumerate(view.hands):
        lacking = frozenset(view.voids[seat]) | (never_dealt if view.phase == 1 else _NOTHING)
        hidden += [HiddenCard("hand", seat, lacking=lacking)] * hand.count(UNKNOWN)
    for seat, row in enumerate(view.laid_off):
        for n, laid in enumerate(row):
            if laid.card == UNKNOWN:
                lacking = frozenset(laid.voids) | never_dealt
                hidden.append(HiddenCard("laid off", seat, n, lacking=lacking))
    if view.phase == 1:  # in phase 2 the pile's cards are in the hands, or have been played
        for n, place in enumerate(view.places):
            if place.card == UNKNOWN:
                hidden.append(_in_pile(view, n))
    if "raccoons" in view.factions:
        hidden += [HiddenCard("removed", only="raccoons")] * RACCOONS_REMOVED
    return hidden


def _in_pile(view: ClaimView, n: int) -> HiddenCard:
    return HiddenCard("pile", index=n, excluded=excluded_by_peek(view, n))


def excluded_by_peek(view: ClaimView, n: int) -> frozenset[str]:
    """What card `n` of the pile cannot be if a seer's winner took it after looking at it: any card
    that lay face up at the time."""
    place = view.places[n]
    if place.seer is None or place.seer != place.seat:
        return _NOTHING
    trick = n - n % view.players
    return frozenset(
        other.card for other in view.places[trick : trick + view.players] if other.open
    )


@dataclass
class World:
    """All cards by place while a world is put together."""

    hands: list[list[str]]
    places: list[str]
    laid_off: list[list[str]]

    def put(self, hidden: HiddenCard, card: str) -> None:
        if hidden.area == "hand":
            self.hands[hidden.seat].append(card)
        elif hidden.area == "laid off":
            self.laid_off[hidden.seat][hidden.index] = card
        elif hidden.area == "pile":
            self.places[hidden.index] = card


def sample(view: ClaimView, luck: AnyLuck) -> ClaimState:
    """A random world that fits the view, all of them being equally likely."""
    game = Claim(view.players, view.factions, view.raccoons)
    if view.stage in ("first", "deal"):
        raise ValueError("there is nothing to sample before the deal")
    luck = as_luck(luck)
    for _ in range(_MAX_DEALS):
        world = _deal(view, luck)
        # In phase 2 a deal may fit everything played, and yet not what was taken with seers.
        if view.phase == 1 or _fill_places(view, world, luck):
            return _state(game, view, world)
    raise AssertionError(_NOTHING_FITS)


def _deal(view: ClaimView, luck: Luck) -> World:
    """Deal the hidden cards to where they are now."""
    world = World(
        hands=[[card for card in hand if card != UNKNOWN] for hand in view.hands],
        places=[place.card for place in view.places],
        laid_off=[[laid.card for laid in row] for row in view.laid_off],
    )
    hidden = hidden_cards(view)
    cards = _assign(hidden, shuffled_cards(unseen_cards(view), luck), luck)
    assert cards is not None, _NOTHING_FITS
    for place, card in zip(hidden, cards, strict=True):
        world.put(place, card)
    return world


def shuffled_cards(cards: list[str], luck: Luck) -> list[str]:
    return [cards[i] for i in shuffled(range(len(cards)), luck)]


def unseen_cards(view: ClaimView) -> list[str]:
    """The cards of the deck that the viewer does not see anywhere."""
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


def _assign(hidden: list[HiddenCard], codes: list[str], luck: Luck) -> list[Card] | None:
    """A card for each hidden one; None if there is no way to assign them.

    First any assignment that fits, then swaps that fit. A swap and its reverse are equally likely,
    so after many of them no world is preferred.
    """
    assert len(hidden) == len(codes), (len(hidden), len(codes))
    cards = [Card(code) for code in codes]
    holder: dict[int, int] = {}  # by card: the hidden card it is assigned to
    for start in range(len(hidden)):
        if not _augment(start, hidden, cards, holder):
            return None
    assigned = [cards[n] for n, _ in sorted(holder.items(), key=lambda pair: pair[1])]
    for _ in range(_SWAPS * len(hidden)):
        a = luck.below(len(hidden))
        b = luck.below(len(hidden))
        if hidden[a].can_be(assigned[b]) and hidden[b].can_be(assigned[a]):
            assigned[a], assigned[b] = assigned[b], assigned[a]
    return assigned


def _augment(
    start: int, hidden: list[HiddenCard], cards: list[Card], holder: dict[int, int]
) -> bool:
    """Find a card for one more hidden one, reassigning others if necessary (Kuhn's algorithm for
    bipartite matching); whether there is one."""
    came_from: dict[int, int] = {}  # by card tried: the hidden card that wants it
    queue = [start]
    for current in queue:
        for n, card in enumerate(cards):
            if n in came_from or not hidden[current].can_be(card):
                continue
            came_from[n] = current
            if n in holder:
                queue.append(holder[n])
                continue
            free: int | None = n
            while free is not None:
                taker = came_from[free]
                freed = next((m for m, h in holder.items() if h == taker), None)
                if freed is not None:
                    del holder[freed]
                holder[free] = taker
                free = freed
            return True
    return False


def _fill_places(view: ClaimView, world: World, luck: Luck) -> bool:
    """Phase 2: choose which hidden card of the pile a seat took at which time, if possible."""
    for seat in range(view.players):
        taken = Counter([*world.hands[seat], *view.played[seat]])
        own = [n for n, place in enumerate(view.places) if place.seat == seat]
        taken.subtract(world.places[n] for n in own if world.places[n] != UNKNOWN)
        hidden = [_in_pile(view, n) for n in own if world.places[n] == UNKNOWN]
        cards = _assign(hidden, sorted(taken.elements()), luck)
        if cards is None:
            return False
        for place, card in zip(hidden, cards, strict=True):
            world.put(place, card)
    return True


def _state(game: Claim, view: ClaimView, world: World) -> ClaimState:
    """The state with these cards, in which everything else is as in the view."""
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
    if view.phase == 1:
        _lay_pile(s, view, [number(card) for card in world.places])
    _lay_tricks(s, game, view, number)
    played = _lay_history(s, game, view)
    if view.phase == 2:
        _lay_pile(s, view, _taken_cards(s, game, view, world, played))
    s.phase = view.phase
    s.number = view.trick - 1
    s.stage = STAGES.index(view.stage)
    if view.actor is not None:
        s.actor = view.actor
    for seat, faction in enumerate(view.loot):
        if faction is not None:
            s.loot[game.sides[seat]] = view.factions.index(faction)
    data = bytearray(states.tobytes())
    playout.refresh_choices(data, game.deck_bytes)
    return ClaimState(game, bytes(data))


def _slots(view: ClaimView, factions: Iterable[str]) -> int:
    return sum(1 << view.factions.index(name) for name in factions)


def _lay_pile(s: Any, view: ClaimView, cards: list[int]) -> None:
    s.top = len(view.places) - view.pile
    for n, (place, card) in enumerate(zip(view.places, cards, strict=True)):
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


def _lay_history(s: Any, game: Claim, view: ClaimView) -> list[list[int]]:
    """Lay every trick that was played; returns the cards that each seat has played in phase 2.

    Of equal cards, one played in phase 1 is among the discarded ones, so that a search can take the
    trick back. One played in phase 2 is in no hand and, unless it is a gnome that was removed, not
    among those either.
    """
    discarded = _cards_of(s.cards[table.DISCARDED])
    hands = [_cards_of(s.cards[table.HAND + seat]) for seat in range(view.players)]
    played: list[list[int]] = [[] for _ in hands]
    for (seat, _), card in zip(view.table, s.trick, strict=False):
        played[seat].append(int(card))
    elsewhere = set().union(*hands, *played)
    used: set[int] = set()
    for trick in view.history:
        row = trick.number - 1 + (table.TRICKS if trick.phase == 2 else 0)
        for i, (seat, code) in enumerate(trick.cards):
            first = game.numbers[code]
            equal = {n for n in range(first, first + 5) if game.codes[n] == code} - used
            if trick.phase == 1:
                card = min(equal & discarded, default=first)
            else:
                card = min(equal - elsewhere, key=lambda n: (n in discarded, n))
            used.add(card)
            s.history[row, i] = card
            if trick.phase == 2:
                played[seat].append(card)
        s.history[row, table.LED] = trick.leader
        s.history[row, table.WON] = trick.winner
        s.last = row
    return played


def _taken_cards(
    s: Any, game: Claim, view: ClaimView, world: World, played: list[list[int]]
) -> list[int]:
    """Phase 2: the cards of the pile by place. By now they are in the hands or have been played,
    and of equal cards each has the number that it has there."""
    taken = [_cards_of(s.cards[table.HAND + n]).union(cards) for n, cards in enumerate(played)]
    cards = []
    for place, code in zip(view.places, world.places, strict=True):
        assert place.seat is not None
        card = min(n for n in taken[place.seat] if game.codes[n] == code)
        taken[place.seat].remove(card)
        cards.append(card)
    return cards


def _cards_of(row: Any) -> set[int]:
    """The cards of a row of `cards`."""
    low, high = row.tolist()
    return {*set_bits(low), *set_bits(high << 64)}


def _lay_tricks(s: Any, game: Claim, view: ClaimView, number: Callable[[str], int]) -> None:
    s.leader = view.leader
    for i, (_, code) in enumerate(view.table):
        s.trick[i] = number(code)
    s.played = len(view.table)
    s.automaton = view.automaton
    if view.last_winner is not None:
        s.last_winner = view.last_winner
        s.order[: view.players] = view.order
    if view.actor is not None and view.stage == "discard":
        s.played = (view.actor - int(s.leader)) % view.players
    if view.actor is not None and view.stage == "loot":
        s.collected = (view.actor - int(s.last_winner)) % view.players
