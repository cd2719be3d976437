"""The pages of the puzzles: the puzzle of the day, practice, timed runs, and each puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from claimant.game import View
from claimant.i18n import Text, sentence
from claimant.presentation import presentation_of
from claimant.teaching import puzzle_words
from claimant.teaching.puzzle_ratings import rating_of
from claimant.teaching.puzzles import Listed, Puzzle, games
from claimant.web.http.forms import single_fields
from claimant.web.http.request import AnyRequest, language_of, person_of, services_of
from claimant.web.http.static import stylesheets
from claimant.web.pages.home import guest
from claimant.web.pages.templating import go, page
from claimant.web.store.puzzles import AttemptRow

POINTS: Final = 60
"""What people see of a rating: about 1500 for someone new."""


@dataclass(frozen=True)
class Explanation:
    """What someone who has answered is shown."""

    verdict: Text
    right: bool
    values: list[tuple[str, Text, Text, bool, bool]]
    """For each choice: the event, its words, its chance, whether it was best, and chosen."""
    told: list[list[Text]]
    """What happens at each step of the line."""
    step: int
    """The step that the picture shows; 0 is the puzzle itself."""
    picture: Markup

    @classmethod
    def of(cls, puzzle: Puzzle, attempt: AttemptRow, step: int, language: str) -> Explanation:
        steps = puzzle_words.line(puzzle)
        step = min(max(step, 0), len(steps))
        view = puzzle.view if step == 0 else steps[step - 1][0].view(puzzle.seat)
        ranked = sorted(puzzle.bounds, key=lambda event: puzzle.bounds[event], reverse=True)
        return cls(
            verdict=puzzle_words.verdict(puzzle, attempt.answer),
            right=attempt.solved,
            values=[
                (
                    event,
                    puzzle_words.choice(puzzle, event),
                    puzzle_words.chance(puzzle, event),
                    event == puzzle.best,
                    event == attempt.answer,
                )
                for event in ranked
            ],
            told=[told for _, told in steps],
            step=step,
            picture=_picture(puzzle, view, language),
        )


def _picture(puzzle: Puzzle, view: View, language: str) -> Markup:
    shown = presentation_of(view.game).picture(
        view, puzzle_words.names(puzzle), language, style=False
    )
    return Markup(shown)


def points(mu: float) -> int:
    return round(POINTS * mu)


@get("/puzzles")
async def hub(request: AnyRequest) -> Response[str]:
    service = services_of(request).puzzles
    me = await person_of(request)
    today = service.of_today()
    solver = await service.solver(me)
    return await page(
        request,
        "puzzles/hub.html",
        me=me,
        today=today,
        done=None if today is None else await service.attempt(me, today),
        solver=solver,
        streak=service.streak(solver),
        left=service.seconds_left(solver),
        points=points(solver.mu),
        titles={name: presentation_of(name).title for name in games()},
    )


@get("/puzzles/next")
async def following(request: AnyRequest, game: FromQuery[str] = "") -> Redirect:
    """Go to the puzzle that suits the visitor."""
    me = await person_of(request)
    found = await services_of(request).puzzles.next(me, game)
    suffix = f"?game={game}" if game in games() else ""
    return go("/puzzles" if found is None else f"/puzzles/{found.id}{suffix}")


@post("/puzzles/run")
async def run(request: AnyRequest) -> Redirect:
    """Begin a timed run."""
    await single_fields(request)
    me, cookies = await guest(request)
    await services_of(request).puzzles.start_run(me)
    return go("/puzzles/next", cookies)


@get("/puzzles/{puzzle:str}")
async def show(
    request: AnyRequest,
    puzzle: FromPath[str],
    step: FromQuery[str] = "",
    game: FromQuery[str] = "",
    last: FromQuery[str] = "",
) -> Response[str]:
    service = services_of(request).puzzles
    listed = service.find(puzzle)
    me = await person_of(request)
    attempt = await service.attempt(me, listed)
    solver = await service.solver(me)
    before = await service.attempt(me, service.find(last)) if last else None
    return await page(
        request,
        "puzzles/puzzle.html",
        me=me,
        no_store=True,
        stylesheets=stylesheets(listed.game),
        game=game if game in games() else "",
        before=before,
        left=service.seconds_left(solver),
        solver=solver,
        today=listed == service.of_today(),
        points=points(rating_of(listed.fails)),
        mine=points(solver.mu),
        reasons=() if attempt is None else await service.reasons(listed),
        **_shown(listed, attempt, step, language_of(request)),
    )


def _shown(listed: Listed, attempt: AttemptRow | None, step: str, language: str) -> dict[str, Any]:
    """The puzzle, and the explanation for someone who has answered it."""
    puzzle = listed.puzzle
    explanation = None
    if attempt is not None:
        number = int(step) if step.isascii() and step.isdigit() and len(step) < 4 else 0
        explanation = Explanation.of(puzzle, attempt, number, language)
    picture = _picture(puzzle, puzzle.view, language) if explanation is None else None
    menu = presentation_of(listed.game).menu(puzzle.view)
    return {
        "puzzle": listed.id,
        "seat": puzzle.seat,
        "you": Text("You are {who}.", who=puzzle_words.names(puzzle)[puzzle.seat]),
        "title": presentation_of(listed.game).title,
        "task": puzzle_words.task(puzzle),
        "facts": [sentence(fact) for fact in puzzle_words.facts(puzzle)],
        "choices": [(event, puzzle_words.choice(puzzle, event)) for event in menu],
        "explanation": explanation,
        "picture": picture if explanation is None else explanation.picture,
    }


@post("/puzzles/{puzzle:str}")
async def answer(request: AnyRequest, puzzle: FromPath[str]) -> Redirect:
    """Answer a puzzle; in a timed run, go on to the next."""
    form = await single_fields(request)
    service = services_of(request).puzzles
    listed = service.find(puzzle)
    me, cookies = await guest(request)
    await service.answer(me, listed, form.get("answer", ""))
    game = form.get("game", "")
    suffix = f"?game={game}" if game in games() else ""
    if listed != service.of_today() and service.seconds_left(await service.solver(me)):
        found = await service.next(me)
        if found is not None:
            return go(f"/puzzles/{found.id}?last={listed.id}", cookies)
    return go(f"/puzzles/{listed.id}{suffix}", cookies)


handlers: Final[list[Any]] = [hub, following, run, show, answer]
