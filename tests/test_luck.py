"""The luck: fair, fixed by secret, contributions and number, and checked by strangers."""

from __future__ import annotations

import hashlib
import hmac
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import playwright
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.setups import EXAMPLES, seeds, set_ups

from claimant.game import CHANCE, Game, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import (
    MAX_WORD_BYTES,
    MAX_WORD_LENGTH,
    Contribution,
    Secret,
    Seeded,
    commit_to,
    verify,
    word,
)
from claimant.record import BadRecord, Record, dump, replay, steps

DOC = Path(__file__).parent.parent / "docs" / "luck.md"


def played(
    game: Game,
    words: Sequence[str],
    seed: int,
    most: int = 60,
    *,
    protocol: int = 1,
    undo: bool = False,
) -> Record:
    """The start of a game whose players gave words, with its seed shown. By protocol 2 those who
    gave one also gave bits, and the last player's are missing."""
    data = hashlib.sha256(str(seed).encode()).digest()
    secret = Secret(data, words, protocol=protocol)
    if protocol == 2:
        secret = Secret(data, contributions=contributed(secret, words), protocol=2)
    state, choice = game.start(), Seeded(seed)
    events: list[str] = []
    draws = 0
    while state.actor is not None and len(events) < most:
        choices = state.choices()
        if state.actor == CHANCE:
            events.append(secret.event(state, secret.number(len(events), draws)))
            draws += 1
        elif undo and state.undoer is not None and choice.below(2):
            events.append("undo")
        else:
            events.append(choices[choice.below(len(choices))])
        state = state.play(events[-1])
    headers = Record.of(game, headers=secret.headers | {"seed": secret.seed}).headers
    return Record(headers, events)


def contributed(secret: Secret, words: Sequence[str]) -> list[Contribution]:
    given = []
    for seat, text in enumerate(words):
        bits = hashlib.sha256(f"{seat} {secret.seed}".encode()).hexdigest()[:32]
        commit = commit_to(secret.commitment, seat, bits, text)
        given.append(Contribution(text, bits, commit) if text else Contribution())
    return [*given[:-1], Contribution("", "missing", "0" * 64)]


def refusal(record: Record) -> str:
    with pytest.raises(BadRecord) as caught:
        verify(record)
    return str(caught.value)


def but(record: Record, **headers: str | None) -> Record:
    changed = record.headers | {k: v for k, v in headers.items() if v is not None}
    kept = {k: v for k, v in changed.items() if headers.get(k, "") is not None}
    return Record(kept, record.events)


def test_draws_are_the_documented_stream() -> None:
    """From the standard primitives alone, written out once by hand."""
    secret = bytes(range(32))
    message = b"17.0\npickaxe\n\n\xc3\xa9"
    block = hmac.new(secret, message, "sha256").digest()
    numbers = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    luck = Secret(secret, ["pickaxe", "", "é"]).luck(17, 3)
    assert [luck.below(2**32) for _ in range(8)] == numbers
    second = hmac.new(secret, message.replace(b".0", b".1"), "sha256").digest()
    assert luck.below(2**32) == int.from_bytes(second[:4], "big")
    dice = Secret(secret, ["pickaxe", "", "é"]).luck(17, 3)
    assert [dice.below(6) for _ in range(3)] == [n >> 29 for n in numbers if n >> 29 < 6][:3]


def test_below_one_draws_nothing() -> None:
    one, other = Seeded(5), Seeded(5)
    assert [one.below(1) for _ in range(10)] == [0] * 10
    assert one.below(1000) == other.below(1000)


def test_a_secret_has_32_bytes_and_no_two_are_equal() -> None:
    assert len({Secret.new().seed for _ in range(50)}) == 50
    assert len(Secret.new().secret) == 32
    assert Secret.new().commitment != Secret.new().commitment
    with pytest.raises(ValueError, match="32 bytes"):
        Secret(b"short")


def test_luck_depends_on_secret_words_and_event_number() -> None:
    def row(secret: Secret, n: int) -> list[int]:
        luck = secret.luck(n, 2)
        return [luck.below(1000) for _ in range(6)]

    base = Secret.from_seed(1)
    rows = [
        row(base, 1),
        row(base, 2),
        row(Secret.from_seed(2), 1),
        row(Secret.from_seed(1, 1), 1),
        row(Secret(base.secret, ["a", ""]), 1),
        row(Secret(base.secret, ["", "a"]), 1),
    ]
    assert row(Secret.from_seed(1), 1) == rows[0]
    assert len({tuple(numbers) for numbers in rows}) == len(rows)


