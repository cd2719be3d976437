"""Claim It! in the web app."""

from __future__ import annotations

from typing import Any, Final

from claimant.components import (
    Area,
    FormFields,
    GameCard,
    GamePage,
    OptionsForm,
    RenderContext,
    TablePage,
)
from claimant.game import Game, View
from claimant.games.claim_it.art import board as board_art
from claimant.games.claim_it.art.survey import places_css
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.page import table
from claimant.games.claim_it.page.rules import ClaimItRulesPage
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Text

_HEADLINES: Final = {
    "begin": Text("Your turn: roll the dice"),
    "place": Text("Your turn: place the roll"),
    "decide": Text("Your turn: roll again, or stop?"),
}


class ClaimItTablePage(TablePage):
    def area(self, context: RenderContext) -> Area:
        return table.area(context)

    def headline(self, view: View) -> Text:
        assert isinstance(view, ClaimItView)
        return _HEADLINES[view.stage]

    def definitions(self, view: View) -> str:
        return board_art.definitions()

    def set_up(self, game: Game) -> list[Text]:
        assert isinstance(game, ClaimIt)
        return [Text("squatters return")] if game.squatters_return else []


class ClaimItForm(OptionsForm):
    template = "claim-it/new_table.html"

    def options(self, game: str, fields: FormFields) -> dict[str, str]:
        return {"squatters-return": "yes" if "variant" in fields else "no"}

    def values(self, game: str, fields: FormFields, players: int, language: str) -> dict[str, Any]:
        return {"variant": "variant" in fields}


PAGE: Final = GamePage(
    table=ClaimItTablePage(),
    card=GameCard(
        facts=Text("Dice · 2 to 5 players · 30 minutes"),
        blurb=Text(
            "Gold fever in 1855. Roll three dice, stake out the land they name, and roll again if "
            "you dare: one bad roll and the whole turn is gone. The largest mine wins."
        ),
        theme="survey",
        players=3,
    ),
    form=ClaimItForm(),
    rules=ClaimItRulesPage(),
    computed_css=places_css,
)
