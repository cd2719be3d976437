"""`claimant learn`: a course in the terminal, and what remembers how far someone has come."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from support.usage import refused_in_a_line

from claimant.cli import main
from claimant.i18n import LANGUAGES
from claimant.teaching.course import courses

Output = pytest.CaptureFixture[str]
Type = Callable[[str], None]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Type:
    """What the learner types, one answer per line."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", courses())
def test_a_course_is_walked_to_its_end(
    game: str, language: str, answers: Type, capsys: Output
) -> None:
    course = courses()[game]
    answers("\n".join(move.expect[0] for step in course.basics for move in step.moves) + "\n")
    assert main(["learn", game, "--lang", language]) == 0
    told = flat(capsys.readouterr().out)
    for step in course.basics:
        words = step.text(language)
        for text in (words.title, *words.tasks, words.done):
            assert flat(text) in told
    assert course.extras[0].id in told


def test_objections_in_the_terminal(answers: Type, capsys: Output) -> None:
    answers("5,1\n77\n4,5\n4,1\n")
    assert main(["learn", "claim-it", "--step", "closed"]) == 0
    told = flat(capsys.readouterr().out)
    words = courses()["claim-it"].step("closed")
    assert words is not None
    said = [
        "5,1 is not possible: it has a claim marker already.",
        "There is no choice 77.",
        flat(words.text("en").wrong["squatter"]),
        flat(words.text("en").done),
    ]
    places = [told.index(each) for each in said]
    assert places == sorted(places)


def test_someone_who_leaves_goes_on_later(answers: Type, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "learned"
    steps = courses()["claim"].basics
    answers(f"{steps[0].moves[0].expect[0]}\nq\n")
    assert main(["learn", "claim", "--save", str(file)]) == 0
    capsys.readouterr()
    answers("q\n")
    assert main(["learn", "claim", "--save", str(file)]) == 0
    told = flat(capsys.readouterr().out)
    assert f"Step 2 of {len(steps)}: {steps[1].text('en').title}" in told
    assert steps[0].text("en").title not in told
    # A file of another kind stays as it is.
    for content in ("", "a diary", file.read_text().replace("claim\n", "chess\n")):
        file.write_text(content)
        assert main(["learn", "claim", "--save", str(file)]) == 1
        assert "does not say what was learned of claim" in capsys.readouterr().err
        assert file.read_text() == content


@pytest.mark.parametrize(
    ("command", "said"),
    [("learn claim --step chess", "there is no step chess"), ("learn chess", "there is no game")],
)
def test_what_cannot_be_learned(command: str, said: str, capsys: Output) -> None:
    refused_in_a_line(command, said, capsys)
