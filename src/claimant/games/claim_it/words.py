"""Claim It! in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimant.games.claim_it import odds
from claimant.games.claim_it.names import space_name, spaces_named
from claimant.games.claim_it.rules.board import NAMES, SPACES, bits_of, largest_group
from claimant.games.claim_it.view import ClaimItOutcome, ClaimItView
from claimant.i18n import Name, Text, listing
from claimant.presentation import Fortune

MUCH_LAND = 4
"""Markers of one turn that others notice."""


def narrate(before: ClaimItView, event: str, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    if event.startswith("dice "):
        return _dice(before, after, who)
    assert before.actor is not None
    seat, you = before.actor, after.seat
    if event == "roll":
        return [_rolls(seat, you, who, again=before.stage != "begin")]
    if event == "stop":
        return _stop(before, after, who)
    return _place(before, event, after, who[seat])


def informed_seats(before: ClaimItView, event: str, after: ClaimItView) -> tuple[int, ...]:
    """The seats that are addressed: the player, and those who lose spaces."""
    found = {before.turn if before.turn is not None else before.actor}
    if event == "stop":
        found.update(
            [old for old, new in zip(before.owners, after.owners, strict=True) if old != new]
        )
    return tuple(sorted(seat for seat in found if seat is not None and seat >= 0))


def _rolls(seat: int, you: int | None, who: Sequence[Name], *, again: bool) -> Text:
    if seat == you:
        return Text("You roll again.") if again else Text("You begin your turn and roll.")
    if again:
        return Text("{who} rolls again.", who=who[seat])
    return Text("{who} begins a turn and rolls.", who=who[seat])


def rolling(seat: int, you: int | None, who: Sequence[Name]) -> Text:
    """While the dice tumble."""
    return Text("You roll …") if seat == you else Text("{who} rolls …", who=who[seat])


def bust(before: ClaimItView, you: int | None, who: Sequence[Name]) -> Text:
    """What a bust costs."""
    assert before.turn is not None
    seat = before.turn
    lost = len(_taken(before))
    if seat == you:
        if not lost:
            return Text("Nothing fits: you bust.")
        return Text(
            "Nothing fits: you bust and lose this turn's markers on {n} space.",
            "Nothing fits: you bust and lose this turn's markers on {n} spaces.",
            n=lost,
        )
    if not lost:
        return Text("Nothing fits: {who} busts.", who=who[seat])
    return Text(
        "Nothing fits: {who} busts and loses this turn's markers on {n} space.",
        "Nothing fits: {who} busts and loses this turn's markers on {n} spaces.",
        who=who[seat],
        n=lost,
    )


def fortune(before: ClaimItView, event: str, after: ClaimItView) -> Fortune | None:
    """A bust that costs something, or a turn that ends with a lot of land."""
    if before.turn is None:
        return None
    placed = sum(before.squatted) + sum(before.capped)
    if event.startswith("dice ") and after.stage != "place" and placed:
        return Fortune(before.turn, good=False)
    if event == "stop" and placed >= MUCH_LAND:
        return Fortune(before.turn, good=True)
    return None


def _dice(before: ClaimItView, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    story = [Text("The dice show {dice}.", dice=" ".join(str(die) for die in after.dice))]
    if after.stage == "place":
        return story
    return [*story, bust(before, after.seat, who), *_turn_over(before, after, who)]


def _place(before: ClaimItView, event: str, after: ClaimItView, name: Name) -> list[Text]:
    space, mine = NAMES.index(event), before.actor == after.seat
    if before.squatted[space]:
        number = before.squatters.index(space) + 1
        values: dict[str, Any] = {"number": number, "space": space_name(event)}
        story = [
            Text("You put a claim marker on squatter {number} at {space}.", **values)
            if mine
            else Text(
                "{who} puts a claim marker on squatter {number} at {space}.", who=name, **values
            )
        ]
        if after.squatters[number - 1] < 0:  # R-I10
            story.append(Text("Squatter {number} is back in the supply.", number=number))
        return story
    if after.capped[space]:
        if mine:
            return [
                Text("You put a claim marker on your own space {space}.", space=space_name(event))
            ]
        return [
            Text(
                "{who} puts a claim marker on their own space {space}.",
                who=name,
                space=space_name(event),
            )
        ]
    values = {"number": after.squatters.index(space) + 1, "space": space_name(event)}
    if mine:
        return [Text("You put squatter {number} on {space}.", **values)]
    return [Text("{who} puts squatter {number} on {space}.", who=name, **values)]


def _stop(before: ClaimItView, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    assert before.actor is not None
    actor, you = before.actor, after.seat
    safe = [i for i in range(36) if before.capped[i]]
    settled = [i for i in range(36) if before.squatted[i] and not before.capped[i]]
    story = _stopped(safe, settled, None if actor == you else who[actor])
    for seat in range(before.players):
        lost = [
            i for i in range(36) if before.owners[i] == seat != actor and after.owners[i] != seat
        ]
        if lost:
            spaces = spaces_named(lost, brief=True)
            story.append(
                Text("You lose {spaces}.", spaces=spaces)
                if seat == you
                else Text("{who} loses {spaces}.", who=who[seat], spaces=spaces)
            )
    return story + _turn_over(before, after, who)


def _stopped(safe: list[int], settled: list[int], name: Name | None) -> list[Text]:
    """What a player who stops takes; without a name it is the reader."""
    if not safe:
        spaces = spaces_named(settled, brief=True)
        if name is None:
            return [Text("You stop and settle {spaces}.", spaces=spaces)]
        return [Text("{who} stops and settles {spaces}.", who=name, spaces=spaces)]
    spaces = spaces_named(safe, brief=True)
    story = [
        Text("You stop and claim {spaces} for good.", spaces=spaces)
        if name is None
        else Text("{who} stops and claims {spaces} for good.", who=name, spaces=spaces)
    ]
    if settled:
        spaces = spaces_named(settled, brief=True)
        story.append(
            Text("You also settle {spaces}.", spaces=spaces)
            if name is None
            else Text("{who} also settles {spaces}.", who=name, spaces=spaces)
        )
    return story


def _turn_over(before: ClaimItView, after: ClaimItView, who: Sequence[Name]) -> list[Text]:
    story = []
    if after.caller is not None and before.caller is None:
        values: dict[str, Any] = {"n": after.claims[after.caller], "needed": after.needed}
        story.append(
            Text(
                "You have {n} claimed spaces, and {needed} are enough: the last round begins. "
                "Everyone gets one more turn, you last.",
                **values,
            )
            if after.caller == after.seat
            else Text(
                "{who} has {n} claimed spaces, and {needed} are enough: the last round begins. "
                "Everyone gets one more turn, {who} last.",
                who=who[after.caller],
                **values,
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
            "{rank}. {who}: largest mine {mine}, claimed spaces {claims}, spaces {spaces}.",
            rank=rank,
            who=who[seat],
            mine=outcome.groups[seat],
            claims=outcome.claims[seat],
            spaces=outcome.spaces[seat],
        )
        for rank, seat in ranking(outcome)
    ]
    winners = listing([who[seat] for seat in outcome.winners])
    if outcome.reason == "group":
        story.append(Text("{who} wins with the largest mine.", who=winners))
    elif outcome.reason == "claims":
        story.append(
            Text("A tie on the largest mine: {who} wins with more claimed spaces.", who=winners)
        )
    elif outcome.reason == "spaces":
        story.append(
            Text(
                "A tie on the largest mine and on claimed spaces: {who} wins with more spaces.",
                who=winners,
            )
        )
    else:
        story.append(Text("Everything is tied: {who} share the win.", who=winners))
    return story


def ranking(outcome: ClaimItOutcome) -> list[tuple[int, int]]:
    """Ranks and seats, the best first; equal seats share a rank."""
    figures = (*zip(outcome.groups, outcome.claims, outcome.spaces, strict=True),)
    seats = sorted(range(len(figures)), key=lambda seat: figures[seat], reverse=True)
    return [(1 + sum(each > figures[seat] for each in figures), seat) for seat in seats]


def risk_of_rolling(view: ClaimItView) -> Text:
    """What a player who rolls again can lose."""
    n = len(_taken(view))
    return Text("risk {n} space", "risk {n} spaces", n=n)


def gain_of_stopping(view: ClaimItView) -> Text:
    """What a player who stops gets."""
    seat, taken = view.turn, _taken(view)
    assert seat is not None
    owned = bits_of(owner == seat or i in taken for i, owner in enumerate(view.owners))
    mine = largest_group(owned).bit_count()
    if mine > view.groups[seat]:
        gain = Text("your mine grows to {n}", n=mine)
    else:
        gain = Text("keep {n} space", "keep {n} spaces", n=len(taken))
    if view.caller is None and view.claims[seat] + sum(view.capped) >= view.needed:
        return Text("{gain}; the last round begins", gain=gain)
    return gain


def _taken(view: ClaimItView) -> list[int]:
    """The spaces on which this turn put something."""
    return [i for i in range(SPACES) if view.squatted[i] or view.capped[i]]


def choice(view: ClaimItView, legal: str) -> Text:
    if legal == "roll":
        if view.stage == "begin":
            return Text("roll the dice (roll)")
        return Text("roll again (roll)")
    if legal == "stop":
        return Text("stop and take {spaces} (stop)", spaces=spaces_named(_taken(view), brief=True))
    space = NAMES.index(legal)
    if view.squatted[space] or view.owners[space] == view.actor:
        return Text("{space}: claim marker", space=space_name(legal))
    number = view.squatter_for(space)
    return Text("{space}: squatter {number}", space=space_name(legal), number=number)


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
