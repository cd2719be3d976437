"""The contract between a game and everything else. Read this first.

To add a game, write one `Game` and one `State`. Records, verifiable luck, random bots, the web app
and the terminal then work with it, because they rely on this file alone. Everything else that a
game can have, such as bots and pictures of its own, is listed in `registry.GameEntry`. Every *must*
below is a law in `laws.py`, which can be run on any game.

The contract rests on three ideas:

- **A game is its events.** An event is one line of the record, such as `dice 2 3 5`. A state is
  the result of the events so far. A consequence of the rules, such as the winner of a trick, is
  not an event.
- **Chance is a player.** Applying an action never rolls or shuffles. When something random comes
  next, the state's actor is `CHANCE`, and its outcome is an event like any other, supplied from
  outside.
- **Only the rules read a state.** People, bots and pages receive a `View`, which contains what one
  seat may know.

Events are text in records and numbers inside the program. A decision is one small number, the same
for the same text as long as the set-up is the same; an outcome of chance is a tuple of numbers.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import (
    Any,
    ClassVar,
    Final,
    Protocol,
    Self,
    SupportsIndex,
)

from claimant.i18n.text import Text

CHANCE: Final = -1
"""The actor of a state in which something random happens next."""

HIDDEN: Final = "?"
"""Replaces whatever the reader of an event may not know."""

ChanceOutcome = tuple[int, ...]
"""A random result: the seat that begins, the dice, or all cards of a deal in order."""


class Illegal(ValueError):  # noqa: N818  (reads well: `raise Illegal(...)`)
    """Raised for anything the rules forbid, with a stable code for programs and a sentence for
    the player."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code, text)
        self.code: Final = code
        self.text: Final = text

    def say(self, language: str = "en") -> str:
        """The sentence in a language."""
        return self.text.say(language)

    def __str__(self) -> str:
        return self.say()


class Luck(Protocol):
    """A source of random numbers. The one in `luck.py` can be verified by the players."""

    def below(self, n: int) -> int:
        """Return an unbiased number from 0 to n - 1."""
        ...


def shuffled(items: Sequence[int], luck: Luck) -> list[int]:
    """Return the items in random order (Fisher and Yates, from the last place down to the second).

    The order of the draws is part of the record format: `docs/luck.md` describes it."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = luck.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@dataclass(frozen=True)
class Outcome:
    """How a game ended. Subclasses add the figures that decided it."""

    winners: tuple[int, ...]
    reason: str
    """What decided the game: a stable code. The game's presentation has the sentence for it."""

    def result(self) -> dict[str, Any]:
        """The figures as plain data, for the last line of a trace and for the API. Subclasses add
        their own."""
        return {"winners": list(self.winners)}

    def figure(self, seat: int) -> int | None:
        """The game's own measure of how well a seat did, more being better: it breaks ties in a
        series or a tournament. None if the game has no such measure."""
        return None


