"""Puzzles of Claim: phase 2 for two players, in which a single card wins against every defence.

In decks without automatons and raccoons each player knows the other's hand in phase 2, because all
other cards have been seen. So the exact solver proves what the player could work out, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from claimant.game import Game, Luck, View, shuffled
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.names import card, cards
from claimant.games.claim.rules.cards import PAIRS, TEN_CARDS, Card
from claimant.games.claim.rules.table import STATE
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.solver import solve
from claimant.games.claim.solver.bounds import PLIES, SEARCH
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.i18n import Name, Text
from claimant.luck import Seeded
from claimant.puzzles import Proof

_HIDING: Final = ("automatons", "raccoons")
"""Factions with which some cards are never seen."""
_TRICKS: Final = range(3, 10)
"""How many tricks are left, this one included: fewer are too easy, more can hardly be worked out
by a person."""
_POSITIONS: Final = 60_000
"""The most positions that the solver searches per decision."""
_TABLE_BITS: Final = 15


class ClaimPuzzles:
    """Finds decisions of which one wins and all others lose."""

    margin: Final = 1.0
    players: Final = ("easy", "normal")
    endings: Final = 1
    data: Final = "puzzles.jsonl"

    def set_up(self, luck: Luck) -> Game:
        pair = PAIRS[luck.below(len(PAIRS))]
        others = [name for name in TEN_CARDS if name not in _HIDING]
        drawn = shuffled(range(len(others)), luck)[:3]
        return Claim(2, (*pair, *(others[n] for n in drawn)))

    def promising(self, view: View) -> bool:
        assert isinstance(view, ClaimView)
        left = view.tricks - view.trick + 1
        return view.players == 2 and view.phase == 2 and view.stage == "play" and left in _TRICKS

    def prove(self, view: View) -> Proof | None:
        assert isinstance(view, ClaimView)
        world = self._known(view)
        if world is None or len(view.legal) < 2:
            return None
        values = _values(world)
        if values is None or sum(value >= 0 for value in values.values()) != 1:
            return None
        best = max(values, key=values.__getitem__)
        if values[best] == 0:  # a shared win
            return None
        bounds = {move: (float(value > 0),) * 2 for move, value in values.items()}
        return Proof(best, bounds, (best, *solve.solve(world.play(best)).line))

    def signature(self, view: View) -> str:
        """For each faction, whose its cards are by their value, and how far ahead the player is."""
        assert isinstance(view, ClaimView)
        world = self._known(view)
        assert world is not None
        assert view.seat is not None
        rival = 1 - view.seat
        hands = world.pieces()
        parts = []
        for faction in sorted(view.factions):
            cards = [
                (Card(code).value, sign)
                for place, sign in (
                    (f"hand {view.seat}", "m"),
                    (f"hand {rival}", "t"),
                    ("trick", "k"),
                )
                for code in hands.get(place, ())
                if Card(code).faction == faction
            ]
            won = [
                sum(
                    Card(code).faction == faction
                    for code in (*view.scores[seat], *view.gnomes[seat])
                )
                for seat in (view.seat, rival)
            ]
            row = "".join(sign for _, sign in sorted(cards))
            parts.append(f"{faction}{won[0] - won[1]:+}{row}")
        return " ".join(parts)

    def task(self, view: View) -> Text:
        return Text("One card wins the game against any defence. Which one?")

    def choice(self, view: View, event: str) -> Text | None:
        return card(event.removeprefix("play "))

    def facts(self, view: View, names: Sequence[Name]) -> list[Text]:
        assert isinstance(view, ClaimView)
        assert view.seat is not None
        world = self._known(view)
        if world is None:
            return []
        rival = 1 - view.seat
        held = cards(sorted(world.pieces()[f"hand {rival}"], key=_by_faction))
        return [Text("{who} holds {cards}.", who=names[rival], cards=held)]

    def _known(self, view: ClaimView) -> ClaimState | None:
        """The position with open cards, if the player can know it."""
        world = sample(view, Seeded(0))
        hidden = HiddenCards(view, world).cards[0]
        return world if len({*hidden.where[: hidden.count].tolist()}) <= 1 else None


def _by_faction(code: str) -> tuple[str, int]:
    return Card(code).faction, Card(code).value


def _values(world: ClaimState) -> dict[str, int] | None:
    """For each card, 1 if it wins, 0 if the win is shared and -1 if it loses; None once two do not
    lose, or the search takes too long."""
    states = np.zeros(PLIES, STATE)
    search = np.zeros(1, SEARCH)
    sign = -1 if world.actor == 1 else 1
    # A table of its own: what is proven does not depend on what the process solved before.
    table = new_transpositions(_TABLE_BITS)
    left = _POSITIONS
    values: dict[str, int] = {}
    for move in world.legal():
        states[0] = np.frombuffer(world.apply(move).data, STATE)[0]
        value = solve.value_of(states, world.game.deck, search, table, 1, left, True)
        left -= int(search[0].nodes)
        if value == solve.UNKNOWN or left <= 0:
            return None
        values[world.write(move)] = sign * value
        if sum(value >= 0 for value in values.values()) > 1:
            return None
    return values


PUZZLES: Final = ClaimPuzzles()
