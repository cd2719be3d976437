"""What is counted in Claim: the factions won, which ones, and the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimant.game import Game, View
from claimant.games.claim.game import Claim
from claimant.games.claim.names import faction, scenario
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Name, Text
from claimant.tally import Breakdown, GameTally, Measure, SeenStep

WON: Final = Measure(Text("Factions won"), "factions", best=True)
OTHER: Final = "other"


class ClaimTally(GameTally):
    measures = (WON, Measure(Text("Cards in the score pile"), "cards", best=True))
    breakdowns = (Breakdown(Text("Factions that you won"), "won.", faction),)
    plotted = WON

    def deck(self, game: Game) -> str:
        assert isinstance(game, Claim)
        for each in SCENARIOS.values():
            decks = (each.factions, each.factions + (each.more or ()))
            if set(game.factions) in map(set, decks):
                return each.name
        return OTHER

    def deck_name(self, key: str) -> Name | None:
        return scenario(key) if key in SCENARIOS else Text("another deck")

    def facts(self, steps: Sequence[SeenStep], final: View) -> list[dict[str, int]]:
        assert isinstance(final, ClaimView)
        outcome = final.outcome
        assert isinstance(outcome, ClaimOutcome)
        return [
            {"factions": outcome.figure(seat), "cards": len(final.scores[seat])}
            | {f"won.{name}": int(seat in owners) for name, owners in outcome.factions.items()}
            for seat in range(final.players)
        ]


TALLY: Final = ClaimTally()
