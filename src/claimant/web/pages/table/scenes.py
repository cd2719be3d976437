"""The scenes of a version as the page's script plays them, and how long they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from claimant.components import Area, Moment, Scene, page_of
from claimant.game import CHANCE, Outcome
from claimant.i18n import Name, Text, listing
from claimant.web.pages.table.context import TableContext
from claimant.web.tables.table import Table

_encode: Final = msgspec.json.Encoder().encode


def members(context: TableContext, area: Area) -> bytes:
    """What an update tells the script about scenes and moments, as further members of its JSON
    object; nothing for most versions. A part that looks as in the version itself is not sent a
    second time."""
    render, table, version = context.render, context.table, context.version
    seat = context.cache.informed_seat(table, render.seat, version)
    event = table.event_seen(seat, version)
    if event is None or event == "undo" or event.startswith("first "):
        return b""
    before, after = table.view(seat, version - 1), table.view(seat, version)
    page = page_of(after.game).table
    names: Sequence[Name] = table.names
    found: dict[str, Any] = {}
    scenes = page.scenes(before, event, after, names)
    if scenes:
        parts = area.parts
        found["from"] = beginning(table, version)
        found["scenes"] = [
            _scene(scene, page.staged(render, before, scene, parts), parts, render.language)
            for scene in scenes
        ]
    moment = page.moment(before, event, after, names)
    if after.outcome is not None and before.outcome is None:
        player = None if context.device is not None else render.seat
        moment = Moment("end", ending(after.outcome, names, player))
    if moment is not None:
        found["moment"] = {
            "kind": moment.kind,
            "ms": round(1000 * moment.seconds),
            "words": moment.words.say(render.language),
        }
    return b"," + _encode(found)[1:-1] if found else b""


def _scene(
    scene: Scene, staged: Mapping[str, str], parts: Mapping[str, str], language: str
) -> dict[str, Any]:
    return {
        "kind": scene.kind,
        "ms": round(1000 * scene.seconds),
        "headline": scene.headline.say(language),
        "line": " ".join([text.say(language) for text in scene.why]),
        "parts": {name: part == parts.get(name) or part for name, part in staged.items()},
    }


def beginning(table: Table, version: int) -> int:
    """The version at which the decision was made that led to this one, perhaps with random draws:
    a page that shows it can play the scenes."""
    version -= 1
    while version > 0 and table.deciders(version).actor == CHANCE:
        version -= 1
    return version


def ending(outcome: Outcome, names: Sequence[Name], player: int | None) -> Text:
    """Who has won, as a player would say it; `player` is None for everyone else."""
    winners = outcome.winners
    if player in winners:
        if len(winners) == 1:
            return Text("You win!")
        others = [names[seat] for seat in winners if seat != player]
        return Text("You and {who} win!", who=listing(others))
    if len(winners) == 1:
        return Text("{who} wins!", who=names[winners[0]])
    return Text("{who} win!", who=listing([names[seat] for seat in winners]))
