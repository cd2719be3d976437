"""The review of a finished game: each side's chance to win after every event, what was luck and
what were decisions, and what each decision cost.

An event changes the chances of the sides. If a player decided it, the decision's part is how far it
fell short of the best choice, judged by what that player could know; the other sides gain it in
proportion to their chances. Everything else is luck: all that chance did, what hidden information
turned a decision into, and what the judge sees better one event later. So luck and decisions always
add up to the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from claimant.game import CHANCE
from claimant.i18n import Text
from claimant.judge import COMPARISONS, Judgement, judge_of
from claimant.luck import Seeded
from claimant.record import MAX_EVENTS, Record, Step, steps
from claimant.teaching.fortune_rank import RankedLuck, fortunes
from claimant.teaching.grades import GRADES, grade
from claimant.teaching.review_data import (
    Advice,
    EventReview,
    Graded,
    PlayerReview,
    Review,
    Why,
)
from claimant.teaching.worth import Appraiser, Shares, with_share

DIGITS: Final = 6
"""Chances are rounded to this many decimal places."""
WORK: Final = 150
"""Judgements at full effort per review; longer games are judged with less effort each."""
DRAWS: Final = 100
"""Other outcomes of chance that are judged per review."""
MAX_DRAWS: Final = 40
"""The same per event."""
MAX_ESTIMATED: Final = 1000
"""Events of a game with more than two sides in which the chances of those who do not decide are
judged, too. In a longer one they keep their proportions."""
TURNING_POINTS: Final = 5
TURNING_COST: Final = 0.05
"""What a decision has to cost to be a turning point."""
MIN_ADVICE: Final = 0.03
"""What decisions of a kind have to cost together to be worth working on."""
HINT: Final = "# hint"
"""The comment after a decision that was made after a hint."""

Progress = Callable[[int, int], None]
"""Called with the number of positions judged so far, and of all positions."""


class NotReviewable(ValueError):  # noqa: N818  (like `Illegal`)
    """Raised for a game that cannot be reviewed, with a sentence that says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text: Final = text


def review(
    record: Record, seed: int = 0, *, effort: float = 1.0, progress: Progress | None = None
) -> Review:
    """Review a finished game: the same record, seed and effort give the same review anywhere.
    Raises `BadRecord` for an impossible game and `NotReviewable` for an unfinished one."""
    reviewer = Reviewer(record, seed, effort)
    findings = {}
    for done, task in enumerate(reviewer.tasks, 1):
        findings[task] = reviewer.find(task)
        if progress is not None:
            progress(done, len(reviewer.tasks))
    return reviewer.review(findings)


class Task(NamedTuple):
    """A part of the work that needs no other part: judging one position."""

    kind: Kind
    n: int
    """The event before or after which the position is."""
    draw: int = 0


class Kind(Enum):
    KNOWN = auto()
    """The decision before event n, by what its player could know."""
    OPEN = auto()
    """The same decision with everything face up."""
    ESTIMATE = auto()
    """The chances of all sides after event n."""
    DRAW = auto()
    """What another outcome of the random event n would have been worth."""


Finding = Judgement | Shares


