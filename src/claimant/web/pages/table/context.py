"""What is drawn at a table: a view, who sits there, and what forms and names on the page need."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeVar, cast

from claimant.art.tokens import token
from claimant.game import View
from claimant.i18n import Text, said
from claimant.web.ops.settings import Settings
from claimant.web.store.interface import SeatRow
from claimant.web.tables.table import Table

COLOURS: Final = 5
PART: Final = "\n%s"
"""In a layout, where a part belongs."""
VERSION: Final = "\0"
"""In a part, where the number of the moment belongs: it alone changes nothing. No page has such a
letter."""

T = TypeVar("T")


class Parts(dict[str, str]):
    """Elements with an id each, by name, as all are shown them. Where they hold `VERSION`, the
    number of the moment belongs."""

    __slots__ = ("_before", "_changes", "view")

    def __init__(self, view: View, parts: Mapping[str, str] | None = None) -> None:
        super().__init__(parts or {})
        self.view: Final = view
        """What they show."""
        self._before: Parts | None = None
        self._changes: list[tuple[str, bytes]] = []

    def since(self, before: Parts, version: str) -> list[tuple[str, bytes]]:
        """Those that are not as they were, as lines: found once for all who look."""
        if self._before is not before:
            self._before = before
            before._before = None  # else the whole game would be kept, each moment by the next
            before._changes = []
            self._changes = [
                (name, line(part, version))
                for name, part in self.items()
                if part is not (old := before[name]) and part != old
            ]
        return self._changes


def line(part: str, version: str) -> bytes:
    """A part of a moment as a further line of an event that carries it."""
    return b"\ndata: " + part.replace(VERSION, version).encode()


class Area(NamedTuple):
    """What a game shows of a moment to a seat."""

    layout: str
    """What stands around the parts, with `PART` for each of them."""
    names: tuple[str, ...]
    """The parts in the order of the layout."""
    common: Parts
    """The parts as all are shown them."""
    own: dict[str, str]
    """Those that this seat is shown otherwise."""


class Moment:
    """What has been drawn of a moment, for all who look in one language."""

    __slots__ = ("before", "drawn", "version")

    def __init__(self, version: int, before: Moment | None) -> None:
        self.version: Final = version
        self.before = before
        """The one that was drawn before it, until the next is."""
        self.drawn: Final[dict[Any, Any]] = {}


@dataclass(slots=True)
class Sight:
    """What is to be drawn: a view, and what people at the table are called and look like."""

    table: Table
    version: int
    view: View
    language: str
    names: tuple[str, ...]
    colours: tuple[int, ...]
    settings: Settings
    live: bool
    """Whether it is the present moment of a running game, so that something can be done."""
    moment: Moment
    seat: int | None
    mine: bool
    """Whether whoever looks is to decide."""

    @property
    def seats(self) -> range:
        return range(len(self.names))

    def by_all(self) -> Sight:
        """The same moment as all may see it."""
        if self.seat is None:
            return self
        view = self.table.view(None, self.version)
        return Sight(
            self.table, self.version, view, self.language, self.names, self.colours,
            self.settings, self.live, self.moment, None, False,
        )  # fmt: skip

    def once(self, name: object, draw: Callable[[], T]) -> T:
        """What is the same for all who look in this language: drawn for the first of them."""
        drawn = self.moment.drawn
        if name not in drawn:
            drawn[name] = draw()
        return cast(T, drawn[name])

    def before(self, name: object) -> Parts | None:
        """What `once` drew of the moment that was drawn last, if anything: whatever depends only on
        what is still the same need not be drawn again."""
        before = self.moment.before
        parts: Parts | None = None if before is None else before.drawn.get(name)
        if parts is None or (parts.view.outcome is None) != (self.view.outcome is None):
            return None
        return parts

    def say(self, text: Text) -> str:
        """A sentence in the reader's language, safe to stand in the page."""
        if not text.values:
            return _plain(text, self.language)
        return escape(text.say(self.language))

    def name(self, seat: int) -> str:
        return escape(self.names[seat])

    def token(self, seat: int) -> str:
        return token(self.colours[seat], defined=True)


