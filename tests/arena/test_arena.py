"""The arena: matches with the same luck for all, their standings, and reproducible runs."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from claimant import luck, record
from claimant.arena import entrants
from claimant.arena.executor import WorkerPool, WorkersLost, processes
from claimant.arena.fingerprint import fingerprint
from claimant.arena.matches import (
    Contest,
    GameResult,
    Match,
    ThinkingTime,
    lineups,
    play_match,
)
from claimant.arena.rates import Rate, combined, win_rate
from claimant.arena.results_file import ResultsFile
from claimant.arena.standings import shares, standings
from claimant.arena.tournament import compete
from claimant.bots import NAMES
from claimant.game import Game, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt

HERE = WorkerPool(lambda: ThreadPoolExecutor(1), max_pending=3)


def claim(players: int = 2) -> Claim:
    return Claim(players, SCENARIOS["the old kingdom"].deck(players))


def contest(game: Game | None = None, bots: Sequence[str] = ("random", "random")) -> Contest:
    return Contest.of(game or ClaimIt(2), bots, seed=1)


def run(contest: Contest, matches: int, file: Path, workers: WorkerPool = HERE) -> dict[str, Any]:
    """The standings of a contest, without the times, which differ from run to run."""
    with ResultsFile(file, contest) as results:
        for _ in compete(contest, matches, results, workers):
            pass
    data = standings(contest, results.matches.values()).as_data()
    del data["thinking"]
    return data


# Matches


@pytest.mark.parametrize(
    "game", [ClaimIt(2), ClaimIt(3), claim(2), claim(4)], ids=lambda g: f"{g.name}-{g.players}"
)
def test_a_bot_that_meets_itself_wins_its_part_of_every_match(game: Game) -> None:
    same = ("random",) * (2 if game.name == "claim" else game.players)
    it = contest(game, same)
    for number in (1, 2, 3):
        match = play_match(it, number)
        assert set(shares(it, match).values()) == {1 / len(it.teams)}
        assert len({game.events for game in match.games}) == 1  # the same game again


def test_a_match_has_the_same_luck_with_the_seats_swapped() -> None:
    it = contest(claim(), ("random", NAMES[1]))
    first, second = (record.loads(text) for text in play_match(it, 7, with_records=True).records)
    assert first.events[:2] == second.events[:2]  # who begins, and the deal
    assert first.headers["seed"] == second.headers["seed"]
    assert first.names == second.names[::-1] == ("bot random", f"bot {NAMES[1]}")
    other = record.loads(play_match(it, 8, with_records=True).records[0])
    assert other.events[1] != first.events[1]


def test_partners_are_the_same_bot() -> None:
    it = contest(claim(4), ("random", NAMES[1]))
    one, other = (record.loads(text).names for text in play_match(it, 1, with_records=True).records)
    assert one == ("bot random", f"bot {NAMES[1]}") * 2
    assert other == (f"bot {NAMES[1]}", "bot random") * 2


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (4, 2), (2, 3), (3, 3), (2, 4), (3, 5)])
def test_all_play_every_seat_equally_often(bots: int, players: int) -> None:
    it = contest(ClaimIt(players), ("random",) * bots)
    seats: Counter[tuple[int, int]] = Counter()
    matches = it.matches(100)
    for number in range(1, matches + 1):
        for seating in it.seatings(number):
            seats.update(enumerate(seating))
    assert len(seats) == bots * players
    assert len(set(seats.values())) == 1
    assert seats.total() >= 100 * players
    assert matches % len(it.lineups) == 0


def test_line_ups_and_seatings() -> None:
    assert lineups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert lineups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert lineups(2, 4) == [(0, 0, 1, 1)]
    assert len(lineups(6, 5)) == 6
    # The orders round a table of three come in turn.
    it = contest(ClaimIt(3), ("random",) * 3)
    assert it.seatings(1) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert it.seatings(2) == [(0, 2, 1), (2, 1, 0), (1, 0, 2)]


# Figures


def match(number: int, *winners: tuple[int, ...]) -> Match:
    """A match of two with these winners when the first sits first, and when it sits second."""
    seatings = ((0, 1), (1, 0))
    games = [GameResult(s, w, "group", 9) for s, w in zip(seatings, winners, strict=True)]
    return Match(
        number, tuple(games), {0: ThinkingTime(2, 0.5, 0.4), 1: ThinkingTime(1, 0.25, 0.25)}
    )


def test_a_shared_win_counts_half() -> None:
    it = contest()
    assert shares(it, match(1, (0,), (1,))) == {0: 1.0, 1: 0.0}
    assert shares(it, match(1, (0,), (0, 1))) == {0: 0.75, 1: 0.25}
    table = contest(ClaimIt(3), ("random", "easy"))
    games = (
        GameResult((0, 0, 1), (0, 2), "group", 9),
        GameResult((0, 1, 0), (2,), "group", 9),
        GameResult((1, 0, 0), (0,), "group", 9),
    )
    # Three halves of a win over six seats; the other as many over three.
    assert shares(table, Match(1, games, {})) == {0: 0.25, 1: 0.5}


def test_the_interval_by_hand() -> None:
    # m = 0.75 and m(1-m) = 0.1875; the squares add up to 0.25, so f = (1 + 4/3) / 4 = 7/12 and
    # there are 4 / f = 48/7 observations. Wilson: middle (0.75 + 0.28009) / 1.56018 = 0.66023,
    # reach 1.959964 * sqrt(0.027344 + 0.020423) / 1.56018 = 0.27456.
    found = win_rate([1.0, 0.5, 0.5, 1.0])
    assert found == pytest.approx((0.75, 0.38567, 0.93479), abs=1e-5)
    # All won: Wilson's interval for four of four.
    assert win_rate([1.0] * 4) == pytest.approx((1.0, 0.51011, 1.0), abs=1e-5)
    # Alike, but no proof: ten pairs split are as one hundred games' worth of certainty.
    assert win_rate([0.5] * 10) == pytest.approx((0.5, 0.40383, 0.59617), abs=1e-5)


@pytest.mark.parametrize("weights", [(1, 2, 1), (1, 8, 1), (1, 1, 8), (0, 1, 9)])
@pytest.mark.parametrize("n", [8, 60])
def test_the_interval_contains_the_true_value_as_often_as_it_says(
    weights: tuple[int, int, int], n: int
) -> None:
    """Matches lost, split and won in these proportions."""
    values = (0.0, 0.5, 1.0)
    truth = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    luck = random.Random(3)
    studies = 1000
    held = 0
    for _ in range(studies):
        found = win_rate(luck.choices(values, weights, k=n))
        held += found.low <= truth <= found.high
    assert held / studies > 0.93


def test_line_ups_have_equal_weight() -> None:
    found = combined([Rate(0.8, 0.5, 0.9), Rate(0.4, 0.0, 0.64)])
    assert found == pytest.approx((0.6, 0.35, 0.73))
    assert combined([Rate(1.0, 0.7, 1.0)]) == (1.0, 0.7, 1.0)


def test_the_standings() -> None:
    it = contest(bots=("easy", "hard"))
    matches = [match(1, (1,), (0,)), match(2, (0, 1), (0,)), match(3, (0,), (0,))]
    found = standings(it, matches)
    assert [one.entrant for one in found.entrants] == ["hard", "easy"]
    best, worst = found.entrants
    assert best.rate == win_rate([1.0, 0.75, 0.5])
    assert best.mu > 25 > worst.mu
    assert worst.thinking == ThinkingTime(6, 1.5, 0.4)
    assert (found.matches, found.games, found.reasons) == (3, 6, {"group": 6})
    assert standings(it, matches[::-1]) == found


def test_the_json_has_the_documented_shape() -> None:
    it = contest(bots=("easy", "easy"))
    data = standings(it, [match(1, (1,), (0,))]).as_data()
    data = json.loads(json.dumps(data))
    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text()
    for key in data:
        assert f"`{key}`" in text, f"docs/arena.md does not explain {key}"
    assert data["entrants"] == ["easy", "easy (2)"]
    (first, _), (meeting,) = data["standings"], data["meetings"]
    assert first == {
        "entrant": "easy (2)",
        "matches": 1,
        "games": 2,
        "rate": 1.0,
        "low": pytest.approx(0.20654, abs=1e-5),
        "high": 1.0,
        "rating": first["rating"],
    }
    assert set(first["rating"]) == {"mu", "sigma"}
    assert [one["entrant"] for one in meeting["entrants"]] == data["entrants"]
    assert [one["sides"] for one in meeting["entrants"]] == [1, 1]
    assert data["thinking"]["easy"] == {"decisions": 2, "mean": 0.25, "max": 0.4}


# Runs


def test_a_run_in_pieces_ends_the_same(tmp_path: Path) -> None:
    it = contest(claim(), ("random", "random", "random"))
    whole = run(it, 6, tmp_path / "whole")
    file = tmp_path / "pieces"
    with ResultsFile(file, it) as results:
        matches = compete(it, 6, results, HERE)
        some = [match.number for list_ in islice(matches, 2) for match in list_]
        matches.close()
    with ResultsFile(file, it) as results:
        assert sorted(results.matches) == sorted(some)
    file.write_bytes(file.read_bytes() + b'{"match":6,"games":[[[0,')  # torn by a kill
    assert run(it, 6, file) == whole
    # A longer contest has the shorter one in it.
    with ResultsFile(file, it) as results:
        assert sorted(results.matches) == [1, 2, 3, 4, 5, 6]


def test_a_seed_is_the_same_match_on_a_slow_machine(slow_machine: Callable[[], None]) -> None:
    it = contest(claim(), ("normal", "easy"))
    swift = play_match(it, 1, with_records=True)
    slow_machine()
    assert play_match(it, 1, with_records=True).records == swift.records


def test_an_interruption_before_a_match_is_counted_does_not_lose_it(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with ResultsFile(file, contest()) as results:
        results.add([match(1, (0,), (1,))])
        line = file.read_bytes().splitlines(keepends=True)[-1]
        with file.open("ab") as written:
            written.write(line.replace(b'"match":1', b'"match":2') + line[:20])
        assert sorted(results.matches) == [1]
        results.read()
        assert sorted(results.matches) == [1, 2]


def test_a_torn_first_line_is_a_new_file(tmp_path: Path) -> None:
    file = tmp_path / "results"
    with ResultsFile(file, contest()) as results:
        results.add([match(1, (0,), (1,))])
    first, _, rest = file.read_bytes().partition(b"\n")
    file.write_bytes(first[:20])
    with ResultsFile(file, contest()) as results:
        assert results.matches == {}
    assert file.read_bytes() == first + b"\n"
    assert rest


def test_a_file_with_other_content_is_refused_and_not_changed(tmp_path: Path) -> None:
    file = tmp_path / "results"
    for text in ("a letter\n", "a letter", '{"arena":2}\n'):
        file.write_text(text)
        with pytest.raises(Illegal, match="the results of something else"):
            ResultsFile(file, contest())
        assert file.read_text() == text
    file.unlink()
    ResultsFile(file, contest()).__exit__()
    with pytest.raises(Illegal, match="the results of something else"):
        ResultsFile(file, contest(bots=("random", "easy")))
    file.write_bytes(file.read_bytes() + b"[]\n")
    with pytest.raises(Illegal, match="line 2 is not a match"):
        ResultsFile(file, contest())


def test_the_records_replay_and_verify(tmp_path: Path) -> None:
    it = contest()
    with ResultsFile(tmp_path / "results", it) as results:
        for _ in compete(it, 2, results, HERE, records=tmp_path):
            pass
    names = [f"claim-it-1-00000{n}-{game}.claim" for n in (1, 2) for game in (1, 2)]
    assert sorted(path.name for path in tmp_path.glob("*.claim")) == names
    for n, name in enumerate(names):
        kept = record.load(tmp_path / name)
        assert luck.verify(kept) > 3
        outcome = record.replay(kept).outcome
        assert outcome is not None
        assert outcome.winners == results.matches[n // 2 + 1].games[n % 2].winners


def killed_once(folder: Path, number: int) -> int:
    """Square a number; the first process that is given 3 dies of it."""
    trace = folder / "died"
    if number == 3 and not trace.exists():
        trace.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


class Square:
    """`killed_once` with its folder, in a form that travels to another process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, number: int) -> int:
        return killed_once(self.folder, number)


