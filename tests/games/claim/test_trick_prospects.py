"""What a card does to the trick for certain, whatever the others hold."""

from __future__ import annotations

import pytest
from support.openings import claim, states
from support.tables import ANN, BEN, CLEO, cards, play

from claimant.game import Game, State
from claimant.games.claim.game import ClaimState
from claimant.games.claim.search.certain import TrickProspects
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.luck import Seeded
from claimant.play import choosing_at_random, drawing, resume

WINS, BEATS_THE_TABLE, LOSES = 2, 1, 0
FIVE = "knights goblins undead dwarves dragons"


def prospects(state: State, world: State) -> dict[str, int]:
    """Of each card that the seat to play can play, judged from what it sees. The world may be any
    that fits this view."""
    assert state.actor is not None
    view = state.view(state.actor)
    assert isinstance(view, ClaimView)
    assert isinstance(world, ClaimState)
    found = TrickProspects(view, world)
    return {code: found.of(code) for code in (event.split()[1] for event in view.legal)}


def test_the_last_card_wins_or_loses() -> None:
    state = play(
        cards("goblin-5", "goblin-6 goblin-4 knight-2", phase=2, factions=FIVE), "goblin-5"
    )
    assert prospects(state, state) == {"goblin-6": WINS, "goblin-4": LOSES}


def test_a_lead_wins_for_certain_only_if_no_card_left_beats_it() -> None:
    """The knights lie in the score piles, so no goblin can be beaten except by a higher one."""
    knights = " ".join(f"knight-{n}" for n in range(2, 10))
    state = cards(
        "goblin-9 goblin-7", "goblin-8 undead-1", phase=2, factions=FIVE, scores=[knights, ""]
    )
    assert prospects(state, state) == {"goblin-9": WINS, "goblin-7": BEATS_THE_TABLE}


@pytest.mark.parametrize(
    ("played", "best"),
    [
        (["goblin-5"], ANN),
        (["goblin-5", "goblin-6"], BEN),
        (["goblin-5", "goblin-6", "undead-9"], BEN),  # who does not follow does not win
        (["goblin-5", "goblin-6", "knight-2"], CLEO),  # any knight beats a goblin just before it
    ],
)
def test_the_seat_that_leads_the_trick(played: list[str], best: int) -> None:
    hands = ["goblin-5", "goblin-6", "undead-9 knight-2", "dragon-1"]
    state = play(cards(*hands, phase=2, factions=f"{FIVE} seers vikings"), *played)
    view = state.view(state.actor)
    assert isinstance(view, ClaimView)
    assert TrickProspects(view, state).leading() == best


def winner_at_random(world: ClaimState, event: str, seed: int) -> int:
    """Who wins the trick if the actor plays a card and the others play at random."""
    tricks = len(world.view(None).history)
    luck = Seeded(seed)
    for turn in resume(world.play(event), choosing_at_random(luck), drawing(luck)):
        history = turn.state.view(None).history
        if len(history) > tricks:
            return history[tricks].winner
    raise AssertionError("the trick did not end")


@pytest.mark.parametrize(
    "game",
    [
        claim(2),
        claim(2, factions="giants gnomes undead doppelgangers griffins"),
        claim(3, "hungry-court"),
        claim(4, "clockwork-war"),
    ],
    ids=str,
)
def test_what_is_certain_comes_true_in_every_world(game: Game) -> None:
    seen = set()
    for number, state in enumerate(states(game, 3)):
        if state.actor is None or state.actor < 0:
            continue
        view = state.view(state.actor)
        assert isinstance(view, ClaimView)
        if view.stage != "play" or view.automaton or number % 3:
            continue
        for code, found in prospects(state, sample(view, Seeded(9))).items():
            seen.add(found)
            for seed in range(2):
                world = sample(view, Seeded(seed))
                wins = winner_at_random(world, f"play {code}", seed) == state.actor
                assert not (found == WINS and not wins)
                assert not (found == LOSES and wins)
    assert seen == {WINS, BEATS_THE_TABLE, LOSES}
