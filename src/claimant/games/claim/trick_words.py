"""A trick in words: why a card won it, and what the powers of the cards in it did.

Everything is derived from what all players see, so one sentence is right for everyone. `me` is the
seat of the reader, who is called "you"; None for a spectator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from claimant.games.claim.names import card, cards, faction
from claimant.games.claim.rules.cards import GRIFFIN_BONUS, Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text, sentence

Played = tuple[tuple[int, str], ...]
"""Seats and the cards they played, in the order of play."""


class Trick(NamedTuple):
    """A complete trick: what everyone saw before its last card, and after it."""

    before: ClaimView
    after: ClaimView

    @property
    def played(self) -> Played:
        return self.after.last_trick

    @property
    def winner(self) -> int:
        assert self.after.last_winner is not None
        return self.after.last_winner

    @property
    def phase(self) -> int:
        """The phase it was played in: its last card may have ended phase 1."""
        return self.before.phase

    @property
    def winning(self) -> str:
        return dict(self.played)[self.winner]


@dataclass(frozen=True)
class Effect:
    """What a power did."""

    faction: str
    text: Text
    cards: tuple[str, ...] = ()
    """The cards that it did it to."""


def completes(before: ClaimView, after: ClaimView) -> bool:
    """Whether the event between two views put the last card to a trick."""
    return len(before.table) == before.players - 1 and not after.table


def griffin_values(scores: Sequence[str]) -> tuple[int, ...]:
    """R-P7: the values that the griffins in a score pile raise in phase 2."""
    return tuple(sorted([Card(c).value for c in scores if Card(c).faction == "griffins"]))


def is_raised(view: ClaimView, seat: int, code: str) -> bool:
    """Whether a griffin makes a card that a seat plays now worth 5 more."""
    return view.phase == 2 and Card(code).value in griffin_values(view.scores[seat])


def reason(trick: Trick) -> Text:
    """Why the winning card won, in one sentence (R-C5)."""
    winning = trick.winning
    led = Card(trick.played[0][1]).faction
    if led == "goblins" and Card(winning).faction == "knights":
        return Text("Knights beat goblins.")
    worth = {
        seat: Card(code).value + GRIFFIN_BONUS * is_raised(trick.before, seat, code)
        for seat, code in trick.played
    }
    rivals = [
        (worth[seat], code)
        for seat, code in trick.played
        if seat != trick.winner and Card(code).faction in (led, "doppelgangers")
    ]
    if not rivals:
        return sentence(Text("Nobody followed: {card} wins.", card=card(winning)))
    value, other = max(rivals, key=lambda rival: rival[0])
    mine = worth[trick.winner]
    if value == mine:
        return Text("Both are worth {value}: the first one played wins.", value=mine)
    if mine != Card(winning).value:  # R-P7
        text = Text(
            "A griffin lifts {card} to {value}: it beats {other}.",
            card=card(winning), value=mine, other=card(other),
        )  # fmt: skip
    elif Card(winning).faction != led:
        text = Text(
            "{card} counts as one of the {faction} and beats {other}.",
            card=card(winning), faction=faction(led), other=card(other),
        )  # fmt: skip
    else:
        text = Text("{card} beats {other}.", card=card(winning), other=card(other))
    return sentence(text)


def in_progress(view: ClaimView) -> list[Effect]:
    """The powers at work in a trick that is not complete."""
    found = []
    for n, (seat, code) in enumerate(view.table):
        name = Card(code).faction
        if n and name == "doppelgangers" and view.led not in (None, name):  # R-C5
            text = Text(
                "{card} counts as one of the {faction}.",
                card=card(code),
                faction=faction(view.led or ""),
            )
            found.append(Effect(name, sentence(text), (code,)))
        if is_raised(view, seat, code):  # R-P7
            value = Card(code).value
            text = Text(
                "{griffin} makes {card} worth {n}.",
                griffin=card(f"griffin-{value}"),
                card=card(code),
                n=value + GRIFFIN_BONUS,
            )
            found.append(Effect("griffins", sentence(text), (f"griffin-{value}", code)))
    return found


def effects(trick: Trick, who: Sequence[Name], me: int | None) -> list[Effect]:
    """The powers that took effect with the last card of a trick."""
    played = tuple([code for _, code in trick.played])
    powers = _involved(played, trick.before.trolls, trick.after.stage in _ENDED)
    return [effect for power in powers for effect in power(trick, played, who, me)]


def where_they_went(trick: Trick, who: Sequence[Name], me: int | None) -> Text:
    """What became of the cards that no power sent elsewhere."""
    if trick.phase == 1:
        return Text("Cards played in phase 1 are out of the game.")
    if trick.winner == me:
        return Text("The cards are in your score pile.")
    return Text("The cards are in the score pile of {who}.", who=who[trick.winner])


def _of(name: str, codes: Sequence[str]) -> tuple[str, ...]:
    return tuple([code for code in codes if Card(code).faction == name])


def _dragons(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P1"""
    after = trick.after
    leads = [(seat, code) for seat, code in trick.played[1:] if Card(code).faction == "dragons"]
    if not leads or after.leader is None or after.leader != leads[-1][0] or after.stage in _ENDED:
        return []
    seat, code = leads[-1]
    text = (
        Text("{card}: you lead the next trick.", card=card(code))
        if seat == me
        else Text("{card}: {who} leads the next trick.", card=card(code), who=who[seat])
    )
    return [Effect("dragons", sentence(text), (code,))]


