"""A table as one seat sees it at one moment: the part of the page that changes as the game goes on.

Plain functions from a view to a string: rendered once for each distinct view, however many look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from html import escape
from typing import Any, Final, TypeVar, cast

from claimant.claim.view import ClaimView
from claimant.claim_it.game import ClaimItView
from claimant.draw.names import Name, faction, listing, said
from claimant.draw.tokens import token
from claimant.game import CHANCE, View
from claimant.language import Text
from claimant.web.settings import Settings
from claimant.web.store import SeatRow
from claimant.web.tables import Table

COLOURS: Final = 5

T = TypeVar("T")


@dataclass(frozen=True)
class Sight:
    """What is to be drawn: a view, and what people at the table are called and look like."""

    table: Table
    version: int
    view: View
    language: str
    names: list[str]
    colours: list[int]
    settings: Settings
    live: bool
    """Whether it is the present moment of a running game, so that something can be done."""
    anyone: bool = False
    """Whether it is drawn for all players who wait, with a mark where each finds themselves."""

    @property
    def seat(self) -> int | None:
        return self.view.seat

    @property
    def mine(self) -> bool:
        """Whether whoever looks is to decide."""
        return self.live and self.seat is not None and self.seat == self.view.actor

    def once(self, name: str, draw: Callable[[], T]) -> T:
        """What is the same for all who look in this language: drawn for the first of them."""
        parts = parts_of(self.table, self.version, self.language, self.live)
        if name not in parts:
            parts[name] = draw()
        return cast(T, parts[name])

    def say(self, text: Text) -> str:
        """A sentence in the reader's language, safe to stand in the page."""
        if not text.values:
            return _plain(text, self.language)
        return escape(text.say(self.language))

    def name(self, seat: int) -> str:
        return escape(self.names[seat])

    def token(self, seat: int) -> str:
        return token(self.colours[seat])


@lru_cache(1000)
def _plain(text: Text, language: str) -> str:
    return escape(text.say(language))


def parts_of(table: Table, version: int, language: str, live: bool) -> dict[str, Any]:
    """What has been drawn of a moment for all who look."""
    key = (version, table.revision, language, live)
    found = table.shared.get(key)
    if found is None:
        if len(table.shared) >= 8:
            table.shared.clear()
        found = table.shared[key] = {}
    return found


def sight(
    table: Table,
    settings: Settings,
    seat: int | None,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
) -> Sight:
    version = table.version if version is None else version
    view = table.view(seat, version)
    live = live and view.actor is not None
    if not live and (view.legal or view.undo):
        view = view.but(legal=(), undo=False)
    parts = parts_of(table, version, language, live)
    if "names" not in parts:
        parts["names"] = [said(name, language) for name in table.names()]
        parts["colours"] = colours(table.seats)
    names = parts["names"], parts["colours"]
    return Sight(table, version, view, language, *names, settings, live)


def colours(seats: Sequence[SeatRow]) -> list[int]:
    """A colour of its own for every seat: people have theirs, bots get what is left."""
    taken: dict[int, int] = {}
    for seat in sorted(seats, key=lambda seat: seat.kind != "person"):
        free = (seat.colour + i for i in range(COLOURS))
        taken[seat.seat] = next(c % COLOURS for c in free if c % COLOURS not in taken.values())
    return [taken[seat.seat] for seat in seats]


def fragment(
    table: Table,
    settings: Settings,
    seat: int | None,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
) -> str:
    """The whole changing part of the page. The script swaps it for the next one."""
    version = table.version if version is None else version
    if seat is not None and live and version and _open_to_all(table, seat, version):
        return _for_those_who_wait(table, settings, seat, language, version)
    seen = sight(table, settings, seat, language, version, live=live)
    return _fragment(seen)


def _open_to_all(table: Table, seat: int, version: int) -> bool:
    """Whether a player who cannot do anything now sees what all others of them see."""
    busy = (table.actor_at(version), table.undoer_at(version))
    return table.game.name == "claim-it" and busy[0] is not None and seat not in busy


def _for_those_who_wait(
    table: Table, settings: Settings, seat: int, language: str, version: int
) -> str:
    """Drawn once for all of them, but for the word that says which of the players one is."""
    parts = parts_of(table, version, language, True)
    if "waiting" not in parts:
        seen = sight(table, settings, seat, language, version)
        parts["waiting"] = _fragment(replace(seen, anyone=True))
    return found_by(seat, parts["waiting"], language)