@dataclass(frozen=True, repr=False)
class View:
    """What one seat, or a spectator (seat None), may know. Subclasses add the game's own fields.

    Two states that differ only in what the seat cannot know must produce equal views. All values
    are plain (numbers, text and tuples of them), so a view can be displayed, sent and compared.
    """

    game: str
    players: int
    seat: int | None
    actor: int | None
    """The seat that decides, CHANCE before a random event, None once the game is over."""
    legal: tuple[str, ...]
    """What this seat may do now, sorted; empty when it is someone else's turn."""
    undo: bool
    """Whether this seat may take back its last decision."""
    outcome: Outcome | None

    def __repr__(self) -> str:
        """In one line: whose view it is, and what the seat may do."""
        viewer = "spectators" if self.seat is None else f"seat {self.seat}"
        return f"<{type(self).__name__} of {viewer}: {_now(self.actor, self.outcome)}>"

    def __str__(self) -> str:
        """The table as the seat sees it, as text."""
        return str(_presented("as_text", self))

    def _repr_svg_(self) -> str:
        """The table as the seat sees it, as a picture: notebooks show it."""
        return str(_presented("as_picture", self))

    def unaided(self) -> Self:
        """The view without what players at a table have to remember: what everyone saw earlier and
        nobody can look up. By default there is nothing to remember."""
        return self

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """Create a view from all of its fields, three times as fast as the constructor, which sets
        each field of a frozen dataclass separately."""
        view = object.__new__(cls)
        view.__dict__.update(fields)
        return view

    def replace(self, **changes: Any) -> Self:
        """Return a copy with these fields changed, much faster than `dataclasses.replace`."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, **changes)
        return other


def _now(actor: int | None, outcome: Outcome | None) -> str:
    """What is going on, for programmers."""
    if outcome is not None:
        return "won by " + ", ".join(f"seat {seat}" for seat in outcome.winners)
    return "chance is next" if actor == CHANCE else f"seat {actor} is to decide"


def _presented(how: str, view: View) -> object:
    """A view as the game presents it. (Loaded by name when asked for: rules need no pictures.)"""
    return getattr(import_module("claimant.presentation"), how)(view)


class Game(ABC):
    """A set-up: a game with a number of players and options. It is an immutable value, and equal
    set-ups compare equal."""

    name: ClassVar[str]
    """The name used in records and on the command line."""
    rules: ClassVar[int] = 1
    """The version of the rules. A change to the rules is a new class with the next number; the old
    class stays, so that old records replay under their own rules."""
    seats: ClassVar[range]
    """The supported numbers of players."""
    open: ClassVar[bool] = False
    """Whether nothing is hidden, so that views differ only in what each seat may do."""

    players: int

    @classmethod
    @abstractmethod
    def set_up(cls, players: int, options: Mapping[str, str]) -> Self:
        """Create a set-up from the headers of a record.

        Ignores headers that are not options of this game. Raises `Illegal` for an impossible
        set-up, with the name of the offending header as its code."""

    @property
    @abstractmethod
    def options(self) -> dict[str, str]:
        """The options as headers: `set_up(players, options)` must return an equal set-up."""

    @classmethod
    def create(cls, players: int | None = None, options: Mapping[str, str] | None = None) -> Self:
        """Create the set-up that a person asks for. Unlike `set_up`, which reads a record, it fills
        in defaults, accepts presets by name, and raises `Illegal` for unknown options."""
        players = cls.seats.start if players is None else players
        wanted = cls.complete(players, dict(options or {}))
        game = cls.set_up(players, wanted)
        for key in wanted:
            if key not in game.options:
                raise Illegal(
                    "options",
                    Text(
                        "{game} has no option {option}; it has {options}",
                        game=cls.name,
                        option=key[:40],
                        options=", ".join(game.options) or "-",
                    ),
                )
        return game

    @classmethod
    def complete(cls, players: int, options: dict[str, str]) -> dict[str, str]:
        """Expand presets and fill in defaults."""
        return options

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together, side by side. By default every seat is a side of its own."""
        return tuple((seat,) for seat in range(self.players))

    def redrawn(self, luck: Luck) -> Self:
        """Return a set-up for the same number of players with the options drawn at random, for a
        series in which every game is different. By default there is nothing to draw."""
        return self

    @property
    def notes(self) -> tuple[Text, ...]:
        """What players should know about this set-up, such as that the rulebook advises against
        it."""
        return ()

    def check_seat(self, seat: SupportsIndex | None) -> int | None:
        """Return a seat as a plain number, or None for a spectator; raises `Illegal` for anything
        else. Python would read -1 as the last seat, and show its secrets; True is not a seat."""
        if seat is None:
            return None
        try:
            number = self.players if isinstance(seat, bool) else operator.index(seat)
        except TypeError:
            number = self.players
        if 0 <= number < self.players:
            return number
        raise Illegal("seat", Text("there is no seat {seat}", seat=str(seat)[:40]))

    @abstractmethod
    def start(self) -> State:
        """Return the state before the first event, which is always the chance event `first`."""


