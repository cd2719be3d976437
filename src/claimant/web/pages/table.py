"""A table as one seat sees it at one moment: the part of the page that changes as the game goes on.

Plain functions from a view to strings, drawn once for each distinct view, however many look. It is
drawn in parts, each an element with an id, so that whoever has seen the moment before is sent only
those that have changed.
"""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import Final, NamedTuple, cast

from claimant.claim.view import ClaimView
from claimant.claim_it.game import ClaimItView
from claimant.draw.names import Name, faction, listing
from claimant.game import CHANCE
from claimant.language import Text
from claimant.web.pages import table_claim, table_claim_it, table_over, table_waiting
from claimant.web.pages.sight import (
    PART,
    VERSION,
    Sight,
    game_name,
    shared_at,
    sight,
)
from claimant.web.settings import Settings
from claimant.web.tables import Table


class Drawn(NamedTuple):
    """A moment as it is drawn for a seat."""

    opening: str
    """The tag of the element around it, but for its end: what there is to know of the moment."""
    layout: str
    """What stands around the parts, with `PART` for each of them."""
    parts: tuple[str, ...]
    """Elements with an id each. Where they hold `VERSION`, the number of the moment belongs."""

    def whole(self) -> str:
        return f"{self.opening}>{self.layout % self.parts}</section>"

    def after(self, before: Drawn, since: int) -> str:
        """What has changed, a line each; all of it where the layout has."""
        if self.layout != before.layout:
            return self.whole()
        pairs = zip(before.parts, self.parts, strict=True)
        changed = [new for old, new in pairs if new is not old and new != old]
        return "\n".join((f'{self.opening} data-since="{since}">', *changed, "</section>"))


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
    now = drawn(table, settings, seat, language, version, live)
    return now.whole().replace(VERSION, str(version))


def update(
    table: Table,
    settings: Settings,
    seat: int | None,
    language: str,
    version: int,
    since: int | None,
) -> str:
    """What the script needs to show a moment to whoever sees the one `since` so many events."""
    if since is None:
        return fragment(table, settings, seat, language, version)
    old = drawn(table, settings, seat, language, since, True)
    new = drawn(table, settings, seat, language, version, True)
    return new.after(old, since).replace(VERSION, str(version))


def eyes(table: Table, seat: int | None, version: int) -> int | str | None:
    """Through whose eyes: in Claim It! all who can do nothing see the same."""
    if seat is None or not version or table.game.name != "claim-it":
        return seat
    actor = table.actor_at(version)
    return seat if actor is None or seat in (actor, table.undoer_at(version)) else "anyone"


def drawn(
    table: Table, settings: Settings, seat: int | None, language: str, version: int, live: bool
) -> Drawn:
    """A moment, drawn for the first who asks for it of those who see the same."""
    parts = shared_at(table, version, language, live)
    key = eyes(table, seat, version)
    if key not in parts:
        parts[key] = _draw(sight(table, settings, seat, language, version, live=live))
    return cast(Drawn, parts[key])


def _draw(seen: Sight) -> Drawn:
    view = seen.view
    layout = PART
    parts: tuple[str, ...]
    if seen.version == 0:
        parts = (table_waiting.room(seen),)
    elif isinstance(view, ClaimItView):
        layout, parts = table_claim_it.area(seen)
    else:
        assert isinstance(view, ClaimView)
        layout, parts = table_claim.area(seen)
    if view.outcome is not None:
        layout, parts = (
            PART + layout,
            (seen.once("result", lambda: table_over.result(seen)), *parts),
        )
    opening = seen.once(("opening", seen.mine), lambda: _opening(seen))
    return Drawn(opening, PART + layout, (_head(seen), *parts))


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
    game = game_name(seen.view.game)
    if seen.mine:
        return f"{seen.say(Text('Your turn'))} · {game}"
    return game


def _head(seen: Sight) -> str:
    """Whose turn it is, what they may do, and what happened last."""
    story = seen.table.story(seen.seat, seen.version, seen.language) if seen.version else ""
    return seen.once(("head", seen.mine, story), lambda: _turn(seen, story))


def _turn(seen: Sight, story: str) -> str:
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
