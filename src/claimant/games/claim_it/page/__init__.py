"""Claim It! in the web app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from claimant.components import (
    Area,
    FormFields,
    GameCard,
    GamePage,
    Moment,
    OptionsForm,
    RenderContext,
    Scene,
    TablePage,
)
from claimant.game import Game, View
from claimant.games.claim_it.art import board as board_art
from claimant.games.claim_it.art.survey import places_css
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.page import scenes, table
from claimant.games.claim_it.page.result import decided, ranked
from claimant.games.claim_it.page.rules import ClaimItRulesPage
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Name, Text

_HEADLINES: Final = {
    "begin": Text("Your turn! Roll the dice"),
    "decide": Text("Roll again, or stop?"),
}
_COUNTS: Final = {
    2: Text("two"),
    3: Text("three"),
    4: Text("four"),
    5: Text("five"),
    6: Text("six"),
}
"""A roll allows six placements at most."""


class ClaimItTablePage(TablePage):
    counted = Text("Largest mine")

    def area(self, context: RenderContext) -> Area:
        return table.area(context)

    def scenes(
        self, before: View, event: str, after: View, names: Sequence[Name]
    ) -> Sequence[Scene]:
        return scenes.scenes(_own(before), event, _own(after), names)

    def moment(self, before: View, event: str, after: View, names: Sequence[Name]) -> Moment | None:
        return scenes.moment(_own(before), _own(after))

    def headline(self, view: View) -> Text:
        assert isinstance(view, ClaimItView)
        if view.stage != "place":
            return _HEADLINES[view.stage]
        n = len(view.legal)
        return Text(
            "Tap the marked space.",
            "Tap one of the {count} marked spaces.",
            n=n,
            count=_COUNTS.get(n, str(n)),
        )

    def others_turn(self, view: View, who: str) -> Text:
        assert isinstance(view, ClaimItView)
        if view.stage == "begin":
            return Text("{who} is about to roll", who=who)
        if view.stage == "place":
            return Text("{who} is choosing a space", who=who)
        return Text("{who} is deciding: roll again or stop?", who=who)

    def random_draw(self, view: View) -> Text:
        assert isinstance(view, ClaimItView)
        if view.turn is None:
            return Text("Who goes first?")
        return Text("The dice are rolling")

    def result(self, context: RenderContext) -> tuple[str, list[Text]]:
        return ranked(context), []

    def decided(self, view: View) -> Text | None:
        return decided(_own(view))

    def turn_begins(self, view: View, last: int | None) -> bool:
        return _own(view).stage == "begin"

    def definitions(self, view: View) -> str:
        return board_art.definitions()

    def set_up(self, game: Game) -> list[Text]:
        assert isinstance(game, ClaimIt)
        return [Text("squatters return")] if game.squatters_return else []


def _own(view: View) -> ClaimItView:
    assert isinstance(view, ClaimItView)
    return view


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
        line=Text("Roll, stake land, stop in time."),
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
