"""Puzzles for programs."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Struct

from claimant.teaching import puzzle_words
from claimant.teaching.puzzle_ratings import rating_of
from claimant.teaching.puzzles import Listed
from claimant.web.api.answers import answers, me_of
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest, language_of, person_of, services_of
from claimant.web.store.puzzles import AttemptRow

_encoder: Final = msgspec.json.Encoder()


class AnswerPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    answer: str
    """One of the legal decisions."""


class PuzzleSolution(Struct, frozen=True):
    """What is sent once the person has answered."""

    answer: str
    """The person's first answer, which is the one that counts."""
    solved: bool
    best: str
    reasons: list[str]
    """Why it is the best."""
    bounds: dict[str, tuple[float, float]]
    """The least and the greatest possible chance to win of each legal decision."""
    line: list[str]
    """The best decision and what may follow it, as events of the record."""


class PuzzleShown(Struct, frozen=True):
    puzzle: str
    game: str
    players: int
    options: dict[str, str]
    seat: int
    """The seat that decides."""
    task: str
    facts: list[str]
    """What the player could work out from the game so far."""
    legal: list[str]
    view: dict[str, Any]
    """What the seat may know."""
    rating: float
    solution: PuzzleSolution | None


class SolverShown(Struct, frozen=True):
    rating: float
    uncertainty: float
    streak: int
    """Days in a row on which the puzzle of the day was solved."""
    run_seconds_left: float
    run_solved: int
    run_tried: int
    best_run: int


async def _shown(request: AnyRequest, listed: Listed) -> PuzzleShown:
    language = language_of(request)
    attempt = await services_of(request).puzzles.attempt(await person_of(request), listed)
    puzzle = listed.puzzle
    view = _encoder.encode(puzzle.view)
    return PuzzleShown(
        puzzle=listed.id,
        game=listed.game,
        players=puzzle.game.players,
        options=puzzle.game.options,
        seat=puzzle.seat,
        task=puzzle_words.task(puzzle).say(language),
        facts=[fact.say(language) for fact in puzzle_words.facts(puzzle)],
        legal=list(puzzle.view.legal),
        view=msgspec.Raw(view),  # type: ignore[arg-type]
        rating=rating_of(listed.fails),
        solution=None if attempt is None else await _solution(request, listed, attempt),
    )


async def _solution(request: AnyRequest, listed: Listed, attempt: AttemptRow) -> PuzzleSolution:
    puzzle = listed.puzzle
    reasons = await services_of(request).puzzles.reasons(listed)
    language = language_of(request)
    return PuzzleSolution(
        answer=attempt.answer,
        solved=attempt.solved,
        best=puzzle.best,
        reasons=[reason.say(language) for reason in reasons],
        bounds=dict(puzzle.bounds),
        line=list(puzzle.line),
    )


@get("/puzzles/today", summary="The puzzle of the day", responses=answers(403, 404))
async def today(request: AnyRequest) -> PuzzleShown:
    found = services_of(request).puzzles.of_today()
    if found is None:
        raise not_found()
    return await _shown(request, found)


@get("/puzzles/next", summary="A puzzle that suits my rating", responses=answers(403, 404))
async def following(request: AnyRequest, game: FromQuery[str] = "") -> PuzzleShown:
    found = await services_of(request).puzzles.next(await person_of(request), game)
    if found is None:
        raise not_found()
    return await _shown(request, found)


@get("/puzzles/{puzzle:str}", summary="Show a puzzle", responses=answers(403, 404))
async def see(request: AnyRequest, puzzle: FromPath[str]) -> PuzzleShown:
    return await _shown(request, services_of(request).puzzles.find(puzzle))


@post(
    "/puzzles/{puzzle:str}",
    status_code=200,
    summary="Answer a puzzle; only the first answer counts",
    responses=answers(400, 403, 404, 413, 422),
)
async def answer(
    request: AnyRequest, puzzle: FromPath[str], data: JSONBody[AnswerPuzzle]
) -> PuzzleShown:
    person = await me_of(request)
    service = services_of(request).puzzles
    listed = service.find(puzzle)
    await service.answer(person, listed, data.answer)
    return await _shown(request, listed)


@get("/me/puzzles", summary="How well I do at puzzles", responses=answers(403))
async def solver(request: AnyRequest) -> SolverShown:
    return await _solver(request)


@post(
    "/me/puzzles/run",
    status_code=200,
    summary="Begin a timed run, unless one is under way",
    responses=answers(403),
)
async def run(request: AnyRequest) -> SolverShown:
    await services_of(request).puzzles.start_run(await me_of(request))
    return await _solver(request)


async def _solver(request: AnyRequest) -> SolverShown:
    service = services_of(request).puzzles
    row = await service.solver(await me_of(request))
    return SolverShown(
        rating=row.mu,
        uncertainty=row.sigma,
        streak=service.streak(row),
        run_seconds_left=service.seconds_left(row),
        run_solved=row.run_solved,
        run_tried=row.run_tried,
        best_run=row.best_run,
    )


handlers: Final[list[Any]] = [today, following, see, answer, solver, run]
