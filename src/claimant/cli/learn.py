"""`claimant learn`: the course of a game in the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from claimant.cli.answers import event_of
from claimant.cli.console import console
from claimant.cli.errors import INTERRUPTED, CommandError, cannot_write, usage_error
from claimant.cli.game_setup import game_class
from claimant.i18n import Text
from claimant.presentation import presentation_of, terminal
from claimant.teaching.course import Course, CoursePosition, CourseStep, course_of

FIRST_LINE: Final = "claimant course 1"
_MAX_BYTES: Final = 10_000
_YOU: Final = Text("You")


def learn(game: str, step: str | None, save: Path | None, language: str) -> int:
    """Walk through a course, or through one step of it."""
    course = course_of(game_class(game).name)
    if course is None:
        raise usage_error(Text("there is no course for {game} yet", game=game))
    lesson = TerminalLesson(course, save, language)
    if step is None:
        return lesson.walk([each for each in course.basics if each.id not in lesson.done])
    found = course.step(step)
    if found is None:
        steps = ", ".join(each.id for each in course.steps)
        raise usage_error(
            Text("there is no step {step}, only: {steps}", step=step[:40], steps=steps)
        )
    return lesson.walk([found])


class TerminalLesson:
    """The dialogue with the learner, and what they have done so far."""

    def __init__(self, course: Course, path: Path | None, language: str) -> None:
        self.course = course
        self.path = path
        self.language = language
        self.screen = console()
        self.done = _read(path, course) if path is not None and path.exists() else []

    def say(self, text: Text, style: str = "") -> None:
        self.screen.print(text.say(self.language), style=style)

    def walk(self, steps: list[CourseStep]) -> int:
        """Do these steps one after the other."""
        try:
            for step in steps:
                if not self._do(step):
                    return 0
                if step.id not in self.done:
                    self.done.append(step.id)
                    self._save()
        except KeyboardInterrupt:
            self.screen.print()
            return INTERRUPTED
        self._say_what_is_next()
        return 0

    def _do(self, step: CourseStep) -> bool:
        """Do a step; False if the learner leaves."""
        words = step.text(self.language)
        row = self.course.row(step)
        number = Text("Step {n} of {all}", n=row.index(step) + 1, all=len(row))
        position = step.begin()
        self.screen.print()
        self.screen.print(f"{number.say(self.language)}: {words.title}", style="bold")
        self._show(step, position)
        while not step.done(position):
            self.screen.print(words.tasks[len(position.played)], style="bold")
            event = self._ask(step, position)
            if event is None:
                return False
            before = len(position.events)
            position = step.play(position, event)
            for text in position.story(step.seat, step.names(_YOU), before):
                self.say(text)
            self._show(step, position)
        self.screen.print(words.done, style="bold")
        return True

    def _show(self, step: CourseStep, position: CoursePosition) -> None:
        view = step.view(position)
        presentation = presentation_of(view.game)
        numbers = {legal: n for n, legal in enumerate(presentation.menu(view), 1)}
        self.screen.print()
        self.screen.print(terminal(view, self.language, step.names(_YOU), numbers))
        for legal, n in numbers.items():
            self.screen.print(f"{n:>3}  {presentation.choice(view, legal).say(self.language)}")
        for text in presentation.hints(view) if numbers else ():
            self.say(text)

    def _ask(self, step: CourseStep, position: CoursePosition) -> str | None:
        """The decision that the step is about, once the learner has found it; None to leave."""
        view = step.view(position)
        prompt = Text("Your choice (q to leave): ").say(self.language)
        while True:
            try:
                answer = " ".join(input(prompt).split())
            except EOFError:
                self.screen.print()
                return None
            if not sys.stdin.isatty():  # answers from a script are not on the screen yet
                self.screen.print(answer)
            if answer.lower() == "q":
                return None
            event = event_of(view, answer, self.language)
            if event is None:
                self.say(Text("There is no choice {n}.", n=answer[:20]))
                continue
            objection = step.objection(position, event, self.language)
            if objection is None:
                return event
            self.screen.print(f"{objection[:1].upper()}{objection[1:].rstrip('.')}.")

    def _say_what_is_next(self) -> None:
        game = self.course.game
        self.screen.print()
        self.say(Text("Play now: claimant play {game} --bots novice", game=game))
        if self.course.extras:
            steps = ", ".join(step.id for step in self.course.extras)
            self.say(
                Text("More steps for claimant learn {game} --step: {steps}", game=game, steps=steps)
            )

    def _save(self) -> None:
        """Write which steps are done, if there is a file for it."""
        if self.path is None:
            return
        lines = [FIRST_LINE, self.course.game, *self.done]
        try:
            self.path.write_text("\n".join([*lines, ""]), encoding="utf-8")
        except OSError as error:
            raise cannot_write(self.path, error) from error


def _read(path: Path, course: Course) -> list[str]:
    """The steps that a file says are done."""
    try:
        with path.open("rb") as file:
            lines = file.read(_MAX_BYTES).decode(errors="replace").splitlines()
    except OSError as error:
        raise CommandError(Text("{file} cannot be read", file=path)) from error
    if lines[:2] != [FIRST_LINE, course.game]:
        raise CommandError(
            Text("{file} does not say what was learned of {game}", file=path, game=course.game)
        )
    known = {step.id for step in course.steps}
    return list(dict.fromkeys(line for line in lines[2:] if line in known))