def test_a_word_is_one_normal_printable_line() -> None:
    assert word("pickaxe") == "pickaxe"
    assert word("") == ""
    assert word("cafe\u0301") == "caf\u00e9"
    assert word("x" * MAX_WORD_LENGTH)
    endless = "a" + "\u0300" * MAX_WORD_BYTES  # would take long to normalise
    for bad in (
        "x" * (MAX_WORD_LENGTH + 1),
        endless,
        "two\nlines",
        "nul\0",
        "esc\x1b",
        "\u2028",
        "\ud800",
    ):
        with pytest.raises(Illegal) as caught:
            word(bad)
        assert caught.value.code == "word"


# Verification.


@settings(max_examples=25, deadline=None)
@given(set_ups(), seeds(), st.lists(st.sampled_from(["", "pickaxe", "Gold!", "é"]), max_size=5))
def test_games_with_words_verify(game: Game, seed: int, words: list[str]) -> None:
    for protocol in (1, 2):
        check(played(game, words[: game.players], seed, protocol=protocol, undo=True))


def check(record: Record) -> None:
    chances = [step for step in steps(record) if step.before.actor == CHANCE]
    assert verify(record) == len(chances)


def test_verify_says_what_is_missing_or_does_not_match() -> None:
    record = played(ClaimIt(2), ["pickaxe"], 1)
    assert list(record.headers) == [
        *("game", "rules", "players", "squatters-return", "commitment", "word 0", "seed")
    ]
    assert refusal(but(record, seed=None)) == (
        "line 8: there is no seed: it is shown once the game is over"
    )
    assert refusal(but(record, commitment=None)) == (
        "line 8: there is no commitment: this game's luck was not fixed before it began"
    )
    assert refusal(but(record, seed="0" * 64)) == "line 8: the seed does not match the commitment"
    upper = but(record, seed=record.headers["seed"].upper())
    assert verify(upper) == verify(record)


def test_verify_names_the_first_event_that_luck_did_not_decide() -> None:
    record = played(ClaimIt(3), [], 2)
    n = next(n for n, event in enumerate(record.events) if event.startswith("dice"))
    due = record.events[n]
    wrong = "dice 1 1 1" if due != "dice 1 1 1" else "dice 2 2 2"
    tampered = Record(record.headers, [*record.events[:n], wrong])
    assert refusal(tampered) == (
        f"line {record.line(n + 1)}: luck decided “{due}”, but here is “{wrong}”"
    )
    # What is no longer possible after it is not what is wrong with it.
    follows = Record(record.headers, [*tampered.events, *record.events[n + 1 :]])
    assert refusal(follows) == refusal(tampered)
    first = record.events[0]
    other = "first 0" if first != "first 0" else "first 1"
    assert refusal(Record(record.headers, [other, *record.events[1:]])) == (
        f"line {record.line(1)}: luck decided “{first}”, but here is “{other}”"
    )


def test_verify_catches_another_word_and_a_swapped_deal() -> None:
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    record = played(game, ["pickaxe"], 3)
    assert "luck decided" in refusal(Record(record.headers | {"word 0": "shovel"}, record.events))
    cards = record.events[1].split(" ")
    cards[1], cards[2] = cards[2], cards[1]
    swapped = Record(record.headers, [record.events[0], " ".join(cards), *record.events[2:]])
    replay(swapped)  # it breaks no rule
    assert refusal(swapped).startswith(f"line {record.line(2)}: luck decided “deal ")


def test_verify_refuses_words_that_could_be_two() -> None:
    record = played(ClaimIt(2), ["cafe\u0301"], 1)
    assert refusal(record) == "line 7: a word for the luck has to be normalised (Unicode NFC)"
    record = played(ClaimIt(2), ["x" * 41], 1)
    assert refusal(record) == "line 7: a word for the luck has at most 40 characters"


DRIVER = Path(playwright.__file__).parent / "driver"
"""Has a node of its own."""
# Isolated (-I -S): nothing but the standard library can be imported.
PROGRAMS = {
    "python": ("check.py", [sys.executable, "-I", "-S", "-W", "ignore"]),
    "js": ("check.mjs", [shutil.which("node") or str(DRIVER / "node")]),
}


