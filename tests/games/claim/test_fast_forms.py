"""Faster forms of the rules, for bots and the solver, agree with the rules on random positions.

Every deck size and every faction takes part: a new faction is tested by being in the card list.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from support.endings import ending_of
from support.setups import free_decks

from claimant.game import CHANCE
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules import powers, scoring, table
from claimant.games.claim.rules.cards import DOPPELGANGERS, FACTIONS, Card
from claimant.games.claim.solver import bounds
from claimant.games.claim.solver.transpositions import LEVEL, LOST, WON
from claimant.luck import Seeded

COUNTED_OTHERWISE = {"gnomes", "peasants", "vikings", "bards"}
"""Factions in which a lead in cards is not yet a lead in the race."""


def decks(players: int) -> list[Claim]:
    """Decks that have every faction between them, most by the book and some not."""
    random = Random(players)
    found = []
    missing = {faction.name for faction in FACTIONS}
    for deck in random.sample(free_decks(players), len(free_decks(players))):
        if missing & set(deck):
            missing -= set(deck)
            order = tuple(random.sample(deck, len(deck)))
            found.append(Claim(players, order, random.choice(("pile", "deck"))))
    assert not missing
    return found


DECKS = [game for players in Claim.seats for game in decks(players)]
FOR_TWO = [game for game in DECKS if game.players == 2]


def states(game: Claim, seed: int) -> Iterator[ClaimState]:
    """The states of a random game in which a player decides."""
    random = Random(seed)
    luck = Seeded(seed)
    state = game.start()
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
            continue
        yield state
        state = state.apply(random.choice(state.legal()))


def played_out(state: ClaimState, random: Random) -> ClaimState:
    while state.actor is not None:
        state = state.apply(random.choice(state.legal()))
    return state


def record(state: ClaimState) -> Any:
    return np.frombuffer(bytearray(state.data), table.STATE)[0]


def members(low: int, high: int) -> set[int]:
    return {n for n in range(128) if (high if n > 63 else low) >> (n & 63) & 1}


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_the_cards_that_beat_another_are_those_that_rank_higher(game: Claim) -> None:
    d = game.deck[0]
    compared = 0
    for state in states(game, 1):
        s = record(state)
        if s.stage != table.PLAY or not s.played:
            continue
        played = int(s.played)
        keys = [int(powers.rank_key(s, d, place)) for place in range(played)]
        best = int(s.trick[keys.index(max(keys))])
        bonus = powers.value_of(max(keys)) - int(d.value[best])
        beating = members(*powers.beating(d, int(s.trick[0]) >> 4, best, bonus))
        for card in members(*s.cards[table.HAND + int(s.actor)].tolist()):
            if powers.griffins(s, d, int(s.actor), int(d.value[card])):
                continue  # what griffins add to the other cards is left out
            s.trick[played] = card
            assert (powers.rank_key(s, d, played) > max(keys)) == (card in beating)
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("players", Claim.seats)
def test_sides_in_the_kernels_are_the_teams_of_the_game(players: int) -> None:
    game = decks(players)[0]
    d = game.deck[0]
    assert table.sides(d) == len(game.teams)
    for seat in range(players):
        assert seat in game.teams[table.side(d, seat)]
        assert game.sides[seat] == table.side(d, seat)


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_a_lead_that_nobody_can_make_up_decides_a_plain_faction(game: Claim) -> None:
    """Without loot, which can count for any faction."""
    d = game.deck[0]
    plain = [
        slot
        for slot, name in enumerate(game.factions)
        if name not in COUNTED_OTHERWISE and "raccoons" not in game.factions
    ]
    random = Random(2)
    for state in list(states(game, 2))[-12::3]:
        s = record(state)
        end = record(played_out(state, random))
        for slot in plain:
            for side in range(table.sides(d)):
                lead, left = scoring.race(s, d, side, slot)
                if lead > left:
                    assert scoring.faction_owner(end, d, slot) == side


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_a_race_counts_the_cards_on_the_table(game: Claim) -> None:
    d = game.deck[0]
    for state in list(states(game, 3))[::7]:
        s = record(state)
        places = state.pieces()
        for slot, name in enumerate(game.factions):
            if name == "raccoons":
                continue  # four of them are not in the game, and nobody knows which
            of_faction = {
                place: sum(Card(code).faction == name for code in codes)
                for place, codes in places.items()
            }
            scored = [
                sum(of_faction.get(f"score {seat}", 0) for seat in team) for team in game.teams
            ]
            left = sum(of_faction.values()) - sum(scored) - of_faction.get("discarded", 0)
            for side, have in enumerate(scored):
                rival = max(scored[:side] + scored[side + 1 :])
                assert scoring.race(s, d, side, slot) == (have - rival, left)


@pytest.mark.parametrize("game", DECKS, ids=repr)
def test_nobody_owns_a_faction_that_nobody_has(game: Claim) -> None:
    d = game.deck[0]
    s = record(next(states(game, 4)))
    assert [scoring.faction_owner(s, d, slot) for slot in range(d.slots)] == [-1] * d.slots
    assert scoring.scores(s, d) == (0, 0, 0)


@pytest.mark.parametrize("game", FOR_TWO, ids=repr)
def test_the_solvers_bounds_hold_for_every_course_of_the_game(game: Claim) -> None:
    d = game.deck[0]
    random = Random(repr(game))
    search = np.zeros(1, bounds.SEARCH)[0]
    decided = 0
    for tricks in (1, 2, 3, 5, 8):
        state = ending_of(game, random, tricks)
        s = record(state)
        bounds.prepare(s, d, search)
        for _ in range(4):
            end = record(played_out(state, random))
            first, second, _ = scoring.scores(end, d)
            difference = first // scoring.FACTION - second // scoring.FACTION
            search.tie = 0
            bounds.find_bounds(s, d, search, 0)
            assert search.least <= difference <= search.most
            owners = [scoring.faction_owner(end, d, slot) for slot in range(d.slots)]
            for slot, owner in enumerate(owners):
                race = int(search.races[0]) >> 8 * slot & 255
                if not search.open[0] >> slot & 1:
                    decided += 1
                    assert race == (LEVEL, WON, LOST)[owner + 1]
            search.tie = 1
            bounds.find_bounds(s, d, search, 0)
            result = (first > second) - (first < second)
            assert search.least <= result <= search.most
    assert decided > 0


def test_the_solver_knows_which_values_griffins_raise() -> None:
    raised = 0
    games = [game for game in FOR_TWO if "griffins" in game.factions]
    for state in (state for game in games for seed in range(4) for state in states(game, seed)):
        s, d = record(state), state.game.deck[0]
        for seat in range(2):
            values = bounds.raised(s, d, seat)
            for card in members(*s.cards[table.HAND + seat].tolist()):
                value = int(d.value[card])
                more = powers.griffins(s, d, seat, value)
                assert bool(more) == bool(values >> value & 1)
                raised += bool(more)
    assert raised > 5


@pytest.mark.parametrize("game", [g for g in FOR_TWO if "doppelgangers" in g.factions], ids=repr)
def test_the_solver_orders_doppelgangers_as_tricks_are_ranked(game: Claim) -> None:
    """Every card that can be led, and every doppelganger played onto it."""
    d = game.deck[0]
    s = record(game.start())
    s.leader = 0
    search = np.zeros(1, bounds.SEARCH)[0]
    doubles = int(d.slot[DOPPELGANGERS])
    for slot in set(range(len(game.factions))) - {doubles}:
        bounds.order_doppelgangers(d, search, slot)
        own = sorted(members(int(search.own_places[slot]), 0))
        other = sorted(members(int(search.other_places[slot]), 0))
        for n in range(sum(bool(code) for code in game.codes[16 * slot : 16 * slot + 16])):
            for value in range(10):
                s.trick[0], s.trick[1] = 16 * slot + n, 16 * doubles + value
                leads = powers.rank_key(s, d, 0) > powers.rank_key(s, d, 1)
                assert leads == (own[n] > other[value])
