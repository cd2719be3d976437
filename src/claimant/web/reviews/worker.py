"""What the bot processes do for reviews: one short part of the work per call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from claimant.record import loads
from claimant.teaching.review import Finding, Reviewer
from claimant.teaching.review_data import encode


class ReviewJob(NamedTuple):
    """A game to review, and how."""

    record: str
    seed: int
    effort: float


# One entry per game that is being reviewed, and a few that were.
@lru_cache(4)
def _reviewer(job: ReviewJob) -> Reviewer:
    return Reviewer(loads(job.record), job.seed, job.effort)


def count_parts(job: ReviewJob) -> int:
    """How many parts the review of a game has."""
    return len(_reviewer(job).tasks)


def find(job: ReviewJob, part: int) -> Finding:
    """Do one part."""
    reviewer = _reviewer(job)
    return reviewer.find(reviewer.tasks[part])


def put_together(job: ReviewJob, findings: Sequence[Finding]) -> bytes:
    """The review, as JSON."""
    reviewer = _reviewer(job)
    return encode(reviewer.review(dict(zip(reviewer.tasks, findings, strict=True))))
