"""Claim It! as a `Game` and a `State`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, Self, SupportsIndex

import numpy as np

from claimant.game import CHANCE, ChanceOutcome, Game, Illegal, State, over
from claimant.games.claim_it.names import SPACE_NAMES
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES, NUMBERS, SPACES, largest_group, members
from claimant.games.claim_it.view import LAYOUT, ClaimItOutcome, ClaimItView, spectator_view
from claimant.i18n import Text
from claimant.kernels.compile import direct, offset
from claimant.luck import AnyLuck, as_luck

_NUMBERS: Final = NUMBERS | {"roll": turn.ROLL, "stop": turn.STOP}
_TEXTS: Final = (*NAMES, "roll", "stop")


@dataclass(frozen=True)
class ClaimIt(Game):
    name: ClassVar[str] = "claim-it"
    seats: ClassVar[range] = range(2, 6)
    open: ClassVar[bool] = True

    players: int = 2
    squatters_return: bool = False
    """R-I10: capping a squatter puts its number back into the supply."""

    def __post_init__(self) -> None:
        if self.players not in self.seats:
            raise Illegal("players", Text("Claim It! is for 2 to 5 players"))

    @classmethod
    def set_up(cls, players: int, options: Mapping[str, str]) -> Self:
        squatters_return = options.get("squatters-return", "no")
        if squatters_return not in ("yes", "no"):
            raise Illegal(
                "squatters-return",
                Text("squatters-return is yes or no, not {value}", value=squatters_return),
            )
        return cls(players, squatters_return == "yes")

    @property
    def options(self) -> dict[str, str]:
        return {"squatters-return": "yes" if self.squatters_return else "no"}

    @property
    def notes(self) -> tuple[Text, ...]:
        if self.squatters_return and self.players == 5:
            return (
                Text("The rulebook advises against letting squatters return with five players."),
            )
        return ()

    def start(self) -> ClaimItState:
        states = np.zeros(1, turn.STATE)
        s = states[0]
        s.players = self.players
        s.squatters_return = self.squatters_return
        s.caller = turn.NOBODY
        return ClaimItState(self, states.tobytes())


_STAGE_AT: Final = offset(turn.STATE, "stage")
_ACTOR_AT: Final = offset(turn.STATE, "actor")
_CHOICES_AT: Final = offset(turn.STATE, "choices")
_LEGAL_AT: Final = offset(turn.STATE, "legal")
_LEGAL: Final = tuple(slice(_LEGAL_AT, _LEGAL_AT + n) for n in range(turn.MAX_CHOICES + 1))
"""Where the legal decisions are in the bytes of a state, by their number."""
_PLAYERS_AT: Final = offset(turn.STATE, "players")
_BOARD_END: Final = offset(turn.STATE, "squatted")
"""The offset after `owned` and `claimed`."""
# What every step reads: a module's own names are found faster than those of another module.
_FIRST: Final = turn.FIRST
_DICE: Final = turn.DICE
_OVER: Final = turn.OVER
_SPACES: Final = SPACES
_ENDED: Final = turn.ENDED
_REFUSED: Final = turn.REFUSED


def _first_decision(data: bytearray, action: int) -> int:
    """Compile the entry for decisions at the first one rather than at import."""
    global _decide
    _decide = direct(turn.after_decision, data, 0)
    return _decide(data, action)


def _first_dice(data: bytearray, a: int, b: int, c: int) -> int:
    """Compile the entry for dice, likewise."""
    global _throw
    _throw = direct(turn.after_dice, data, 1, 1, 1)
    return _throw(data, a, b, c)


_decide: Callable[[bytearray, int], int] = _first_decision
_throw: Callable[[bytearray, int, int, int], int] = _first_dice
_new: Final = object.__new__
# Adding to nothing copies bytes, and changes their type, in half the time that a constructor takes.
_NONE: Final = b""
_EMPTY: Final = bytearray()


class ClaimItState(State):
    __slots__ = ("actor",)

    game: ClaimIt
    before: ClaimItState | None
    actor: int | None

    def __init__(self, game: ClaimIt, data: bytes, before: ClaimItState | None = None) -> None:
        self.game = game
        self.data = data
        self.before = before
        stage = data[_STAGE_AT]
        chance = stage in (_FIRST, _DICE)
        self.actor = CHANCE if chance else None if stage == _OVER else data[_ACTOR_AT]

    def _record(self) -> Any:
        return LAYOUT.read(self.data)

    def legal(self) -> list[int]:
        data = self.data
        choices = data[_CHOICES_AT]
        if choices == 1:  # common, and twice as fast
            return [data[_LEGAL_AT]]
        return [*data[_LEGAL[choices]]]

    def apply(self, action: SupportsIndex) -> ClaimItState:
        if type(action) is not int:
            action = operator.index(action)
        data = _EMPTY + self.data
        actor: int | None
        try:
            actor = _decide(data, action)
        except OverflowError:  # a kernel cannot take a number of more than 64 bits
            actor = _REFUSED
        if actor >= _ENDED:
            if actor == _REFUSED:
                raise self._refusal(action)
            actor = None
        # Set here and not in the constructor, which takes twice as long.
        after = _new(ClaimItState)
        after.game = self.game
        after.data = _NONE + data
        # A placement reveals nothing, so it can be undone until the dice are rolled or passed on.
        # (The state before it follows a roll, so it has no `before` of its own.)
        after.before = self if action < _SPACES else None
        after.actor = actor
        return after

    def happen(self, outcome: Sequence[int]) -> ClaimItState:
        data = _EMPTY + self.data
        actor: int | None
        try:
            a, b, c = outcome
            actor = _throw(data, a, b, c)
        except (OverflowError, ValueError):
            actor = _REFUSED
        if actor >= _ENDED:
            if actor == _REFUSED:
                return self._begin(outcome)
            actor = None
        after = _new(ClaimItState)
        after.game = self.game
        after.data = _NONE + data
        after.before = None
        after.actor = actor
        return after

    def _begin(self, outcome: Sequence[int]) -> ClaimItState:
        """The state after the draw for who goes first; raises `Illegal` for anything else."""
        stage = self.data[_STAGE_AT]
        if stage == _FIRST and len(outcome) == 1:
            if outcome[0] not in range(self.game.players):
                raise Illegal("seat", Text("there is no seat {seat}", seat=outcome[0]))
            data = bytearray(self.data)
            turn.after_first(data, outcome[0])
            return ClaimItState(self.game, bytes(data))
        if stage == _FIRST:
            raise Illegal("first", Text("a game starts with the draw for who goes first"))
        if stage == _DICE and len(outcome) == 3:
            raise Illegal("dice", Text("dice show 1 to 6"))
        if stage == _DICE:
            raise Illegal("dice", Text("three dice are rolled now"))
        raise over() if stage == _OVER else _not_chance()

    def draw(self, luck: AnyLuck) -> ChanceOutcome:
        source: Any = luck
        try:
            below = source.below  # the usual case
        except AttributeError:
            below = as_luck(luck).below
        if self.data[_STAGE_AT] == _FIRST:
            return (below(self.game.players),)
        return (below(6) + 1, below(6) + 1, below(6) + 1)

    def read(self, text: str) -> int | ChanceOutcome:
        if text in _NUMBERS:
            return _NUMBERS[text]
        if re.fullmatch(r"first [0-9]", text, re.ASCII):
            return (int(text[6]),)
        if re.fullmatch(r"dice [0-9] [0-9] [0-9]", text, re.ASCII):
            return (int(text[5]), int(text[7]), int(text[9]))
        if re.fullmatch(r"[0-9]+,[0-9]+", text, re.ASCII):
            raise Illegal("space", Text("there is no space {space} on the board", space=text[:20]))
        raise Illegal("unknown", Text("“{event}” means nothing in this game", event=text[:40]))

    def write(self, event: int | Sequence[int]) -> str:
        if isinstance(event, int) or not isinstance(event, Sequence):
            return _TEXTS[event]
        if len(event) == 1:
            return f"first {event[0]}"
        return "dice {} {} {}".format(*event)

    def _refusal(self, action: int) -> Illegal:
        """Why an action is not possible, in a player's words."""
        s = self._record()
        if s.stage == turn.OVER:
            return over()
        if self.actor == CHANCE:
            return Illegal("chance", Text("luck has to decide before anyone can act"))
        if action == turn.STOP and s.stage == turn.BEGIN:
            return Illegal("roll-first", Text("a turn begins with a roll"))
        if s.stage == turn.PLACE and action in (turn.ROLL, turn.STOP):
            return Illegal("place-first", Text("place a marker for this roll first"))
        if action not in range(SPACES):
            return Illegal("unknown", Text("“{event}” means nothing in this game", event=action))
        if s.stage != turn.PLACE:
            return Illegal("roll-first", Text("roll the dice before placing"))
        left = sorted(s.dice)
        for die in (action % 6 + 1, action // 6 + 1):
            if die not in left:
                dice = " ".join(str(die) for die in sorted(s.dice))
                return Illegal(
                    "not-rolled",
                    Text(
                        "{space} is not possible: the dice are {dice}",
                        space=SPACE_NAMES[action],
                        dice=dice,
                    ),
                )
            left.remove(die)
        if s.claimed >> action & 1 or s.capped >> action & 1:
            return Illegal(
                "claimed",
                Text(
                    "{space} is not possible: it has a claim marker already",
                    space=SPACE_NAMES[action],
                ),
            )
        return Illegal(
            "squatter-taken",
            Text(
                "{space} is not possible: squatter {number} is already on the board",
                space=SPACE_NAMES[action],
                number=left[0],
            ),
        )

    def view(self, seat: int | None) -> ClaimItView:
        """Nothing is hidden: seats differ only in what each may do."""
        seat = self.game.check_seat(seat)
        seen = _spectator_view(self.game, self.data)
        if seat is None:
            return seen
        legal = tuple(self.choices()) if seat == self.actor else ()
        return seen.replace(seat=seat, legal=legal, undo=seat == self.undoer)

    @property
    def outcome(self) -> ClaimItOutcome | None:
        if self.data[_STAGE_AT] != turn.OVER:
            return None
        scores = self.standings()
        best = max(scores)
        winners = tuple(p for p, score in enumerate(scores) if score == best)
        reason = "shared"
        if len(winners) == 1:
            rest = [score for score in scores if score != best]
            closest = max(rest)
            level = next(i for i in range(3) if best[i] != closest[i])
            reason = ("group", "claims", "spaces")[level]
        groups, claims, spaces = zip(*scores, strict=True)
        return ClaimItOutcome(winners, reason, groups, claims, spaces)

    def mine(self, seat: int) -> tuple[str, ...]:
        """The spaces of a seat's largest group."""
        return members(largest_group(self._record().owned[seat]))

    def standings(self) -> tuple[tuple[int, int, int], ...]:
        """Each seat's largest group, claims and spaces, which decide the game in this order."""
        return _standings(self.game.players, self.data[:_BOARD_END])

    def pieces(self) -> dict[str, list[str]]:
        """The squatters, the only markers that can run out (R-I5)."""
        places: dict[str, list[str]] = {}
        for number, where in enumerate(self._record().squatter, start=1):
            place = NAMES[where - 1] if where else "supply"
            places.setdefault(place, []).append(f"squatter-{number}")
        return places


@lru_cache(1024)
def _standings(players: int, board: bytes) -> tuple[tuple[int, int, int], ...]:
    """The standings from the bytes of `owned` and `claimed`, which most events do not change.

    A pure function, cached for the 1024 boards used last.
    """
    data = bytearray(board.ljust(turn.STATE.itemsize, b"\0"))
    data[_PLAYERS_AT] = players
    figures = np.zeros((players, 3), np.int64)
    turn.standings(data, figures)
    return tuple((group, claims, spaces) for group, claims, spaces in figures.tolist())


@lru_cache(64)
def _spectator_view(game: ClaimIt, data: bytes) -> ClaimItView:
    """The spectator's view, on which every seat's is based. At most 64 states are cached, enough
    for the seats of the tables being played; a state never changes, so nothing is invalidated."""
    return spectator_view(ClaimItState(game, data))


def _not_chance() -> Illegal:
    return Illegal("not-chance", Text("it is a player's turn: luck has nothing to decide"))
