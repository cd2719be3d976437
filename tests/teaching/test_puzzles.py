"""Puzzles: everything that ships is proven from scratch, and making them is reproducible."""

from __future__ import annotations

import json

import pytest

from claimant.game import CHANCE
from claimant.games.claim.names import card
from claimant.i18n import LANGUAGES
from claimant.puzzles import maker_of
from claimant.record import Record, replay
from claimant.teaching import puzzle_words
from claimant.teaching.puzzle_making import make
from claimant.teaching.puzzle_ratings import NEW, after_attempt, chance_to_solve, rating_of
from claimant.teaching.puzzles import (
    GRADING,
    TRIALS,
    decode,
    encode,
    games,
    lines_of,
    of_day,
    read_puzzle,
    shipped,
    write_puzzle,
)

GAMES = games()


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_puzzle_has_one_provably_best_decision(name: str) -> None:
    maker = maker_of(name)
    assert maker is not None
    puzzles = [listed.puzzle for listed in shipped(name).values()]
    assert len(puzzles) >= 300
    signatures = set()
    for puzzle in puzzles:
        proof = maker.prove(puzzle.view)
        assert proof is not None
        assert (proof.best, proof.line) == (puzzle.best, puzzle.line)
        least, _ = proof.bounds[proof.best]
        others = [most for choice, (_, most) in proof.bounds.items() if choice != proof.best]
        assert least - max(others) >= maker.margin
        assert {*proof.bounds} == {*puzzle.view.legal}
        for choice, bounds in proof.bounds.items():
            assert puzzle.bounds[choice] == pytest.approx(bounds, abs=0.0006)
        signatures.add(maker.signature(puzzle.view))
    assert len(signatures) == len(puzzles), "two are alike"


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_stored_in_full(name: str) -> None:
    head, lines = lines_of(name)
    assert head["command"].startswith(f"claimant puzzles make --game {name} --games ")
    assert head["version"]
    assert sum(map(len, lines)) < 300_000
    for line in lines[:20]:
        puzzle = read_puzzle(name, head["rules"], line)
        assert write_puzzle(puzzle) == line
        assert json.loads(line)["seat"] == puzzle.seat
        record = Record(Record.of(puzzle.game).headers, puzzle.events)
        assert replay(record) == puzzle.state
        assert puzzle.best in puzzle.view.legal
        assert len(puzzle.fails) == len(GRADING)
        assert all(0 <= fails <= TRIALS for fails in puzzle.fails)
        assert any(puzzle.fails)
        assert puzzle.line[0] == puzzle.best


@pytest.mark.parametrize("name", GAMES)
def test_the_line_can_be_told(name: str) -> None:
    for listed in [*shipped(name).values()][:20]:
        puzzle = listed.puzzle
        steps = puzzle_words.line(puzzle)
        assert steps
        for state, told in steps:
            assert state.actor != CHANCE
            assert all(text.say("nl") for text in told)
        assert len(puzzle_words.explanation(puzzle)) == len(puzzle.view.legal)
        assert puzzle_words.reasons(listed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_choice_can_be_told_from_the_others(name: str, language: str) -> None:
    for listed in [*shipped(name).values()][:40]:
        puzzle = listed.puzzle
        said = [puzzle_words.choice(puzzle, event).say(language) for event in puzzle.view.legal]
        assert len(set(said)) == len(said), said
        assert all(words[0].isupper() or words[0].isdigit() for words in said)
        assert puzzle_words.choice(puzzle, puzzle.best).say(language) in said


def test_a_card_is_called_by_its_name_and_value() -> None:
    for listed in [*shipped("claim").values()][:20]:
        for event in listed.puzzle.view.legal:
            value = event.rpartition("-")[2]
            said = puzzle_words.choice(listed.puzzle, event).say("de")
            assert said == card(event.removeprefix("play ")).say("de")
            assert said.endswith(f" {value}")


@pytest.mark.parametrize("name", GAMES)
def test_what_the_player_is_shown_says_nothing_about_the_answer(name: str) -> None:
    """The name of a puzzle and what is said before an answer follow from the position alone."""
    head, lines = lines_of(name)
    for line in lines[:20]:
        data = json.loads(line)
        puzzle = read_puzzle(name, head["rules"], line)
        other = next(choice for choice in puzzle.view.legal if choice != puzzle.best)
        twin = read_puzzle(name, head["rules"], json.dumps(data | {"best": other, "line": ""}))
        assert twin.id == puzzle.id
        assert shipped(name)[puzzle.id].line == line
        assert puzzle_words.task(twin) == puzzle_words.task(puzzle)
        assert puzzle_words.facts(twin) == puzzle_words.facts(puzzle)


@pytest.mark.parametrize(("name", "number"), [("claim", 4), ("claim-it", 4)])
def test_the_same_seed_finds_the_same_puzzles(name: str, number: int) -> None:
    done: list[int] = []
    first = [write_puzzle(puzzle) for puzzle in make(name, number, 3, done.append)]
    assert done == [*range(1, number + 1)]
    assert first
    assert first == [write_puzzle(puzzle) for puzzle in make(name, number, 3)]
    assert first != [write_puzzle(puzzle) for puzzle in make(name, number, 5)]


@pytest.mark.parametrize("name", GAMES)
def test_events_survive_being_written_as_letters(name: str) -> None:
    puzzle = next(iter(shipped(name).values())).puzzle
    start = puzzle.game.start()
    assert decode(start, encode(start, puzzle.events)) == puzzle.events
    assert decode(puzzle.state, encode(puzzle.state, puzzle.line)) == puzzle.line


def test_a_puzzle_of_the_day_comes_back_only_after_all_others() -> None:
    number = sum(len(shipped(name)) for name in GAMES)
    shortest = min(len(shipped(name)) for name in GAMES)
    days = [of_day(day) for day in range(739_000, 739_000 + len(GAMES) * shortest)]
    assert len({listed.id for listed in days if listed}) == len(days) <= number
    assert {listed.game for listed in days[:2] if listed} == {*GAMES}


def test_harder_puzzles_have_higher_ratings() -> None:
    ratings = [rating_of(fails) for fails in ((0, 0, 0, 0, 1), (8, 4, 0, 0, 0), (8, 8, 8, 8, 8))]
    assert ratings == sorted({*ratings})
    novice, expert = (chance_to_solve(mu, 0.0, rating_of((8, 8, 4, 0, 0))) for mu in (15.0, 35.0))
    assert novice < 0.5 < expert


def test_a_rating_follows_the_results() -> None:
    better, worse = (after_attempt(NEW, 25.0, solved=solved) for solved in (True, False))
    assert worse.mu < NEW.mu < better.mu
    assert better.sigma < NEW.sigma
    rating = NEW
    for n in range(60):  # solves what is below 30 and fails above
        hard = 20.0 + n % 20
        rating = after_attempt(rating, hard, solved=hard < 30)
    assert 27 < rating.mu < 33
