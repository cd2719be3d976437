"""Positions as a test needs them: a board drawn as text, cards placed where a rule applies.

The players are Ann, Ben, Cleo, Dan and Eve, in seats 0 to 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations

import numpy as np

from claimant.game import State
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import table as kernel
from claimant.games.claim.rules.cards import FACTIONS, Card, deck_size, is_by_the_book
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules.board import NAMES, SIDE

ANN, BEN, CLEO, DAN, EVE = range(5)

# Claim It! A board is six lines of six cells, row 6 on top as the players see it. A cell:
#   .    empty                     a    Ann's marker (b: Ben's, ...)   A    ... on a claim marker
#   4    squatter 4 of this turn   b4   ... on Ben's marker            4*   ... under a claim marker
#   a*   a claim marker of this turn on Ann's own marker
#   *    ... whose squatter has returned to the supply (R-I10), b* if it stood on Ben's marker


def board(
    drawing: str, *, players: int = 3, actor: int = ANN, returning: bool = False
) -> ClaimItState:
    """The position of a drawing, reached by playing. It is `actor`'s turn, begun or not."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    assert [len(row) for row in rows] == [SIDE] * SIDE, "a board has six rows of six cells"
    cells = {name: rows[SIDE - int(name[2])][int(name[0]) - 1] for name in NAMES}
    markers = {name: cell for name, cell in cells.items() if cell[0].isalpha()}
    state: ClaimItState = ClaimIt(players, returning).start().play(f"first {actor}")
    for seat in [*range(actor, players), *range(actor)]:
        mine = [name for name, cell in markers.items() if cell[0].lower() == "abcde"[seat]]
        while mine:
            while state.view(None).actor != seat:
                state = bust(state)
            for number, name in enumerate(mine[:6], start=1):
                again = 2 if markers[name][0].isupper() else 1
                state = roll_and_place(state, *[(name, number)] * again)
            state = state.play("stop")
            mine = mine[6:]
    while state.view(None).actor != actor:
        state = bust(state)
    # The markers of this turn; first the squatters that have returned, while all numbers are free.
    placed = sorted(
        (name for name, cell in cells.items() if cell[-1] in "*123456"),
        key=lambda name: any(sign in cells[name] for sign in "123456"),
    )
    for name in placed:
        cell = cells[name]
        squatter = next((int(sign) for sign in cell if sign.isdigit()), 1)
        of_mine = cell[0] == "abcde"[actor]
        again = 2 if cell[-1] == "*" and not of_mine else 1
        state = roll_and_place(state, *[(name, squatter)] * again)
    assert state.view(None).caller is None, "the last round has been called"
    return state


def roll_and_place(state: ClaimItState, *placements: tuple[str, int]) -> ClaimItState:
    """For each space, roll its coordinates and the number of the third die, and place there."""
    for name, third in placements:
        state = state.play("roll").play(f"dice {name[0]} {name[2]} {third}").play(name)
    return state


def bust(state: ClaimItState) -> ClaimItState:
    """Play a turn that fails: roll ones until they cannot be placed."""
    seat = state.actor
    while state.actor == seat:
        state = state.play("roll").play("dice 1 1 1")
        if state.view(None).stage == "place":
            state = state.play("1,1")
    return state


def drawing(state: State) -> str:
    """A position as a drawing that `board` understands."""
    assert isinstance(state, ClaimItState)
    view = state.view(None)
    rows = []
    for row in range(SIDE, 0, -1):
        cells = []
        for column in range(1, SIDE + 1):
            where = NAMES.index(f"{column},{row}")
            owner = view.owners[where]
            cell = "" if owner is None else "abcde"[owner]
            if view.claimed[where]:
                cell = cell.upper()
            if where in view.squatters:
                cell += str(view.squatters.index(where) + 1)
            if view.capped[where]:
                cell += "*"
            cells.append(cell or ".")
        rows.append(" ".join(cells))
    return "\n".join(rows)


def same(one: str, other: str) -> bool:
    """Whether two drawings are the same apart from spacing."""
    return [line.split() for line in one.strip().splitlines()] == [
        line.split() for line in other.strip().splitlines()
    ]


# Claim. Cards are named by their codes, separated by spaces.


@cache
def deck_with(players: int, named: frozenset[str]) -> tuple[str, ...]:
    """A deck with these factions, one of the rulebook's if possible. The cache has no bound: tests
    name few sets of factions."""
    fitting = [
        deck
        for n in range(3, 8)
        for deck in combinations([faction.name for faction in FACTIONS], n)
        if named <= set(deck)
        and sum(f.size for f in FACTIONS if f.name in deck) == deck_size(players)
    ]
    return max(fitting, key=is_by_the_book)


