"""Golden games: every record in `tests/golden` replays to the trace next to it.

To add one, put a record there as `name.claim`, with comments that say what it shows, and run
`python tests/test_golden.py`: it writes the traces that are missing or have changed. Read what
changed in the diff: a trace that changes without a new version of the rules is a broken promise.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from claimant import registry
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.luck import verify
from claimant.record import Record, dumps, load, loads, trace

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.claim"))


def traced(record: Record) -> str:
    return "".join(json.dumps(line) + "\n" for line in trace(record))


def write() -> None:
    """Write the traces that are missing or have changed."""
    for file in GOLDEN:
        trace_file = file.with_suffix(".trace")
        text = traced(load(file))
        if not trace_file.exists() or trace_file.read_text("utf-8") != text:
            trace_file.write_text(text, "utf-8")
            print(f"written: {trace_file.name}")


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_game_replays_to_its_trace(file: Path) -> None:
    expected = file.with_suffix(".trace").read_text("utf-8").splitlines()
    lines = traced(load(file)).splitlines()
    for line, golden in zip(lines, expected, strict=False):
        assert line == golden
    assert len(lines) == len(expected)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_a_golden_game_is_printed_unchanged_and_its_luck_verifies(file: Path) -> None:
    record = load(file)
    assert dumps(record) == file.read_text("utf-8")
    if "seed" in record.headers:
        assert verify(record) > 0


def test_there_is_a_golden_game_for_every_trace() -> None:
    traces = sorted((Path(__file__).parent / "golden").glob("*.trace"))
    assert [file.with_suffix(".claim") for file in traces] == GOLDEN
    assert GOLDEN


VERSIONS = [
    (name, registry.part(rules).rules)
    for name, entry in registry.entries().items()
    for rules in entry.rules
]


@pytest.mark.parametrize(("name", "rules"), VERSIONS)
def test_every_version_of_the_rules_has_golden_games(name: str, rules: int) -> None:
    """Once there are new rules, these keep the old ones: a record replays by its own for ever."""
    played = [load(file).game for file in GOLDEN]
    assert [game for game in played if (game.name, game.rules) == (name, rules)]


def test_a_record_replays_by_its_own_rules_when_there_are_newer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Newer(ClaimIt):
        rules = 2

        def start(self) -> ClaimItState:
            raise AssertionError("this game was not played by these rules")

    file = next(file for file in GOLDEN if file.stem == "claim-it-bust")
    known = registry.entry("claim-it")
    monkeypatch.setattr(sys.modules[__name__], "Newer", Newer, raising=False)
    newest = replace(known, rules=(*known.rules, f"{__name__}:Newer"))
    registry.register(newest)
    try:
        assert traced(load(file)) == file.with_suffix(".trace").read_text("utf-8")
        newer = loads(file.read_text("utf-8").replace("rules: 1", "rules: 2"))
        with pytest.raises(AssertionError, match="not played by these rules"):
            trace(newer)
    finally:
        registry.register(known)


if __name__ == "__main__":
    write()
