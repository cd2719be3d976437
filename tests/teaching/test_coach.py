"""The coach: one thing at a time, quiet when things go well, and back after a mistake."""

from __future__ import annotations

import pytest

from claimant.game import View
from claimant.i18n import LANGUAGES, Text
from claimant.judge import Judgement, Reason, compared, judge_of
from claimant.teaching.advised import HARDLY_MATTERS, advised, advised_words
from claimant.teaching.coach import SILENT, TURNS, Coach
from claimant.teaching.course import courses

WHY = (Reason("good", Text("It is free.")),)
JUDGEMENT = Judgement({"roll": 0.5, "stop": 0.3}, "roll", WHY)


@pytest.fixture
def view() -> View:
    step = courses()["claim-it"].step("enough")
    assert step is not None
    return step.view(step.begin())


def said(coach: Coach, view: View, language: str = "en") -> str:
    advice = coach.advise(view, JUDGEMENT)
    return "" if advice is None else advice.say(language)


def test_the_coach_falls_silent_as_the_player_does_well(view: View) -> None:
    coach = Coach()
    for _ in range(SILENT):
        assert said(coach, view) == "My advice: roll again. It is free."
        coach.decided("roll", turn_over=True)
    assert said(coach, view).startswith("Well done!")
    assert coach.silent
    for _ in range(3):
        coach.decided("roll")
        assert said(coach, view) == ""
    # A mistake brings the coach back: first what was better, then advice as before.
    coach.decided("stop")
    assert said(coach, view) == "Better a moment ago: roll again. It is free."
    coach.decided("roll")
    assert said(coach, view).startswith("My advice")


def test_the_coach_stays_for_two_whole_turns(view: View) -> None:
    coach = Coach()
    for turn in range(TURNS):
        for decision in range(SILENT + 1):
            assert said(coach, view).startswith("My advice"), (turn, decision)
            coach.decided("roll", turn_over=decision == SILENT)
    assert said(coach, view).startswith("Well done!")


def test_of_choices_that_are_as_good_none_is_preferred(view: View) -> None:
    close = Judgement(
        {"roll": 0.62, "stop": 0.61}, "roll", (compared({"roll": 0.62, "stop": 0.61}, "roll"),)
    )
    assert advised(close) == ("roll", "stop")
    advice = Coach().advise(view, close)
    assert advice is not None
    for language in LANGUAGES:
        assert HARDLY_MATTERS.say(language) in advice.say(language)
        assert advised_words(view, advice.choices, language) in advice.say(language)
    # A difference that matters, or a real reason, decides.
    clear = {"roll": 0.62, "stop": 0.55}
    assert advised(Judgement(clear, "roll", (compared(clear, "roll"),))) == ("roll",)
    assert advised(Judgement(close.values, "roll", WHY)) == ("roll",)
    # Many are not all named.
    begun = courses()["claim-it"].steps[0]
    spaces = begun.play(begun.begin(), "roll").state.view(0)
    assert advised_words(spaces, spaces.legal, "en").endswith(" · …")


def test_what_was_taken_back_counts_for_nothing(view: View) -> None:
    coach = Coach()
    said(coach, view)
    coach.decided("undo")
    coach.decided("roll")
    assert coach.good == 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), [("claim-it", "enough"), ("claim", "lose")])
def test_advice_comes_from_the_judge_of_each_game(game: str, name: str, language: str) -> None:
    step = courses()[game].step(name)
    judge = judge_of(game)
    assert step is not None
    assert judge is not None
    now = step.view(step.begin())
    judgement = judge.judge(now, effort=0.25)
    assert judgement.best in step.moves[0].expect
    advice = Coach().advise(now, judgement)
    assert advice is not None
    assert judgement.reasons[0].text.say(language) in advice.say(language)
    assert "(" not in advice.say(language), "nothing that only a terminal needs"