class _Laying:
    """Cards being placed on the table; equal cards get different numbers."""

    def __init__(self, players: int, factions: str, raccoons: str, codes: Sequence[str]) -> None:
        named = frozenset(Card(code).faction for text in codes for code in text.split())
        deck = tuple(factions.split()) or deck_with(players, named)
        self.game = Claim(players, deck, raccoons)
        self.states = np.frombuffer(bytearray(self.game.start().data), kernel.STATE)
        self.left = [int(n) for n in self.game.deck[0].cards[: self.game.deck[0].card_count]]

    def cards(self, text: str) -> list[int]:
        numbers = []
        for code in text.split():
            number = next(n for n in self.left if self.game.codes[n] == code)
            self.left.remove(number)
            numbers.append(number)
        return numbers

    def lay(self, first_row: int, texts: Sequence[str]) -> None:
        for row, text in enumerate(texts, start=first_row):
            for number in self.cards(text):
                self.states[0].cards[row, number >> 6] |= 1 << (number & 63)

    def row(self, text: str) -> int:
        return sum(1 << (number & 15) for number in self.cards(text))


def cards(
    *hands: str,
    phase: int = 1,
    leader: int = ANN,
    to_come: int | None = None,
    pile: str = "",
    followers: Sequence[str] = (),
    scores: Sequence[str] = (),
    gnomes: Sequence[str] = (),
    trolls: str = "",
    factions: str = "",
    raccoons: str = "pile",
) -> ClaimState:
    """A trick about to be led, with these hands.

    `to_come` is the number of tricks left in the phase, including this one (default: the number of
    cards in a hand). The pile starts with the cards that are face up and is filled with cards that
    are not named elsewhere. Without `factions`, the deck has the factions of the named cards.
    """
    codes = (*hands, pile, *followers, *scores, *gnomes, trolls)
    laying = _Laying(len(hands), factions, raccoons, codes)
    game, s = laying.game, laying.states[0]
    left = len(hands[0].split()) if to_come is None else to_come
    s.phase, s.number, s.stage = phase, game.hand_size - left, kernel.PLAY
    s.leader = s.actor = leader
    laying.lay(kernel.HAND, hands)
    laying.lay(kernel.FOLLOWERS, followers)
    laying.lay(kernel.SCORE, scores)
    for seat, text in enumerate(gnomes):
        s.gnomes[seat] = laying.row(text)
    s.trolls = laying.row(trolls)
    end = game.players * game.hand_size
    s.top = game.players * int(s.number) if phase == 1 else end
    on_top = laying.cards(pile)
    s.pile[s.top : end] = (on_top + laying.left)[: end - s.top]
    for i in range(game.deck[0].shown if phase == 1 else 0):
        s.face_up[i] = s.top
        s.top += 1
    # Any card can be led; the first of equal ones stands for all.
    legal = sorted({game.numbers[code] for code in hands[leader].split()})
    s.choices = len(legal)
    s.legal[: s.choices] = legal
    return ClaimState(game, laying.states.tobytes())


def ending(
    *piles: str,
    gnomes: Sequence[str] = (),
    last_winner: int | None = None,
    factions: str = "",
) -> ClaimState:
    """The game after a last trick that leaves these score piles, before the powers apply.

    The last trick consists of cards from its winner's pile, except dwarves and giants, whose powers
    would do more.
    """
    players = len(piles)
    named = frozenset(Card(code).faction for text in (*piles, *gnomes) for code in text.split())
    factions = factions or " ".join(deck_with(players, named))
    for seat in range(players) if last_winner is None else [last_winner]:
        pile = [code for code in piles[seat].split() if not code.startswith(("dwarf", "giant"))]
        for trick in permutations(pile, players):
            rest = [text.split() for text in piles]
            for code in trick:
                rest[seat].remove(code)
            state = cards(
                *(trick[(place - seat) % players] for place in range(players)),
                phase=2,
                leader=seat,
                scores=[" ".join(left) for left in rest],
                gnomes=gnomes,
                factions=factions,
            )
            state = play(state, *trick)
            if winner(state) == seat:
                return state
    raise AssertionError("no last trick can be made of these piles")


def play(state: ClaimState, *cards_or_factions: str) -> ClaimState:
    """Play, take, lay off or loot each in turn, whichever the state asks for."""
    for text in cards_or_factions:
        for code in text.split():
            state = state.play(f"{state.view(None).stage} {code}")
    return state


def seen(state: ClaimState, seat: int | None = None) -> ClaimView:
    """What a seat, or a spectator, sees."""
    return state.view(seat)


def choices(state: ClaimState) -> list[str]:
    """The cards or factions that can be chosen now."""
    return [text.partition(" ")[2] for text in state.choices()]


def winner(state: ClaimState) -> int | None:
    """The winner of the last trick."""
    return seen(state).last_winner


def result(state: ClaimState) -> ClaimOutcome:
    outcome = state.outcome
    assert outcome is not None, "the game is not over"
    return outcome


def owner(state: ClaimState, faction: str) -> tuple[int, ...]:
    """The seats that own a faction at the end."""
    return result(state).factions[faction]


def score(state: ClaimState, seat: int) -> list[str]:
    """A score pile, sorted."""
    return sorted(seen(state).scores[seat])
