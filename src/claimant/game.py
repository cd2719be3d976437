"""The contract between a game and everything else. Read this first.

A game is added by writing one `Game` and one `State`; records, luck, bots, pages, the terminal and
the research environments then work with it, for they know only what stands here. Every *must* in
this file is a law in `checks.py`, which anyone can run on any game.

Three ideas carry it:

- **A game is its events.** An event is one line of the record: `dice 2 3 5`, `play undead-4`. A
  state is what the events so far have led to. What follows by rule (a bust, a trick's winner) is
  no event.
- **Chance is a player.** Applying an action never rolls or shuffles. Where luck is to decide, the
  state's actor is `CHANCE`, and the outcome is an event like any other, given from outside.
- **Nobody reads a state but the rules.** People, bots and pages get a `View`, which holds what
  one seat may know.

Events are text at the edges and numbers inside: a decision is one small number (the same for the
same text while the set-up is the same), an outcome of chance a tuple of numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol, Self

from claimant.i18n.text import Text

CHANCE: Final = -1
"""The actor of a state in which luck decides what happens next."""

HIDDEN: Final = "?"
"""What stands in an event for something that its reader may not know."""

Outcomes = tuple[int, ...]
"""What luck decided: the seat that begins, three dice, all cards of a deal in order."""


class Illegal(ValueError):  # noqa: N818  (reads as what it is: `raise Illegal(...)`)
    """Something the rules refuse: a stable code for programs, a sentence for the player."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code, text)
        self.code: Final = code
        self.text: Final = text

    def say(self, language: str = "en") -> str:
        return self.text.say(language)

    def __str__(self) -> str:
        return self.say()


class Luck(Protocol):
    """Where random numbers come from; `chance.py` has one that players can verify."""

    def below(self, n: int) -> int:
        """An unbiased number from 0 to n - 1."""
        ...


def shuffled(items: Sequence[int], luck: Luck) -> list[int]:
    """The items in random order (Fisher and Yates): from the last place down to the second, swap
    with a place drawn from those up to and including it."""
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
    """What decided: a stable code that `draw/words.py` has the sentence for."""

    def result(self) -> dict[str, Any]:
        """The figures as the record format's `result` line has them. Subclasses add theirs."""
        return {"winners": list(self.winners)}


@dataclass(frozen=True)
class View:
    """What one seat (or a spectator: seat None) may know. Subclasses add the game's own fields.

    Two states that differ only in what the seat cannot know must give equal views. All values
    are plain (numbers, text, tuples of them), so that a view can be shown, sent and compared.
    """

    game: str
    players: int
    seat: int | None
    actor: int | None
    """Whose decision it is; CHANCE while luck decides, None once the game is over."""
    legal: tuple[str, ...]
    """What this seat may do now, sorted; empty when it is another's turn."""
    undo: bool
    """Whether this seat may take its last decision back."""
    outcome: Outcome | None

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """The view with these fields, all of them: a third of the time that it takes by its name,
        for a frozen one is filled field by field."""
        view = object.__new__(cls)
        view.__dict__.update(fields)
        return view

    def but(self, **changes: Any) -> Self:
        """The same with other values: `dataclasses.replace` in a fraction of its time."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, **changes)
        return other


class Game(ABC):
    """A set-up: a game with its number of players and its options. It is a value: equal set-ups
    compare equal, and nothing in one changes."""

    name: ClassVar[str]
    """As the record names it: `claim-it`."""
    rules: ClassVar[int] = 1
    """The version of the rules. A change of the rules is a new class with the next number; the
    old one stays, so that an old record replays by its own rules."""
    seats: ClassVar[range]
    """The possible numbers of players."""
    open: ClassVar[bool] = False
    """Whether all see everything: views differ only in what each seat may do."""

    players: int

    @classmethod
    @abstractmethod
    def set_up(cls, players: int, options: Mapping[str, str]) -> Self:
        """The set-up with these options, as the record's headers have them. Headers that are not
        options of this game are ignored; a set-up that cannot be is `Illegal`, its code the name
        of the header at fault."""

    @property
    @abstractmethod
    def options(self) -> dict[str, str]:
        """The options as headers: `set_up(players, options)` must give this set-up again."""

    @classmethod
    def create(cls, players: int | None = None, options: Mapping[str, str] | None = None) -> Self:
        """The set-up that someone asks for. Unlike `set_up`, which reads a record's headers, it
        fills in what was not said, knows presets by their names, and refuses unknown options."""
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
        """The options with presets replaced by what they stand for and defaults filled in."""
        return options

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together, by side; every seat for itself unless a game says so."""
        return tuple((seat,) for seat in range(self.players))

    @property
    def notes(self) -> tuple[Text, ...]:
        """What players should know of this set-up, such as that the rulebook advises against it."""
        return ()

    @abstractmethod
    def start(self) -> State:
        """Before the first event. Chance is to move: the first event is always `first`."""


class State(ABC):
    """Where a game stands: a value that never changes. Applying an event gives another state.

    Here it is one NumPy record, kept as its bytes, which makes it small, comparable and hashable
    for nothing. `before` is the state to go back to while the last decision may be taken back.
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

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """Whose decision it is: a seat, CHANCE, or None once the game is over."""

    @abstractmethod
    def legal(self) -> list[int]:
        """All decisions that are possible now, each once, ascending. Must be empty exactly when
        chance is to move or the game is over."""

    @abstractmethod
    def apply(self, action: int) -> Self:
        """The state after a decision; `Illegal` where it is not among `legal()`."""

    @abstractmethod
    def happen(self, outcome: Sequence[int]) -> Self:
        """The state after an outcome of chance; `Illegal` where luck could not decide so."""

    @abstractmethod
    def draw(self, luck: Luck) -> Outcomes:
        """What chance decides next, drawn from `luck`. Only where chance is to move."""

    @abstractmethod
    def read(self, text: str) -> int | Outcomes:
        """The number of a decision or the outcome of chance that a line of the record means;
        `Illegal` where it means nothing in this game. Whether it may be done, `apply` says."""

    @abstractmethod
    def write(self, event: int | Sequence[int]) -> str:
        """The record's line for a decision or an outcome that is possible in this state."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What a seat may know, or a spectator."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it runs."""

    @abstractmethod
    def pieces(self) -> dict[str, list[str]]:
        """The physical pieces by the place they are in. Once the game is set up, no event may add
        or lose one."""

    def redact(self, event: str, seat: int | None, now: View) -> str:
        """An event that happened in this state, as a seat (None: a spectator) may read it once its
        view is `now`: `HIDDEN` for what it may not know. Without secrets nothing changes."""
        return event

    def full_view(self) -> View:
        """The view of someone who may know everything, such as the owner of a record."""
        return self.view(None)

    # What follows is the same in every game.

    def choices(self) -> list[str]:
        """The legal decisions as the record writes them, sorted by code point."""
        return sorted(self.write(action) for action in self.legal())

    def play(self, text: str) -> Self:
        """The state after an event as the record writes it, whoever's it is."""
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
            raise Illegal("not-chance", Text("it is a player's turn, luck has nothing to decide"))
        return self.happen(event)

    @property
    def undoer(self) -> int | None:
        """The seat that may take its last decision back, if one may."""
        return None if self.before is None else self.before.actor

    def undo(self) -> Self:
        """The state before the last decision, until something is revealed or someone acts."""
        if self.before is None:
            raise Illegal("no-undo", Text("there is nothing that could be taken back"))
        return self.before


def over() -> Illegal:
    return Illegal("over", Text("the game is over"))
