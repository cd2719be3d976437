"""Puzzles as data: positions with a single best decision, one per line of a game's file.

A position is stored as the events that lead to it. To be short, a decision is a letter that counts
the legal ones, one without an alternative is left out, and an outcome of chance is its length and
its numbers, a letter each. The first line of a file says how it was made.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from claimant import __version__, registry
from claimant.game import CHANCE, Game, State, View
from claimant.puzzles import maker_of

GRADING: Final = ("novice", "easy", "normal", "hard", "expert")
"""The levels that a puzzle is graded by."""
TRIALS: Final = 8
"""How often each level tries a puzzle to grade it."""
_LETTERS: Final = string.digits + string.ascii_letters + "!#$%&()*+-;<=>?@^_`{|}~"
_VALUES: Final = {letter: value for value, letter in enumerate(_LETTERS)}
_PER_MILLE: Final = 1000


@dataclass(frozen=True)
class Puzzle:
    """A position, its answer and how hard it is."""

    game: Game
    events: tuple[str, ...]
    """What has happened so far."""
    best: str
    bounds: Mapping[str, tuple[float, float]]
    """The least and the greatest possible value of each legal decision."""
    line: tuple[str, ...]
    """The best decision and what may follow it."""
    fails: tuple[int, ...]
    """For each level, the weakest first, how many of its `TRIALS` tries failed."""

    @cached_property
    def id(self) -> str:
        """A name that never changes and says nothing about the answer."""
        game = self.game
        return _id(game.name, game.players, game.options, encode(game.start(), self.events))

    @cached_property
    def state(self) -> State:
        """The position: for the server, not for players."""
        state = self.game.start()
        for event in self.events:
            state = state.play(event)
        return state

    @property
    def seat(self) -> int:
        """The seat that has to decide."""
        actor = self.state.actor
        assert actor is not None
        return actor

    @cached_property
    def view(self) -> View:
        """What the player may know."""
        return self.state.view(self.seat)


def _id(name: str, players: int, options: Mapping[str, str], events: str) -> str:
    position = json.dumps([name, players, dict(options), events], sort_keys=True)
    return hashlib.sha256(position.encode()).hexdigest()[:12]


def encode(state: State, events: Iterable[str]) -> str:
    """Write events that follow a state as letters."""
    letters = []
    for event in events:
        if state.actor == CHANCE:
            numbers = state.read(event)
            assert not isinstance(numbers, int)
            letters += [_LETTERS[n] for n in (len(numbers), *numbers)]
        else:
            choices = _choices(state)
            if len(choices) > 1:
                letters.append(_LETTERS[choices.index(event)])
        state = state.play(event)
    return "".join(letters)


def decode(state: State, text: str) -> tuple[str, ...]:
    """Read events that follow a state, up to the next decision that has an alternative."""
    values = iter([_VALUES[letter] for letter in text])
    events: list[str] = []
    while True:
        if state.actor is None:
            return tuple(events)
        if state.actor == CHANCE:
            length = next(values, None)
            if length is None:
                return tuple(events)
            event = state.write(tuple(next(values) for _ in range(length)))
        else:
            choices = _choices(state)
            chosen = next(values, None) if len(choices) > 1 else 0
            if chosen is None:
                return tuple(events)
            event = choices[chosen]
        events.append(event)
        state = state.play(event)


def _choices(state: State) -> list[str]:
    return [state.write(action) for action in state.legal()]


def write_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of a file."""
    legal = puzzle.view.legal
    return json.dumps(
        {
            "players": puzzle.game.players,
            "options": puzzle.game.options,
            "events": encode(puzzle.game.start(), puzzle.events),
            "seat": puzzle.seat,
            "best": puzzle.best,
            "bounds": [[_rounded(value) for value in puzzle.bounds[choice]] for choice in legal],
            "line": encode(puzzle.state, puzzle.line),
            "fails": puzzle.fails,
        },
        separators=(",", ":"),
    )


def _rounded(value: float) -> int:
    return round(value * _PER_MILLE)


def read_puzzle(name: str, rules: int, line: str) -> Puzzle:
    """Read a puzzle from a line of a file."""
    data: dict[str, Any] = json.loads(line)
    game = registry.game_of(name, rules, data["players"], data["options"])
    events = decode(game.start(), data["events"])
    bare = Puzzle(game, events, data["best"], {}, (), tuple(data["fails"]))
    bounds = {
        choice: (least / _PER_MILLE, most / _PER_MILLE)
        for choice, (least, most) in zip(bare.view.legal, data["bounds"], strict=True)
    }
    line_of_play = decode(bare.state, data["line"])
    return Puzzle(game, events, data["best"], bounds, line_of_play, tuple(data["fails"]))


def write_file(name: str, command: str, puzzles: Sequence[Puzzle]) -> str:
    """Return the file of a game's puzzles."""
    rules = registry.game_class(name).rules
    head = {"command": command, "version": __version__, "game": name, "rules": rules}
    return "".join(f"{line}\n" for line in (json.dumps(head), *map(write_puzzle, puzzles)))


def lines_of(name: str) -> tuple[dict[str, Any], list[str]]:
    """The first line of the file that comes with a game, and those of its puzzles."""
    maker = maker_of(name)
    if maker is None:
        return {}, []
    file = files(registry.entry(name).package) / maker.data
    head, *lines = file.read_text("utf-8").splitlines()
    return json.loads(head), lines


class Listed(NamedTuple):
    """A puzzle that comes with a game, not yet read."""

    id: str
    game: str
    rules: int
    fails: tuple[int, ...]
    line: str

    @property
    def puzzle(self) -> Puzzle:
        return _read(self.game, self.rules, self.line)


@lru_cache(64)
def _read(name: str, rules: int, line: str) -> Puzzle:
    """Reading one plays its game again; the 64 puzzles read last are cached."""
    return read_puzzle(name, rules, line)


# One entry per game; the files do not change while the process runs.
@cache
def shipped(name: str) -> Mapping[str, Listed]:
    """The puzzles that come with a game by their ids."""
    head, lines = lines_of(name)
    found = {}
    for line in lines:
        data = json.loads(line)
        identity = _id(name, data["players"], data["options"], data["events"])
        found[identity] = Listed(identity, name, head["rules"], tuple(data["fails"]), line)
    return found


def games() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(name for name, entry in registry.entries().items() if entry.puzzles)


def find(identity: str) -> Listed | None:
    """A puzzle by its id."""
    return next((shipped(name)[identity] for name in games() if identity in shipped(name)), None)


def of_day(day: int) -> Listed | None:
    """The puzzle of a day, which is counted as `date.toordinal` does: the games take turns, and no
    puzzle comes back before all of its game have been."""
    names = games()
    if not names:
        return None
    own = shipped(names[day % len(names)])
    order = sorted(own, key=lambda identity: hashlib.sha256(identity.encode()).digest())
    return own[order[day // len(names) % len(order)]] if order else None
