"""A table of Claim in sentences: everything that its picture shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from claimant.games.claim.names import card, cards, faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Name, Text, listing, sentence


def describe(view: ClaimView, who: Sequence[Name]) -> list[Text]:
    said: list[Text] = []
    if view.phase and view.outcome is None:
        said.append(
            Text(
                "Phase {phase}, trick {trick} of {tricks}.",
                phase=view.phase,
                trick=view.trick,
                tricks=view.tricks,
            )
        )
    if view.face_up:
        said.append(Text("At stake: {cards}.", cards=cards(view.face_up)))
    if view.pile:
        said.append(
            Text(
                "The draw pile has {n} card.",
                "The draw pile has {n} cards.",
                n=view.pile,
            )
        )
    if view.peek is not None:
        said.append(Text("On top of the pile is {card}.", card=card(view.peek)))
    said += [
        Text("{who} played {card}.", who=who[seat], card=card(code)) for seat, code in view.table
    ]
    if not view.table and view.last_winner is not None and view.outcome is None:
        said.append(
            Text(
                "The last trick, {cards}, went to {who}.",
                cards=cards([code for _, code in view.last_trick]),
                who=who[view.last_winner],
            )
        )
    if view.trolls:
        said.append(Text("On the table: {cards}.", cards=cards(view.trolls)))
    for seat in range(view.players):
        said += _held(who[seat], view.hands[seat])
        said += _won(who[seat], view.followers[seat])
        if view.gnomes[seat]:
            said.append(
                Text("In front of {who}: {cards}.", who=who[seat], cards=cards(view.gnomes[seat]))
            )
    return said + _standing(view, who)


def _held(name: Name, held: Sequence[str]) -> list[Text]:
    known = [code for code in held if code != "?"]
    if not held:
        return []
    if len(known) == len(held):
        return [Text("{who} holds {cards}.", who=name, cards=cards(known))]
    said = [
        Text("{who} holds {n} card.", "{who} holds {n} cards.", who=name, n=len(held)),
    ]
    if known:
        said.append(Text("Among them: {cards}.", cards=cards(known)))
    return said


def _won(name: Name, followers: Sequence[str]) -> list[Text]:
    known = [code for code in followers if code != "?"]
    if not followers:
        return []
    said = [
        Text(
            "{who} has won {n} follower.",
            "{who} has won {n} followers.",
            who=name,
            n=len(followers),
        )
    ]
    if known:
        said.append(Text("Among them: {cards}.", cards=cards(known)))
    return said


def sides(view: ClaimView) -> list[tuple[int, ...]]:
    """The seats that count together: with four players the partners (R-C3)."""
    if view.players == 4:
        return [(0, 2), (1, 3)]
    return [(seat,) for seat in range(view.players)]


def together(side: Sequence[int], who: Sequence[Name]) -> Name:
    return listing([who[seat] for seat in side])


def tally(numbers: Sequence[tuple[tuple[int, ...], int]], who: Sequence[Name]) -> Name:
    """Numbers with the sides they belong to: "3 for a, 2 for b and 1 for c". Teams already contain
    an "and", so a semicolon separates them: "3 for a and c; 2 for b and d"."""
    parts = [Text("{n} for {who}", who=together(side, who), n=n) for side, n in numbers]
    if len(parts) == 2 and len(who) == 4:
        return Text("{start}; {next}", start=parts[0], next=parts[1])
    return listing(parts)


def counts(view: ClaimView) -> dict[str, tuple[int, ...]]:
    """The number of cards that each side has of each faction: in its piles and gnome rows so far,
    or as counted at the end."""
    if isinstance(view.outcome, ClaimOutcome):
        return dict(view.outcome.counts)
    held = tuple(
        [tuple([view.scores[seat] + view.gnomes[seat] for seat in side]) for side in sides(view)]
    )
    return dict(zip(view.factions, _by_faction(view.factions, held), strict=True))


@lru_cache(1000)
def _by_faction(
    factions: tuple[str, ...], held: tuple[tuple[tuple[str, ...], ...], ...]
) -> tuple[tuple[int, ...], ...]:
    """The number of cards of each faction that each side has. A value of its arguments alone; the
    last thousand are enough for the tables that are running."""
    piles = [Counter([Card(code).faction for pile in side for code in pile]) for side in held]
    return tuple([tuple([pile[name] for pile in piles]) for name in factions])


def _standing(view: ClaimView, who: Sequence[Name]) -> list[Text]:
    said: list[Text] = []
    for name, numbers in counts(view).items():
        if not any(numbers):
            continue
        parts = tally([*zip(sides(view), numbers, strict=True)], who)
        said.append(sentence(Text("{faction}: {counts}.", faction=faction(name), counts=parts)))
        if isinstance(view.outcome, ClaimOutcome):
            owners = [who[seat] for seat in view.outcome.factions[name]]
            said.append(
                Text("Won by {who}.", who=listing(owners)) if owners else Text("Nobody won them.")
            )
    return said