class State(ABC):
    """A position in a game: an immutable value. Applying an event returns a new state.

    The games here store it as the bytes of one NumPy record, which makes it small, comparable and
    hashable at no cost. `before` is the state to return to while the last decision can be undone.
    """

    __slots__ = ("before", "data", "game")

    game: Game
    data: bytes
    before: Self | None

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, State)
        return (self.data, self.game, self.before) == (other.data, other.game, other.before)

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        """In one line: the game, and what is going on."""
        return f"<{type(self).__name__} of {self.game}: {_now(self.actor, self.outcome)}>"

    def __str__(self) -> str:
        """The table with everything hidden, as text."""
        return str(self.full_view())

    def _repr_svg_(self) -> str:
        """The table with everything hidden, as a picture: notebooks show it."""
        return self.full_view()._repr_svg_()

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The seat that decides, CHANCE, or None once the game is over."""

    @abstractmethod
    def legal(self) -> list[int]:
        """Return all legal decisions in ascending order, each once. Must be empty exactly when the
        actor is CHANCE or the game is over."""

    @abstractmethod
    def apply(self, action: int) -> Self:
        """Return the state after a decision; raises `Illegal` if it is not in `legal()`."""

    @abstractmethod
    def happen(self, outcome: Sequence[int]) -> Self:
        """Return the state after a random event; raises `Illegal` if it is impossible."""

    @abstractmethod
    def draw(self, luck: Luck) -> ChanceOutcome:
        """Draw the next random event from `luck`. Only called when the actor is CHANCE."""

    @abstractmethod
    def read(self, text: str) -> int | ChanceOutcome:
        """Parse an event of the record into a decision or an outcome of chance.

        Raises `Illegal` if the text means nothing in this game. Whether the event is legal in this
        state is for `apply` and `happen` to decide."""

    @abstractmethod
    def write(self, event: int | Sequence[int]) -> str:
        """Return the record's line for a decision or an outcome that is legal in this state."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator (None), may know; raises `Illegal` for a seat that
        does not exist, which `game.check_seat` does."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is running."""

    @abstractmethod
    def pieces(self) -> dict[str, list[str]]:
        """Return the physical pieces by location. Once the game is set up, no event may add or
        lose one."""

    def redact(self, event: str, seat: int | None, now: View) -> str:
        """Return an event of this state as a seat, or a spectator (None), may read it, with
        `HIDDEN` for whatever it does not know. `now` is the reader's current view: something
        hidden then may be public by now. In a game without secrets nothing changes."""
        return event

    def full_view(self) -> View:
        """Return the view of someone who may know everything, such as the owner of a record."""
        return self.view(None)

    # The rest is the same in every game.

    def choices(self) -> list[str]:
        """Return the legal decisions as the record writes them, sorted by code point."""
        return sorted(self.write(action) for action in self.legal())

    def play(self, text: str) -> Self:
        """Return the state after an event of the record, be it a decision, chance or `undo`."""
        if text == "undo":
            return self.undo()
        actor = self.actor
        if actor is None:
            raise over()
        event = self.read(text)
        if isinstance(event, int):
            if actor == CHANCE:
                raise Illegal("chance", Text("luck has to decide before anyone can act"))
            return self.apply(event)
        if actor != CHANCE:
            raise Illegal("not-chance", Text("it is a player's turn: luck has nothing to decide"))
        return self.happen(event)

    @property
    def undoer(self) -> int | None:
        """The seat that may take back its last decision, if any."""
        return None if self.before is None else self.before.actor

    def undo(self) -> Self:
        """Return the state before the last decision. Impossible once something has been revealed or
        someone else has acted."""
        if self.before is None:
            raise Illegal("no-undo", Text("there is nothing to take back"))
        return self.before


def over() -> Illegal:
    """The error for an event after the end of a game."""
    return Illegal("over", Text("the game is over"))
