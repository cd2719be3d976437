"""What the greedy bot makes of Claim.

Every choice gets a number by rules of thumb. In phase 1 a trick is worth the best follower lying
there less what a blind draw brings; in phase 2 it is worth its cards, each as much as its faction
is still open. A card's chance to win counts the unseen cards that would beat it.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from claimant.claim.cards import BY_NAME, Card
from claimant.claim.view import ClaimView

# How much better a follower of a faction is than its value says.
_LIKED: Final = {"knights": 2.0, "doppelgangers": 2.5, "dragons": 1.0, "kings": 0.5, "dwarves": 0.5}
_UNDEAD: Final = 2.5  # R-P4: saved for the winner at once
_SPENT: Final = 0.25  # what a point of value is worth in later tricks of phase 1
_SAVED: Final = 0.06  # and in phase 2
_DECIDED: Final = 0.15  # a card of a faction that someone has most of already


def worth(view: ClaimView) -> dict[str, float]:
    """Each legal choice and how good it looks."""
    return {legal: _worth(view, *legal.split(" ", 1)) for legal in view.legal}


def _worth(view: ClaimView, verb: str, what: str) -> float:
    if verb == "loot":
        return _loot(view, what)
    card = Card(what)
    if verb == "take":
        return _follower(card)
    if verb == "discard":
        return -_SPENT * card.value - (_UNDEAD if card.faction == "undead" else 0.0)
    return _recruiting(view, card) if view.phase == 1 else _winning(view, card)


def _follower(card: Card) -> float:
    """How useful a card is in phase 2."""
    return card.value + _LIKED.get(card.faction, 0.0)


def _recruiting(view: ClaimView, card: Card) -> float:
    unseen = _unseen(view)
    average = sum(_follower(c) for c in unseen) / max(len(unseen), 1)
    stake = max(_follower(Card(code)) for code in view.face_up) - average
    undead = [c for c in (*_played(view), card) if c.faction == "undead"]
    chance = _chance(view, card, unseen)
    return chance * stake + (2 * chance - 1) * _UNDEAD * len(undead) - _SPENT * card.value


def _winning(view: ClaimView, card: Card) -> float:
    trick = [*_played(view), card]
    stake = sum(_weight(view, c.faction) for c in trick if c.faction not in ("dwarves", "trolls"))
    trolls = [*(Card(code) for code in view.trolls), *(c for c in trick if c.faction == "trolls")]
    if trolls:  # R-P9: the winner takes one of them
        stake += _weight(view, "trolls")
    # R-P5: with two players the loser gets the dwarves.
    stake -= sum(_weight(view, "dwarves") for c in trick if c.faction == "dwarves")
    chance = _chance(view, card, _unseen(view))
    return (2 * chance - 1) * stake - _SAVED * card.value


def _weight(view: ClaimView, faction: str) -> float:
    """What a card of a faction is worth to a score pile."""
    counts = _counts(view, faction)
    most = BY_NAME[faction].size / 2
    if any(n > most for n in counts):
        return _DECIDED
    return 1.0


def _counts(view: ClaimView, faction: str) -> list[int]:
    """The cards of a faction that each side has, this bot's side first."""
    assert view.seat is not None
    sides = Counter[int]()
    for seat in range(view.players):
        side = seat & 1 if view.players == 4 else seat
        piles = (*view.scores[seat], *view.gnomes[seat])
        sides[side] += sum(Card(code).faction == faction for code in piles)
    mine = view.seat & 1 if view.players == 4 else view.seat
    return [sides[mine], *(sides[side] for side in sides if side != mine)]


def _chance(view: ClaimView, card: Card, unseen: list[Card]) -> float:
    """The chance that this bot's side wins the trick with this card."""
    assert view.seat is not None
    led = Card(view.table[0][1]).faction if view.table else card.faction
    ranks = [(_rank(view, seat, Card(code), led), seat) for seat, code in view.table]
    mine = _rank(view, view.seat, card, led)
    if ranks:
        best, leading = max(ranks, key=lambda entry: entry[0])
        if best >= mine:  # an equal card played earlier is better
            partner = view.players == 4 and (leading - view.seat) % 2 == 0
            return 0.6 if partner else 0.0
    later = [(view.seat + i) % view.players for i in range(1, view.players - len(view.table))]
    chance = 1.0
    hidden = sum(hand.count("?") for hand in view.hands) + view.pile
    for seat in later:
        if view.players == 4 and (seat - view.seat) % 2 == 0:
            continue
        known = [Card(code) for code in view.hands[seat] if code != "?"]
        if any(_rank(view, seat, c, led) > mine for c in known):
            chance *= 0.2
        share = view.hands[seat].count("?") / max(hidden, 1)
        beating = sum(
            _rank(view, seat, c, led) > mine for c in unseen if c.faction not in view.voids[seat]
        )
        chance *= (1 - min(share, 1.0)) ** beating
    return chance


def _rank(view: ClaimView, seat: int, card: Card, led: str) -> tuple[int, int]:
    """R-C5 and R-P7, as far as a player keeps them in mind."""
    value = card.value
    if view.phase == 2 and f"griffin-{value}" in view.scores[seat]:
        value += 5
    if card.faction == "knights" and led == "goblins":
        return 2, value
    return int(card.faction in (led, "doppelgangers")), value


def _played(view: ClaimView) -> list[Card]:
    return [Card(code) for _, code in view.table]


def _unseen(view: ClaimView) -> list[Card]:
    """The cards that may be in others' hands or the pile."""
    rest = Counter(
        f"{BY_NAME[name].singular}-{value}"
        for name in view.factions
        for value in BY_NAME[name].values
    )
    seen = [
        *view.face_up,
        *view.trolls,
        *view.discarded,
        *(code for _, code in view.table),
        *(code for cards in (*view.hands, *view.followers) for code in cards),
        *(code for cards in (*view.scores, *view.gnomes) for code in cards),
        *(laid.card for cards in view.laid_off for laid in cards),
    ]
    rest.subtract(seen)
    return [Card(code) for code, n in rest.items() if code != "?" for _ in range(max(n, 0))]


def _loot(view: ClaimView, faction: str) -> float:
    """R-P14: best where the loot wins a faction that would else be lost."""
    mine, *theirs = _counts(view, faction)
    assert view.seat is not None
    sides = [view.seat] if view.players < 4 else [view.seat, (view.seat + 2) % 4]
    loot = sum(Card(code).has_loot for seat in sides for code in view.scores[seat])
    rival = max(theirs)
    return float(mine <= rival < mine + loot) - 0.01 * abs(mine + loot - rival)
