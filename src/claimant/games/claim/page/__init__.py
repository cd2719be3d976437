"""Claim in the web app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from claimant.components import (
    Area,
    GameCard,
    GamePage,
    Moment,
    RenderContext,
    Scene,
    TablePage,
)
from claimant.game import Game, View
from claimant.games.claim import headlines
from claimant.games.claim.art import cards as card_art
from claimant.games.claim.art.cover import cover
from claimant.games.claim.game import Claim
from claimant.games.claim.page import factions, scenes, table
from claimant.games.claim.page.hand import hand_words
from claimant.games.claim.page.new_table import DECK_ROUTE, FIRST_SCENARIO, ClaimForm
from claimant.games.claim.page.result import decided, faction_results
from claimant.games.claim.page.rules import FACTION_ROUTE, ClaimRulesPage
from claimant.games.claim.page.seats import seats_css
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text


class ClaimTablePage(TablePage):
    memory_aid = Text("all tricks can be looked up, not only the last one")
    counted = Text("Factions")
    turn_back = Text("One trick back")
    turn_on = Text("One trick on")
    turn_by_turn = Text("Trick by trick")
    all_open = Text("all cards open")

    def area(self, context: RenderContext) -> Area:
        return table.area(context)

    def scenes(
        self, before: View, event: str, after: View, names: Sequence[Name]
    ) -> Sequence[Scene]:
        return scenes.scenes(_own(before), event, _own(after), names)

    def staged(
        self, context: RenderContext, before: View, scene: Scene, parts: Mapping[str, str]
    ) -> Mapping[str, str]:
        return scenes.staged(context, _own(before), parts)

    def moment(self, before: View, event: str, after: View, names: Sequence[Name]) -> Moment | None:
        return scenes.moment(_own(before), _own(after))

    def headline(self, view: View) -> Text:
        assert isinstance(view, ClaimView)
        return headlines.your_turn(view)

    def others_turn(self, view: View, who: str) -> Text:
        assert isinstance(view, ClaimView)
        return headlines.others_turn(view, who)

    def random_draw(self, view: View) -> Text:
        assert isinstance(view, ClaimView)
        return headlines.random_draw(view)

    def definitions(self, view: View) -> str:
        assert isinstance(view, ClaimView)
        return card_art.definitions(view.factions)

    def overlays(self, view: View, language: str) -> str:
        assert isinstance(view, ClaimView)
        return factions.powers(view.factions, language) + hand_words(language)

    def result(self, context: RenderContext) -> tuple[str, list[Text]]:
        return faction_results(context)

    def decided(self, view: View) -> Text | None:
        return decided(_own(view))

    def turn_begins(self, view: View, last: int | None) -> bool:
        """At the beginning of a trick, even if its cards are only laid off (R-P3)."""
        own = _own(view)
        return own.stage in ("play", "discard") and not own.table and own.actor == own.leader

    def set_up_details(self, game: Game, language: str) -> str:
        assert isinstance(game, Claim)
        return factions.factions_in_play(game.factions, language)


def _own(view: View) -> ClaimView:
    assert isinstance(view, ClaimView)
    return view


PAGE: Final = GamePage(
    table=ClaimTablePage(),
    card=GameCard(
        facts=Text("Cards · 2 to 4 players · 25 minutes"),
        line=Text("Win followers, then win factions with them."),
        blurb=Text(
            "The king is dead. First you win followers trick by trick, then your followers win the "
            "factions for you. Dragons, dwarves, undead: nearly every faction has a power of its "
            "own."
        ),
        theme="cards",
        players=2,
        options={"scenario": FIRST_SCENARIO},
        cover=cover,
    ),
    form=ClaimForm(),
    rules=ClaimRulesPage(),
    computed_css=seats_css,
    routes=(DECK_ROUTE, FACTION_ROUTE),
)
