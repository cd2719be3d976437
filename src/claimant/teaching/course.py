"""A game's course: short steps at a real table, in which a newcomer does what the step is about.

A course is data in the game's folder `course`: `steps.toml` lists the steps, `STEP.claim` is the
record of the position in which a step begins, and `LANGUAGE.toml` has the words. The engine decides
what is legal; a step says which decisions are the point, and why others are not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from claimant import registry
from claimant.bots.characters import character, character_key
from claimant.game import Illegal, State, View
from claimant.i18n import LANGUAGES, SOURCE_LANGUAGE, Name, Text
from claimant.presentation import narrate
from claimant.record import Record, loads

MAX_WORDS: Final = 40
"""The most words of any text of a step."""
ELSE: Final = "else"
"""In `wrong`: all other legal decisions."""


@dataclass(frozen=True)
class CourseMove:
    """One decision of a step."""

    expect: tuple[str, ...]
    """The decisions that are the point; each is legal, and everything after it is, too."""
    then: tuple[str, ...] = ()
    """What luck and the others do after it."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Which of the step's texts explains another legal decision."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Decisions that the rules forbid here, and the codes with which the engine refuses them."""


@dataclass(frozen=True)
class StepText:
    """The words of a step in one language."""

    title: str
    tasks: tuple[str, ...]
    """What to do, one text per decision."""
    done: str
    """What has happened."""
    wrong: Mapping[str, str]
    """Why a decision was not the point, by the keys of `CourseMove.wrong`."""

    @property
    def all(self) -> tuple[str, ...]:
        return (self.title, *self.tasks, self.done, *self.wrong.values())


@dataclass(frozen=True)
class CoursePosition:
    """Where the learner is within a step."""

    states: tuple[State, ...]
    """From the beginning of the step to now."""
    events: tuple[str, ...]
    """What happened between them."""
    played: tuple[str, ...]
    """What the learner did."""

    @property
    def state(self) -> State:
        return self.states[-1]

    def story(self, seat: int, names: Sequence[Name], since: int = 0) -> list[Text]:
        """What has happened since an event, as the learner may know it."""
        found = []
        happened = zip(self.states, self.events, self.states[1:], strict=False)
        for before, event, after in list(happened)[since:]:
            seen = after.view(seat)
            found += narrate(before.view(seat), before.redact(event, seat, seen), seen, names)
        return found


@dataclass(frozen=True)
class CourseStep:
    """A step: a position, and what is to be done in it."""

    id: str
    seat: int
    record: Record
    moves: tuple[CourseMove, ...]
    texts: Mapping[str, StepText]
    where: Mapping[str, str] = field(default_factory=dict)
    """Set-ups whose options contain these words are what the step is about. A step without any is
    for everyone."""
    hold: bool = False
    """Whether what the last event removes is still drawn when the step is done, to see why."""

    def text(self, language: str) -> StepText:
        return self.texts.get(language) or self.texts[SOURCE_LANGUAGE]

    def names(self, learner: Name) -> tuple[Name, ...]:
        """The players by seat: the learner and the characters of the bots."""
        headers = self.record.headers
        return tuple(
            learner
            if seat == self.seat
            else character(headers.get(character_key(seat), ""), seat).name
            for seat in range(self.record.game.players)
        )

    def done(self, position: CoursePosition) -> bool:
        """Whether the learner has done all of it."""
        return len(position.played) == len(self.moves)

    def view(self, position: CoursePosition) -> View:
        """What the learner sees. A step is not undone but begun anew."""
        view = position.state.view(self.seat)
        return view.replace(undo=False, legal=() if self.done(position) else view.legal)

    def begin(self) -> CoursePosition:
        state = self.record.game.start()
        for event in self.record.events:
            state = state.play(event)
        return CoursePosition((state,), (), ())

    def play(self, position: CoursePosition, event: str) -> CoursePosition:
        """Do what the step expects next, and let the others act."""
        move = self.moves[len(position.played)]
        if event not in move.expect:
            raise ValueError(event)
        states, events = list(position.states), (event, *move.then)
        for each in events:
            states.append(states[-1].play(each))
        return CoursePosition(tuple(states), position.events + events, (*position.played, event))

    def at(self, played: Sequence[str]) -> CoursePosition | None:
        """The position after these decisions; None if they are not those of the step."""
        position = self.begin()
        if len(played) > len(self.moves):
            return None
        try:
            for event in played:
                position = self.play(position, event)
        except ValueError:
            return None
        return position

    def objection(self, position: CoursePosition, event: str, language: str) -> str | None:
        """Why a decision is not the one that the step is about: the engine's reason if it is not
        legal, otherwise what it would lead to. None if it is the right one."""
        move = self.moves[len(position.played)]
        if event in move.expect:
            return None
        try:
            (no_undo if event == "undo" else position.state.play)(event)
        except Illegal as illegal:
            return illegal.say(language)
        return self.text(language).wrong[move.wrong.get(event) or move.wrong[ELSE]]

    def is_about(self, options: Mapping[str, str]) -> bool:
        """Whether a set-up with these options contains what the step explains."""
        return bool(self.where) and all(
            word in options.get(option, "").split() for option, word in self.where.items()
        )


@dataclass(frozen=True)
class Course:
    game: str
    steps: tuple[CourseStep, ...]
    """In order; those about what only some set-ups contain come last."""
    first_game: Mapping[str, str] = field(default_factory=dict)
    """What the steps about the set-up of a first game are called, by language; empty if that has
    none."""

    @property
    def basics(self) -> tuple[CourseStep, ...]:
        """The steps for everyone."""
        return tuple(step for step in self.steps if not step.where)

    @property
    def extras(self) -> tuple[CourseStep, ...]:
        return tuple(step for step in self.steps if step.where)

    def extras_for(self, options: Mapping[str, str]) -> tuple[CourseStep, ...]:
        """The steps about what a set-up with these options contains."""
        return tuple(step for step in self.extras if step.is_about(options))

    def step(self, name: str) -> CourseStep | None:
        return next((step for step in self.steps if step.id == name), None)

    def row(self, step: CourseStep) -> tuple[CourseStep, ...]:
        """The steps of the same kind."""
        return self.extras if step.where else self.basics


# One entry per game, valid as long as the process.
@cache
def course_of(game: str) -> Course | None:
    """A game's course, if it has one."""
    folder = resources.files(registry.entry(game).package) / "course"
    if not (folder / "steps.toml").is_file():
        return None
    texts = {
        language: _read(folder / f"{language}.toml")
        for language in LANGUAGES
        if (folder / f"{language}.toml").is_file()
    }
    steps = []
    for about in _read(folder / "steps.toml")["step"]:
        name = about["id"]
        steps.append(
            CourseStep(
                name,
                about["seat"],
                loads((folder / f"{about.get('position', name)}.claim").read_bytes()),
                tuple(_move(move) for move in about["move"]),
                {
                    language: _text(words[name])
                    for language, words in texts.items()
                    if name in words
                },
                about.get("where", {}),
                about.get("hold", False),
            )
        )
    first_game = {
        language: words["first-game"] for language, words in texts.items() if "first-game" in words
    }
    return Course(game, tuple(steps), first_game)


def courses() -> dict[str, Course]:
    """Every course by its game."""
    found = {game: course_of(game) for game in registry.entries()}
    return {game: course for game, course in found.items() if course is not None}


def _read(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _move(about: Mapping[str, Any]) -> CourseMove:
    return CourseMove(
        tuple(about["expect"]),
        tuple(about.get("then", ())),
        about.get("wrong", {}),
        about.get("refused", {}),
    )


def _text(words: Mapping[str, Any]) -> StepText:
    return StepText(words["title"], tuple(words["tasks"]), words["done"], words.get("wrong", {}))


def no_undo(_: str) -> None:
    """Refuse to take something back: a step begins anew instead."""
    raise Illegal("no-undo", Text("there is nothing to take back"))