def _seers(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P2"""
    code = trick.winning
    if trick.phase == 2 or Card(code).faction != "seers":
        return []
    text = (
        Text(
            "{card}: you look at the top of the draw pile and may take that card.", card=card(code)
        )
        if trick.winner == me
        else Text(
            "{card}: {who} looks at the top of the draw pile and may take that card.",
            card=card(code),
            who=who[trick.winner],
        )
    )
    return [Effect("seers", sentence(text), (code,))]


def _automatons(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P3"""
    code = trick.winning
    if not trick.after.automaton or Card(code).faction != "automatons":
        return []
    text = (
        Text(
            "{card}: you win the next trick too. Everyone discards a card for it.", card=card(code)
        )
        if trick.winner == me
        else Text(
            "{card}: {who} wins the next trick too. Everyone discards a card for it.",
            card=card(code),
            who=who[trick.winner],
        )
    )
    return [Effect("automatons", sentence(text), (code,))]


def _undead(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P4"""
    saved = _of("undead", played)
    if trick.phase == 2 or not saved:
        return []
    text = _to_pile(saved, trick.winner, who, me)
    return [Effect("undead", text, saved)]


def _to_pile(codes: Sequence[str], seat: int, who: Sequence[Name], me: int | None) -> Text:
    if seat == me:
        return sentence(
            Text(
                "{cards} goes to your score pile.",
                "{cards} go to your score pile.",
                cards=cards(codes),
                n=len(codes),
            )
        )
    return sentence(
        Text(
            "{cards} goes to the score pile of {who}.",
            "{cards} go to the score pile of {who}.",
            cards=cards(codes),
            n=len(codes),
            who=who[seat],
        )
    )


def _dwarves(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P5"""
    won = _of("dwarves", played)
    if trick.phase == 1 or not won:
        return []
    seat = next(
        seat for seat, score in enumerate(trick.after.scores) if Counter(won) <= Counter(score)
    )
    why = (
        Text("Dwarves go to the loser of the trick.")
        if trick.before.players == 2
        else Text("Dwarves go to the player of the lowest card.")
    )
    text = Text("{start} {next}", start=why, next=_to_pile(won, seat, who, me))
    return [Effect("dwarves", text, won)]


def _gnomes(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P6"""
    won = _of("gnomes", played)
    if trick.phase == 1 or not won or trick.after.stage in _ENDED:
        return []
    if trick.winner == me:
        text = Text(
            "{cards} lies open in front of you.", "{cards} lie open in front of you.",
            cards=cards(won), n=len(won),
        )  # fmt: skip
    else:
        text = Text(
            "{cards} lies open in front of {who}.", "{cards} lie open in front of {who}.",
            cards=cards(won), n=len(won), who=who[trick.winner],
        )  # fmt: skip
    return [Effect("gnomes", sentence(text), won)]


def _giants(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P6: the gnomes that left a row before the trick's own joined one."""
    giants = _of("giants", played)
    if trick.phase == 1 or not giants:
        return []
    found = []
    wanted = {Card(code).value for code in giants}
    for seat, row in enumerate(trick.before.gnomes):
        if trick.after.stage in _ENDED:  # the rows have joined the piles
            lost = Counter(row) - Counter(trick.after.scores[seat])
        else:
            lost = Counter(row) - Counter(trick.after.gnomes[seat])
        gone = tuple(sorted([code for code in lost.elements() if Card(code).value in wanted]))
        if not gone:
            continue
        values = {Card(code).value for code in gone}
        cause = [code for code in giants if Card(code).value in values]
        text = (
            Text("{giants}: you lose {cards}.", giants=cards(cause), cards=cards(gone))
            if seat == me
            else Text(
                "{giants}: {who} loses {cards}.",
                giants=cards(cause),
                who=who[seat],
                cards=cards(gone),
            )
        )
        found.append(Effect("giants", sentence(text), (*cause, *gone)))
    return found


def _trolls(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P9"""
    lying = (*trick.before.trolls, *_of("trolls", played))
    if trick.phase == 1 or not lying:
        return []
    left = trick.after.trolls
    taken = sorted(set(lying) - set(left), key=lambda code: Card(code).value)
    text = _to_pile(taken, trick.winner, who, me)
    if left:
        stay = Text(
            "{cards} stays on the table for the next trick.",
            "{cards} stay on the table for the next trick.",
            cards=cards(left), n=len(left),
        )  # fmt: skip
        text = Text("{start} {next}", start=text, next=sentence(stay))
    return [Effect("trolls", text, (*taken, *left))]


def _peasants(
    trick: Trick, played: Sequence[str], who: Sequence[Name], me: int | None
) -> list[Effect]:
    """R-P11: the peasants that have moved to another pile at the end of the game."""
    if trick.after.stage not in _ENDED:
        return []
    found = []
    for seat, score in enumerate(trick.after.scores):
        came = _of("peasants", [*(Counter(score) - Counter(trick.before.scores[seat])).elements()])
        came = tuple([code for code in came if code not in played or seat != trick.winner])
        if not came:
            continue
        text = (
            Text(
                "{cards} has no king of the same value or up to 3 more, and comes over to you.",
                "{cards} have no king of the same value or up to 3 more, and come over to you.",
                cards=cards(came),
                n=len(came),
            )
            if seat == me
            else Text(
                "{cards} has no king of the same value or up to 3 more, and goes over to {who}.",
                "{cards} have no king of the same value or up to 3 more, and go over to {who}.",
                cards=cards(came),
                n=len(came),
                who=who[seat],
            )
        )
        found.append(Effect("peasants", sentence(text), came))
    return found


_ENDED: Final = ("loot", "over")
_Power = Callable[[Trick, Sequence[str], Sequence[Name], int | None], list[Effect]]
_POWERS: Final[dict[str, _Power]] = {
    "undead": _undead,
    "seers": _seers,
    "automatons": _automatons,
    "dwarves": _dwarves,
    "trolls": _trolls,
    "gnomes": _gnomes,
    "giants": _giants,
    "dragons": _dragons,
    "peasants": _peasants,
}
"""By the faction whose cards do it."""


@lru_cache(4096)
def _involved(played: tuple[str, ...], trolls: tuple[str, ...], ended: bool) -> tuple[_Power, ...]:
    """The powers that a trick may have set to work. At the end peasants may also leave a pile. A
    value of its arguments alone; the bound covers the running tables."""
    names = {Card(code).faction for code in (*played, *trolls)}
    if ended:
        names.add("peasants")
    return tuple([power for name, power in _POWERS.items() if name in names])
