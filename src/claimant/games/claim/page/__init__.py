"""Claim in the web app."""

from __future__ import annotations

from typing import Final

from claimant.components import Area, GameCard, GamePage, RenderContext, TablePage
from claimant.game import Game, View
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.game import Claim
from claimant.games.claim.names import faction
from claimant.games.claim.page import table
from claimant.games.claim.page.new_table import DECK_ROUTE, FIRST_SCENARIO, ClaimForm
from claimant.games.claim.page.result import faction_results
from claimant.games.claim.page.rules import FACTION_ROUTE, ClaimRulesPage
from claimant.games.claim.rules.cards import FACTIONS
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

_HEADLINES: Final = {
    "play": Text("Your turn: lead a card"),
    "take": Text("Your turn: choose a follower"),
    "discard": Text("Your turn: lay off a card, face down"),
    "loot": Text("Your turn: what does your loot count for?"),
}


class ClaimTablePage(TablePage):
    def area(self, context: RenderContext) -> Area:
        return table.area(context)

    def headline(self, view: View) -> Text:
        assert isinstance(view, ClaimView)
        if view.stage == "play" and view.led is not None:
            return Text("Your turn: {faction} were led", faction=faction(view.led))
        return _HEADLINES[view.stage]

    def definitions(self, view: View) -> str:
        assert isinstance(view, ClaimView)
        return card_art.definitions(view.factions)

    def overlays(self, view: View, language: str) -> str:
        assert isinstance(view, ClaimView)
        return table.powers(view.factions, language)

    def result(self, context: RenderContext) -> tuple[str, list[Text]]:
        return faction_results(context)

    def set_up_details(self, game: Game, language: str) -> str:
        assert isinstance(game, Claim)
        return table.factions_in_play(game.factions, language)


def _corners() -> str:
    """The corner marks of all factions."""
    marks = "".join(card_art.corner(each.name) for each in FACTIONS)
    return f'<span class="corners all">{marks}</span>'


PAGE: Final = GamePage(
    table=ClaimTablePage(),
    card=GameCard(
        facts=Text("Cards · 2 to 4 players · 25 minutes"),
        blurb=Text(
            "The king is dead. First you win followers trick by trick, then your followers win the "
            "factions for you. Goblins, dwarves, undead: every faction has a power of its own."
        ),
        theme="cards",
        players=2,
        options={"scenario": FIRST_SCENARIO},
        decoration=_corners,
    ),
    form=ClaimForm(),
    rules=ClaimRulesPage(),
    routes=(DECK_ROUTE, FACTION_ROUTE),
)
