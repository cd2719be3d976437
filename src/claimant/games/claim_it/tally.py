"""What is counted in Claim It!: turns, busts, rolls and the size of mines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimant.game import Game, View
from claimant.games.claim_it.view import ClaimItOutcome, ClaimItView
from claimant.i18n import Name, Text
from claimant.tally import GameTally, Measure, SeenStep

RETURN: Final = "squatters-return"
MINE: Final = Measure(Text("Largest mine"), "mine", best=True)


class ClaimItTally(GameTally):
    measures = (
        Measure(Text("Turns that end in a bust"), "busts", per="turns"),
        MINE,
        Measure(Text("Claimed spaces"), "claims"),
        Measure(Text("Turns"), "turns"),
    )
    plotted = MINE
    deck_title = Text("By variant")

    def deck(self, game: Game) -> str:
        return RETURN if game.options["squatters-return"] == "yes" else ""

    def deck_name(self, key: str) -> Name | None:
        return Text("squatters return") if key == RETURN else Text("squatters stay")

    def facts(self, steps: Sequence[SeenStep], final: View) -> list[dict[str, int]]:
        outcome = final.outcome
        assert isinstance(outcome, ClaimItOutcome)
        found = [
            {"turns": 0, "busts": 0, "mine": mine, "claims": claims}
            for mine, claims in zip(outcome.groups, outcome.claims, strict=True)
        ]
        for before, event, after in steps:
            assert isinstance(before, ClaimItView)
            assert isinstance(after, ClaimItView)
            if before.turn is not None and after.turn != before.turn:
                found[before.turn]["turns"] += 1
                found[before.turn]["busts"] += event.startswith("dice ")
        return found


TALLY: Final = ClaimItTally()
