"""What a seat observes of Claim, as arrays of numbers.

Cards are counted by their number in the deck, which is also the number of the decision to play
them: sixteen numbers for each of seven factions, used or not, so that all decks have the same
shapes. Equal cards are counted at the lowest of their numbers.

The kernel in `rules/observe.py` writes the same from a state. `_fill` writes it from a view: it
defines what an observation contains, and a law compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from claimant.environment import Array, Field, Observation, mark_seat
from claimant.games.claim.batch import observe_state
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS, SLOTS
from claimant.games.claim.rules.observe import CARDS
from claimant.games.claim.rules.table import MAX_LAID_OFF, TRICKS
from claimant.games.claim.view import STAGES, UNKNOWN, ClaimView

_FACTION: Final = {faction.name: n for n, faction in enumerate(FACTIONS)}
_EQUAL_CARDS: Final = 5
"""The greatest number of equal cards: the goblins' zeros."""


def observation(game: Claim) -> Observation:
    """The fields of a set-up. Seats are counted clockwise from the viewer, who has row 0."""
    return Observation(_fields(game.players), partial(_fill, game.numbers), observe_state)


def _fields(players: int) -> tuple[Field, ...]:
    pile = 26 if players == 2 else 36
    return (
        Field("factions", (SLOTS, len(FACTIONS)), 1),
        Field("raccoons_in_pile", (1,), 1),
        Field("stage", (len(STAGES),), 1),
        Field("phase", (2,), 1),
        Field("trick", (1,), 13),
        Field("tricks", (1,), 13),
        Field("turn", (players,), 1),
        Field("leader", (players,), 1),
        Field("led", (SLOTS,), 1),
        Field("table", (players, CARDS), 1),
        Field("last_trick", (players, CARDS), 1),
        Field("last_winner", (players,), 1),
        Field("order", (players, players), 1),
        Field("automaton", (1,), 1),
        Field("face_up", (CARDS,), 2),
        Field("pile", (1,), pile),
        Field("peek", (CARDS,), 1, private=True),
        Field("top", (CARDS,), 1, private=True),
        Field("top_seer", (players,), 1),
        Field("hands", (players, CARDS), _EQUAL_CARDS, private=True),
        Field("hand_sizes", (players,), 13),
        Field("followers", (players, CARDS), _EQUAL_CARDS, private=True),
        Field("follower_counts", (players,), 13),
        Field("played", (players, CARDS), _EQUAL_CARDS),
        Field("scores", (players, CARDS), _EQUAL_CARDS),
        Field("gnomes", (players, CARDS), _EQUAL_CARDS),
        Field("trolls", (CARDS,), 1),
        Field("discarded", (CARDS,), _EQUAL_CARDS),
        Field("laid_off", (players, CARDS), _EQUAL_CARDS, private=True),
        Field("laid_off_counts", (players,), 13),
        Field("voids", (players, SLOTS), 1),
        Field("loot", (players, SLOTS), 1),
        Field("history", (players, CARDS), 2 * TRICKS),
        Field("leaders", (players, 2 * TRICKS), 1),
        Field("winners", (players, 2 * TRICKS), 1),
    )


