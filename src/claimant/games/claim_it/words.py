"""Claim It! in words."""

from __future__ import annotations

from collections.abc import Sequence

from claimant.games.claim_it import odds
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItOutcome, ClaimItView
from claimant.i18n import Name, Text, listing


def narrate(before: ClaimItView, event: str, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    if event.startswith("dice "):
        return _dice(before, after, who)
    assert before.actor is not None
    name = who[before.actor]
    if event == "roll":
        if before.stage == "begin":
            return [Text("{who} begins a turn and rolls.", who=name)]
        return [Text("{who} rolls again.", who=name)]
    if event == "stop":
        return _stop(before, after, who)
    return _place(before, event, after, name)


def _dice(before: ClaimItView, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    story = [Text("The dice show {dice}.", dice=" ".join(str(die) for die in after.dice))]
    if after.stage == "place":
        return story
    assert before.turn is not None
    seat = before.turn
    lost = sum(before.squatted) + sum(before.capped)
    if lost:
        story.append(
            Text(
                "Nothing can be placed: {who} goes bust and loses the marker of this turn.",
                "Nothing can be placed: {who} goes bust and loses the {n} markers of this turn.",
                who=who[seat],
                n=lost,
            )
        )
    else:
        story.append(Text("Nothing can be placed: {who} goes bust.", who=who[seat]))
    return story + _turn_over(before, after, who)


def _place(before: ClaimItView, event: str, after: ClaimItView, name: Name) -> list[Text]:
    space = NAMES.index(event)
    if before.squatted[space]:
        number = before.squatters.index(space) + 1
        story = [
            Text(
                "{who} caps squatter {number} on {space} with a claim marker.",
                who=name,
                number=number,
                space=event,
            )
        ]
        if after.squatters[number - 1] < 0:  # R-I10
            story.append(Text("Squatter {number} is back in the supply.", number=number))
        return story
    if after.capped[space]:
        return [
            Text(
                "{who} puts a claim marker on {space}, settled before.",
                who=name,
                space=event,
            )
        ]
    return [
        Text(
            "{who} puts squatter {number} on {space}.",
            who=name,
            number=after.squatters.index(space) + 1,
            space=event,
        )
    ]


def _stop(before: ClaimItView, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    assert before.actor is not None
    name = who[before.actor]
    safe = [NAMES[i] for i in range(36) if before.capped[i]]
    settled = [NAMES[i] for i in range(36) if before.squatted[i] and not before.capped[i]]
    story = []
    if safe:
        story.append(
            Text("{who} stops and claims {spaces} for good.", who=name, spaces=listing(safe))
        )
        if settled:
            story.append(Text("{who} also settles {spaces}.", who=name, spaces=listing(settled)))
    else:
        story.append(Text("{who} stops and settles {spaces}.", who=name, spaces=listing(settled)))
    for seat in range(before.players):
        lost = [
            NAMES[i]
            for i in range(36)
            if before.owners[i] == seat != before.actor and after.owners[i] != seat
        ]
        if lost:
            story.append(Text("{who} loses {spaces}.", who=who[seat], spaces=listing(lost)))
    return story + _turn_over(before, after, who)


def _turn_over(before: ClaimItView, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    story = []
    if after.caller is not None and before.caller is None:
        story.append(
            Text(
                "{who} holds {n} claimed spaces, {needed} are needed: the last round begins. "
                "Everyone has one more turn, {who} the last.",
                who=who[after.caller],
                n=after.claims[after.caller],
                needed=after.needed,
            )
        )
    if after.outcome is not None:
        story.append(Text("The last round is over, and so is the game."))
    return story


def explain(view: ClaimItView, who: Sequence[Name]) -> list[Text]:
    """R-I9, step by step."""
    outcome = view.outcome
    assert isinstance(outcome, ClaimItOutcome)
    story = [
        Text(
            "{who}: largest mine {mine}, claimed spaces {claims}, spaces {spaces}.",
            who=who[seat],
            mine=outcome.groups[seat],
            claims=outcome.claims[seat],
            spaces=outcome.spaces[seat],
        )
        for seat in range(view.players)
    ]
    winners = listing([who[seat] for seat in outcome.winners])
    if outcome.reason == "group":
        story.append(Text("{who} wins with the largest mine.", who=winners))
    elif outcome.reason == "claims":
        story.append(
            Text("The largest mines are equal: {who} wins with more claimed spaces.", who=winners)
        )
    elif outcome.reason == "spaces":
        story.append(
            Text(
                "The largest mines and the claimed spaces are equal: {who} wins with more spaces.",
                who=winners,
            )
        )
    else:
        story.append(Text("All is equal: {who} share the win.", who=winners))
    return story


def choice(view: ClaimItView, legal: str) -> Text:
    if legal == "roll":
        if view.stage == "begin":
            return Text("roll the dice (roll)")
        return Text("roll again (roll)")
    if legal == "stop":
        taken = [NAMES[i] for i in range(36) if view.squatted[i] or view.capped[i]]
        return Text("stop and take {spaces} (stop)", spaces=listing(taken))
    space = NAMES.index(legal)
    if view.squatted[space] or view.owners[space] == view.actor:
        return Text("{space}: claim marker", space=legal)
    number = view.squatter_for(space)
    return Text("{space}: squatter {number}", space=legal, number=number)


def hint(view: ClaimItView) -> list[Text]:
    """The chance to bust with the next roll."""
    if view.stage != "decide":
        return []
    return [chance_to_bust(odds.ways_to_bust(view))]


def chance_to_bust(ways: int) -> Text:
    """The number of the 216 rolls after which nothing can be placed, as a chance."""
    return Text(
        "Chance to bust on the next roll: {percent}% ({n} of 216)", percent=percent(ways), n=ways
    )


def percent(ways: int) -> str:
    """The number of rolls as a percentage; 0 and 100 only if they are exact."""
    share = round(100 * ways / odds.WAYS)
    if share == 0 and ways:
        return "<1"
    return ">99" if share == 100 and ways < odds.WAYS else str(share)
