"""The record: what it accepts, what it refuses and in which words, what it hides."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.setups import seeds, set_ups

from claimant import registry
from claimant.game import Game, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt
from claimant.laws import random_record
from claimant.record import (
    MAX_EVENTS,
    MAX_FILE_BYTES,
    BadRecord,
    Comment,
    Record,
    dump,
    dumps,
    load,
    loads,
    redact,
    replay,
    trace,
)
from claimant.registry import game_of

DOC = Path(__file__).parent.parent / "docs" / "record.md"
HEX = "0123456789abcdef" * 4
GOOD = f"""claimant record 1
game: claim-it
rules: 1
players: 3
seat 0: Ann
seat 1: bot hard
seat 2: Ben
squatters-return: no
commitment: {HEX}
weather: rain: heavy
word 0: pickaxe

first 1
# a comment
roll
dice 2 3 5
3,5
roll
dice 1 1 4
4,1
stop
"""
OLD_KINGDOM = "factions: knights goblins undead dwarves doppelgangers"


def refusal(text: str | bytes) -> str:
    with pytest.raises(BadRecord) as caught:
        replay(loads(text))
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return str(caught.value)


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_parsing_then_printing_gives_the_same_bytes() -> None:
    record = loads(GOOD)
    assert dumps(record) == GOOD
    assert loads(GOOD.encode()) == record
    assert record.headers["weather"] == "rain: heavy"  # an unknown header survives
    assert list(record.headers)[:3] == ["game", "rules", "players"]
    assert record.names == ("Ann", "bot hard", "Ben")
    assert record.words == ("pickaxe", "", "")
    assert record.comments == (Comment(1, "# a comment"),)
    assert record.events[0] == "first 1"
    assert record.events[-1] == "stop"


@settings(max_examples=30, deadline=None)
@given(set_ups(), seeds(), st.integers(0, 60), st.data())
def test_any_record_survives_printing_and_a_file(
    game: Game, seed: int, n: int, data: st.DataObject
) -> None:
    record = random_record(game, seed, max_events=n)
    texts = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=20)
    line = texts.filter(lambda text: "\ufeff" not in text)
    names = data.draw(st.lists(line, min_size=game.players, max_size=game.players))
    where = data.draw(st.lists(st.integers(0, len(record.events)), max_size=4))
    comments = [Comment(after, "#" + data.draw(line)) for after in sorted(where)]
    headers = Record.of(game, names, record.headers).headers
    full = Record(headers, record.events, comments)
    text = dumps(full)
    assert loads(text) == full
    assert dumps(loads(text)) == text
    for n, event in enumerate(full.events, 1):
        assert text.split("\n")[full.line(n) - 1] == event


def test_a_record_is_written_to_and_read_from_a_file(tmp_path: Path) -> None:
    record = random_record(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1)
    dump(record, tmp_path / "game.claim")
    assert load(tmp_path / "game.claim") == record
    assert (tmp_path / "game.claim").read_bytes() == dumps(record).encode()


def test_a_missing_line_feed_at_the_end_is_forgiven() -> None:
    assert loads(GOOD.rstrip("\n")) == loads(GOOD)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: a record begins with the line “claimant record 1”"),
        ("claimant record 2\n", "line 1: a record begins with the line “claimant record 1”"),
        ("claimant record 1", "line 2: an empty line has to follow the headers"),
        ("\ufeff" + GOOD, "line 1: there is a byte order mark: save the file without it"),
        (
            GOOD.replace("\n", "\r\n"),
            "line 1: lines end with a line feed alone, without a carriage return",
        ),
        (
            changed("roll", "ro\0ll"),
            "line 15: there is a character that cannot be printed (U+0000)",
        ),
        (
            changed("Ann", "A\x1b[31mnn"),
            "line 5: there is a character that cannot be printed (U+001B)",
        ),
        (
            changed("Ann", "A\u2028nn"),
            "line 5: there is a character that cannot be printed (U+2028)",
        ),
        (changed("Ann", "A\ud800"), "line 5: this is not text in UTF-8"),
        (changed("game: claim-it\n", ""), "line 11: the header “game” is missing"),
        (changed("rules: 1\n", ""), "line 11: the header “rules” is missing"),
        (changed("players: 3\n", ""), "line 11: the header “players” is missing"),
        (changed("claim-it", "chess"), "line 2: there is no game “chess”, only: claim-it, claim"),
        (
            changed("rules: 1", "rules: 2"),
            "line 3: this program does not know version 2 of the rules, only: 1",
        ),
        (changed("rules: 1", "rules: one"), "line 3: “rules” is a number, not “one”"),
        (changed("rules: 1", "rules: 01"), "line 3: “rules” is a number, not “01”"),
        (changed("players: 3", "players: 6"), "line 4: Claim It! is for 2 to 5 players"),
        (changed("players: 3", "players: ٣"), "line 4: “players” is a number, not “٣”"),
        (
            changed("players: 3", "players: " + "9" * 4000),
            "line 4: “players” is a number, not “" + "9" * 40 + "”",
        ),
        (
            changed("players: 3", "players: 2"),
            "line 7: “seat 2” is not a seat of this game: seats are numbered 0 to 1",
        ),
        (
            changed("seat 0", "seat 00"),
            "line 5: “seat 00” is not a seat of this game: seats are numbered 0 to 2",
        ),
        (
            changed("word 0", "word x"),
            "line 11: “word x” is not a seat of this game: seats are numbered 0 to 2",
        ),
        (changed("seat 1", "seat 0"), "line 6: the header “seat 0” appears twice"),
        (
            changed("squatters-return: no", "squatters-return: maybe"),
            "line 8: squatters-return is yes or no, not maybe",
        ),
        (changed(HEX, HEX[1:]), "line 9: “commitment” has to be 64 hexadecimal digits"),
        (changed(HEX, HEX[1:] + "g"), "line 9: “commitment” has to be 64 hexadecimal digits"),
        (
            changed("weather", "seed"),
            "line 10: “seed” has to be 64 hexadecimal digits",
        ),
        (changed("rules: 1", "rules 1"), "line 3: a header is written “key: value”"),
        (changed("rules: 1", "rules:1"), "line 3: a header is written “key: value”"),
        (changed("rules: 1", "# rules: 1"), "line 3: a header is written “key: value”"),
        (changed("Ann", "A" * 5000), "line 5: a line has at most 4096 characters"),
        (changed("# a comment", ""), "line 14: there must be no empty line among the events"),
        (GOOD + "\n", "line 22: there must be no empty line among the events"),
        (changed("first 1", "first 3"), "line 13: there is no seat 3"),
        (changed("first 1", "roll"), "line 13: luck has to decide before anyone can act"),
        (changed("dice 2 3 5", "dice 2 3 7"), "line 16: dice show 1 to 6"),
        (changed("3,5", "3,4"), "line 17: 3,4 is not possible: the dice are 2 3 5"),
        (changed("3,5", "3,5 "), "line 17: “3,5 ” means nothing in this game"),
        (
            changed("3,5", "9" * 4000 + ",1"),
            "line 17: there is no space " + "9" * 20 + " on the board",
        ),
        (
            changed("dice 1 1 4\n4,1", "dice 1 2 6\n6,1"),
            "line 20: 6,1 is not possible: squatter 2 is already on the board",
        ),
        (changed("stop", "undo\nundo"), "line 22: there is nothing to take back"),
        (
            changed("dice 2 3 5", "dice ? 3 5"),
            "line 16: a card is hidden here: a redacted record cannot be replayed",
        ),
        (
            changed("claim-it", "claim"),
            "line 12: name the factions in play",
        ),
        (
            changed("claim-it", "claim").replace("weather: rain: heavy", OLD_KINGDOM),
            "line 10: a deck needs one pair and five ten-card factions; these are 52 cards, not 72",
        ),
    ],
)
def test_a_refusal_names_the_line_and_says_why(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


def test_bytes_that_are_not_utf8_are_refused_where_they_are() -> None:
    assert refusal(GOOD.encode().replace(b"Ben", b"B\xffn")) == "line 7: this is not text in UTF-8"
    assert refusal(GOOD.encode("utf-16")) == "line 1: this is not text in UTF-8"


def test_nothing_follows_the_end() -> None:
    record = random_record(ClaimIt(2), 1)
    line = len(dumps(record).split("\n"))
    assert refusal(dumps(record) + "roll\n") == f"line {line}: the game is over"
    last = refusal(dumps(record) + "undo\n")
    assert last == f"line {line}: there is nothing to take back"


def test_a_file_has_limits(tmp_path: Path) -> None:
    long = GOOD + "# " + "x" * 4000 + "\n"
    huge = long + ("#" * 4000 + "\n") * (MAX_FILE_BYTES // 4001 + 1)
    assert re.fullmatch(r"line \d+: a record has at most 4 MiB", refusal(huge))
    (tmp_path / "huge.claim").write_text(huge)
    with pytest.raises(BadRecord, match="at most 4 MiB"):
        load(tmp_path / "huge.claim")
    many = GOOD + "roll\n" * MAX_EVENTS
    assert refusal(many).endswith(f"a record has at most {MAX_EVENTS} events")


def test_the_largest_records_take_time_in_proportion() -> None:
    """A pass that is quadratic in 100,000 lines would outlast any test run."""
    head = GOOD[: GOOD.index("first 1")]
    back_and_forth = "3,5\nundo\n" * ((MAX_EVENTS - 3) // 2)
    record = loads(head + "first 1\nroll\ndice 2 3 5\n" + back_and_forth)
    assert replay(record).actor == 1
    comments = loads(head + "#\n" * 100_000)
    assert loads(dumps(comments)) == comments
    headers = "".join(f"h{n}: x\n" for n in range(100_000))
    assert len(loads(head[:-1] + headers + "\n").headers) > 100_000


def test_what_is_not_one_line_is_not_written() -> None:
    game = ClaimIt(2)
    for record in (
        Record.of(game, ["Ann\nseat 1: Eve"]),
        Record.of(game, ["Ann\r"]),
        Record.of(game, headers={"a: b": "c"}),
        Record(Record.of(game).headers, ["# first 0"]),
        Record(Record.of(game).headers, [""]),
        Record(Record.of(game).headers, ["first 0\nroll"]),
        Record(Record.of(game).headers, [], [Comment(0, "no comment")]),
    ):
        with pytest.raises(ValueError, match=r"line"):
            dumps(record)


def test_refusals_are_said_in_the_readers_language() -> None:
    with pytest.raises(BadRecord) as caught:
        loads("")
    assert caught.value.line == 1
    assert caught.value.say("en") == str(caught.value)


# Versions of the rules.


def test_every_version_of_every_game_can_be_played() -> None:
    assert list(registry.games()) == ["claim-it", "claim"]
    for name, entry in registry.entries().items():
        versions = [registry.part(rules) for rules in entry.rules]
        assert [(game.name, game.rules) for game in versions] == [
            (name, version) for version in range(1, 1 + len(versions))
        ]
        assert registry.game_class(name) is versions[-1]
    assert game_of("claim-it", 1, 4, {"squatters-return": "yes"}) == ClaimIt(4, True)
    with pytest.raises(Illegal) as caught:
        game_of("claim-it", 0, 4, {})
    assert caught.value.code == "rules"


# The trace.


def test_a_trace_has_what_was_legal_at_each_event_and_the_end() -> None:
    record = loads(GOOD)
    lines = trace(record)
    assert lines[0] == {"n": 1, "actor": "chance", "legal": None, "event": "first 1"}
    assert lines[1] == {"n": 2, "actor": 1, "legal": ["roll"], "event": "roll"}
    places = ["2,3", "2,5", "3,2", "3,5", "5,2", "5,3"]
    assert lines[3] == {"n": 4, "actor": 1, "legal": places, "event": "3,5"}
    assert lines[-1] == {"actor": 2, "legal": ["roll"]}  # unfinished
    assert trace(loads(changed("dice 1 1 4\n4,1\nstop\n", "")))[-1] == {
        "actor": "chance",
        "legal": None,
    }


def test_a_finished_trace_ends_with_the_result() -> None:
    dice = trace(random_record(ClaimIt(3), 1))[-1]
    assert list(dice["result"]) == ["winners", "groups", "claims", "spaces"]
    cards = trace(random_record(Claim(4, SCENARIOS["the old kingdom"].deck(4)), 1))[-1]
    assert list(cards["result"]) == ["winners", "factions", "counts"]
    assert cards["result"]["winners"] in ([0, 2], [1, 3], [0, 1, 2, 3])


def test_legal_is_sorted_by_code_point() -> None:
    """`king-10` comes before `king-4`."""
    game = Claim(2, SCENARIOS["the hungry court"].deck(2))
    for seed in range(5):
        for line in trace(random_record(game, seed))[:-1]:
            if line["legal"]:
                assert line["legal"] == sorted(line["legal"])


# Redaction.


def test_a_redacted_record_is_for_reading() -> None:
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    hidden = redact(random_record(game, 1, max_events=20), 0)
    assert loads(dumps(hidden)) == hidden
    assert refusal(dumps(hidden)).endswith(
        "a card is hidden here: a redacted record cannot be replayed"
    )


# The documentation.


def test_the_examples_of_the_documentation_replay() -> None:
    examples = re.findall(r"```\n(claimant record 1\n.*?)```", DOC.read_text("utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        record = loads(example)
        replay(record)
        assert dumps(record) == example


def test_the_trace_of_the_documentation_is_that_of_its_first_example() -> None:
    example = re.findall(r"```\n(claimant record 1\n.*?)```", DOC.read_text("utf-8"), re.DOTALL)[0]
    shown = re.findall(r"^\{.*\}$", DOC.read_text("utf-8"), re.MULTILINE)
    lines = [json.dumps(line) for line in trace(loads(example))]
    assert shown == [lines[0], lines[1], lines[2], lines[3], lines[-1]]
