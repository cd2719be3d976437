"""Claim in words.

Sentences are derived from the two views. An event is not used if it may contain a secret: a card
laid off, or a follower that a seer has looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from claimant.games.claim.names import card, cards, faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text, sentence


def narrate(before: ClaimView, event: str, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    verb, _, what = event.partition(" ")
    if verb == "deal":
        return [
            Text(
                "The cards are dealt: {n} for each, {pile} in the draw pile.",
                n=after.tricks,
                pile=after.pile + len(after.face_up),
            ),
            *_turned_up(before, after),
        ]
    assert before.actor is not None
    name = who[before.actor]
    story = []
    if verb == "play":
        story += _played(before, what, after, who)
    elif verb == "discard":
        laid = after.laid_off[before.actor][-1].card
        story.append(
            Text("{who} lays off a card.", who=name)
            if laid == "?"
            else Text("{who} lays off {card}.", who=name, card=card(laid))
        )
    elif verb == "loot":
        story.append(
            Text("{who} counts the loot for the {faction}.", who=name, faction=faction(what))
        )
    story += _followers(before, after, who)
    story += _next(before, after, who)
    return story


def informed_seats(before: ClaimView, event: str, after: ClaimView) -> tuple[int, ...]:
    """The seats that lay a card off, draw one or look at one."""
    found: list[int | None] = []
    if event.startswith("discard "):
        found.append(before.actor)
    if after.stage == "take":
        found.append(after.actor)
    if before.places and before.places is not after.places:
        for old, new in zip(before.places, after.places, strict=True):
            if old.seat is None and new.seat is not None and not new.open:
                found += (new.seat, new.seer)
    return tuple([seat for seat in found if seat is not None])


def _played(before: ClaimView, code: str, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    assert before.actor is not None
    name = who[before.actor]
    if before.table:
        story = [Text("{who} plays {card}.", who=name, card=card(code))]
    else:
        story = [Text("{who} leads {card}.", who=name, card=card(code))]
    mine = before.scores[before.actor]
    if before.phase == 2 and f"griffin-{Card(code).value}" in mine:  # R-P7
        story.append(Text("A griffin makes it worth 5 more."))
    if len(before.table) + 1 < before.players:
        return story
    assert after.last_winner is not None
    winner = after.last_winner
    winning = dict(after.last_trick)[winner]
    story.append(Text("{who} wins the trick with {card}.", who=who[winner], card=card(winning)))
    story += _piles(before, after, who)
    if after.stage == "take" and Card(winning).faction == "seers":  # R-P2
        story.append(Text("{who} looks at the top card of the pile.", who=who[winner]))
        if after.peek is not None:
            story.append(Text("It is {card}.", card=card(after.peek)))
    over = after.phase == 2 and after.stage != "play"
    if after.leader != winner and after.leader is not None and not over:  # R-P1
        story.append(Text("{who} played a dragon and leads the next trick.", who=who[after.leader]))
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
        had = Counter(before.scores[seat])
        row = Counter(before.gnomes[seat])
        score = Counter(after.scores[seat])
        if over:  # R-P10: the row has joined the pile
            had += row
            row = Counter()
        won = _codes(score - had)
        from_trick = [code for code in won if code in trick]
        came_over = [code for code in won if code not in trick]
        gnomes = _codes(Counter(after.gnomes[seat]) - row)
        removed = _codes(row - Counter(after.gnomes[seat]))
        lost = _codes(had - score)
        if from_trick and before.phase == 1:  # R-P4
            story.append(
                Text("{who} saves {cards} in the score pile.", who=name, cards=cards(from_trick))
            )
        elif from_trick:
            story.append(
                Text("{who} adds {cards} to the score pile.", who=name, cards=cards(from_trick))
            )
        if gnomes:
            story.append(Text("{who} lays {cards} open.", who=name, cards=cards(gnomes)))
        if removed:  # R-P6
            story.append(Text("Giants: {who} loses {cards}.", who=name, cards=cards(removed)))
        if lost:
            story.append(
                sentence(
                    Text(
                        "{cards} leaves {who}.",
                        "{cards} leave {who}.",
                        who=name,
                        cards=cards(lost),
                        n=len(lost),
                    )
                )
            )
        if came_over:  # R-P11
            story.append(
                sentence(
                    Text(
                        "{cards} comes over to {who}.",
                        "{cards} come over to {who}.",
                        who=name,
                        cards=cards(came_over),
                        n=len(came_over),
                    )
                )
            )
    if after.trolls and after.trolls != before.trolls:  # R-P9
        story.append(
            Text(
                "On the table stays {cards}.",
                "On the table stay {cards}.",
                cards=cards(after.trolls),
                n=len(after.trolls),
            )
        )
    return story


def _codes(counter: Counter[str]) -> list[str]:
    return sorted(counter.elements(), key=lambda code: (Card(code).faction, Card(code).value))


def _followers(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    story: list[Text] = []
    if before.places is after.places:
        return story
    for old, new in zip(before.places, after.places, strict=True):
        if old.seat is not None or new.seat is None:
            continue
        name = who[new.seat]
        if new.open:
            story.append(Text("{who} takes {card} as a follower.", who=name, card=card(new.card)))
        elif new.card != "?":
            story.append(Text("{who} draws {card} from the pile.", who=name, card=card(new.card)))
        elif new.seer == new.seat:
            story.append(Text("{who} takes the card that the seer showed.", who=name))
        else:
            story.append(Text("{who} draws a card from the pile.", who=name))
    return story


def _next(before: ClaimView, after: ClaimView, who: Sequence[Name]) -> list[Text]:
    """What happens next."""
    story = []
    if after.phase == 2 and before.phase == 1:
        assert after.leader is not None
        story.append(
            Text(
                "Phase 2 begins: the followers become the hands, {who} leads.",
                who=who[after.leader],
            )
        )
    story += _turned_up(before, after)
    if after.stage == "discard" and before.stage != "discard":  # R-P3
        assert after.last_winner is not None
        story.append(
            Text(
                "An automaton won: {who} wins this trick too, everyone lays off a card.",
                who=who[after.last_winner],
            )
        )
    # R-P14: loot without a choice counts by itself.
    for seat in range(before.players):
        if after.loot[seat] and not before.loot[seat] and before.stage != "loot":
            story.append(
                Text(
                    "The loot of {who} counts for the {faction}.",
                    who=who[seat],
                    faction=faction(after.loot[seat] or ""),
                )
            )
    if after.outcome is not None:
        story.append(Text("All cards are played: the game is over."))
    return story


def _turned_up(before: ClaimView, after: ClaimView) -> list[Text]:
    new = after.phase == 1 and (before.phase == 0 or after.trick > before.trick)
    if not new:
        return []
    return [Text("To be won: {cards}.", cards=cards(after.face_up))]


def choice(view: ClaimView, legal: str) -> Text:
    verb, _, what = legal.partition(" ")
    if verb == "loot":
        return Text("count the loot for the {faction} ({code})", faction=faction(what), code=what)
    if verb == "discard":
        return Text("lay off {card} ({code})", card=card(what), code=what)
    if verb == "take":
        if what == view.peek and what not in view.face_up:
            return Text("take {card} from the top of the pile ({code})", card=card(what), code=what)
        return Text("take {card} ({code})", card=card(what), code=what)
    return Text("{card} ({code})", card=card(what), code=what)
