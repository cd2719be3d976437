"""What a seat observes, as named arrays of a fixed size, filled from a View and nothing else.

Seats are counted from the one who looks: row 0 is the viewer, row 1 the next clockwise (with four
players row 2 is the partner). Cards are counted by their number in the deck, which is also the
number of the decision to play them; of equal cards the lowest number stands for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from claimant.game import Game, View
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS, SLOTS
from claimant.games.claim.rules.scoring import LOOT_FOR
from claimant.games.claim.view import STAGES, UNKNOWN, ClaimView
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.rules.board import NAMES, SPACES
from claimant.games.claim_it.rules.turn import STOP
from claimant.games.claim_it.view import ClaimItView

Array = npt.NDArray[np.int8]

CARDS: Final = LOOT_FOR
"""Numbers of cards: sixteen for each of seven slots, used or not, so that decks look alike."""
_STAGES: Final = ("first", "begin", "dice", "place", "decide", "over")
_SPACE: Final = {name: n for n, name in enumerate((*NAMES, "roll", "stop"))}
_FACTION: Final = {faction.name: n for n, faction in enumerate(FACTIONS)}


@dataclass(frozen=True)
class Piece:
    """One named array of an observation."""

    name: str
    shape: tuple[int, ...]
    most: int
    """Its values go from 0 to this."""
    private: bool = False
    """Whether it may hold what only the viewer knows."""

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Pieces:
    """All pieces of a set-up, and how they are filled."""

    pieces: tuple[Piece, ...]
    actions: int
    """How many decisions the game has: they are numbered from 0."""
    _number: Callable[[str], int]
    _fill: Callable[[Any, dict[str, Array]], None]

    @cached_property
    def size(self) -> int:
        return sum(piece.size for piece in self.pieces)

    @cached_property
    def _parts(self) -> list[tuple[str, slice, tuple[int, ...]]]:
        """Where each piece lies in the flat array."""
        ends = [*accumulate(piece.size for piece in self.pieces)]
        return [
            (piece.name, slice(end - piece.size, end), piece.shape)
            for piece, end in zip(self.pieces, ends, strict=True)
        ]

    def observe(self, view: View) -> dict[str, Array]:
        """The pieces by name, each a part of one array."""
        return self.spread(view, np.zeros(self.size, np.int8))

    def spread(self, view: View, flat: Array) -> dict[str, Array]:
        """The same, laid into a flat array of zeros."""
        room = {name: flat[part].reshape(shape) for name, part, shape in self._parts}
        self._fill(view, room)
        return room

    def flat(self, view: View) -> Array:
        """All pieces one after the other."""
        flat = np.zeros(self.size, np.int8)
        self.spread(view, flat)
        return flat

    @property
    def most(self) -> Array:
        """The highest values of the flat array."""
        return np.concatenate([np.full(p.size, p.most, np.int8) for p in self.pieces])

    def mask(self, view: View) -> Array:
        """1 for each decision that the viewer may make now."""
        mask = np.zeros(self.actions, np.int8)
        for text in view.legal:
            mask[self._number(text)] = 1
        return mask


def pieces_of(game: Game) -> Pieces:
    if isinstance(game, ClaimIt):
        return Pieces(_claim_it(game.players), STOP + 1, _SPACE.__getitem__, _fill_claim_it)
    assert isinstance(game, Claim)
    numbers = game.numbers
    loot = {faction: LOOT_FOR + slot for slot, faction in enumerate(game.factions)}

    def number(text: str) -> int:
        what = text.partition(" ")[2]
        return loot[what] if what in loot else numbers[what]

    def fill(view: ClaimView, room: dict[str, Array]) -> None:
        _fill_claim(view, room, numbers)

    return Pieces(_claim(game.players), LOOT_FOR + SLOTS, number, fill)


def _claim_it(players: int) -> tuple[Piece, ...]:
    return (
        Piece("stage", (len(_STAGES),), 1),
        Piece("turn", (players,), 1),
        Piece("dice", (6,), 3),
        Piece("owners", (players, SPACES), 1),
        Piece("claimed", (SPACES,), 1),
        Piece("squatted", (SPACES,), 1),
        Piece("capped", (SPACES,), 1),
        Piece("squatters", (6, SPACES), 1),
        Piece("standing", (players, 3), SPACES),
        Piece("needed", (1,), 13),
        Piece("caller", (players,), 1),
        Piece("turns_left", (1,), 5),
        Piece("squatters_return", (1,), 1),
    )


def _fill_claim_it(view: ClaimItView, room: dict[str, Array]) -> None:
    players = view.players
    me = view.seat or 0
    room["stage"][_STAGES.index(view.stage)] = 1
    _mark(room["turn"], view.turn, me)
    for die in view.dice:
        room["dice"][die - 1] += 1
    owners = room["owners"]
    for space, owner in enumerate(view.owners):
        if owner is not None:
            owners[(owner - me) % players, space] = 1
    room["claimed"][:] = view.claimed
    room["squatted"][:] = view.squatted
    room["capped"][:] = view.capped
    for number, space in enumerate(view.squatters):
        if space >= 0:
            room["squatters"][number, space] = 1
    for seat in range(players):
        figures = (view.groups[seat], view.claims[seat], view.spaces[seat])
        room["standing"][(seat - me) % players] = figures
    room["needed"][0] = view.needed
    _mark(room["caller"], view.caller, me)
    room["turns_left"][0] = view.turns_left
    room["squatters_return"][0] = view.squatters_return


def _claim(players: int) -> tuple[Piece, ...]:
    equal = 5  # the goblins' zeros: no card is there more often
    pile = 26 if players == 2 else 36
    return (
        Piece("factions", (SLOTS, len(FACTIONS)), 1),
        Piece("raccoons_in_pile", (1,), 1),
        Piece("stage", (len(STAGES),), 1),
        Piece("phase", (2,), 1),
        Piece("trick", (1,), 13),
        Piece("tricks", (1,), 13),
        Piece("turn", (players,), 1),
        Piece("leader", (players,), 1),
        Piece("led", (SLOTS,), 1),
        Piece("table", (players, CARDS), 1),
        Piece("last_trick", (players, CARDS), 1),
        Piece("last_winner", (players,), 1),
        Piece("order", (players, players), 1),
        Piece("automaton", (1,), 1),
        Piece("face_up", (CARDS,), 2),
        Piece("pile", (1,), pile),
        Piece("peek", (CARDS,), 1, private=True),
        Piece("top", (CARDS,), 1, private=True),
        Piece("top_seer", (players,), 1),
        Piece("hands", (players, CARDS), equal, private=True),
        Piece("hand_sizes", (players,), 13),
        Piece("followers", (players, CARDS), equal, private=True),
        Piece("follower_counts", (players,), 13),
        Piece("played", (players, CARDS), equal),
        Piece("scores", (players, CARDS), equal),
        Piece("gnomes", (players, CARDS), equal),
        Piece("trolls", (CARDS,), 1),
        Piece("discarded", (CARDS,), equal),
        Piece("laid_off", (players, CARDS), equal, private=True),
        Piece("laid_off_counts", (players,), 13),
        Piece("voids", (players, SLOTS), 1),
        Piece("loot", (players, SLOTS), 1),
    )


def _fill_claim(view: ClaimView, room: dict[str, Array], numbers: dict[str, int]) -> None:
    players = view.players
    me = view.seat or 0
    slots = {faction: slot for slot, faction in enumerate(view.factions)}

    def cards(row: Array, codes: Iterable[str]) -> None:
        for code in codes:
            if code != UNKNOWN:
                row[numbers[code]] += 1

    for slot, faction in enumerate(view.factions):
        room["factions"][slot, _FACTION[faction]] = 1
    room["raccoons_in_pile"][0] = "raccoons" in slots and view.raccoons == "pile"
    room["stage"][STAGES.index(view.stage)] = 1
    if view.phase:
        room["phase"][view.phase - 1] = 1
    room["trick"][0] = view.trick
    room["tricks"][0] = view.tricks
    _mark(room["turn"], view.actor, me)
    _mark(room["leader"], view.leader, me)
    if view.led is not None:
        room["led"][slots[view.led]] = 1
    for name, trick in (("table", view.table), ("last_trick", view.last_trick)):
        for seat, code in trick:
            room[name][(seat - me) % players, numbers[code]] = 1
    _mark(room["last_winner"], view.last_winner, me)
    for rank, seat in enumerate(view.order):
        room["order"][rank, (seat - me) % players] = 1
    room["automaton"][0] = view.automaton
    room["pile"][0] = view.pile
    for name in ("face_up", "trolls", "discarded"):
        cards(room[name], getattr(view, name))
    if view.peek is not None:
        cards(room["peek"], (view.peek,))
    if view.pile:
        top = view.places[len(view.places) - view.pile]
        cards(room["top"], (top.card,))
        _mark(room["top_seer"], top.seer, me)
    for owner in range(players):
        seat = (owner - me) % players
        for name in ("hands", "followers", "played", "scores", "gnomes"):
            cards(room[name][seat], getattr(view, name)[owner])
        room["hand_sizes"][seat] = len(view.hands[owner])
        room["follower_counts"][seat] = len(view.followers[owner])
        cards(room["laid_off"][seat], (laid.card for laid in view.laid_off[owner]))
        room["laid_off_counts"][seat] = len(view.laid_off[owner])
        for faction in view.voids[owner]:
            room["voids"][seat, slots[faction]] = 1
        loot = view.loot[owner]
        if loot is not None:
            room["loot"][seat, slots[loot]] = 1


def _mark(row: Array, seat: int | None, me: int) -> None:
    """1 at a seat, if it is one (not luck, nor nobody)."""
    if seat is not None and seat >= 0:
        row[(seat - me) % len(row)] = 1


def told(view: View, fields: Iterable[str] | None = None) -> str:
    """A view as text, a line a field; without what may be taken back, for environments offer no
    undo."""
    names = vars(view) if fields is None else fields
    lines = []
    for name in names:
        if name != "undo":
            value = getattr(view, name)
            if name == "places":  # many, and slow to write as what they are
                value = [(place.card, place.seat, place.seer) for place in value]
            lines.append(f"{name}: {value}")
    return "\n".join(lines)
