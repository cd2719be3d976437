"""The routes of the courses: an overview per game, and an address for each step."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from claimant.bots import LEVELS
from claimant.components import page_of
from claimant.presentation import presentation_of
from claimant.teaching.course import Course, CoursePosition, CourseStep, course_of, courses
from claimant.web.http.errors import Refusal, not_found
from claimant.web.http.forms import single_fields
from claimant.web.http.request import (
    AnyRequest,
    language_of,
    may_make,
    person_of,
    services_of,
)
from claimant.web.http.static import game_file, stylesheets
from claimant.web.pages.home import guest
from claimant.web.pages.learn.coach import coach_cookie
from claimant.web.pages.learn.progress import progress_cookie, progress_of, with_step
from claimant.web.pages.learn.step import rendered_step
from claimant.web.pages.templating import go, page
from claimant.web.store.interface import StoreError
from claimant.web.tables.requests import BOT_PREFIX, TableRequest, requested_game

_TABLE: Final = re.compile(r"[\w-]{1,40}", re.ASCII)
_STRANGER: Final = "Ada"
"""What a learner who is not known here is called at the table."""
_NOVICE: Final = next(iter(LEVELS))
_CALM: Final = "calm"
_FIRST_PLAYERS: Final = 2
_LONGEST: Final = 400
"""Characters of `played`: a step has a few decisions."""


class Lesson(NamedTuple):
    """Where in a course a request is."""

    game: str
    course: Course
    table: str
    """The table that the learner came from and goes back to; empty if there is none."""
    options: Mapping[str, str]
    """Its options, or those of the learner's first game."""
    first_game: bool = False
    """Whether the steps about the first game come before it."""

    def path(self, step: CourseStep | None = None, played: Sequence[str] = ()) -> str:
        """The address of a step, or of the course. It needs no escaping."""
        query = [f"table={self.table}"] if self.table else []
        if self.first_game:
            query.append("first-game=yes")
        if played:
            query.insert(0, f"played={'~'.join(played).replace(' ', '_')}")
        place = f"/learn/{self.game}" + (f"/{step.id}" if step else "")
        return place + (f"?{'&'.join(query)}" if query else "")

    def before_first_game(self) -> Lesson:
        """The same course, on to the steps about the first game."""
        return self._replace(first_game=True)

    def row(self, step: CourseStep) -> tuple[CourseStep, ...]:
        """The steps that the step belongs to: those for everyone, or those about the table that the
        learner came from or the first game, or about all that there is."""
        here = self.here
        return here if (self.table or self.first_game) and step in here else self.course.row(step)

    @property
    def here(self) -> tuple[CourseStep, ...]:
        """The steps about the table that the learner came from, or about the first game."""
        return self.course.extras_for(self.options)

    def after(self, step: CourseStep) -> CourseStep | None:
        row = self.row(step)
        place = row.index(step) + 1
        return row[place] if place < len(row) else None


async def _lesson(request: AnyRequest, game: str) -> Lesson:
    course = course_of(game) if game in courses() else None
    if course is None:
        raise not_found()
    table = request.query_params.get("table", "")
    first = request.query_params.get("first-game") == "yes"
    set_up = requested_game(game, _FIRST_PLAYERS, dict(page_of(game).card.options)).options
    alone = Lesson(game, course, "", set_up, first and bool(course.extras_for(set_up)))
    if not _TABLE.fullmatch(table):
        return alone
    try:
        found = await services_of(request).tables.find(table)
    except (Refusal, StoreError):
        return alone
    return Lesson(game, course, table, found.game.options if found.game.name == game else {})


def _step(lesson: Lesson, name: str) -> CourseStep:
    step = lesson.course.step(name)
    if step is None:
        raise not_found()
    return step


def _position(request: AnyRequest, step: CourseStep) -> CoursePosition:
    """What the learner has done of the step so far; its beginning if the address makes no sense."""
    played = request.query_params.get("played", "")[:_LONGEST].replace("_", " ")
    return (step.at(played.split("~")) if played else None) or step.begin()