class Reviewer:
    """Reviews one game, in parts that can be computed in any order and in several processes."""

    def __init__(self, record: Record, seed: int, effort: float = 1.0) -> None:
        game = record.game
        judge = judge_of(game.name)
        if judge is None:
            raise NotReviewable(Text("this game has no judge yet, so it cannot be reviewed"))
        self._history = list(steps(record))
        if not self._history or self._history[-1].after.outcome is None:
            raise NotReviewable(Text("only a finished game can be reviewed"))
        self._record, self._seed = record, seed
        self._undone = undone(self._history)
        self._hints = {comment.after for comment in record.comments if comment.line.strip() == HINT}
        self.tasks = list(self._tasks())
        self._effort = effort * min(1.0, WORK / max(1, len(self.tasks)))
        self._appraiser = Appraiser(judge, game, seed, self._effort)

    def _tasks(self) -> Iterator[Task]:
        game = self._record.game
        random = sum(step.before.actor == CHANCE for step in self._history)
        others = len(game.teams) > 2 and len(self._history) <= MAX_ESTIMATED
        draws = min(MAX_DRAWS, max(1, DRAWS // random)) if random else 0
        for step in self._history:
            if step.n in self._undone:
                continue
            decided = step.before.actor != CHANCE
            if decided:
                yield Task(Kind.OPEN, step.n)
                if not game.open:
                    yield Task(Kind.KNOWN, step.n)
            else:
                yield from (Task(Kind.DRAW, step.n, draw) for draw in range(draws))
            if step.after.actor == CHANCE:
                if not decided:
                    yield Task(Kind.ESTIMATE, step.n)
            elif step.after.outcome is None and others:
                yield Task(Kind.ESTIMATE, step.n)

    def find(self, task: Task) -> Finding:
        """Do one part of the work."""
        step = self._history[task.n - 1]
        if task.kind is Kind.KNOWN:
            return self._appraiser.known(step.before)
        if task.kind is Kind.OPEN:
            return self._appraiser.open(step.before)
        if task.kind is Kind.ESTIMATE:
            return self._appraiser.estimate(step.after)
        luck = Seeded((self._seed * (MAX_EVENTS + 1) + task.n) * MAX_DRAWS + task.draw)
        return self._appraiser.shares(step.before.happen(step.before.draw(luck)))

    def review(self, findings: Mapping[Task, Finding]) -> Review:
        """Put the review together from all parts of the work."""
        open_ = _judgements(findings, Kind.OPEN)
        known = _judgements(findings, Kind.OPEN if self._record.game.open else Kind.KNOWN)
        chances = self._curve(open_, findings)
        moments, decisions = [], []
        for step, before, after in zip(self._history, chances[:-1], chances[1:], strict=True):
            part = tuple(0.0 for _ in before)
            seat = None if step.before.actor == CHANCE else step.before.actor
            if step.n in known:
                assert seat is not None
                judgement = known[step.n]
                part = self._decided(seat, judgement.cost(step.event), before)
                if len(judgement.values) > 1:
                    decisions.append(self._graded(step, seat, judgement, open_[step.n]))
            luck = tuple(
                round(a - b - d, DIGITS) for a, b, d in zip(after, before, part, strict=True)
            )
            moments.append(EventReview(step.n, step.event, seat, after, luck, part))
        luck_of = fortunes(draws(findings, chances), len(self._appraiser.sides), self._seed)
        return Review(
            game=self._record.game.name,
            seed=self._seed,
            effort=round(self._effort, DIGITS),
            sides=self._appraiser.sides,
            start=chances[0],
            moments=tuple(moments),
            decisions=tuple(decisions),
            turning_points=turning_points(decisions),
            players=tuple(
                self._player(seat, decisions, luck_of[self._appraiser.side_of[seat]])
                for seat in range(self._record.game.players)
            ),
        )

    def _curve(
        self, judged: Mapping[int, Judgement], findings: Mapping[Task, Finding]
    ) -> list[Shares]:
        """The chances of the sides before the first event and after each. Taking back a decision
        returns to the chances before it, so neither counts."""
        appraiser = self._appraiser
        chances = [_rounded(appraiser.even)]
        for step in self._history:
            estimate = findings.get(Task(Kind.ESTIMATE, step.n))
            others = estimate if isinstance(estimate, tuple) else chances[-1]
            if step.n in self._undone:
                now = chances[-1]
            elif step.after.outcome is not None:
                now = appraiser.shares(step.after)
            elif step.after.actor != CHANCE:
                assert step.after.actor is not None
                side = appraiser.side_of[step.after.actor]
                now = with_share(others, side, judged[self._next(step.n)].value)
            elif step.n in judged:
                # What the choice is worth before chance has its say.
                assert step.before.actor is not None
                side = appraiser.side_of[step.before.actor]
                now = with_share(chances[-1], side, judged[step.n].values[step.event])
            else:
                now = others
            chances.append(_rounded(now))
        return chances

    def _next(self, n: int) -> int:
        """The next event after event n that has not been taken back."""
        return next(m for m in range(n + 1, len(self._history) + 1) if m not in self._undone)

    def _decided(self, seat: int, cost: float, before: Shares) -> Shares:
        """What a decision did to each side."""
        side, cost = self._appraiser.side_of[seat], round(cost, DIGITS)
        gains = with_share(before, side, 1 - cost)
        return tuple(
            round(-cost if n == side else gain, DIGITS) + 0.0 for n, gain in enumerate(gains)
        )

    def _graded(self, step: Step, seat: int, known: Judgement, open_: Judgement) -> Graded:
        cost = known.cost(step.event)
        hidden = not self._record.game.open and open_.exact
        return Graded(
            n=step.n,
            seat=seat,
            event=step.event,
            best=known.best,
            value=round(known.values[step.event], DIGITS),
            best_value=round(known.value, DIGITS),
            cost=round(cost, DIGITS),
            stake=round(known.value - min(known.values.values()), DIGITS),
            grade=grade(cost),
            exact=known.exact,
            hint=step.n in self._hints,
            reasons=tuple(map(Why.of, known.reasons)),
            open_cost=round(open_.cost(step.event), DIGITS) if hidden else None,
            open_best=open_.best if hidden else None,
        )

    def _player(self, seat: int, decisions: Sequence[Graded], fortune: RankedLuck) -> PlayerReview:
        own = [decision for decision in decisions if decision.seat == seat]
        cost, stake = sum(one.cost for one in own), sum(one.stake for one in own)
        return PlayerReview(
            seat=seat,
            accuracy=round(100 * (1 - cost / stake), 1) if stake > 0 else None,
            cost=round(cost, DIGITS),
            grades={name: sum(one.grade == name for one in own) for name, _, _ in GRADES},
            hints=sum(one.hint for one in own),
            luck=round(fortune.luck, DIGITS) + 0.0,
            luck_rank=fortune.rank,
            advice=advice(own),
        )


def _judgements(findings: Mapping[Task, Finding], kind: Kind) -> dict[int, Judgement]:
    """The judgements of a kind, by the number of the event."""
    return {
        task.n: found
        for task, found in findings.items()
        if task.kind is kind and isinstance(found, Judgement)
    }


def draws(findings: Mapping[Task, Finding], chances: Sequence[Shares]) -> list[list[Shares]]:
    """For every random event: what it was worth, and what others would have been."""
    found: dict[int, list[Shares]] = {}
    for task, worth in findings.items():
        if task.kind is Kind.DRAW and isinstance(worth, tuple):
            found.setdefault(task.n, [chances[task.n]]).append(_rounded(worth))
    return [found[n] for n in sorted(found)]


def undone(history: Sequence[Step]) -> set[int]:
    """The numbers of all events that take back a decision, and of the decisions."""
    found = set()
    for step in history:
        if step.event == "undo":
            # (An undone decision is always the last that still counts.)
            last = next(n for n in range(step.n - 1, 0, -1) if n not in found)
            found |= {last, step.n}
    return found


def turning_points(decisions: Sequence[Graded]) -> tuple[int, ...]:
    """The events that cost the most, in the order of the game."""
    costly = [one for one in decisions if one.cost >= TURNING_COST]
    costly.sort(key=lambda one: (-one.cost, one.n))
    return tuple(sorted(one.n for one in costly[:TURNING_POINTS]))


def advice(own: Sequence[Graded]) -> Advice | None:
    """The kind of reason whose disregard cost a player the most, if it cost enough. The mere
    statement that another choice was better counts only if no other kind cost enough."""
    kinds: dict[str, list[Graded]] = {}
    for one in own:
        if one.reasons and one.event != one.best:
            kinds.setdefault(one.reasons[0].code, []).append(one)
    costs = {code: sum(one.cost for one in kind) for code, kind in kinds.items()}
    enough = [code for code, cost in costs.items() if cost >= MIN_ADVICE]
    if not enough:
        return None
    code = max(enough, key=lambda code: (code not in COMPARISONS, costs[code], code))
    worst = kinds[code]
    example = max(worst, key=lambda one: (one.cost, -one.n))
    count = sum(one.cost >= GRADES[0][1] for one in worst)
    return Advice(code, count, round(costs[code], DIGITS), example.n, example.reasons[0].text)


def _rounded(shares: Shares) -> Shares:
    return tuple(round(share, DIGITS) for share in shares)
