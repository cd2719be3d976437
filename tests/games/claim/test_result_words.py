"""The explanation of a result of Claim: it adds up, and names what decides."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from support.setups import free_decks

from claimant.cli.simulate import simulated
from claimant.games.claim.description import sides, together
from claimant.games.claim.game import Claim
from claimant.games.claim.result_words import judged, shares
from claimant.games.claim.rules.cards import SCENARIOS, Card
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Text
from claimant.presentation import explain
from claimant.record import load, steps

GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = ["P0", "P1", "P2", "P3"]


@cache
def finished() -> list[ClaimView]:
    """Random games with every scenario and with free decks, for two, three and four."""
    random = Random(7)
    views = []
    for players in Claim.seats:
        decks = [s.deck(players) for s in SCENARIOS.values() if players == 2 or s.more is not None]
        powers = [{"vikings", "raccoons"}, {"kings", "peasants"}, {"bards", "raccoons"}, set()]
        for names in powers:
            decks += random.sample([deck for deck in free_decks(players) if names <= {*deck}], 5)
        for deck in decks:
            game = Claim(players, deck, random.choice(("pile", "deck")))
            for _, end in simulated(game, ["random"] * players, random.randrange(1 << 30), 8):
                view = end.view(None)
                assert isinstance(view, ClaimView)
                views.append(view)
    return views


def test_cards_and_explanations_add_up_to_the_count_of_each_faction() -> None:
    """R-S1 with R-P12 and R-P14: a count is the cards of the pile plus the explained extras."""
    seen: Counter[str] = Counter()
    for view in finished():
        outcome = view.outcome
        assert isinstance(outcome, ClaimOutcome)
        who = NAMES[: view.players]
        for name in view.factions:
            story = judged(view, name, who)
            seen.update(text.one for text in story)
            more: Counter[str] = Counter()
            for text in story:
                if text.one == "{n} more for {who}: {cards}.":
                    more[str(text.values["who"])] += int(str(text.values["n"]))
            for side, share, number in zip(
                sides(view), shares(view, name), outcome.counts[name], strict=True
            ):
                pile = [code for seat in side for code in view.scores[seat]]
                mine = [code for code in pile if Card(code).faction == name]
                assert sorted(share.cards) == sorted(mine)
                assert len(mine) + more[str(together(side, who))] == share.count == number
                assert f"{number} for {together(side, who)}" in str(story[0])
            owners = outcome.factions[name]
            assert {seat for seat in range(view.players) if who[seat] in str(story[-1])} == {
                *owners
            }
    assert len(seen) == 10  # every sentence that there is for a faction


def test_the_reason_for_owning_a_faction_is_given() -> None:
    """R-S1 and R-P13: the run, the count or the card that is named is what decides."""
    for view in finished():
        outcome = view.outcome
        assert isinstance(outcome, ClaimOutcome)
        for name in view.factions:
            owners = outcome.factions[name]
            last = judged(view, name, NAMES)[-1]
            first, *others = sorted(shares(view, name), key=lambda share: share.side != owners)
            if name == "bards":
                longest = max([share.run for share in others])
                by_run = last.one == "The longest run, {run}, wins them for {who}."
                assert by_run == (first.run > longest)
                if by_run:
                    assert last.values["run"] == first.run
                    continue
                others = [share for share in others if share.run == longest]
            most = max([share.count for share in others])
            if last.one == "They go to {who}.":
                assert first.count > most
            elif last.one == "Nobody wins them.":
                assert first.count == most == 0
            elif last.one == "Tied card by card: nobody wins them.":
                assert not owners
            else:
                assert first.count == most
                decides = last.values["card"]
                assert isinstance(decides, Text)
                value = int(str(decides.values["value"]))
                above = [v for v in first.values if v > value][::-1]
                with_it = [v for v in first.values if v >= value][::-1]
                rivals = [share.values[::-1] for share in others if share.count == most]
                assert any(theirs[: len(above)] == above for theirs in rivals)
                assert all(theirs[: len(with_it)] < with_it for theirs in rivals)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (  # R-P12, R-P14: doubles and loot for the same faction
            "bards-tie-loot",
            "Vikings: 8 for P0 and 1 for P1. A viking counts twice if another card in the pile has "
            "the same value. 4 more for P0: viking 0, viking 2, viking 3 and viking 9. Loot "
            "counts here too. 1 more for P1: raccoon 2. They go to P0.",
        ),
        (  # R-P13: loot adds to no run
            "two-hungry-court",
            "Bards: 3 for P0 and 2 for P1. Loot counts here too. 3 more for P0: raccoon 0, "
            "raccoon 1 and raccoon 2. The longest run, 2, wins them for P1.",
        ),
        (  # R-P13: the count decides between the longest runs
            "no-further-card",
            "Bards: 2 for P0, 1 for P1 and 3 for P2. P0 and P2 tie for the longest run, 2: the "
            "number of cards decides. They go to P2.",
        ),
        (  # R-P14: loot that counts for the raccoons themselves
            "loot-raccoons",
            "Raccoons: 3 for P0, 6 for P1 and 2 for P2. Loot counts here too. 1 more for P2: "
            "raccoon 3. They go to P1.",
        ),
        (  # R-C3, R-P14: a team counts together
            "loot-team",
            "Griffins: 2 for P0 and P2; 4 for P1 and P3. Loot counts here too. 2 more for P0 and "
            "P2: raccoon 0 and raccoon 2. They go to P1 and P3.",
        ),
        (  # R-S1: loot is no card to break a tie with
            "no-further-card",
            "Giants: 4 for P0, 4 for P1 and 0 for P2. Loot counts here too. 3 more for P0: "
            "raccoon 0, raccoon 2 and raccoon 3. A tie: the higher card, giant 5, wins them for "
            "P1.",
        ),
        (  # R-S1: the next highest card
            "second-card",
            "Gnomes: 4 for P0 and 4 for P1. A tie: the higher card, gnome 5, wins them for P0.",
        ),
        (
            "nobody",
            "Giants: 2 for P0 and 2 for P1. Tied card by card: nobody wins them.",
        ),
        (  # R-S2: real cards, no doubles
            "ending-cards",
            "Tied on factions. The real cards in them decide: 12 for P0 and 8 for P2.",
        ),
        ("ending-values", "The higher total of their values wins: 54 for P1 and 41 for P2."),
    ],
)
def test_a_count_is_explained(game: str, words: str) -> None:
    *_, last = steps(load(GOLDEN / f"claim-{game}.claim"))
    view = last.after.view(None)
    assert words in [str(text) for text in explain(view, NAMES[: view.players])]
