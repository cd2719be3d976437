"""Whether all that players were told is so: read from the store, not asked of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from claimant.chaos.players import Diary, TableSeen
from claimant.game import Illegal, State
from claimant.luck import verify
from claimant.record import BadRecord, loads
from claimant.web.store.interface import Event, Store, TableRow
from claimant.web.tables.options import TableOptions


@dataclass
class Judged:
    """What was found wrong, by table, and how far each table has been looked through."""

    lost: set[tuple[str, int]] = field(default_factory=set)
    doubled: set[tuple[str, int]] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    """Tables that do not replay by the rules, or whose luck does not verify."""
    states: dict[str, tuple[int, State]] = field(default_factory=dict)
    verified: set[str] = field(default_factory=set)


async def judge(store: Store, diary: Diary, judged: Judged, *, again: bool = False) -> None:
    """Look through what came since the last time; finished games that verified only `again`."""
    # As it is now: players go on meanwhile, and a table whose seat got lost leaves the diary.
    told = [(name, seen, dict(seen.acknowledged)) for name, seen in diary.tables.items()]
    for name, seen, acknowledged in told:
        if name in judged.verified and not again:
            continue
        row = await store.table(name)
        if row is None:
            judged.wrong.append(f"{name}: the table is gone")
            continue
        events = await store.events(name)
        _compare(name, events, acknowledged, judged)
        _replay(row, events, seen, judged)
        if seen.record and name not in judged.verified:
            _verify(name, seen.record, events, judged)


def _compare(name: str, events: Sequence[Event], told: dict[int, str], judged: Judged) -> None:
    """Every event that was acknowledged is there, at its place."""
    if [event.version for event in events] != list(range(1, len(events) + 1)):
        judged.wrong.append(f"{name}: the versions are not one after the other")
    for version, event in told.items():
        if version >= len(events) or events[version].event != event:
            judged.lost.add((name, version))


def _replay(row: TableRow, events: Sequence[Event], seen: TableSeen, judged: Judged) -> None:
    """The table follows the rules, and nothing is there that its player did not ask for."""
    done, state = judged.states.get(row.id, (0, None))
    if state is None:
        state = TableOptions.from_json(row.header).create_game().start()
    for version, event in enumerate(events[done:], done):
        if state.actor in seen.people and seen.sent.get(version) != event.event:
            judged.doubled.add((row.id, version))
        try:
            state = state.play(event.event)
        except Illegal as refused:
            judged.wrong.append(f"{row.id}, event {version + 1}: {refused}")
            break
    judged.states[row.id] = (len(events), state)


def _verify(name: str, text: str, events: Sequence[Event], judged: Judged) -> None:
    """The record of a finished game is the same, and its luck was decided before."""
    judged.verified.add(name)
    try:
        record = loads(text)
        verify(record)
    except BadRecord as bad:
        judged.wrong.append(f"{name}: {bad}")
        return
    if list(record.events) != [event.event for event in events]:
        judged.wrong.append(f"{name}: the record is not what is kept")
