"""What a game's page is rendered from: a view, and how the players are named and drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from claimant.art.tokens import token
from claimant.components.markup import escape
from claimant.components.parts import Parts
from claimant.game import View
from claimant.i18n import Text

T = TypeVar("T")


class RenderCache:
    """What has been rendered of one version of a table, shared by all its viewers who read one
    language. Bounded by the seats: a few common entries and one per seat."""

    __slots__ = ("event", "previous", "rendered", "version")

    def __init__(self, version: int, event: str | None, previous: RenderCache | None) -> None:
        self.version: Final = version
        self.event: Final = event
        """The event that led to it, as far as everyone may read it."""
        self.previous = previous
        """The cache of the version rendered before this one, until the next one is."""
        self.rendered: Final[dict[Any, Any]] = {}


@dataclass(slots=True)
class RenderContext:
    """One version of a table as one viewer sees it, in plain values."""

    view: View
    public_view: View
    """The view of a spectator."""
    seat: int | None
    """The viewer's seat; None for a spectator. (If nothing is hidden in a game, `view` may be a
    spectator's although this is a seat.)"""
    live: bool
    """Whether this is the current version of a running game, so that players can act."""
    mine: bool
    """Whether it is the viewer's turn to decide."""
    names: tuple[str, ...]
    """The players' names by seat, in the viewer's language and not escaped."""
    colours: tuple[int, ...]
    """The number of each seat's colour and token."""
    away: tuple[bool, ...]
    """The seats that a bot plays for because the player is away."""
    events_path: str
    """Where forms send the viewer's decisions."""
    language: str
    cache: RenderCache
    levels: tuple[str, ...] = ()
    """How strong each bot is, by seat, in the viewer's language and not escaped; empty for
    people."""
    faces: tuple[str, ...] = ()
    """The address of each bot's portrait, by seat; empty for people."""
    scripted: bool = False
    """Whether this is an update for the page's script. It gets the legal decisions as data and
    enables their buttons itself, so that no element is sent again just for that."""
    earlier: Callable[[int], View] | None = None
    """A spectator's view of the table this many events ago; None if there is no past to look at.
    Views are cached for the last versions only, so do not go back further than necessary."""
    memory_aid: bool = False
    """Whether players can look up what they would otherwise have to remember; without it the views
    do not have it either (`View.unaided`)."""

    @property
    def seats(self) -> range:
        return range(len(self.names))

    @property
    def event(self) -> str | None:
        """The last event, as far as everyone may read it; None before the first. What only the
        viewer knows about it is in the view."""
        return self.cache.event

    def as_spectator(self) -> RenderContext:
        """The same version as a spectator sees it."""
        if self.seat is None:
            return self
        return RenderContext(
            self.public_view, self.public_view, None, self.live, False, self.names, self.colours,
            self.away, self.events_path, self.language, self.cache, self.levels, self.faces,
            self.scripted, self.earlier, self.memory_aid,
        )  # fmt: skip

    @property
    def enabled(self) -> tuple[str, ...]:
        """The decisions whose buttons are drawn enabled."""
        return () if self.scripted else self.view.legal

    def once(self, key: object, render: Callable[[], T]) -> T:
        """What is the same for all viewers of this version who read this language: rendered for
        the first of them. The key must name everything else that it depends on."""
        rendered = self.cache.rendered
        if key not in rendered:
            rendered[key] = render()
        return cast(T, rendered[key])

    def previous(self, key: object) -> Parts | None:
        """The parts that `once` rendered under this key for the previous version, if they can be
        reused: whatever depends only on unchanged fields need not be rendered again."""
        previous = self.cache.previous
        parts: Parts | None = None if previous is None else previous.rendered.get(key)
        if parts is None or (parts.view.outcome is None) != (self.view.outcome is None):
            return None
        return parts

    def say(self, text: Text) -> str:
        """A sentence in the viewer's language, escaped."""
        if not text.values:
            return _say_plain(text, self.language)
        return escape(text.say(self.language))

    def name(self, seat: int) -> str:
        """A player's name, escaped."""
        return escape(self.names[seat])

    def level(self, seat: int) -> str:
        """How strong the bot at a seat is, escaped; empty for a person."""
        return escape(self.levels[seat]) if self.levels else ""

    def face(self, seat: int) -> str:
        """The portrait of the bot at a seat; nothing for a person. The name beside it says the
        same, so screen readers skip it."""
        address = self.faces[seat] if self.faces else ""
        return f'<img class="face" src="{escape(address)}" alt="">' if address else ""

    def token(self, seat: int) -> str:
        """A player's token, referring to `art.tokens.definitions`."""
        return token(self.colours[seat], defined=True)


# Sentences of our own without values, so nothing invalidates them.
@lru_cache(1000)
def _say_plain(text: Text, language: str) -> str:
    return escape(text.say(language))
