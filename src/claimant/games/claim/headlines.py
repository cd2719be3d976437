"""The headline of a table of Claim: what to do, or what someone else is doing."""

from __future__ import annotations

from claimant.games.claim.names import faction, none_of
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text


def your_turn(view: ClaimView) -> Text:
    """What the viewer, whose turn it is, has to do."""
    if view.stage == "take":
        if view.peek is not None:
            return Text("Choose an open card, or the one the seer shows you.")
        return Text("Choose the follower you want.")
    if view.stage == "discard":
        if view.last_winner == view.seat:
            return Text("You win this trick: discard any card.")
        return Text("This trick is won already: discard any card.")
    if view.stage == "loot":
        return Text("Choose what your loot counts for.")
    if view.led is None:
        return Text("Lead any card.")
    assert view.seat is not None
    held = {Card(code).faction for code in view.hands[view.seat]}
    if view.led not in held:  # R-C4
        return Text("You have no {faction}: play any card.", faction=none_of(view.led))
    if view.led != "doppelgangers" and "doppelgangers" in held:
        return Text("Follow the {faction}, or play a doppelganger.", faction=faction(view.led))
    return Text("Follow the {faction}.", faction=faction(view.led))


def others_turn(view: ClaimView, who: Name) -> Text:
    """What another player is doing."""
    if view.stage == "take":
        return Text("{who} is choosing a follower", who=who)
    if view.stage == "discard":
        return Text("{who} is discarding a card", who=who)
    if view.stage == "loot":
        return Text("{who} is choosing what the loot counts for", who=who)
    if view.led is None:
        return Text("{who} is leading the next trick", who=who)
    return Text("{who} is choosing a card", who=who)


def random_draw(view: ClaimView) -> Text:
    """What is being drawn at random."""
    if view.stage == "first":
        return Text("Drawing who leads first")
    return Text("The cards are being dealt")
