"""Claim in words.

Sentences are derived from the two views. An event is not used if it may contain a secret: a card
laid off, or a follower that a seer has looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimant.games.claim.names import card, cards, faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text, sentence
from claimant.presentation import Fortune


def narrate(before: ClaimView, event: str, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    verb, _, what = event.partition(" ")
    if verb == "deal":
        return [
            Text(
                "The cards are dealt: {n} each, and {pile} in the draw pile.",
                n=after.tricks,
                pile=after.pile + len(after.face_up),
            ),
            *_turned_up(before, after),
        ]
    assert before.actor is not None
    name, mine = who[before.actor], before.actor == after.seat
    story = []
    if verb == "play":
        story += _played(before, what, after, who)
    elif verb == "discard":
        laid = after.laid_off[before.actor][-1].card
        if mine:
            story.append(Text("You discard {card}.", card=card(laid)))
        else:
            story.append(
                Text("{who} discards a card.", who=name)
                if laid == "?"
                else Text("{who} discards {card}.", who=name, card=card(laid))
            )
    elif verb == "loot":
        story.append(
            Text("You count your loot for the {faction}.", faction=faction(what))
            if mine
            else Text("{who} counts the loot for the {faction}.", who=name, faction=faction(what))
        )
    story += _followers(before, after, who)
    story += _next(before, after, who)
    return story


def fortune(before: ClaimView, event: str, after: ClaimView) -> Fortune | None:
    """A trick of phase 2 that brings many cards, or takes some away."""
    if before.phase != 2 or before.trick == after.trick:
        return None
    for seat in range(before.players):
        if len(after.scores[seat]) < len(before.scores[seat]):
            return Fortune(seat, good=False)
        if len(after.scores[seat]) - len(before.scores[seat]) > before.players:
            return Fortune(seat, good=True)
    if after.trick % 4 == 0 and after.last_winner is not None:
        return Fortune(after.last_winner, good=True)
    return None


def informed_seats(before: ClaimView, event: str, after: ClaimView) -> tuple[int, ...]:
    """The seats that are addressed or know more: all after a complete trick, when cards are taken
    and at the end, otherwise the player."""
    if before.actor is None or before.actor < 0:
        return ()
    in_trick = event.startswith(("play ", "discard ")) and before.phase == after.phase
    if in_trick and before.trick == after.trick and after.stage == before.stage:
        return (before.actor,)
    return tuple(range(after.players))


def won_trick(after: ClaimView, who: Sequence[Name]) -> Text:
    """Who has won the last trick."""
    assert after.last_winner is not None
    if after.last_winner == after.seat:
        return Text("You win the trick")
    return Text("{who} wins the trick", who=who[after.last_winner])


def won_because(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> tuple[Text, ...]:
    """Why the last trick was won, and what a power changes now, in one line."""
    return sentence(_reason(before, after)), *_effects(before, after, who)


def _reason(before: ClaimView, after: ClaimView) -> Text:
    """R-C5 for this trick: what the winning card has beaten."""
    cards = dict(after.last_trick)
    winner, second = after.order[:2]
    (_, first), best, next_best = after.last_trick[0], cards[winner], cards[second]
    led = Card(first).faction
    if led == "goblins" and Card(best).faction == "knights":  # R-P8
        return Text("Knights beat goblins.")
    if Card(next_best).faction not in (led, "doppelgangers"):
        return Text("Nobody followed: {card} wins.", card=card(best))
    bonus = before.phase == 2 and f"griffin-{Card(best).value}" in before.scores[winner]
    if bonus:  # R-P7
        return Text(
            "A griffin lifts {card} to {value}: it beats {other}.",
            card=card(best), value=Card(best).value + 5, other=card(next_best),
        )  # fmt: skip
    if Card(best).value == Card(next_best).value:
        return Text("Both are worth {value}: the first one played wins.", value=Card(best).value)
    if Card(best).faction != led:  # R-C5: a doppelganger
        return Text(
            "{card} counts as one of the {faction} and beats {other}.",
            card=card(best), faction=faction(led), other=card(next_best),
        )  # fmt: skip
    return Text("{card} beats {other}.", card=card(best), other=card(next_best))


def _effects(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    """What the powers of the cards in the last trick do next."""
    assert after.last_winner is not None
    winner, you = after.last_winner, after.seat
    best = Card(dict(after.last_trick)[winner]).faction
    played = {Card(code).faction for _, code in after.last_trick}
    found = []
    if before.phase == 1:
        if best == "automatons" and after.automaton:  # R-P3
            found.append(Text("Automatons: the winner wins the next trick too."))
        if best == "seers":  # R-P2
            found.append(Text("Seers: a look at the top card of the pile."))
    elif "dwarves" in played and after.stage == "play":  # R-P5
        taker = _taker_of_dwarves(before, after)
        if taker is not None:
            found.append(
                Text("The dwarves go to you.")
                if taker == you
                else Text("The dwarves go to {who}.", who=who[taker])
            )
    if "dragons" in played and after.leader not in (winner, None) and after.outcome is None:
        assert after.leader is not None
        found.append(
            Text("Dragons: you lead next.")
            if after.leader == you
            else Text("Dragons: {who} leads next.", who=who[after.leader])
        )
    return found


def _taker_of_dwarves(before: ClaimView, after: ClaimView) -> int | None:
    """The seat, other than the winner, that got the dwarves of the last trick (R-P5)."""
    for seat in range(before.players):
        if seat != after.last_winner and len(after.scores[seat]) > len(before.scores[seat]):
            return seat
    return None


def _played(before: ClaimView, code: str, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    assert before.actor is not None
    name, you = who[before.actor], after.seat
    mine, what = before.actor == you, card(code)
    if before.table:
        story = [Text("You play {card}.", card=what) if mine else (
            Text("{who} plays {card}.", who=name, card=what)
        )]  # fmt: skip
    else:
        story = [Text("You lead {card}.", card=what) if mine else (
            Text("{who} leads {card}.", who=name, card=what)
        )]  # fmt: skip
    if before.phase == 2 and f"griffin-{Card(code).value}" in before.scores[before.actor]:  # R-P7
        story.append(Text("A griffin makes it worth 5 more."))
    if len(before.table) + 1 < before.players:
        return story
    assert after.last_winner is not None
    winner = after.last_winner
    winning = dict(after.last_trick)[winner]
    story.append(
        Text("You win the trick with {card}.", card=card(winning))
        if winner == you
        else Text("{who} wins the trick with {card}.", who=who[winner], card=card(winning))
    )
    story += _piles(before, after, who)
    if after.stage == "take" and Card(winning).faction == "seers":  # R-P2
        story.append(
            Text("You look at the top card of the pile.")
            if winner == you
            else Text("{who} looks at the top card of the pile.", who=who[winner])
        )
        if after.peek is not None:
            story.append(Text("It is {card}.", card=card(after.peek)))
    over = after.phase == 2 and after.stage != "play"
    if after.leader != winner and after.leader is not None and not over:  # R-P1
        story.append(
            Text("You played a dragon and lead the next trick.")
            if after.leader == you
            else Text("{who} played a dragon and leads the next trick.", who=who[after.leader])
        )
    return story


def _piles(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    """The changes in score piles, gnome rows and trolls on the table."""
    story = []
    over = after.phase == 2 and after.stage in ("loot", "over")
    trick = {code for _, code in after.last_trick} | set(before.trolls)
    for seat in range(before.players):
        same = (
            before.scores[seat] == after.scores[seat] and before.gnomes[seat] == after.gnomes[seat]
        )
        if same and not over:
            continue
        name = who[seat]
        had, row = before.scores[seat], before.gnomes[seat]
        score = after.scores[seat]
        if over:  # R-P10: the row has joined the pile
            had, row = had + row, ()
        won = _more(score, had)
        from_trick = [code for code in won if code in trick]
        came_over = [code for code in won if code not in trick]
        gnomes = _more(after.gnomes[seat], row)
        removed = _more(row, after.gnomes[seat])
        lost = _more(had, score)
        mine = seat == after.seat
        if from_trick:
            story.append(_kept(from_trick, name, mine=mine, saved=before.phase == 1))
        if gnomes:
            story.append(
                Text("You lay {cards} face up in front of you.", cards=cards(gnomes))
                if mine
                else Text("{who} lays {cards} out face up.", who=name, cards=cards(gnomes))
            )
        if removed:  # R-P6
            story.append(
                Text("Giants: you lose {cards}.", cards=cards(removed))
                if mine
                else Text("Giants: {who} loses {cards}.", who=name, cards=cards(removed))
            )
        if lost:
            story.append(_left(lost, name, mine=mine))
        if came_over:  # R-P11
            story.append(_came_over(came_over, name, mine=mine))
    if after.trolls and after.trolls != before.trolls:  # R-P9
        story.append(
            Text(
                "Left on the table: {cards}.",
                "Left on the table: {cards}.",
                cards=cards(after.trolls),
                n=len(after.trolls),
            )
        )
    return story


def _kept(codes: Sequence[str], name: Name, *, mine: bool, saved: bool) -> Text:
    """Cards of the trick that go to a score pile; undead are `saved` in phase 1 (R-P4)."""
    if saved:
        values: dict[str, Any] = {"cards": cards(codes), "n": len(codes)}
        if mine:
            return sentence(
                Text(
                    "{cards} goes straight onto your score pile.",
                    "{cards} go straight onto your score pile.",
                    **values,
                )
            )
        return sentence(
            Text(
                "{cards} goes straight onto the score pile of {who}.",
                "{cards} go straight onto the score pile of {who}.",
                who=name,
                **values,
            )
        )
    if mine:
        return Text("You add {cards} to your score pile.", cards=cards(codes))
    return Text("{who} adds {cards} to the score pile.", who=name, cards=cards(codes))


def _left(codes: Sequence[str], name: Name, *, mine: bool) -> Text:
    values: dict[str, Any] = {"cards": cards(codes), "n": len(codes)}
    if mine:
        return sentence(Text("{cards} leaves you.", "{cards} leave you.", **values))
    return sentence(Text("{cards} leaves {who}.", "{cards} leave {who}.", who=name, **values))


def _came_over(codes: Sequence[str], name: Name, *, mine: bool) -> Text:
    values: dict[str, Any] = {"cards": cards(codes), "n": len(codes)}
    if mine:
        return sentence(Text("{cards} comes over to you.", "{cards} come over to you.", **values))
    return sentence(
        Text("{cards} comes over to {who}.", "{cards} come over to {who}.", who=name, **values)
    )


def _more(now: Sequence[str], before: Sequence[str]) -> list[str]:
    """The cards that are in one pile and not in the other, some of which are equal."""
    if now == before:
        return []
    left = list(before)
    found = []
    for code in now:
        if code in left:
            left.remove(code)
        else:
            found.append(code)
    return sorted(found, key=lambda code: (Card(code).faction, Card(code).value))


def _followers(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    story: list[Text] = []
    if before.places is after.places:
        return story
    for old, new in zip(before.places, after.places, strict=True):
        if old.seat is not None or new.seat is None:
            continue
        taken, name = card(new.card), who[new.seat]
        if new.seat == after.seat:
            story.append(
                Text("You take {card} as a follower.", card=taken)
                if new.open
                else Text("You draw {card} from the pile.", card=taken)
            )
        elif new.open:
            story.append(Text("{who} takes {card} as a follower.", who=name, card=taken))
        elif new.card != "?":
            story.append(Text("{who} draws {card} from the pile.", who=name, card=taken))
        elif new.seer == new.seat:
            story.append(Text("{who} takes the card that the seer showed.", who=name))
        else:
            story.append(Text("{who} draws a card from the pile.", who=name))
    return story


def _next(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    """What happens next."""
    story, you = [], after.seat
    if after.phase == 2 and before.phase == 1:
        assert after.leader is not None
        story.append(
            Text("Phase 2 begins: your followers become your hand, and you lead.")
            if after.leader == you
            else Text(
                "Phase 2 begins: everyone picks up their followers, and {who} leads.",
                who=who[after.leader],
            )
        )
    story += _turned_up(before, after)
    if after.stage == "discard" and before.stage != "discard":  # R-P3
        assert after.last_winner is not None
        story.append(
            Text("An automaton won: you win this trick too, and everyone discards a card.")
            if after.last_winner == you
            else Text(
                "An automaton won: {who} wins this trick too, and everyone discards a card.",
                who=who[after.last_winner],
            )
        )
    # R-P14: loot without a choice counts by itself.
    for seat in range(before.players):
        counts_for = after.loot[seat]
        if counts_for and not before.loot[seat] and before.stage != "loot":
            story.append(
                Text("Your loot counts for the {faction}.", faction=faction(counts_for))
                if seat == you
                else Text(
                    "The loot of {who} counts for the {faction}.",
                    who=who[seat], faction=faction(counts_for),
                )
            )  # fmt: skip
    if after.outcome is not None:
        story.append(Text("All cards are played: the game is over."))
    return story


def _turned_up(before: ClaimView, after: ClaimView) -> list[Text]:
    new = after.phase == 1 and (before.phase == 0 or after.trick > before.trick)
    if not new:
        return []
    return [Text("At stake: {cards}.", cards=cards(after.face_up))]


def choice(view: ClaimView, legal: str) -> Text:
    verb, _, what = legal.partition(" ")
    if verb == "loot":
        return Text("count the loot for the {faction} ({code})", faction=faction(what), code=what)
    if verb == "discard":
        return Text("discard {card} ({code})", card=card(what), code=what)
    if verb == "take":
        if what == view.peek and what not in view.face_up:
            return Text("take {card} from the top of the pile ({code})", card=card(what), code=what)
        return Text("take {card} ({code})", card=card(what), code=what)
    return Text("{card} ({code})", card=card(what), code=what)


def menu(view: ClaimView) -> tuple[str, ...]:
    """The legal decisions in the order of the hand, as far as they are about its cards."""
    if view.seat is None or view.stage not in ("play", "discard"):
        return view.legal
    hand = view.hands[view.seat]
    return tuple(sorted(view.legal, key=lambda legal: hand.index(legal.partition(" ")[2])))
