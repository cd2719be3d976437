"""Hints on a table's page: what the judge would do and why, and the players who agree to hints."""

from __future__ import annotations

from typing import NamedTuple

from claimant.i18n import Text, listing
from claimant.judge import Judgement, judge_of
from claimant.presentation import presentation_of
from claimant.teaching.advised import HARDLY_MATTERS, advised, advised_words
from claimant.web.tables.hints import agreed, needs_agreement
from claimant.web.tables.table import Table
from claimant.web.tables.visitors import Visitor


class ChoiceShown(NamedTuple):
    """A decision and its value, as the list beside a hint shows them."""

    event: str
    words: str
    percent: int


class HintShown(NamedTuple):
    """A hint in words."""

    version: int
    best: tuple[str, ...]
    """The decisions that are advised."""
    advice: str
    reasons: list[str]
    exact: bool
    choices: list[ChoiceShown]
    """All decisions, the best first."""


def hint_shown(table: Table, visitor: Visitor, judgement: Judgement, language: str) -> HintShown:
    view = table.view(visitor.own_seat)
    choice = presentation_of(view.game).choice
    order = sorted(judgement.values, key=lambda event: -judgement.values[event])
    order.sort(key=lambda event: event != judgement.best)
    choices = [
        ChoiceShown(
            event,
            # Menus in the terminal also have what is to be typed, in brackets.
            choice(view, event).say(language).partition(" (")[0],
            round(100 * judgement.values[event]),
        )
        for event in order
    ]
    best = advised(judgement)
    reasons = [reason.text for reason in judgement.reasons] if len(best) < 2 else [HARDLY_MATTERS]
    return HintShown(
        table.version,
        best,
        advised_words(view, best, language),
        [reason.say(language) for reason in reasons],
        judgement.exact,
        choices,
    )


class HintsHere(NamedTuple):
    """What a table's page says about hints."""

    offered: bool
    """Whether the viewer can ask for one now and then."""
    asked: bool
    """Whether the players have to agree first."""
    agrees: bool
    """Whether the viewer agrees."""
    standing: Text | None
    """The players who agree, or that hints are on."""


def hints_here(visitor: Visitor) -> HintsHere:
    table = visitor.table
    if judge_of(table.game.name) is None or table.over:
        return HintsHere(False, False, False, None)
    given = agreed(table)
    asked = needs_agreement(table)
    standing = None
    if asked:
        willing = [table.names[seat.seat] for seat in table.seats if seat.hints]
        if given:
            standing = Text("Everyone here agrees to hints.")
        elif willing:
            standing = Text(
                "{who} agrees to hints. They are given once everyone does.",
                "{who} agree to hints. They are given once everyone does.",
                who=listing(willing),
                n=len(willing),
            )
        else:
            standing = Text("Hints are given once everyone at the table agrees.")
    agrees = bool(visitor.seats) and all(table.seats[seat].hints for seat in visitor.seats)
    offered = bool(visitor.seats) and given and table.status == "running"
    return HintsHere(offered, asked and bool(visitor.seats), agrees, standing)