_SPECIAL: Final = re.compile("[&<>\"']").search


def escape(text: str) -> str:
    """Text, safe to stand in the page; most of it is as it stands."""
    return html.escape(text) if _SPECIAL(text) else text


@lru_cache(1000)
def _plain(text: Text, language: str) -> str:
    return escape(text.say(language))


def moment_at(table: Table, version: int, language: str, live: bool) -> Moment:
    """What has been drawn of a moment for all who look. The last two are kept: the one that most
    look at, and the one that the next may be like."""
    kept: dict[tuple[str, bool], tuple[Moment, ...]] = table.shared
    if table.shared_of is not table.row:  # who sits there, or where they play again
        table.shared_of = table.row
        kept.clear()
    latest = kept.get((language, live), ())
    for moment in latest:
        if moment.version == version:
            return moment
    before = latest[0] if latest else None
    if before is not None:
        before.before = None
    found = Moment(version, before)
    kept[language, live] = (found,) if before is None else (found, before)
    return found


def sight(
    table: Table,
    settings: Settings,
    seat: int | None,
    language: str,
    version: int | None = None,
    *,
    live: bool = True,
    moment: Moment | None = None,
) -> Sight:
    version = table.version if version is None else version
    actor, undoer = table.doers(version)
    # Where nothing is hidden, who can do nothing sees what a spectator does.
    idle = table.game.open and seat not in (actor, undoer)
    view = table.view(None if idle else seat, version)
    live = live and actor is not None
    if not live and (view.legal or view.undo):
        view = view.but(legal=(), undo=False)
    moment = moment or moment_at(table, version, language, live)
    names, colours = people(table, language)
    mine = live and seat is not None and seat == actor and not table.seats[seat].away
    return Sight(table, version, view, language, names, colours, settings, live, moment, seat, mine)


def people(table: Table, language: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What they are called and which colours they have."""
    if language not in table.people:
        names = tuple(said(name, language) for name in table.names())
        table.people[language] = names, tuple(colours(table.seats))
    return table.people[language]


def colours(seats: Sequence[SeatRow]) -> list[int]:
    """A colour of its own for every seat: people have theirs, bots get what is left."""
    taken: dict[int, int] = {}
    for seat in sorted(seats, key=lambda seat: seat.kind != "person"):
        free = (seat.colour + i for i in range(COLOURS))
        taken[seat.seat] = next(c % COLOURS for c in free if c % COLOURS not in taken.values())
    return [taken[seat.seat] for seat in seats]


def game_name(name: str) -> str:
    return "Claim It!" if name == "claim-it" else "Claim"


@cache
def _you(seat: int, language: str) -> str:
    """That it is the reader's seat: at every seat, and the page's style shows the reader's own, so
    that all are sent the same."""
    return f'<span class="badge you you-{seat}">{escape(Text("you").say(language))}</span>'


def badges(seen: Sight, seat: int) -> str:
    """What there is to know of who sits there."""
    you = _you(seat, seen.language)
    if not seen.table.seats[seat].away:
        return you
    return f'{you}<span class="badge away">{seen.say(Text("away, a bot plays"))}</span>'


def events_form(seen: Sight, inner: str, kind: str, name: str) -> str:
    """Buttons that let something happen: without script they are sent as they are."""
    if not seen.live or seen.seat is None:
        return f'<div class="{kind}" id="{name}">{inner}</div>'
    return (
        f'<form class="{kind}" id="{name}" method="post" '
        f'action="/tables/{seen.table.id}/events" data-act>'
        f'<input type="hidden" name="version" value="{VERSION}">{inner}</form>'
    )


def undo(seen: Sight) -> str:
    if not (seen.live and seen.view.undo):
        return ""
    words = seen.say(Text("Take it back"))
    return f'<button class="quiet" id="undo" name="event" value="undo">{words}</button>'
