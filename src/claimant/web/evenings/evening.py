"""The current state of an evening: its row, the people, and what follows from its log."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property

from claimant.i18n import Name, Text
from claimant.i18n import player as nameless
from claimant.web.evenings import series
from claimant.web.evenings.log import NOBODY, History, LogEvent
from claimant.web.evenings.plans import (
    BREAK,
    SeriesPlan,
    TournamentPlan,
    read_series,
    read_tournament,
    usual_rounds,
)
from claimant.web.people.people import Person
from claimant.web.store.evenings import EntrantRow, EveningEvent, EveningRow


@dataclass(frozen=True)
class Evening:
    row: EveningRow
    entrants: Sequence[EntrantRow]
    history: History
    events: Sequence[EveningEvent]

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def is_series(self) -> bool:
        return self.row.kind == "series"

    @cached_property
    def series(self) -> SeriesPlan:
        return read_series(self.row.plan)

    @cached_property
    def tournament(self) -> TournamentPlan:
        return read_tournament(self.row.plan)

    @property
    def players(self) -> range:
        return range(len(self.entrants))

    def name(self, player: int) -> Name:
        """What a player is called; someone who was forgotten has no name."""
        if player == NOBODY:
            return Text("a bot")
        entrant = self.entrants[player]
        return entrant.name or nameless(player)

    def player_of(self, person: Person | None) -> int | None:
        if person is None:
            return None
        return next((e.number for e in self.entrants if e.person == person.id), None)

    def is_organiser(self, person: Person | None) -> bool:
        return person is not None and self.row.organiser == person.id

    @property
    def active(self) -> list[int]:
        """The people who can be paired: present, and still known here."""
        return [p for p in self.history.present if self.entrants[p].person is not None]

    @property
    def over(self) -> bool:
        return self.row.status == "over"

    @property
    def rounds(self) -> int:
        """The number of rounds of a tournament, as far as it can be known now."""
        if self.history.planned:
            return self.history.planned
        plan = self.tournament
        return plan.rounds or usual_rounds(plan.system, max(2, len(self.active)))

    def after(self, events: Sequence[LogEvent], at: float) -> tuple[str, float | None]:
        """The status and the next deadline once these events have been added."""
        then = deepcopy(self.history)
        for event in events:
            then.add(event, at)
        if self.is_series:
            decided = series.is_decided(self.series, then, self.players)
            return ("over" if decided else "running"), None
        if then.ended or (then.rounds and len(then.rounds) >= then.planned and not then.playing):
            return "over", None
        if not then.rounds:
            return "open", None
        plan, last = self.tournament, then.rounds[-1]
        if not last.over:
            return "running", last.started + 60 * plan.minutes if plan.minutes else None
        if not plan.automatic:
            return "running", None
        # A correction during the break does not make it longer.
        return "running", self.row.due if self.history.rounds[
            -1:
        ] and not self.history.playing else at + BREAK
