"""Tables as the API shows them. Everything about the game comes from the view of one seat."""

from __future__ import annotations

import msgspec

from claimant.game import CHANCE
from claimant.luck import are_bits
from claimant.web.api.schemas import Said, SeatShown, TableSeen, TableShown
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import SeatRow, TalkRow
from claimant.web.tables.deadlines import time_up_at
from claimant.web.tables.hints import agreed
from claimant.web.tables.opening import is_revealing
from claimant.web.tables.reactions import reaction_in
from claimant.web.tables.seat_names import character_of
from claimant.web.tables.table import Table
from claimant.web.tables.talk import words_of

_encoder = msgspec.json.Encoder()


def seat_shown(table: Table, seat: SeatRow) -> SeatShown:
    bot = seat.kind == "bot"
    return SeatShown(
        seat=seat.seat,
        kind=seat.kind,
        name=f"bot {seat.level}" if bot else seat.name,
        colour=seat.colour,
        level=seat.level if bot else None,
        character=character_of(seat).name if bot else None,
        away=seat.away,
        held=seat.held,
        commit=seat.commit_hash or None,
        # What was revealed is for the draws alone until they are made.
        contribution=("revealed" if are_bits(seat.bits) and not table.events else seat.bits)
        or None,
        plays_at=None if seat.device is None else table.seat_of_person(seat.device),
        hints=seat.hints,
    )


def said_shown(said: TalkRow, language: str) -> Said:
    words, reaction = words_of(said, language), reaction_in(said.text)
    return Said(said.n, said.seat, words, said.at, said.name, said.colour, reaction)


def table_shown(table: Table) -> TableShown:
    waiting = table.status == "waiting"
    return TableShown(
        table=table.id,
        status=table.status,
        game=table.game.name,
        players=table.game.players,
        options=table.game.options,
        seats=[seat_shown(table, seat) for seat in table.seats],
        version=table.version,
        actor=_actor(table.deciders(table.version).actor),
        pace=table.options.pace,
        public=table.row.public,
        spectators=table.options.spectators,
        created=table.row.created,
        code=table.row.code if waiting else None,
        rematch=table.row.rematch,
        commitment=table.commitment,
        revealing=is_revealing(table),
        chat_closed=table.row.chat_closed,
        tempo=table.row.tempo,
        hints=agreed(table),
    )


def table_seen(
    table: Table, settings: Settings, seat: int | None, version: int | None = None
) -> TableSeen:
    """A table as one seat sees it, now or at an earlier version."""
    version = table.version if version is None else version
    view = table.view_for_people(seat, version)
    outcome = view.outcome
    over = view.actor is None
    seen = _encoder.encode(view)
    return TableSeen(
        table=table.id,
        version=version,
        game=view.game,
        rules=table.options.rules,
        players=view.players,
        options=table.game.options,
        status=table.status if version in (0, table.version) else "running",
        seat=seat,
        actor=_actor(view.actor),
        legal=list(view.legal),
        undo=view.undo,
        over=over,
        event=table.event_seen(seat, version),
        result=None if outcome is None else outcome.result(),
        view=msgspec.Raw(seen),  # type: ignore[arg-type]
        seats=[seat_shown(table, s) for s in table.seats],
        pace=table.options.pace,
        due=time_up_at(table, version, settings.paces),
        public=table.row.public,
        spectators=table.options.spectators,
        commitment=table.commitment,
        seed=table.seed if over else None,
        code=table.row.code if not version and table.status == "waiting" else None,
        rematch=table.row.rematch,
        revealing=is_revealing(table),
        chat_closed=table.row.chat_closed,
        tempo=table.row.tempo,
        hints=agreed(table),
    )


def _actor(actor: int | None) -> int | str | None:
    return "chance" if actor == CHANCE else actor
