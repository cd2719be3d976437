"""Reviews: luck and decisions add up, and every part says what it should."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.reviews import check_laws
from third_game import ENTRY
from third_game.game import Ferry

from claimant import laws, registry
from claimant.game import Game
from claimant.record import Comment, Record
from claimant.teaching.fortune_rank import fortunes
from claimant.teaching.review import NotReviewable, advice, review
from claimant.teaching.review_data import Graded, Why, decode, encode
from claimant.teaching.review_words import to_work_on


@pytest.fixture(scope="module", autouse=True)
def _ferry() -> Iterator[None]:
    registry.register(replace(ENTRY, judge="support.ferry_judge:JUDGE"))
    yield
    registry.unregister("ferry")


def finished(game: Game, seed: int) -> Record:
    return laws.random_record(game, seed)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_luck_and_decisions_add_up(players: int, seed: int) -> None:
    record = finished(Ferry(players), seed)
    check_laws(record, review(record, seed))


def test_a_review_is_the_same_for_the_same_seed_and_survives_json() -> None:
    record = finished(Ferry(3), 5)
    found = review(record, 9)
    assert review(record, 9) == found
    assert decode(encode(found)) == found
    assert decode(encode(found).replace(b'"format":2', b'"format":0')) is None
    assert decode(b"{}") is None


def test_decisions_cost_their_player_and_nobody_else() -> None:
    found = review(finished(Ferry(3), 5))
    assert found.decisions
    for one in found.decisions:
        moment = found.moments[one.n - 1]
        assert moment.seat == one.seat
        assert moment.decisions[one.seat] == -one.cost
        assert all(part >= 0 for n, part in enumerate(moment.decisions) if n != one.seat)
        assert one.cost == pytest.approx(one.best_value - one.value, abs=1e-5)
        assert 0 <= one.cost <= one.stake + 1e-9
        assert (one.grade == "best") == (one.cost <= 0.005)
    for player in found.players:
        own = [one for one in found.decisions if one.seat == player.seat]
        assert sum(player.grades.values()) == len(own)
        assert player.accuracy is not None
        assert 0 <= player.accuracy <= 100
        assert 0 <= player.luck_rank <= 100
    assert {*found.turning_points} <= {one.n for one in found.decisions if one.cost >= 0.05}


def test_what_is_taken_back_counts_for_nothing() -> None:
    record = finished(Ferry(2), 5)
    last = next(n for n, event in enumerate(record.events, 1) if event.startswith("discard"))
    events = list(record.events)
    again = [*events[:last], "undo", *events[last - 1 :]]
    found, plain = review(replace(record, events=again)), review(record)
    for n in (last, last + 1):
        moment = found.moments[n - 1]
        assert not any((*moment.luck, *moment.decisions))
    assert [one.event for one in found.decisions] == [one.event for one in plain.decisions]
    assert [one.cost for one in found.decisions] == [one.cost for one in plain.decisions]


def test_decisions_after_a_hint_are_marked() -> None:
    record = finished(Ferry(2), 5)
    first = review(record).decisions[0]
    hinted = replace(record, comments=[Comment(first.n, "# hint"), Comment(first.n + 1, "# hi")])
    found = review(hinted)
    assert [one.n for one in found.decisions if one.hint] == [first.n]
    assert found.players[first.seat].hints == 1


def test_only_finished_games_of_games_with_a_judge() -> None:
    record = finished(Ferry(2), 5)
    with pytest.raises(NotReviewable, match="finished"):
        review(replace(record, events=record.events[:-1]))
    with pytest.raises(NotReviewable, match="finished"):
        review(replace(record, events=()))
    registry.register(ENTRY)
    with pytest.raises(NotReviewable, match="judge"):
        review(record)
    registry.register(replace(ENTRY, judge="support.ferry_judge:JUDGE"))


def test_the_progress_of_a_review_reaches_its_end() -> None:
    seen: list[tuple[int, int]] = []
    review(finished(Ferry(2), 5), progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == [*range(1, len(seen) + 1)]
    assert seen[-1][0] == seen[-1][1]


def test_the_luck_of_a_fair_game_is_ranked_evenly() -> None:
    """Among many games, a seat is as often luckier than its rank says."""
    ranked = [review(finished(Ferry(2), seed)).players[0].luck_rank for seed in range(60)]
    assert 35 <= sum(ranked) / len(ranked) <= 65
    assert min(ranked) < 25
    assert max(ranked) > 75


def test_the_points_and_the_rank_of_luck_never_contradict_each_other() -> None:
    """More points are a higher rank, and someone luckier than most has more than 0."""
    for seed in range(20):
        found = review(finished(Ferry(2), seed))
        one, other = found.players
        assert one.luck == pytest.approx(-other.luck, abs=2e-6)
        assert one.luck_rank + other.luck_rank == pytest.approx(100, abs=0.11)
        for player in found.players:
            assert player.luck <= 0 or player.luck_rank >= 50, (seed, player)
            assert player.luck >= 0 or player.luck_rank <= 50, (seed, player)


def test_luck_is_measured_against_what_was_drawn_not_against_the_estimate_before() -> None:
    """In a game in which every draw is a poor one, the better of two was luck."""
    draws = [[(0.3, 0.7), (0.2, 0.8), (0.2, 0.8), (0.3, 0.7)] for _ in range(3)]
    lucky, unlucky = fortunes(draws, 2, 0)
    assert lucky.luck > 0 > unlucky.luck
    assert lucky.rank > 50 > unlucky.rank
    worst = fortunes([[(0.2, 0.8), (0.3, 0.7)]], 2, 0)
    assert worst[0].luck < 0
    assert worst[0].rank < 50


def decided(n: int, cost: float, *codes: str) -> Graded:
    """A decision that cost something, and why another one was better."""
    reasons = tuple(Why(code, {"en": f"{code}!"}) for code in codes)
    return Graded(
        n, 0, "a", "b", 0.5 - cost, 0.5, cost, 0.5, "slip", exact=False, hint=False, reasons=reasons
    )


def test_what_to_work_on_is_the_reason_whose_disregard_cost_the_most() -> None:
    slips = [decided(1, 0.04, "low-risk"), decided(3, 0.03, "bust-risk"), decided(5, 0.02)]
    found = advice([*slips, decided(7, 0.02, "bust-risk", "low-risk")])
    assert found is not None
    assert (found.code, found.count, found.example) == ("bust-risk", 2, 3)
    assert found.cost == pytest.approx(0.05)
    assert "2 decisions of the same kind" in to_work_on(found).say()
    assert advice([decided(1, 0.01, "low-risk")]) is None, "it cost too little"
    right = decided(1, 0.2, "low-risk")
    assert advice([msgspec.structs.replace(right, event=right.best)]) is None, (
        "it was the best choice"
    )


def test_that_something_else_is_better_is_no_habit_to_work_on() -> None:
    """Only if no kind of reason cost enough, and then it is not called a kind."""
    costly = decided(1, 0.3, "wins-more")
    found = advice([costly, decided(3, 0.03, "bust-risk", "wins-more")])
    assert found is not None
    assert found.code == "bust-risk"
    found = advice([costly, decided(3, 0.02, "bust-risk")])
    assert found is not None
    assert (found.code, found.example) == ("wins-more", 1)
    assert "No single habit" in to_work_on(found).say()
