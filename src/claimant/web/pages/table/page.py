"""A table as one seat sees it at one moment: the part of the page that changes as the game goes on.

Plain functions from a view to strings, drawn once for each distinct view, however many look. It is
drawn in parts, each an element with an id, so that whoever has seen the moment before is sent only
those that have changed.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Final, NamedTuple

from claimant.game import CHANCE
from claimant.games.claim.names import faction
from claimant.games.claim.page import table as claim_page
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.page import table as claim_it_page
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Name, Text, listing
from claimant.web.ops.settings import Settings
from claimant.web.pages.table import finished, waiting_room
from claimant.web.pages.table.context import (
    PART,
    VERSION,
    Area,
    Parts,
    Sight,
    escape,
    game_name,
    line,
    moment_at,
    sight,
)
from claimant.web.tables.feed import carried
from claimant.web.tables.table import Table


class Drawn(NamedTuple):
    """A moment as it is drawn for a seat."""

    version: int
    opening: str
    """The tag of the element around it, but for its end: what there is to know of the moment."""
    area: Area

    @property
    def parts(self) -> tuple[str, ...]:
        _, names, common, own = self.area
        return tuple([own[name] if name in own else common[name] for name in names])

    def __str__(self) -> str:
        """All of it, as it stands in the page."""
        whole = f"{self.opening}>{self.area.layout % self.parts}</section>"
        return whole.replace(VERSION, str(self.version))

    def whole(self) -> bytes:
        """All of it, as an event carries it."""
        return carried(str(self).encode())

    def after(self, before: Drawn) -> bytes:
        """What the script needs to show it to whoever sees the one before: what has changed, a line
        each; all of it where the layout has."""
        layout, _, common, own = self.area
        old_layout, _, old_common, old = before.area
        if layout is not old_layout and layout != old_layout:
            return self.whole()
        version = str(self.version)
        lines = [b'data: %b data-since="%d">' % (self.opening.encode(), before.version)]
        lines += [
            changed
            for name, changed in common.since(old_common, version)
            if name not in own and name not in old
        ]
        for name, part in own.items():
            if part != (old[name] if name in old else old_common[name]):
                lines.append(line(part, version))
        for name, part in old.items():
            if name not in own and part != common[name]:
                lines.append(line(common[name], version))
        lines.append(b"\ndata: </section>\n\n")
        return b"".join(lines)


def fragment(
    table: Table,
    settings: Settings,
    seat: int | None,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
) -> str:
    """The whole changing part of the page."""
    version = table.version if version is None else version
    return str(drawn(table, settings, seat, language, version, live))


def eyes(table: Table, seat: int | None, version: int) -> int | str | None:
    """Through whose eyes: where nothing is hidden all who can do nothing see the same, also those
    who only look on."""
    if not version or not table.game.open:
        return seat
    actor, undoer = table.doers(version)
    return seat if actor is None or (seat is not None and seat in (actor, undoer)) else "anyone"


def drawn(
    table: Table, settings: Settings, seat: int | None, language: str, version: int, live: bool
) -> Drawn:
    """A moment, drawn for the first who asks for it of those who see the same."""
    live = live and table.actor_at(version) is not None
    moment = moment_at(table, version, language, live)
    key = eyes(table, seat, version)
    found: Drawn | None = moment.drawn.get(key)
    if found is None:
        seen = sight(table, settings, seat, language, version, live=live, moment=moment)
        found = moment.drawn[key] = _draw(seen)
    return found


def _draw(seen: Sight) -> Drawn:
    opening = seen.once(("opening", seen.mine), lambda: _opening(seen))
    return Drawn(seen.version, opening, _area(seen) if seen.version else _room(seen))


def _area(seen: Sight) -> Area:
    view = seen.view
    if isinstance(view, ClaimItView):
        layout, names, common, own = claim_it_page.area(seen)
    else:
        assert isinstance(view, ClaimView)
        layout, names, common, own = claim_page.area(seen)
    common["head"] = seen.once("head", lambda: _head(seen.by_all()))
    if view.outcome is not None:
        common["result"] = seen.once("result", lambda: finished.result(seen.by_all()))
    if seen.mine or seen.seat in seen.table.told_more(seen.version):
        own["head"] = _head(seen)
    if view.outcome is not None:
        layout, names = PART + layout, ("head", "result", *names[1:])
    return Area(layout, names, common, own)


def _room(seen: Sight) -> Area:
    return Area(
        PART + PART,
        ("head", "room"),
        Parts(seen.view, {"head": _head(seen)}),
        {"room": waiting_room.room(seen)},
    )


def _opening(seen: Sight) -> str:
    table = seen.table
    status = table.status if seen.version in (0, table.version) else "past"
    verb = table.events[seen.version - 1].partition(" ")[0] if seen.version else ""
    return (
        f'<section id="play" tabindex="-1" class="play {seen.view.game} {status}" '
        f'data-version="{seen.version}" '
        f'data-standing="{standing(table)}" data-status="{status}" '
        f'data-event="{verb}" data-mine="{"yes" if seen.mine else "no"}" '
        f'data-title="{title_of(seen)}"'
    )


def standing(table: Table) -> str:
    """What changes when the seats, the state or the rematch of a table do: nothing else is news."""
    return f"{table.revision} {table.status} {table.row.rematch or ''}".rstrip()


def title_of(seen: Sight) -> str:
    return _title(seen.view.game, seen.mine, seen.language)


@cache
def _title(game: str, mine: bool, language: str) -> str:
    turn = f"{escape(Text('Your turn').say(language))} · " if mine else ""
    return f"{turn}{game_name(game)}"


def _head(seen: Sight) -> str:
    """Whose turn it is, what they may do, and what happened last."""
    story = seen.table.story(seen.seat, seen.version, seen.language) if seen.version else ""
    actor = seen.view.actor
    picture = seen.token(actor) if actor is not None and actor >= 0 and seen.version else ""
    return (
        f'<header class="turn{" mine" if seen.mine else ""}" id="head">{picture}<div>'
        f'<h1 id="turn">{escape(headline(seen))}</h1>'
        f'<p class="event" id="event">{escape(story)}</p></div>{_clock(seen)}</header>'
    )


def _clock(seen: Sight) -> str:
    """When the time to think is up; the script makes a clock of it."""
    due = seen.table.due(seen.version, seen.settings.paces) if seen.live and seen.version else None
    if due is None:
        return ""
    moment = datetime.fromtimestamp(due, UTC)
    until = seen.say(Text("until {time} UTC", time=moment.strftime("%H:%M")))
    return f'<time class="clock" datetime="{moment:%Y-%m-%dT%H:%M:%SZ}" data-due>{until}</time>'


def headline(seen: Sight) -> str:
    """Whose turn it is, in one line."""
    return _headline(seen).say(seen.language)


def _headline(seen: Sight) -> Text:
    view = seen.view
    if not seen.version:
        if seen.table.status == "closed":
            return Text("This table is closed")
        return Text("Waiting for players")
    if view.outcome is not None:
        winners: list[Name] = [seen.names[seat] for seat in view.outcome.winners]
        if len(winners) == 1:
            return Text("{who} wins", who=winners[0])
        return Text("{who} win", who=listing(winners))
    actor = view.actor
    if actor is None or actor == CHANCE:
        return Text("Luck decides")
    if not seen.mine:
        return Text("{who} is to play", who=seen.names[actor])
    if isinstance(view, ClaimItView):
        return _CLAIM_IT[view.stage]
    assert isinstance(view, ClaimView)
    if view.stage == "play" and view.led is not None:
        return Text("Your turn: {faction} were led", faction=faction(view.led))
    return _CLAIM[view.stage]


_CLAIM_IT: Final = {
    "begin": Text("Your turn: roll the dice"),
    "place": Text("Your turn: place the roll"),
    "decide": Text("Your turn: roll again, or stop?"),
}
_CLAIM: Final = {
    "play": Text("Your turn: lead a card"),
    "take": Text("Your turn: choose a follower"),
    "discard": Text("Your turn: lay off a card, face down"),
    "loot": Text("Your turn: what does your loot count for?"),
}
