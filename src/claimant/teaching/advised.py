"""What a hint or a coach advises: one decision, or several that are about as good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from claimant.game import View
from claimant.i18n import Text
from claimant.judge import COMPARISONS, Judgement
from claimant.presentation import presentation_of

CLOSE: Final = 0.0125
"""Decisions that win less than this much less often are as good: a percentage point or so."""
NAMED: Final = 3
"""At most this many of them are named."""
HARDLY_MATTERS: Final = Text("It hardly matters here: take any of these.")


def advised(judgement: Judgement) -> tuple[str, ...]:
    """The decisions to advise, the best first: more than one if nothing but a small difference in
    value speaks for the best."""
    if not judgement.reasons or judgement.reasons[0].code not in COMPARISONS:
        return (judgement.best,)
    others = [event for event in judgement.values if event != judgement.best]
    others.sort(key=judgement.cost)
    return (judgement.best, *(one for one in others if judgement.cost(one) < CLOSE))


def advised_words(view: View, events: Sequence[str], language: str) -> str:
    """The decisions in words."""
    choice = presentation_of(view.game).choice
    # Menus in the terminal also have what is to be typed, in brackets.
    said = [choice(view, event).say(language).partition(" (")[0] for event in events[:NAMED]]
    return " · ".join([*said, "…"] if len(events) > NAMED else said)
