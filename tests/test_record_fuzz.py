"""No input makes a record crash, hang or grow without bound; every refusal names a line.

`tests/corpus` has good records, and records that are bad in many ways; `lines.txt` there says on
which line each bad one is refused. A new way to break a parser belongs there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from claimant.luck import verify
from claimant.record import BadRecord, dumps, load, loads, redact, replay, trace

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.claim"))
GOOD = [file.read_text("utf-8") for file in CORPUS if file.stem.startswith("good-")]
LINES = dict(
    line.split()
    for line in (Path(__file__).parent / "corpus" / "lines.txt").read_text("utf-8").splitlines()
)


def refused(act: Callable[[], object], lines: int) -> int | None:
    """The line that something is refused on, if it is; anything but `BadRecord` goes through."""
    try:
        act()
    except BadRecord as bad:
        problem = bad
    else:
        return None
    assert 1 <= problem.line <= lines + 2
    for language in ("en", "de", "nl"):
        assert str(problem.line) in problem.say(language)
        assert "\n" not in problem.say(language)
        assert len(problem.say(language)) < 5000
    return problem.line


def survives(source: str | bytes) -> int | None:
    """Do everything with a text that can be done; the line it is refused on, if it is."""
    lines = source.count("\n") if isinstance(source, str) else source.count(b"\n")
    line = refused(lambda: loads(source), lines)
    if line is not None:
        return line
    record = loads(source)
    assert loads(dumps(record)) == record
    line = refused(lambda: replay(record), lines)
    assert refused(lambda: json.dumps(trace(record)), lines) == line
    for seat in (None, *range(record.game.players)):
        assert refused(partial(redact, record, seat), lines) == line
    if refused(lambda: verify(record), lines) is None:
        assert line is None
    return line


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_the_corpus(file: Path) -> None:
    line = survives(file.read_bytes())
    if file.stem.startswith("good-"):
        assert line is None
        replay(load(file))
    else:
        assert line == int(LINES[file.stem])


def test_every_bad_record_of_the_corpus_has_its_line() -> None:
    assert set(LINES) == {f.stem for f in CORPUS if not f.stem.startswith("good-")}


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
@example(b"claimant record 1\n")
@example(b"claimant record 1\n\n")
def test_any_bytes(data: bytes) -> None:
    survives(data)
    survives(b"claimant record 1\n" + data)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    survives("claimant record 1\ngame: claim-it\nrules: 1\nplayers: 2\n\n" + text)
    survives("claimant record 1\ngame: claim-it\nrules: 1\nplayers: 2\n" + text)


TOKENS = [
    *("", " ", "#", "# x", ":", ": ", "undo", "roll", "stop", "3,5", "first 0", "first 1", "?"),
    *("dice 1 2 3", "dice 6 6 6", "deal", "deal ?", "deal / / /", "play knight-2", "take ?"),
    *("discard knight-2", "loot undead", "game: claim", "game: claim-it", "players: 2", "rules: 1"),
    *("players: 5", "seed: " + "0" * 64, "commitment: " + "f" * 64, "seat 0: x", "word 0: é"),
    *("factions: knights", "raccoons: deck", "9" * 4000, "first " + "9" * 4000, "-1", "{0}"),
    *("\ufeff", "\r", "\x00", "e\u0301", "play undead-" + "1" * 4000, "claimant record 1"),
]


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(GOOD), st.data())
def test_good_records_with_lines_changed(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["drop", "double", "swap", "insert", "replace", "cut"]))
        if how == "drop" and len(lines) > 1:
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[at])
        elif how == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "insert":
            lines.insert(at, data.draw(st.sampled_from(TOKENS)))
        elif how == "replace":
            lines[at] = data.draw(st.sampled_from(TOKENS) | st.text(max_size=30))
        else:
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
    survives("\n".join(lines))


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(GOOD), st.data())
def test_good_records_with_bytes_changed(text: str, data: st.DataObject) -> None:
    raw = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    survives(bytes(raw))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(TOKENS), max_size=12), st.lists(st.sampled_from(TOKENS)))
def test_headers_and_events_thrown_together(headers: list[str], events: list[str]) -> None:
    survives("\n".join(["claimant record 1", *headers, "", *events]))
