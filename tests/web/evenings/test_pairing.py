"""Pairings: laws that hold for every number of people."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimant.web.evenings.pairing import (
    Pairing,
    Past,
    remaining,
    round_robin,
    rounds_left,
    sizes,
    swiss,
)


def everyone_once(pairing: Pairing, people: int) -> bool:
    seated = [p for table in pairing.tables for p in table] + list(pairing.byes)
    return sorted(seated) == list(range(people))


def pairs(pairing: Pairing) -> list[frozenset[int]]:
    return [frozenset(pair) for table in pairing.tables for pair in combinations(table, 2)]


@pytest.mark.parametrize("people", range(4, 65))
def test_in_a_round_robin_each_pair_meets_once_and_rests_are_equal(people: int) -> None:
    rounds = [round_robin(range(people), n) for n in range(1, people + people % 2)]
    assert all(everyone_once(each, people) for each in rounds)
    met = Counter(pair for each in rounds for pair in pairs(each))
    assert met == Counter(frozenset(pair) for pair in combinations(range(people), 2))
    rests = Counter(player for each in rounds for player in each.byes)
    assert set(rests.values()) == ({1} if people % 2 else set())
    # Nobody always has the same seat.
    first = Counter(table[0] for each in rounds for table in each.tables)
    assert all(0 < first[player] < people - 1 for player in range(people))


def play(people: int, rounds: int, luck: st.DataObject) -> list[Pairing]:
    """A Swiss tournament with any results."""
    points = dict.fromkeys(range(people), Fraction(0))
    past = Past(points)
    played = []
    for number in range(rounds):
        pairing = swiss(range(people), past, 2, number)
        played.append(pairing)
        for table in pairing.tables:
            past.add(table)
            result = luck.draw(st.sampled_from([(2, 0), (0, 2), (1, 1)]))
            for player, won in zip(table, result, strict=True):
                points[player] += Fraction(won, 2)
        for player in pairing.byes:
            past.byes[player] += 1
            points[player] += 1
    return played


@settings(max_examples=25)
@given(st.integers(4, 24), st.data())
def test_swiss_pairs_do_not_meet_twice_and_byes_go_round(people: int, data: st.DataObject) -> None:
    # For at most half of the possible rounds there is always a pairing without a repetition: the
    # graph of those who have not met has degree of at least half the people (Dirac).
    rounds = max(1, people // 2 - 1)
    played = play(people, rounds, data)
    assert all(everyone_once(each, people) for each in played)
    assert all(len(each.byes) == people % 2 for each in played)
    met = Counter(pair for each in played for pair in pairs(each))
    assert set(met.values()) <= {1}
    byes = Counter(player for each in played for player in each.byes)
    assert set(byes.values()) <= {1}


@pytest.mark.parametrize("people", [*range(4, 16), 31, 32, 33, 63, 64])
def test_those_with_equal_points_meet_in_a_swiss_round(people: int) -> None:
    points = {player: Fraction(player // 4) for player in range(people)}
    pairing = swiss(range(people), Past(points), 2, 1)
    assert everyone_once(pairing, people)
    apart = [abs(points[a] - points[b]) for a, b in pairing.tables]
    assert max(apart) <= 1
    assert sum(apart) <= (people // 4 if people % 2 else 1)  # one of each group may have to move
    assert all(points[player] == 0 for player in pairing.byes)


def test_a_repetition_happens_only_if_it_cannot_be_avoided() -> None:
    past = Past(dict.fromkeys(range(4), Fraction(0)))
    for number in range(1, 4):
        for table in round_robin(range(4), number).tables:
            past.add(table)
    again = swiss(range(4), past, 2, 1)
    assert everyone_once(again, 4)  # all have met, and they are paired nonetheless
    past.met[frozenset((0, 1))] = 2
    assert frozenset((0, 1)) not in pairs(swiss(range(4), past, 2, 1))


@given(st.integers(4, 64), st.integers(2, 5))
def test_tables_are_as_few_and_as_equal_as_possible(people: int, per_table: int) -> None:
    found = sizes(people, per_table)
    assert sum(found) == people
    assert len(found) == -(-people // per_table)
    assert max(found) <= per_table
    assert max(found) - min(found) <= 1


@settings(max_examples=25)
@given(st.integers(4, 64), st.integers(3, 5), st.data())
def test_larger_tables_seat_everyone_once_and_avoid_those_met_before(
    people: int, per_table: int, data: st.DataObject
) -> None:
    whole = st.integers(0, 6).map(Fraction)
    points = {player: data.draw(whole) for player in range(people)}
    past = Past(points)
    first = swiss(range(people), past, per_table, 1)
    assert everyone_once(first, people)
    for table in first.tables:
        past.add(table)
    second = swiss(range(people), past, per_table, 2)
    assert everyone_once(second, people)
    if people >= per_table**2:  # then everyone can have new neighbours
        assert not set(pairs(first)) & set(pairs(second))


@settings(max_examples=25)
@given(st.integers(4, 20), st.integers(1, 3), st.integers(1, 4))
def test_people_who_come_later_still_meet_everyone(people: int, before: int, late: int) -> None:
    past = Past({})
    for number in range(1, before + 1):
        for table in round_robin(range(people), number).tables:
            past.add(table)
    everyone = range(people + late)
    rounds = 0
    while rounds_left(everyone, past):
        pairing = remaining(everyone, past)
        assert everyone_once(pairing, people + late)
        assert pairing.tables
        for table in pairing.tables:
            past.add(table)
        rounds += 1
    assert set(past.met.values()) == {1}
    assert len(past.met) == (people + late) * (people + late - 1) // 2
    assert rounds <= 2 * (people + late)
