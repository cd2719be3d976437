"""The courses, every step checked by the engine: what is expected leads on, what is wrong is
refused for the stated reason, and every text is short and there in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from claimant import registry
from claimant.components import page_of
from claimant.game import CHANCE, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS, SCENARIOS
from claimant.games.claim_it.rules import board
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import LANGUAGES
from claimant.record import dumps, loads
from claimant.teaching.course import ELSE, MAX_WORDS, CoursePosition, CourseStep, courses

STEPS = [
    pytest.param(step, id=f"{game} {step.id}")
    for game, course in courses().items()
    for step in course.steps
]
each_step = pytest.mark.parametrize("step", STEPS)


def positions(step: CourseStep) -> Iterator[CoursePosition]:
    """Every position in which the learner decides."""
    waiting = [step.begin()]
    while waiting:
        position = waiting.pop()
        if not step.done(position):
            yield position
            move = step.moves[len(position.played)]
            waiting += [step.play(position, event) for event in move.expect]


@each_step
def test_what_is_expected_is_legal_and_leads_on(step: CourseStep) -> None:
    for position in positions(step):
        assert position.state.actor == step.seat, position.played
        move = step.moves[len(position.played)]
        assert move.expect
        assert len(set(move.expect)) == len(move.expect)
        for event in move.expect:
            assert event in position.state.choices()
            assert step.objection(position, event, "en") is None
            after = step.play(position, event)  # raises `Illegal` if something cannot follow
            assert step.at(after.played) == after
            # Where a step goes on, luck has nothing to decide.
            assert step.done(after) or after.state.actor not in (None, CHANCE)


@each_step
def test_what_is_wrong_is_refused_for_the_stated_reason(step: CourseStep) -> None:
    used = set()
    for position in positions(step):
        move = step.moves[len(position.played)]
        legal = position.state.choices()
        others = [event for event in legal if event not in move.expect]
        for event in others:
            key = move.wrong.get(event) or move.wrong[ELSE]
            used.add(key)
            for language in LANGUAGES:
                objection = step.objection(position, event, language)
                assert objection == step.texts[language].wrong[key]
        assert set(move.wrong) <= {*others, ELSE}
        assert ELSE not in move.wrong or set(others) - set(move.wrong)
        for event, code in move.refused.items():
            with pytest.raises(Illegal) as refusal:
                position.state.play(event)
            assert refusal.value.code == code, event
            for language in LANGUAGES:
                assert step.objection(position, event, language) == refusal.value.say(language)
        # What no step expects is never taken for right.
        for event in ("undo", "nonsense"):
            assert step.objection(position, event, "en")
            assert step.at((*position.played, event)) is None
    assert used == set(step.texts["en"].wrong)


MINES = {"would lie alone": 1, "makes a mine of three": 3, "makes your mine four spaces": 4}
"""What a step of Claim It! may say about a choice, and how large a mine it makes."""


@pytest.mark.parametrize("step", courses()["claim-it"].steps, ids=lambda step: step.id)
def test_what_is_said_about_the_mine_of_a_space_is_true(step: CourseStep) -> None:
    """Of each legal space that a text is about; a task is about what is expected."""
    for position in positions(step):
        task = step.text("en").tasks[len(position.played)]
        for event in set(position.state.choices()) & set(board.NUMBERS):
            said = step.objection(position, event, "en") or task
            for words, size in MINES.items():
                if words in said:
                    assert mine_of(step, position, event) == size, (event, said)


def mine_of(step: CourseStep, position: CoursePosition, event: str) -> int:
    """The size of the mine that a space belongs to once the learner has taken it and stopped."""
    after = position.state.play(event).play("stop").view(step.seat)
    assert isinstance(after, ClaimItView)
    own = board.bits_of(owner == step.seat for owner in after.owners)
    return board.group_of(1 << board.NUMBERS[event], own).bit_count()


@each_step
def test_the_texts_are_short_and_in_every_language(step: CourseStep) -> None:
    assert set(step.texts) == set(LANGUAGES)
    for language, text in step.texts.items():
        assert len(text.tasks) == len(step.moves)
        assert set(text.wrong) == set(step.texts["en"].wrong), language
        for words in text.all:
            assert 0 < len(words.split()) <= MAX_WORDS, (language, words)
            assert words == words.strip()
    # Nothing was left in English.
    english = step.texts["en"]
    for language in set(LANGUAGES) - {"en"}:
        assert not {english.done, *english.tasks} & set(step.texts[language].all)


@each_step
def test_a_position_is_a_record_that_any_program_can_read(step: CourseStep) -> None:
    assert loads(dumps(step.record)) == step.record
    assert step.begin().state.game == step.record.game


@pytest.mark.parametrize("game", courses())
def test_steps_have_distinct_names(game: str) -> None:
    steps = courses()[game].steps
    assert len({step.id for step in steps}) == len(steps)
    for language in LANGUAGES:
        titles = [step.text(language).title for step in steps]
        assert len(set(titles)) == len(titles)


def test_a_step_with_a_wrong_turn_would_be_found() -> None:
    """The checks above can fail: a step that expects something impossible is not accepted."""
    step = courses()["claim-it"].steps[0]
    move = replace(step.moves[0], expect=("stop",))
    with pytest.raises(Illegal):
        replace(step, moves=(move,)).play(step.begin(), "stop")


@pytest.mark.parametrize("game", courses())
def test_the_steps_of_a_first_game_have_a_name_in_every_language(game: str) -> None:
    course = courses()[game]
    first = registry.game_class(game).create(2, dict(page_of(game).card.options))
    there = course.extras_for(first.options)
    assert set(course.first_game) == (set(LANGUAGES) if there else set())
    assert not there or len(there) == 5, "the names say five"


def test_every_faction_has_a_step() -> None:
    """Of a deck, exactly the factions in play are offered."""
    course = courses()["claim"]
    assert {step.id for step in course.extras} == {faction.name for faction in FACTIONS}
    for scenario in SCENARIOS.values():
        deck = Claim(2, scenario.deck(2))
        assert {step.id for step in course.extras_for(deck.options)} == {*deck.factions}
    for step in course.extras:
        assert step.is_about(step.record.game.options), "it can be seen at such a table"
