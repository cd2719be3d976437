"""What the solver takes for granted instead of searching it, compared with the whole search."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from support.endings import best, ending_of
from support.setups import free_decks

from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import scoring, table
from claimant.games.claim.rules.cards import FACTIONS
from claimant.games.claim.rules.table import HAND, OVER, SCORE, STATE, suit
from claimant.games.claim.solver import bounds, moves, solve, sure_tricks, transpositions

SLOTS = 7


def record(state: ClaimState) -> Any:
    return np.frombuffer(bytearray(state.data), STATE)[0]


def game_with(faction: str, random: Random) -> Claim:
    deck = random.choice([deck for deck in free_decks(2) if faction in deck])
    return Claim(2, tuple(random.sample(deck, len(deck))), random.choice(("pile", "deck")))


def can_get(state: ClaimState, seat: int, slots: list[int]) -> bool:
    """Whether a seat can get all of these factions, whatever the other does."""
    if state.actor is None:
        end = record(state)
        assert end.stage == OVER
        return all(scoring.faction_owner(end, state.game.deck[0], slot) == seat for slot in slots)
    results = (can_get(state.apply(move), seat, slots) for move in state.legal())
    return any(results) if state.actor == seat else all(results)


@pytest.mark.parametrize("faction", [faction.name for faction in FACTIONS])
def test_a_leader_gets_the_factions_that_high_cards_secure(faction: str) -> None:
    """All of them at once."""
    random = Random(faction)
    search = np.zeros(1, bounds.SEARCH)[0]
    secured = 0
    for number in range(160):
        state = ending_of(game_with(faction, random), random, 3 if number % 40 else 4)
        s, d = record(state), state.game.deck[0]
        bounds.prepare(s, d, search)
        search.tie = 0
        bounds.find_bounds(s, d, search, 0)
        bits = sure_tricks.secured(s, d, search, 0)
        slots = [slot for slot in range(d.slots) if bits >> slot & 1]
        assert bits & ~int(search.open[0]) == 0
        if slots:
            secured += 1
            assert can_get(state, int(s.leader), slots)
    assert secured > 3


def test_a_margin_is_a_bound_of_the_difference_in_results() -> None:
    """Whatever is still gained in the races, if it is the same in both positions."""
    random = Random(3)
    exact = 0
    for _ in range(3000):
        most = [random.randint(0, 9) for _ in range(SLOTS)]
        leads = [[random.randint(-15, 15) for _ in range(SLOTS)] for _ in range(2)]
        packed = [
            sum(code(lead, most[slot]) << 8 * slot for slot, lead in enumerate(of)) for of in leads
        ]
        margin = transpositions.margin(packed[0], packed[1])
        gains = [random.randint(-of, of) for of in most]
        mine, other = (int(np.sign(np.add(of, gains)).sum()) for of in leads)
        assert mine - other >= margin
        exact += mine - other == margin
    assert exact > 100


def code(lead: int, most: int) -> int:
    """A lead as it is packed if at most so much can still be gained or lost."""
    if abs(lead) > most:
        return transpositions.WON if lead > 0 else transpositions.LOST
    return transpositions.LEVEL + lead


@pytest.mark.parametrize("faction", [faction.name for faction in FACTIONS])
def test_what_is_proven_with_other_leads_is_true_of_a_position(faction: str) -> None:
    """The same hands after other tricks: the table is shared, so one settles the other."""
    random = Random(faction)
    for _ in range(6):
        game = game_with(faction, random)
        state = ending_of(game, random, 3)
        for _ in range(8):
            states = np.frombuffer(bytearray(state.data), STATE)
            s = states[0]
            for slot in range(game.deck[0].slots):
                cards = suit(s, SCORE, slot) | suit(s, SCORE + 1, slot)
                word, shift = slot >> 2, slot % 4 * 16
                for place in range(14):
                    if cards >> place & 1 and random.random() < 0.3:
                        bit = 1 << (place + shift)
                        s.cards[SCORE, word] ^= bit
                        s.cards[SCORE + 1, word] ^= bit
            if random.random() < 0.3:
                s.gnomes[[0, 1]] = s.gnomes[[1, 0]]
            changed = ClaimState(game, states.tobytes())
            assert solve.value_for_first(changed) == best(changed)
            assert s.cards[HAND, 0] == record(state).cards[HAND, 0]


@pytest.mark.parametrize(
    ("card", "lower", "rival", "matters"),
    [
        ("doppelganger-9", "doppelganger-0", "dwarf-3", True),  # follows whatever was led
        ("dwarf-9", "dwarf-0", "dwarf-3", True),
        ("dwarf-9", "dwarf-0", "peasant-3", False),
        ("dwarf-9", "dwarf-0", "dwarf-4", False),
    ],
)
def test_a_griffin_may_raise_a_rivals_card_between_two_of_a_hand(
    card: str, lower: str, rival: str, matters: bool
) -> None:
    """The rival has won the griffin with the value 3, so their cards of that value are worth 8."""
    game = Claim(2, ("kings", "peasants", "doppelgangers", "dwarves", "griffins"))
    s = np.zeros(1, STATE)[0]
    numbers = game.numbers
    table.add(s, table.SCORE + 1, numbers["griffin-3"])
    low, high = table.bits_of(numbers[rival])
    found = moves.raisable(s, game.deck[0], low, high, numbers[card], numbers[lower])
    assert found == matters
