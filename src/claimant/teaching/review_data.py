"""A review as data: plain values that can be stored, sent and shown in any language.

`docs/teaching.md` describes its JSON, which `encode` writes and `decode` reads.
"""

from __future__ import annotations

from typing import Final

import msgspec

from claimant.i18n import LANGUAGES, Text
from claimant.judge import Reason
from claimant.teaching.worth import Shares

FORMAT: Final = 2
"""The version of this shape. A stored review of another version is computed again."""


class Why(msgspec.Struct, frozen=True):
    """A judge's reason for the best choice."""

    code: str
    text: dict[str, str]
    """The sentence by language."""

    @classmethod
    def of(cls, reason: Reason) -> Why:
        return cls(reason.code, said(reason.text))


class EventReview(msgspec.Struct, frozen=True):
    """An event, and what it changed for each side."""

    n: int
    """The number of the event, from 1."""
    event: str
    seat: int | None
    """Who decided it; None for chance."""
    chances: Shares
    """Each side's chance to win after it."""
    luck: Shares
    """How much of the change was not the decision: luck, or if a player decided the event, what
    hidden information made of it and what can be judged better after it."""
    decisions: Shares
    """How much of the change was a decision."""


class Graded(msgspec.Struct, frozen=True):
    """A decision between several choices, and what it cost."""

    n: int
    seat: int
    event: str
    best: str
    value: float
    """The chance to win with the choice that was made, by what its player could know."""
    best_value: float
    cost: float
    stake: float
    """What the worst choice would have cost."""
    grade: str
    exact: bool
    """Whether the values are proven."""
    hint: bool
    """Whether the player had asked for a hint."""
    reasons: tuple[Why, ...]
    """Why the best choice is the best, the most important reason first."""
    open_cost: float | None = None
    """The cost with all cards open; None if that is not known exactly, or nothing is hidden."""
    open_best: str | None = None


class Advice(msgspec.Struct, frozen=True):
    """One thing to work on: the kind of decision that cost a player the most."""

    code: str
    count: int
    cost: float
    example: int
    """The number of the event that shows it best."""
    text: dict[str, str]


class PlayerReview(msgspec.Struct, frozen=True):
    seat: int
    accuracy: float | None
    """The percentage kept of all winning chance that the player's decisions put at stake; None
    if nothing was."""
    cost: float
    """What all their decisions cost, in winning chance."""
    grades: dict[str, int]
    hints: int
    luck: float
    """How much more winning chance the random events brought their side than those of the median
    of such games."""
    luck_rank: float
    """The percentage of such games in which their side would have been less lucky."""
    advice: Advice | None


class Review(msgspec.Struct, frozen=True):
    game: str
    seed: int
    effort: float
    sides: tuple[tuple[int, ...], ...]
    """The seats that win together."""
    start: Shares
    """Each side's chance before the first event."""
    moments: tuple[EventReview, ...]
    decisions: tuple[Graded, ...]
    turning_points: tuple[int, ...]
    """The numbers of the events that cost the most."""
    players: tuple[PlayerReview, ...]
    format: int = FORMAT

    @property
    def final(self) -> Shares:
        return self.moments[-1].chances


def said(text: Text) -> dict[str, str]:
    """A sentence in each of our languages."""
    return {language: text.say(language) for language in LANGUAGES}


def encode(review: Review) -> bytes:
    """A review as JSON."""
    return msgspec.json.encode(review)


def decode(data: bytes) -> Review | None:
    """The review in this JSON; None if it is of another version."""
    try:
        found = msgspec.json.decode(data, type=Review)
    except msgspec.DecodeError:
        return None
    return found if found.format == FORMAT else None
