"""The result of a game of Claim in words: all counts, what broke ties, and who won what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimant.games.claim.description import sides, tally, together
from claimant.games.claim.names import card, cards, faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Name, Text, listing, sentence


@dataclass(frozen=True)
class Share:
    """What a side has of a faction at the end."""

    side: tuple[int, ...]
    cards: tuple[str, ...]
    """The faction's cards in the pile, ascending."""
    twice: tuple[str, ...]
    """Those of them that count twice: vikings (R-P12)."""
    loot: tuple[str, ...]
    """The raccoons that count for the faction (R-P14)."""

    @property
    def count(self) -> int:
        return len(self.cards) + len(self.twice) + len(self.loot)

    @property
    def values(self) -> list[int]:
        return [Card(code).value for code in self.cards]

    @property
    def run(self) -> int:
        """The longest run of consecutive values: bards (R-P13)."""
        longest = run = 0
        for value in range(10):
            run = run + 1 if value in self.values else 0
            longest = max(longest, run)
        return longest


def shares(view: ClaimView, name: str) -> list[Share]:
    """What each side has of a faction at the end."""
    found = []
    for side in sides(view):
        pile = sorted(
            [Card(code) for seat in side for code in view.scores[seat]],
            key=lambda code: code.value,
        )
        others = {code.value for code in pile if code.faction != name}
        mine = tuple([code for code in pile if code.faction == name])
        twice = tuple([code for code in mine if name == "vikings" and code.value in others])
        loot = tuple([code for code in pile if view.loot[side[0]] == name and code.has_loot])
        found.append(Share(side, mine, twice, loot))
    return found


def explain(view: ClaimView, who: Sequence[Name]) -> list[Text]:
    """R-S1 for each faction, then R-S2."""
    return [_paragraph(judged(view, name, who)) for name in view.factions] + _won(view, who)


def _paragraph(story: Sequence[Text]) -> Text:
    said, *rest = story
    for text in rest:
        said = Text("{start} {next}", start=said, next=text)
    return said


def judged(view: ClaimView, name: str, who: Sequence[Name]) -> list[Text]:
    """A faction's counts, what counts besides its cards, and its owner."""
    found = shares(view, name)
    counts = tally([(share.side, share.count) for share in found], who)
    story = [sentence(Text("{faction}: {counts}.", faction=faction(name), counts=counts))]
    twice = [_more(share, share.twice, who) for share in found if share.twice]
    if twice:  # R-P12
        rule = Text("A viking counts twice if another card in the pile has the same value.")
        story += [rule, *twice]
    loot = [_more(share, share.loot, who) for share in found if share.loot]
    if loot:  # R-P14
        story += [Text("Loot counts here too."), *loot]
    return story + _owner(view, name, found, who)


def _more(share: Share, codes: Sequence[str], who: Sequence[Name]) -> Text:
    return Text(
        "{n} more for {who}: {cards}.",
        n=len(codes),
        who=together(share.side, who),
        cards=cards(codes),
    )


def _owner(view: ClaimView, name: str, found: list[Share], who: Sequence[Name]) -> list[Text]:
    """R-S1: who wins a faction, and what decides it."""
    outcome = view.outcome
    assert isinstance(outcome, ClaimOutcome)
    owners = outcome.factions[name]
    owner = together(owners, who)
    story = []
    rivals = found
    run = max([share.run for share in found]) if name == "bards" else 0
    if run:  # R-P13
        rivals = [share for share in found if share.run == run]
        if len(rivals) == 1:
            return [Text("The longest run, {run}, wins them for {who}.", run=run, who=owner)]
        story.append(
            Text(
                "{who} tie for the longest run, {run}: the number of cards decides.",
                run=run,
                who=listing([together(share.side, who) for share in rivals]),
            )
        )
    most = max([share.count for share in rivals])
    rivals = [share for share in rivals if share.count == most]
    if not most:
        story.append(Text("Nobody wins them."))
    elif len(rivals) == 1:
        story.append(Text("They go to {who}.", who=owner))
    elif not owners:
        story.append(Text("Tied card by card: nobody wins them."))
    else:
        story.append(
            Text(
                "A tie: the higher card, {card}, wins them for {who}.",
                card=card(_higher(owners, rivals)),
                who=owner,
            )
        )
    return story


def _higher(owners: tuple[int, ...], rivals: list[Share]) -> str:
    """The owner's highest card that is higher than the corresponding card of every rival."""
    (mine,) = [share for share in rivals if share.side == owners]
    others = [share.values[::-1] for share in rivals if share is not mine]
    values = mine.values[::-1]
    n = 1
    while any(theirs[:n] == values[:n] for theirs in others):
        n += 1
    return mine.cards[-n]


def _won(view: ClaimView, who: Sequence[Name]) -> list[Text]:
    """R-S2: who wins, and what decides it."""
    outcome = view.outcome
    assert isinstance(outcome, ClaimOutcome)
    won: dict[tuple[int, ...], list[Share]] = {side: [] for side in sides(view)}
    for name, owners in outcome.factions.items():
        if owners:
            (share,) = [share for share in shares(view, name) if share.side == owners]
            won[owners].append(share)
    factions = {side: len(mine) for side, mine in won.items()}
    story = [Text("Factions won: {counts}.", counts=tally([*factions.items()], who))]
    winner = together(outcome.winners, who)
    if outcome.reason == "shared":
        return [*story, Text("Everything is tied: {who} share the win.", who=winner)]
    if outcome.reason == "factions":
        if len(outcome.winners) == 2:
            return [*story, Text("{who} win with the most factions.", who=winner)]
        return [*story, Text("{who} wins with the most factions.", who=winner)]
    real = {
        side: sum([len(share.cards) for share in mine])
        for side, mine in won.items()
        if factions[side] == max(factions.values())
    }
    counts = tally([*real.items()], who)
    if outcome.reason == "cards":
        return [
            *story,
            Text("Tied on factions. The real cards in them decide: {counts}.", counts=counts),
            Text("Winner: {who}.", who=winner),
        ]
    sums = [
        (side, sum([sum(share.values) for share in won[side]]))
        for side, number in real.items()
        if number == max(real.values())
    ]
    return [
        *story,
        Text("Tied on factions, and on real cards in them: {counts}.", counts=counts),
        Text("The higher total of their values wins: {counts}.", counts=tally(sums, who)),
        Text("Winner: {who}.", who=winner),
    ]