_ANYONE: Final = "<!--{}-->"


def found_by(seat: int | None, drawn: str, language: str) -> str:
    """What was drawn for anyone, with the word that tells a player which of them they are."""
    return drawn if seat is None else drawn.replace(_ANYONE.format(seat), _you(language), 1)


@cache
def _you(language: str) -> str:
    return f'<span class="badge you">{escape(Text("you").say(language))}</span>'


def _fragment(seen: Sight) -> str:
    from claimant.web.pages import table_claim, table_claim_it, table_over, table_waiting

    table, view = seen.table, seen.view
    if seen.version == 0:
        body = table_waiting.room(seen)
    elif isinstance(view, ClaimItView):
        body = table_claim_it.area(seen)
    else:
        assert isinstance(view, ClaimView)
        body = table_claim.area(seen)
    if view.outcome is not None:
        body = table_over.result(seen) + body
    status = table.status if seen.version in (0, table.version) else "past"
    title = title_of(seen)
    verb = table.events[seen.version - 1].partition(" ")[0] if seen.version else ""
    return (
        f'<section id="play" tabindex="-1" class="play {view.game} {status}" '
        f'data-version="{seen.version}" '
        f'data-standing="{standing(table)}" data-status="{status}" '
        f'data-event="{verb}" data-mine="{"yes" if seen.mine else "no"}" data-title="{title}">'
        f"{_head(seen)}{body}</section>"
    )


def standing(table: Table) -> str:
    """What changes when the seats, the state or the rematch of a table do: nothing else is news."""
    return f"{table.revision} {table.status} {table.row.rematch or ''}".rstrip()


def title_of(seen: Sight) -> str:
    game = game_name(seen.view.game)
    if seen.mine:
        return f"{seen.say(Text('Your turn'))} · {game}"
    return game


def game_name(name: str) -> str:
    return "Claim It!" if name == "claim-it" else "Claim"


def _head(seen: Sight) -> str:
    """Whose turn it is, what they may do, and what happened last."""
    happened = "" if not seen.version else happenings(seen)
    marked = " mine" if seen.mine else ""
    actor = seen.view.actor
    picture = seen.token(actor) if actor is not None and actor >= 0 and seen.version else ""
    return (
        f'<header class="turn{marked}">{picture}<div><h1 id="turn">{escape(headline(seen))}</h1>'
        f'<p class="event" id="event">{happened}</p></div>{_clock(seen)}</header>'
    )


def happenings(seen: Sight) -> str:
    if seen.view.game == "claim-it":
        return seen.once("story", lambda: _happenings(seen))
    return _happenings(seen)


def _happenings(seen: Sight) -> str:
    return escape(story(seen.table, seen.seat, seen.version, seen.language))


def story(table: Table, seat: int | None, version: int, language: str) -> str:
    """What an event brought about; with a roll, what the dice show."""
    return " ".join(text.say(language) for text in table.story(seat, version))


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


def badges(seen: Sight, seat: int) -> str:
    """What there is to know of who sits there."""
    row = seen.table.seats[seat]
    found = []
    if seen.anyone:
        found.append(_ANYONE.format(seat))
    elif seat == seen.seat:
        found.append(f'<span class="badge you">{seen.say(Text("you"))}</span>')
    if row.away:
        found.append(f'<span class="badge away">{seen.say(Text("away, a bot plays"))}</span>')
    return "".join(found)


def events_form(seen: Sight, inner: str, kind: str) -> str:
    """Buttons that let something happen: without script they are sent as they are."""
    if not seen.live or seen.seat is None:
        return f'<div class="{kind}">{inner}</div>'
    return (
        f'<form class="{kind}" method="post" action="/tables/{seen.table.id}/events" data-act>'
        f'<input type="hidden" name="version" value="{seen.version}">{inner}</form>'
    )


def undo(seen: Sight) -> str:
    if not (seen.live and seen.view.undo):
        return ""
    words = seen.say(Text("Take it back"))
    return f'<button class="quiet" id="undo" name="event" value="undo">{words}</button>'