def test_work_of_a_killed_process_is_done_again(tmp_path: Path) -> None:
    run = processes(2).run(Square(tmp_path), range(12))
    assert sorted(number for some in run for number in some) == [n * n for n in range(12)]
    assert (tmp_path / "died").exists()


def test_work_that_always_kills_is_given_up() -> None:
    with pytest.raises(WorkersLost):
        list(processes(1).run(killed, [1]))


# Names


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        (["random"], "an arena is for two bots or more"),
        (["random", "clever"], "there is no bot called clever; there are random, novice"),
        (["random", "hard@fast"], "give the seconds per decision after @"),
        (["random", "hard@-1"], "give the seconds per decision after @"),
        (["random", "hard@inf"], "give the seconds per decision after @"),
    ],
)
def test_bad_names_are_refused(bots: list[str], said: str) -> None:
    with pytest.raises(Illegal, match=said):
        entrants.check(bots)


def test_a_bot_can_have_a_budget() -> None:
    entrants.check(["hard@0.5", "hard@0.5s", "random@1", "expert-1", "expert-1@1"])
    assert entrants.with_least_time("hard@0.5") == "hard@0.01"
    assert entrants.with_least_time("open_spiel:ismcts@2s") == "open_spiel:ismcts=2"
    assert entrants.labels(["hard", "easy", "hard"]) == ["hard", "easy", "hard (2)"]


def test_the_fingerprint_is_that_of_the_program() -> None:
    assert fingerprint() == fingerprint()
    assert re.fullmatch(r"[0-9.]+\+[0-9a-f]{8}", fingerprint())
