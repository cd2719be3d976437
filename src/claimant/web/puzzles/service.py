"""Which puzzle comes next, and what follows from an answer: rating, streak and timed run.

Only the first answer to a puzzle counts. Until it has been given, nothing that leaves the server
depends on the solution. On its day, the puzzle of the day is new for everyone: someone who met it
in practice answers it again, for the streak and not for the rating.
"""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from typing import Final

from claimant.i18n import Text
from claimant.teaching import puzzle_words, puzzles
from claimant.teaching.puzzle_ratings import NEW, Rating, after_attempt, rating_of
from claimant.teaching.puzzles import Listed
from claimant.web.bots.pool import BotPool
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import Person
from claimant.web.store.interface import Store
from claimant.web.store.puzzles import AttemptRow, SolverRow

RUN_SECONDS: Final = 180
"""How long a timed run lasts."""
_RUN_START: Final = 12.0
"""The rating of the first puzzle of a run; each one that is solved makes the next one harder."""
_RUN_STEP: Final = 1.0


class Puzzles:
    def __init__(self, store: Store, settings: Settings, bots: BotPool) -> None:
        self._store: Final = store
        self._now: Final = settings.now
        self._bots: Final = bots
        self._reasons: Final[dict[str, tuple[Text, ...]]] = {}
        """By puzzle: at most as many as there are puzzles."""

    def today(self) -> int:
        """The day in UTC, as `date.toordinal` counts."""
        return datetime.fromtimestamp(self._now(), UTC).toordinal()

    def of_today(self) -> Listed | None:
        """The puzzle of the day, the same for everyone."""
        return puzzles.of_day(self.today())

    def find(self, puzzle: str) -> Listed:
        found = puzzles.find(puzzle)
        if found is None:
            raise Refusal(404, "puzzle", Text("there is no such puzzle"))
        return found

    async def reasons(self, listed: Listed) -> tuple[Text, ...]:
        """Why the best decision is the best, found in the bots' processes when no bot needs them;
        nothing if these fail. Only for someone who has answered."""
        if listed.id not in self._reasons:
            try:
                found = await self._bots.behind(puzzle_words.reasons, listed)
            except BrokenProcessPool:
                return ()
            self._reasons[listed.id] = found
        return self._reasons[listed.id]

    async def solver(self, person: Person | None) -> SolverRow:
        """How well someone does so far."""
        row = None if person is None else await self._store.solver(person.id)
        return row or SolverRow("" if person is None else person.id, NEW.mu, NEW.sigma)

    def streak(self, solver: SolverRow) -> int:
        """Days in a row on which the puzzle of the day was solved, up to today or yesterday."""
        return solver.streak if solver.day >= self.today() - 1 else 0

    def seconds_left(self, solver: SolverRow) -> float:
        """What is left of a timed run; 0 if there is none."""
        if solver.run_began is None:
            return 0.0
        return max(0.0, solver.run_began + RUN_SECONDS - self._now())

    async def next(self, person: Person | None, game: str = "") -> Listed | None:
        """The puzzle that suits someone best: one of about their rating, or in a timed run one that
        is a little harder than the last. Asking again gives the same, until it is answered. The
        puzzle of the day waits for its page. None if all have been answered."""
        solver = await self.solver(person)
        wanted = solver.mu
        if self.seconds_left(solver):
            wanted = _RUN_START + _RUN_STEP * solver.run_solved
        answered = set()
        if person is not None:
            answered = {row.puzzle for row in await self._store.attempts(person.id)}
        today = self.of_today()
        names = [game] if game in puzzles.games() else puzzles.games()
        return min(
            (
                listed
                for name in names
                for listed in puzzles.shipped(name).values()
                if listed.id not in answered and listed != today
            ),
            key=lambda listed: (abs(rating_of(listed.fails) - wanted), listed.id),
            default=None,
        )

    async def attempt(self, person: Person | None, puzzle: Listed) -> AttemptRow | None:
        """What someone answered; to the puzzle of the day, what they answered today."""
        if person is None:
            return None
        found = await self._store.attempt(person.id, puzzle.id)
        return None if found is None or found.at < self._since(puzzle) else found

    async def answer(self, person: Person, listed: Listed, answer: str) -> AttemptRow:
        """Answer a puzzle, unless that was done already: returns the answer that counts."""
        puzzle = listed.puzzle
        if answer not in puzzle.view.legal:
            raise Refusal(422, "answer", Text("that is not one of the choices"))
        solved = answer == puzzle.best
        attempt = AttemptRow(person.id, listed.id, answer, solved, self._now())
        after = await self._after(person, listed, solved)
        if not await self._store.add_attempt(attempt, after, self._since(listed)):
            earlier = await self._store.attempt(person.id, listed.id)
            assert earlier is not None
            return earlier
        return attempt

    def _since(self, listed: Listed) -> float:
        """The moment from which on answers to a puzzle count."""
        if listed != self.of_today():
            return 0.0
        return datetime.fromtimestamp(self._now(), UTC).replace(
            hour=0, minute=0, second=0, microsecond=0
        ).timestamp()  # fmt: skip

    async def _after(self, person: Person, listed: Listed, solved: bool) -> SolverRow:
        """How well someone does after an answer."""
        solver = await self.solver(person)
        if await self._store.attempt(person.id, listed.id) is None:
            before = Rating(solver.mu, solver.sigma)
            rating = after_attempt(before, rating_of(listed.fails), solved=solved)
            solver = solver._replace(mu=rating.mu, sigma=rating.sigma)
        if listed == self.of_today():
            streak = self.streak(solver) + 1 if solved else 0
            return solver._replace(streak=streak, day=self.today())
        if self.seconds_left(solver):
            done = solver.run_solved + solved
            return solver._replace(
                run_tried=solver.run_tried + 1,
                run_solved=done,
                best_run=max(done, solver.best_run),
            )
        return solver

    async def start_run(self, person: Person) -> None:
        """Begin a timed run, unless one is under way."""
        solver = await self.solver(person)
        if not self.seconds_left(solver):
            run = solver._replace(run_began=self._now(), run_tried=0, run_solved=0)
            await self._store.put_solver(run)
