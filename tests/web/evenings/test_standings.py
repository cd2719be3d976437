"""Standings: points, tie-breaks, and what a series needs to be decided."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimant.web.evenings.log import (
    Arrived,
    Decided,
    Ended,
    GameStarted,
    History,
    LogEvent,
    Returned,
    RoundStarted,
    Withdrew,
    history,
    read,
    written,
)
from claimant.web.evenings.pairing import round_robin
from claimant.web.evenings.plans import SeriesPlan, usual_rounds
from claimant.web.evenings.series import is_decided, leaders, next_order
from claimant.web.evenings.standings import league, points_of, standings

TEAMS = (0, 1, 0, 1)


def told(events: Sequence[LogEvent]) -> History:
    return history((written(event), 1.0) for event in events)


def rounds(*played: Sequence[tuple[Sequence[int], Sequence[int]]]) -> History:
    """Rounds of games, each as its seating and its winners."""
    people = {p for games in played for seating, _ in games for p in seating}
    events: list[LogEvent] = [Arrived(player) for player in range(max(people) + 1)]
    for number, games in enumerate(played, 1):
        started = tuple(GameStarted(f"{number}-{n}", tuple(g[0])) for n, g in enumerate(games))
        paired = {p for seating, _ in games for p in seating}
        byes = tuple(p for p in range(max(people) + 1) if p not in paired)
        events.append(RoundStarted(started, byes))
        events += [
            Decided(number, n, tuple(winners), len(winners))
            for n, (_, winners) in enumerate(games, 1)
        ]
    return told(events)


def test_a_round_robin_of_four_as_in_the_book() -> None:
    past = rounds(
        [((0, 1), [0]), ((2, 3), [2])],
        [((0, 2), [0, 2]), ((1, 3), [1])],
        [((0, 3), [3]), ((1, 2), [2])],
    )
    lines = {line.player: line for line in standings(past)}
    assert [lines[p].points for p in range(4)] == [Fraction(3, 2), 1, Fraction(5, 2), 1]
    # Player 2 has beaten 3 and 1 and shared a game with 0: 1 + 1 + half of 1.5.
    assert lines[2].sonneborn_berger == Fraction(11, 4)
    assert lines[2].buchholz == Fraction(7, 2)
    assert [line.player for line in standings(past)] == [2, 0, 3, 1]
    assert [line.rank for line in standings(past)] == [1, 2, 3, 4]


def test_equal_players_share_a_rank() -> None:
    past = rounds([((0, 1), [0]), ((2, 3), [2])])
    assert [(line.rank, line.player) for line in standings(past)] == [
        *((1, 0), (1, 2), (3, 1), (3, 3))
    ]


def test_a_bye_is_a_point_and_an_opponent_as_good_as_oneself() -> None:
    past = rounds([((0, 1), [0])], [((0, 2), [2])])  # first 2 rests, then 1 does
    lines = {line.player: line for line in standings(past)}
    assert [lines[p].points for p in range(3)] == [1, 1, 2]
    assert [lines[p].buchholz for p in range(3)] == [3, 2, 3]


def test_in_a_round_robin_a_rest_is_no_point() -> None:
    past = told([Arrived(0), Arrived(1), Arrived(2), RoundStarted((), (2,), 0)])
    assert points_of(past, [2]) == {2: 0}


def test_standings_take_as_many_steps_as_people_have_played_games() -> None:
    """Counted, so that a large tournament costs no more per game than a small one."""

    def steps_per_seat(people: int) -> float:
        paired = [round_robin(range(people), number).tables for number in range(1, people)]
        past = rounds(*[[(pair, pair[:1]) for pair in tables] for tables in paired])
        steps = 0

        def step(*_: object) -> None:
            nonlocal steps
            steps += 1

        sys.setprofile(step)
        try:
            standings(past)
        finally:
            sys.setprofile(None)
        return steps / (people * (people - 1))

    assert steps_per_seat(64) < 1.5 * steps_per_seat(16)


@given(st.lists(st.tuples(st.permutations(range(5)), st.sets(st.integers(0, 4), min_size=1))))
def test_every_game_gives_one_point_altogether(games: list[tuple[list[int], set[int]]]) -> None:
    past = rounds([(range(5), [0])], *[[(seating, sorted(won))] for seating, won in games])
    assert sum(line.points for line in standings(past)) == 1 + len(games)


def test_partners_each_get_the_points_of_their_side() -> None:
    games = (GameStarted("t", (3, 1, 2, 0), TEAMS),)
    past = told([*map(Arrived, range(4)), RoundStarted(games), Decided(1, 1, (3, 2), 1)])
    assert points_of(past, range(4)) == {0: 0, 1: 0, 2: 1, 3: 1}
    # A partner is not an opponent.
    assert {line.player: line.buchholz for line in standings(past)} == {0: 2, 1: 2, 2: 0, 3: 0}
    shared = told([*map(Arrived, range(4)), RoundStarted(games), Decided(1, 1, (0, 1, 2, 3), 2)])
    assert set(points_of(shared, range(4)).values()) == {Fraction(1, 2)}


def test_a_games_own_figure_breaks_the_last_tie_and_survives_a_correction() -> None:
    game = (GameStarted("t", (0, 1)),)
    both = Decided(1, 1, (0, 1), 2, (4, 7))
    past: list[LogEvent] = [Arrived(0), Arrived(1), RoundStarted(game), both]
    assert [line.player for line in league(told(past), range(2))] == [1, 0]
    corrected = told([*past, Decided(1, 1, (0,), 1, by="organiser")])
    assert [(line.player, line.figure) for line in league(corrected, range(2))] == [(0, 4), (1, 7)]
    assert corrected.games[0].result is not None
    assert corrected.games[0].result.by == "organiser"


@given(
    st.lists(
        st.sampled_from(
            [Arrived(0), Arrived(1), Withdrew(0), Withdrew(1, True), Returned(0), Ended(True),
             RoundStarted((GameStarted("a", (0, 1), (0, 1)),), (2,), 0, 3)]
        )
    )
)  # fmt: skip
def test_a_log_reads_as_it_was_written(events: list[LogEvent]) -> None:
    assert [read(written(event)) for event in events] == events
    past = told(events)
    assert len(past.present) == len(set(past.present))
    assert past.ended == any(isinstance(event, Ended) for event in events)


# Series.

BEST_OF_3, BEST_OF_5 = SeriesPlan(3), SeriesPlan(5)


def two(*winners: str) -> History:
    """A series of two players: `a`, `b`, or `=` for each game."""
    who = {"a": [0], "b": [1], "=": [0, 1], "-": []}
    return rounds(*[[((0, 1), who[w])] for w in winners])


@pytest.mark.parametrize(
    ("plan", "games", "over"),
    [
        (BEST_OF_3, "a", False),
        (BEST_OF_3, "aa", True),
        (BEST_OF_3, "ab", False),
        (BEST_OF_3, "aba", True),
        (BEST_OF_3, "a=", False),
        (BEST_OF_3, "a==", True),
        (BEST_OF_3, "ab=", False),  # equal: another game decides
        (BEST_OF_3, "ab=b", True),
        (BEST_OF_3, "a-b-", False),  # games that were called off do not count
        (BEST_OF_5, "aab", False),
        (BEST_OF_5, "aaba", True),
        (BEST_OF_5, "aa=", False),
        (BEST_OF_5, "aa==", True),
        (SeriesPlan(4, best_of=False), "aaa", False),
        (SeriesPlan(4, best_of=False), "aaaa", True),
        (SeriesPlan(4, best_of=False), "abab", True),  # shared
    ],
)
def test_when_a_series_of_two_is_over(plan: SeriesPlan, games: str, over: bool) -> None:
    assert is_decided(plan, two(*games), range(2)) == over


@given(st.lists(st.sampled_from("ab=-"), min_size=1, max_size=60))
def test_a_series_ends_at_some_time_and_never_goes_on_afterwards(games: list[str]) -> None:
    ended = False
    for n in range(1, len(games) + 1):
        past = two(*games[:n])
        now = is_decided(BEST_OF_5, past, range(2))
        counted = sum(game != "-" for game in games[:n])
        if not ended:
            assert now or counted < 15
        ended = ended or now
        if now and counted < 15:
            assert len(leaders(past, range(2))) == 1
    assert leaders(two("a", "b"), range(2)) == [0, 1]


def test_partners_win_a_series_together() -> None:
    games = [GameStarted(str(n), (0, 1, 2, 3), TEAMS) for n in range(2)]
    events: list[LogEvent] = [*map(Arrived, range(4))]
    for n, game in enumerate(games, 1):
        events += [RoundStarted((game,)), Decided(n, 1, (0, 2), 1)]
    assert is_decided(BEST_OF_3, told(events), range(4))
    assert leaders(told(events), range(4)) == [0, 2]


@pytest.mark.parametrize("players", range(2, 6))
def test_rotating_moves_everyone_and_changes_neighbours(players: int) -> None:
    seating = list(range(players))
    partners = set()
    for _ in range(6):
        partners.add(frozenset((seating[0], seating[2 % players])))
        before = seating
        seating = [seating[former] for former in next_order(players, rotate=True)]
        assert sorted(seating) == list(range(players))
        assert seating != before
    assert next_order(players, rotate=False) == tuple(range(players))


def test_four_players_who_rotate_have_every_partner() -> None:
    seating = [0, 1, 2, 3]
    partners: set[frozenset[int]] = set()
    for _ in range(3):
        partners |= {frozenset((seating[0], seating[2])), frozenset((seating[1], seating[3]))}
        seating = [seating[former] for former in next_order(4, rotate=True)]
    assert len(partners) == 6


@pytest.mark.parametrize(
    ("system", "people", "number"),
    [("swiss", 4, 3), ("swiss", 8, 3), ("swiss", 9, 4), ("swiss", 64, 6), ("round-robin", 5, 5)],
)
def test_the_usual_number_of_rounds(system: str, people: int, number: int) -> None:
    assert usual_rounds(system, people) == number
