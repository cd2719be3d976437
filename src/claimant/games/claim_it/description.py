"""A board of Claim It! in sentences: everything that its picture shows."""

from __future__ import annotations

from collections.abc import Sequence

from claimant.games.claim_it.names import SPACE_NAMES, spaces_named
from claimant.games.claim_it.rules.board import NUMBERS, SPACES
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Name, Text


def describe(view: ClaimItView, who: Sequence[Name]) -> list[Text]:
    said: list[Text] = []
    for seat in range(view.players):
        name = who[seat]
        held = [i for i in range(SPACES) if view.owners[i] == seat]
        claimed = [i for i in held if view.claimed[i]]
        settled = [i for i in held if not view.claimed[i]]
        if claimed:
            said.append(Text("{who} has claimed {spaces}.", who=name, spaces=spaces_named(claimed)))
        if settled:
            said.append(Text("{who} has settled {spaces}.", who=name, spaces=spaces_named(settled)))
        if held:
            said.append(
                Text(
                    "The largest mine of {who} has {n} space.",
                    "The largest mine of {who} has {n} spaces.",
                    who=name,
                    n=view.groups[seat],
                )
            )
        else:
            said.append(Text("{who} has no space yet.", who=name))
    for number, where in enumerate(view.squatters, start=1):
        if where >= 0:
            said.append(
                Text("Squatter {number} is on {space}.", number=number, space=SPACE_NAMES[where])
            )
    capped = [i for i in range(SPACES) if view.capped[i]]
    if capped:
        said.append(Text("Claim markers of this turn: {spaces}.", spaces=spaces_named(capped)))
    if view.dice:
        said.append(Text("The dice show {dice}.", dice=" ".join(str(n) for n in view.dice)))
    possible = [NUMBERS[name] for name in view.legal if name in NUMBERS]
    if possible:
        said.append(Text("Possible: {spaces}.", spaces=spaces_named(possible)))
    return said