@pytest.mark.parametrize("protocol", [1, 2])
@pytest.mark.parametrize("language", PROGRAMS)
def test_the_documented_programs_check_games_of_both_kinds(
    tmp_path: Path, language: str, protocol: int
) -> None:
    """The doc's own programs, in a process without claimant, agree with `verify`."""
    name, interpreter = PROGRAMS[language]
    program = re.findall(rf"```{language}\n(.*?)```", DOC.read_text("utf-8"), re.DOTALL)[0]
    assert len(program.strip().split("\n")) <= 30
    assert "claimant" not in program
    (tmp_path / name).write_text(program, "utf-8")
    file = tmp_path / "game.claim"

    def run() -> subprocess.CompletedProcess[str]:
        command = [*interpreter, name, str(file)]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    for seed, game in enumerate(EXAMPLES):
        words = ["pickaxe", "é", ""][: game.players]
        record = played(game, words, seed, protocol=protocol, undo=True)
        dump(record, file)
        assert run().returncode == 0, run().stderr
        n = 2 if game.name == "claim" else 3
        wrong = record.events[n - 1].split(" ")
        wrong[1], wrong[2] = ("5", "6") if game.name == "claim-it" else (wrong[2], wrong[1])
        if wrong == record.events[n - 1].split(" "):
            wrong[1] = "1"
        dump(Record(record.headers, [*record.events[: n - 1], " ".join(wrong)]), file)
        assert f"event {n} is wrong" in run().stderr
    dump(but(record, commitment="0" * 64), file)
    assert "another seed" in run().stderr
    if protocol == 2:
        dump(Record(record.headers | {"commit 0": "0" * 64}, record.events), file)
        assert "seat 0" in run().stderr


def test_verify_checks_contributions_against_their_commits() -> None:
    record = played(ClaimIt(3), ["pickaxe", "é", ""], 4, protocol=2)
    assert verify(record) > 0
    line = {key: n for n, key in enumerate(record.headers, 2)}
    for changed, wrong in (
        ({"commit 0": "0" * 64}, "the contribution of seat 0 does not match its commit"),
        ({"contribution 1": "0" * 32}, "the contribution of seat 1 does not match its commit"),
    ):
        key = next(iter(changed)).replace("commit", "contribution")
        found = refusal(Record(record.headers | changed, record.events))
        assert found == f"line {line[key]}: {wrong}"
    for key in ("commit 0", "contribution 0"):
        assert "seat 0 needs both a commit and a contribution" in refusal(
            but(record, **{key: None})
        )
    late = Record(record.headers | {"word 2": "late"}, record.events)
    assert "seat 2 contributed nothing" in refusal(late)
    assert "luck protocol “3” is not known here" in refusal(
        Record(record.headers | {"luck": "3"}, record.events)
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [("commit 0", "A" * 64), ("contribution 0", "0" * 31), ("contribution 7", "0" * 32)],
)
def test_headers_of_contributions_are_checked_in_records_of_protocol_2(
    key: str, value: str
) -> None:
    with pytest.raises(BadRecord):
        _ = Record.of(ClaimIt(2), headers={"luck": "2", key: value}).game
    assert Record.of(ClaimIt(2), headers={key: value}).game  # just an unknown header


def test_a_commit_is_the_documented_hash() -> None:
    message = b"c0ffee\n1\n00112233445566778899aabbccddeeff\n\xc3\xa9"
    assert commit_to("c0ffee", 1, "00112233445566778899aabbccddeeff", "é") == (
        hashlib.sha256(message).hexdigest()
    )


def test_draws_of_protocol_2_are_the_documented_stream() -> None:
    secret = bytes(range(32))
    message = b"17.0\n" + b"ab" * 16 + b" pickaxe\n \nmissing "
    numbers = hmac.new(secret, message, "sha256").digest()
    given = [Contribution("pickaxe", "ab" * 16), Contribution(), Contribution("", "missing")]
    luck = Secret(secret, contributions=given, protocol=2).luck(17, 3)
    assert luck.below(2**32) == int.from_bytes(numbers[:4], "big")


def test_undo_shifts_no_draw_of_protocol_2() -> None:
    record = played(ClaimIt(2), [], 5, protocol=2, undo=True)
    assert "undo" in record.events
    rolls = [event for event in record.events if event.startswith("dice")]
    secret = Secret.of(record, record.headers["seed"])
    rolling = ClaimIt(2).start().play("first 0").play("roll")
    assert rolls == [secret.event(rolling, n) for n in range(2, 2 + len(rolls))]