def _fill(numbers: Mapping[str, int], view: ClaimView, arrays: Mapping[str, Array]) -> None:
    """`numbers` are those of the cards by their codes."""

    def count(row: Array, codes: Iterable[str]) -> None:
        for code in codes:
            if code != UNKNOWN:
                row[numbers[code]] += 1

    viewer = view.seat or 0
    slots = {faction: slot for slot, faction in enumerate(view.factions)}
    for slot, faction in enumerate(view.factions):
        arrays["factions"][slot, _FACTION[faction]] = 1
    arrays["raccoons_in_pile"][0] = "raccoons" in slots and view.raccoons == "pile"
    arrays["stage"][STAGES.index(view.stage)] = 1
    if view.phase:
        arrays["phase"][view.phase - 1] = 1
    arrays["trick"][0] = view.trick
    arrays["tricks"][0] = view.tricks
    mark_seat(arrays["turn"], view.actor, viewer)
    mark_seat(arrays["leader"], view.leader, viewer)
    if view.led is not None:
        arrays["led"][slots[view.led]] = 1
    for name, trick in (("table", view.table), ("last_trick", view.last_trick)):
        for seat, code in trick:
            arrays[name][(seat - viewer) % view.players, numbers[code]] = 1
    mark_seat(arrays["last_winner"], view.last_winner, viewer)
    for rank, seat in enumerate(view.order):
        arrays["order"][rank, (seat - viewer) % view.players] = 1
    arrays["automaton"][0] = view.automaton
    arrays["pile"][0] = view.pile
    for name in ("face_up", "trolls", "discarded"):
        count(arrays[name], getattr(view, name))
    if view.peek is not None:
        count(arrays["peek"], (view.peek,))
    if view.pile:
        top = view.places[len(view.places) - view.pile]
        count(arrays["top"], (top.card,))
        mark_seat(arrays["top_seer"], top.seer, viewer)
    for owner in range(view.players):
        seat = (owner - viewer) % view.players
        for name in ("hands", "followers", "played", "scores", "gnomes"):
            count(arrays[name][seat], getattr(view, name)[owner])
        arrays["hand_sizes"][seat] = len(view.hands[owner])
        arrays["follower_counts"][seat] = len(view.followers[owner])
        count(arrays["laid_off"][seat], (laid.card for laid in view.laid_off[owner]))
        arrays["laid_off_counts"][seat] = len(view.laid_off[owner])
        for faction in view.voids[owner]:
            arrays["voids"][seat, slots[faction]] = 1
        loot = view.loot[owner]
        if loot is not None:
            arrays["loot"][seat, slots[loot]] = 1
    _fill_history(numbers, view, arrays)


def _fill_history(numbers: Mapping[str, int], view: ClaimView, arrays: Mapping[str, Array]) -> None:
    viewer = view.seat or 0
    for trick in view.history:
        row = trick.number - 1 + (TRICKS if trick.phase == 2 else 0)
        arrays["leaders"][(trick.leader - viewer) % view.players, row] = 1
        arrays["winners"][(trick.winner - viewer) % view.players, row] = 1
        for seat, code in trick.cards:
            played = arrays["history"][(seat - viewer) % view.players]
            card = numbers[code]
            while played[card]:  # the equal cards that the seat has played before
                card += 1
            played[card] = row + 1


def memory(game: Claim) -> Observation:
    """What a player has seen of the pile and of the cards laid off, in the order of events. With
    the observation, which has everything that was played, nothing that a player has seen is
    missing."""
    pile, players = game.players * game.hand_size, game.players
    fields = (
        Field("pile_cards", (pile,), CARDS, private=True),
        Field("pile_takers", (pile, players), 1),
        Field("pile_seers", (pile, players), 1),
        Field("laid_off_cards", (players, MAX_LAID_OFF), CARDS, private=True),
    )
    return Observation(fields, partial(_remember, game.numbers))


def _remember(numbers: Mapping[str, int], view: ClaimView, arrays: Mapping[str, Array]) -> None:
    """Cards are their numbers plus one; 0 for those that the viewer does not know."""
    viewer = view.seat or 0
    for n, place in enumerate(view.places):
        arrays["pile_cards"][n] = numbers.get(place.card, -1) + 1
        mark_seat(arrays["pile_takers"][n], place.seat, viewer)
        mark_seat(arrays["pile_seers"][n], place.seer, viewer)
    for owner, row in enumerate(view.laid_off):
        for n, laid in enumerate(row):
            card = numbers.get(laid.card, -1) + 1
            arrays["laid_off_cards"][(owner - viewer) % view.players, n] = card
