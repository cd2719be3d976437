"""Claim's bots: honest, legal, reproducible by seed, and each level with its own strength."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

import numpy as np
import pytest
from support.setups import free_decks

from claimant.bots import LEVELS, UNHURRIED, Bot
from claimant.bots.random_bot import RandomBot
from claimant.bots.time_limit import TimeLimit
from claimant.game import CHANCE
from claimant.games.claim.bots import (
    PARAMETERS,
    BotParameters,
    ClaimHeuristicBot,
    SearchBot,
    WorldSearch,
)
from claimant.games.claim.bots import create as player
from claimant.games.claim.endgame import EndgameSolver
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import FACTIONS, SCENARIOS, is_by_the_book
from claimant.games.claim.search.redeal import HiddenCards
from claimant.games.claim.solver.solve import solve
from claimant.games.claim.solver.transpositions import new_transpositions
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.kernels.random import random_numbers
from claimant.luck import Seeded

SEARCHER = BotParameters("tuned", 0.5, 40, solve_tricks=3)
"""Searches like the stronger levels, but not for long."""

DECKS = [
    Claim(2, ("kings", "peasants", "doppelgangers", "dwarves", "griffins")),
    Claim(2, ("giants", "gnomes", "raccoons", "trolls", "automatons"), "deck"),
    Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "raccoons")),
    Claim(4, ("kings", "peasants", "automatons", "seers", "vikings", "bards", "raccoons"), "deck"),
    Claim(4, ("giants", "gnomes", "trolls", "griffins", "dwarves", "doppelgangers", "seers")),
]


def game_of(game: Claim, bots: list[Bot], seed: int) -> Iterator[tuple[ClaimState, str]]:
    """Each state in which a player decides, with the decision; then the final state."""
    luck = Seeded(seed)
    state = game.start()
    while (actor := state.actor) is not None:
        if actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        choice = bots[actor].choose(state.view(actor))
        yield state, choice
        state = state.play(choice)
    yield state, ""


def end_of(game: Claim, bots: list[Bot], seed: int) -> ClaimState:
    *_, (state, _) = game_of(game, bots, seed)
    return state


def test_the_decks_have_every_faction_in_play() -> None:
    assert {name for game in DECKS for name in game.factions} == {f.name for f in FACTIONS}


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_whole_games_of_legal_decisions(game: Claim) -> None:
    """A search against heuristics; an illegal decision would be refused."""
    minds: list[Bot] = [
        SearchBot(SEARCHER, 1, 60.0),
        ClaimHeuristicBot(PARAMETERS["novice"], 2),
        ClaimHeuristicBot(PARAMETERS["easy"], 3),
        SearchBot(replace(SEARCHER, simulations=5), 4, 60.0),
    ]
    for seed in range(2):
        assert end_of(game, minds[: game.players], seed).outcome is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_and_view_choose_the_same(level: str) -> None:
    """Whatever it decided before: a new bot continues just as the old one would have."""
    game = DECKS[0]
    views = [
        state.view(state.actor)
        for state, _ in game_of(game, [RandomBot(1), RandomBot(2)], 5)
        if state.actor is not None and len(state.legal()) > 1
    ]
    views = [views[0], views[len(views) // 3], views[-4]]
    again = player(level, 7, 60.0)
    choices = [again.choose(view) for view in views]
    assert choices == [player(level, 7, 60.0).choose(view) for view in views]


def test_without_time_there_is_an_answer_at_once() -> None:
    """A search that went on regardless would take days."""
    view = last_views(DECKS[0], 3, tricks=13)[0]
    choice = SearchBot(replace(SEARCHER, simulations=10**9, solve_tricks=13), 1, -1.0).choose(view)
    assert choice in view.legal
    choice = SearchBot(replace(SEARCHER, simulations=10**9), 1, 0.05).choose(view)
    assert choice in view.legal


def test_a_search_stops_when_its_time_is_up() -> None:
    view = last_views(DECKS[0], 1, tricks=9)[0]
    search = WorldSearch(view, sample(view, Seeded(1)), SEARCHER, 1)
    seconds = count()
    search.run(10**9, TimeLimit(3, lambda: next(seconds)))
    assert search.results.visits.sum() == 3 * WorldSearch.chunk


def last_views(game: Claim, seed: int, tricks: int) -> list[ClaimView]:
    """The views before each decision in the last tricks of a random game."""
    return [
        state.view(state.actor)
        for state, _ in game_of(game, [RandomBot(seed), RandomBot(seed + 1)], seed)
        if state.actor is not None and state.view(None).phase == 2
        if state.view(None).tricks - state.view(None).trick < tricks and len(state.legal()) > 1
    ]


@pytest.mark.parametrize("game", [DECKS[0], Claim(2, SCENARIOS["the old kingdom"].deck(2))])
def test_endings_are_played_as_the_solver_says(game: Claim) -> None:
    """Without automatons and raccoons everything is known in phase 2, so no won game is lost."""
    bot = SearchBot(replace(SEARCHER, solve_tricks=6), 1, 60.0)
    won = 0
    for seed in range(6):
        for view in last_views(game, seed, tricks=6):
            solution = solve(sample(view, Seeded(1)))
            value = solution.moves[bot.choose(view)]
            assert (value > 0, value == 0) == (solution.value > 0, solution.value == 0)
            won += solution.value > 0
    assert won > 5


def solver_of(view: ClaimView) -> EndgameSolver:
    world = sample(view, Seeded(1))
    table = new_transpositions()
    return EndgameSolver(HiddenCards(view, world), world.legal(), random_numbers(1), table)


@pytest.mark.parametrize("game", [DECKS[0], Claim(2, SCENARIOS["the old kingdom"].deck(2))])
def test_what_is_proven_is_true_and_kept_when_time_runs_out(game: Claim) -> None:
    partly = 0
    for view in last_views(game, 3, tricks=8):
        world = sample(view, Seeded(1))
        moves = solve(world).moves
        best = max(moves.values())
        truth = [(1 + int(np.sign(moves[world.write(one)]))) / 2 for one in world.legal()]
        for positions in (200, 2000, 1 << 40):
            found = solver_of(view).chances(1, positions, TimeLimit(60)) or [0.5] * len(truth)
            assert all(one in (0.5, true) for one, true in zip(found, truth, strict=True))
            partly += best <= 0 and len(set(found)) == 2
        assert max(found) == (1 + int(np.sign(best))) / 2
    assert partly > 0


def test_a_proof_does_not_depend_on_what_was_solved_before() -> None:
    """The same seed gives the same game, whatever this process has played before."""
    view = last_views(DECKS[0], 3, tricks=9)[0]
    first = solver_of(view).chances(1, 3000, TimeLimit(60))
    solve(sample(view, Seeded(1)))
    assert solver_of(view).chances(1, 3000, TimeLimit(60)) == first


def test_the_trick_that_decides_the_game_is_taken() -> None:
    """With one card each, a search sees what the last trick but one decides."""
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    bot = SearchBot(BotParameters("simple", 1.0, 400), 1, 60.0)  # by simulations alone
    told = 0
    for seed in range(40):
        for view in last_views(game, seed, tricks=2):
            solution = solve(sample(view, Seeded(1)))
            if solution.value > 0 > min(solution.moves.values()):
                assert solution.moves[bot.choose(view)] > 0
                told += 1
    assert told > 2


def test_a_search_counts_its_simulations() -> None:
    view = last_views(DECKS[0], 1, tricks=9)[0]
    search = WorldSearch(view, sample(view, Seeded(1)), SEARCHER, 1)
    search.run(700, TimeLimit(60))
    search.run(300, TimeLimit(60))
    assert search.results.visits.sum() == 1000
    assert search.results.won.sum() <= 1000
    assert search.best() in view.legal


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        (PARAMETERS["novice"], None),
        (PARAMETERS["easy"], PARAMETERS["novice"]),
        (SEARCHER, PARAMETERS["easy"]),
    ],
    ids=["novice-random", "easy-novice", "searcher-easy"],
)
def test_each_is_stronger_than_the_one_below(
    stronger: BotParameters, weaker: BotParameters | None
) -> None:
    """A few duplicate pairs, the same every time."""
    random = Random(1)
    won = 0.0
    pairs = 16
    for pair in range(pairs):
        game = Claim(2, random.choice(list(SCENARIOS.values())).deck(2))
        for seat in range(2):
            bots: list[Bot] = [mind(weaker, pair), mind(weaker, pair)]
            bots[seat] = mind(stronger, pair)
            outcome = end_of(game, bots, pair).outcome
            assert outcome is not None
            won += (seat in outcome.winners) / len(outcome.winners)
    assert won / (2 * pairs) > 0.55


def mind(skill: BotParameters | None, seed: int) -> Bot:
    if skill is None:
        return RandomBot(seed)
    return SearchBot(skill, seed, 60.0) if skill.simulations else ClaimHeuristicBot(skill, seed)


def random_views(game: Claim, seed: int) -> list[ClaimView]:
    """The views of a random game before its decisions."""
    bots: list[Bot] = [RandomBot(seed + seat) for seat in range(game.players)]
    return [
        state.view(state.actor)
        for state, _ in game_of(game, bots, seed)
        if state.actor is not None and len(state.legal()) > 1
    ]


def test_in_a_deck_that_its_network_has_not_played_master_decides_as_expert() -> None:
    deck = next(deck for deck in free_decks(2) if not is_by_the_book(deck))
    for view in random_views(Claim(2, deck), 1)[:20:6]:
        expected = player("expert", 3, 60.0).choose(view)
        assert player("master", 3, 60.0).choose(view) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_search_that_a_network_judges_chooses_the_same_each_time(players: int) -> None:
    parameters = replace(PARAMETERS["master"], simulations=300, positions=1000)
    for view in random_views(Claim(players), 3)[::12]:
        choices = {SearchBot(parameters, 7, UNHURRIED).choose(view) for _ in range(2)}
        assert len(choices) == 1
        assert choices <= set(view.legal)