@get("/learn/{game:str}")
async def overview(request: AnyRequest, game: FromPath[str]) -> Response[str]:
    lesson = await _lesson(request, game)
    done = progress_of(request).get(game, frozenset())
    basics, here = lesson.course.basics, lesson.here
    return await page(
        request,
        "learn/course.html",
        lesson=lesson,
        done=done,
        text=lambda step: step.text(language_of(request)),
        basics=basics,
        here=here,
        extras=[step for step in lesson.course.extras if step not in here],
        first=next((step for step in basics if step.id not in done), None),
        of_first_game=lesson.course.first_game.get(language_of(request), ""),
        title=presentation_of(game).title,
        theme_class=page_of(game).card.theme,
        stylesheets=stylesheets(game),
    )


@get("/learn/{game:str}/{step:str}")
async def show(request: AnyRequest, game: FromPath[str], step: FromPath[str]) -> Response[str]:
    lesson = await _lesson(request, game)
    found = _step(lesson, step)
    return await _page(request, lesson, found, _position(request, found))


@post("/learn/{game:str}/{step:str}")
async def act(request: AnyRequest, game: FromPath[str], step: FromPath[str]) -> Response[Any]:
    """Do something in a step; if it is not what the step is about, the page says why."""
    lesson = await _lesson(request, game)
    found = _step(lesson, step)
    position = _position(request, found)
    event = (await single_fields(request)).get("event", "")[:200]
    if found.done(position):
        return go(lesson.path(found, position.played))
    objection = found.objection(position, event, language_of(request))
    if objection is not None:
        return await _page(request, lesson, found, position, objection)
    position = found.play(position, event)
    path = lesson.path(found, position.played)
    if not found.done(position):
        return go(path)
    progress = with_step(progress_of(request), game, found.id)
    return go(path, [progress_cookie(request, progress)])


async def _page(
    request: AnyRequest,
    lesson: Lesson,
    step: CourseStep,
    position: CoursePosition,
    objection: str = "",
) -> Response[str]:
    language = language_of(request)
    me = await person_of(request)
    row = lesson.row(step)
    done = step.done(position)
    words = step.text(language)
    drawn = rendered_step(
        step,
        position,
        _STRANGER if me is None else me.name,
        0 if me is None else me.colour,
        lesson.path(step, position.played).replace("&", "&amp;"),
        language,
    )
    known = progress_of(request).get(lesson.game, frozenset())
    others = [game for game in courses() if game != lesson.game]
    return await page(
        request,
        "learn/step.html",
        me=me,
        wide=True,
        lesson=lesson,
        step=step,
        number=row.index(step) + 1,
        steps=len(row),
        words=words,
        task=words.done if done else words.tasks[len(position.played)],
        objection=objection and objection[:1].upper() + objection[1:].rstrip(".") + ".",
        done=done,
        begun=bool(position.played),
        after=lesson.after(step),
        to_learn=next((one for one in lesson.here if one.id not in known), None),
        of_first_game=lesson.course.first_game.get(language, ""),
        others=[(game, presentation_of(game).title) for game in others],
        drawn=drawn,
        title=presentation_of(lesson.game).title,
        stylesheets=stylesheets(lesson.game),
        table_stylesheets=stylesheets(lesson.game, sheet="table.css"),
        game_script=game_file(lesson.game, "table.js"),
    )


@post("/learn/{game:str}/first-game")
async def first_game(request: AnyRequest, game: FromPath[str]) -> Redirect:
    """Start a game against a novice, which everyone who has learned a game can beat."""
    lesson = await _lesson(request, game)
    me, cookies = await guest(request)
    await may_make(request, me, 1)
    seated = await services_of(request).lifecycle.create(
        TableRequest(
            *(
                game,
                _FIRST_PLAYERS,
                ("me", f"{BOT_PREFIX}{_NOVICE}"),
                dict(page_of(lesson.game).card.options),
            ),
            contributes=(await single_fields(request)).get("contributes") == "yes",
            tempo=_CALM,
            banter=True,
        ),
        me,
    )
    return go(f"/tables/{seated.table.id}", [*cookies, coach_cookie(request, seated.table.id)])


handlers: Final[list[Any]] = [overview, show, act, first_game]
