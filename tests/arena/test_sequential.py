"""Contests that stop when it is clear which bot is better, and matches played with one call."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from claimant.arena import play
from claimant.arena.sequential import EQUAL, ConfidenceSequence, Interval
from claimant.bots.random_bot import RandomBot
from claimant.cli import main
from claimant.game import Illegal, View
from claimant.games.claim.game import Claim
from claimant.games.claim_it.game import ClaimIt


class Greedy:
    """Takes what it may take for good, and stops as soon as it may."""

    def choose(self, view: View) -> str:
        return "stop" if "stop" in view.legal else view.legal[0]


def test_equal_bots_are_seldom_called_unequal_however_often_one_looks() -> None:
    random = np.random.default_rng(1)
    wrong = 0
    for _ in range(300):
        sequence = ConfidenceSequence(means=[EQUAL])
        for share in random.choice([0.0, 0.5, 1.0], 300):
            sequence.add(float(share))
        wrong += sequence.excludes(EQUAL)
    assert wrong <= 300 * 0.05  # the bound is not exhausted
    # An interval for a fixed number of matches is wrong in a third of these series.


@pytest.mark.parametrize("mean", [0.6, 0.75, 0.2])
def test_a_better_bot_is_found_and_the_sequence_contains_its_mean(mean: float) -> None:
    random = np.random.default_rng(2)
    sequence = ConfidenceSequence()
    matches = 0
    while not sequence.interval.is_clear:
        before = sequence.interval
        sequence.add(float(random.random() < mean))
        matches += 1
        assert before.low <= sequence.interval.low <= mean <= sequence.interval.high <= before.high
        assert matches < 1000
    assert matches > 3
    assert sequence.excludes(EQUAL)


def test_a_match_that_excludes_equality_makes_it_clear() -> None:
    """Also if the next possible mean is beside equality, which is then an end of the interval."""
    ends: set[float] = set()
    for seed in range(40):
        random = np.random.default_rng(seed)
        sequence = ConfidenceSequence()
        while not sequence.excludes(EQUAL):
            assert not sequence.interval.is_clear
            sequence.add(float(random.random() < (0.7, 0.3)[seed % 2]))
        assert sequence.interval.is_clear
        ends.update(sequence.interval)
    assert EQUAL in ends


def test_nothing_is_clear_without_a_match() -> None:
    assert ConfidenceSequence().interval == Interval(0.0, 1.0)
    assert not ConfidenceSequence().interval.is_clear


def test_one_call_plays_a_match() -> None:
    result = play(ClaimIt(2), {"mine": Greedy, "other": RandomBot(1), "easy": "easy"}, games=6)
    assert result.games == 6
    assert {one.entrant for one in result.entrants} == {"mine", "other", "easy"}
    lines = str(result).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith(result.entrants[0].entrant)
    again = play("claim-it", {"mine": Greedy, "other": RandomBot(1), "easy": "easy"}, games=6)
    assert again.games == 6


def test_a_bot_plays_itself_and_wins_half() -> None:
    result = play(Claim(), {"new": Greedy, "old": Greedy}, games=4, seed=3)
    assert [one.rate.mean for one in result.entrants] == [0.5, 0.5]


def test_a_match_stops_when_it_is_clear() -> None:
    result = play(
        Claim(), {"easy": "easy", "random": "random"}, games=400, seed=1, until_clear=True
    )
    assert result.entrants[0].entrant == "easy"
    assert result.games < 400
    assert result.interval is not None
    assert result.interval[0] >= EQUAL


def test_the_command_stops_at_the_same_match_with_any_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["arena", "easy", "random", "-g", "claim", "-n", "400", "-s", "1", "--until-clear"]
    found = []
    for workers in ("1", "2"):
        file = tmp_path / f"{workers}.json"
        assert main([*command, "--workers", workers, "--json", str(file)]) == 0
        found.append(json.loads(file.read_text()))
        del found[-1]["thinking"]
    assert found[0] == found[1]
    assert 2 * found[0]["matches"] == found[0]["games"] < 400
    assert "it is clear which one is better" in capsys.readouterr().out


def test_only_two_bots_play_until_it_is_clear() -> None:
    three = dict.fromkeys(("a", "b", "c"), RandomBot)
    with pytest.raises(Illegal, match="exactly two bots"):
        play(ClaimIt(2), three, until_clear=True)
    with pytest.raises(Illegal, match="two bots or more"):
        play(ClaimIt(2), {"a": "random"})
    with pytest.raises(Illegal, match="no bot called b"):
        play(ClaimIt(2), {"a": "random", "b": "b"})
