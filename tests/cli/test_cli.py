"""The command line, run in this process: every command, and every way to get it wrong."""

from __future__ import annotations

import gettext
import json
import os
from pathlib import Path

import pytest
from support.typed import Output, plain
from support.usage import refused_in_a_line

from claimant import __version__, luck
from claimant.cli import main
from claimant.games.claim_it.game import ClaimIt
from claimant.i18n import LANGUAGES
from claimant.record import Record, dump, load, replay

__all__ = ["plain"]


def simulate(folder: Path, *more: str) -> list[Path]:
    assert main(["simulate", *more, "--out", str(folder)]) == 0
    return sorted(folder.iterdir())


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("paly claim", "No such command 'paly'. (Did you mean one of: 'play', 'replay'?)"),
        ("play", "which game? There are claim-it, claim"),
        ("play chess", "there is no game “chess”, only: claim-it, claim"),
        ("play claim-it now", "Got unexpected extra argument (now) (see claimant play --help)"),
        (
            "play claim-it --fast",
            "No such option '--fast'. Did you mean '--seat'? (see claimant",
        ),
        ("play claim-it --players", "Option '--players' requires an argument"),
        ("play claim-it --players two", "'--players' / '-p': 'two' is not a valid integer"),
        ("play claim-it --players 6", "Claim It! is for 2 to 5 players"),
        ("play claim --players 5", "Claim is for 2 to 4 players"),
        ("play claim-it --seat 2", "--seat must be from 0 to 1"),
        ("play claim-it --bots clever", "there is no bot called clever; there are random, novice"),
        ("play claim-it --bots random,random", "there is only 1 seat for the bots random,random"),
        ("play claim-it --option fast", "fast is not KEY=VALUE (see claimant play --help)"),
        ("play claim-it --option fast=yes", "claim-it has no option fast; it has squatters-return"),
        ("play claim-it -o squatters-return=si", "squatters-return is yes or no, not si"),
        (
            "play claim-it --scenario old-kingdom",
            "claim-it has no option scenario; it has squatters-return",
        ),
        (
            "play claim --scenario new-kingdom",
            "there is no scenario new-kingdom; there are the old",
        ),
        ("play claim -o factions=undead", "these are 10 cards, not 52"),
        ("play claim-it --name bot-tom --word x\u0007", "a word for the luck is one line"),
        ("simulate", "Missing argument 'GAME' (see claimant simulate --help)"),
        ("simulate claim --games 0", "--games must be at least 1"),
        ("replay", "Missing argument 'FILE...' (see claimant replay --help)"),
        ("replay game.claim --trace --at 3", "--trace and --at exclude each other"),
        ("rules chess", "there is no game “chess”"),
        ("deck --players 2", "--players needs --factions or --scenario (see claimant deck --help)"),
        ("deck --factions x --scenario y", "--factions and --scenario exclude each other"),
        ("deck --players 5 --scenario old-kingdom", "Claim is for 2 to 4 players"),
        ("--lang fr deck", "--lang must be one of en, de, nl"),
        ("deck --lang", "--lang must be one of en, de, nl"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(command: str, said: str, capsys: Output) -> None:
    refused_in_a_line(command, said, capsys)


@pytest.mark.parametrize("command", ["replay", "replay --trace", "verify", "play --resume"])
@pytest.mark.parametrize("content", [None, b"", b"x\n", b"claimant record 1\n\xff", b"\x00" * 99])
def test_a_file_that_is_not_a_record_gives_one_line_and_status_1(
    command: str, content: bytes | None, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "game.claim"
    if content is not None:
        file.write_bytes(content)
    assert main([*command.split(), str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert str(file) in err
    assert err.count("\n") == 1


def test_a_broken_rule_names_file_line_and_reason(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "game.claim"
    file.write_text(
        "claimant record 1\ngame: claim-it\nrules: 1\nplayers: 2\n\n"
        "first 0\nroll\ndice 1 2 3\n4,4\n"
    )
    for command in (["replay"], ["replay", "--trace"]):
        assert main([*command, str(file)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err == f"claimant: {file}: line 9: 4,4 is not possible: the dice are 1 2 3\n"


def test_version_and_help(capsys: Output) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"claimant {__version__}\n"
    assert main([]) == 0
    assert "simulate" in capsys.readouterr().out
    assert main(["--lang", "de", "play", "--help"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Aufruf: claimant play")
    assert "Optionen:" in out
    assert "Diese Hilfe anzeigen." in out
    assert "[Vorgabe: " in out


@pytest.mark.parametrize("group", ["admin", "puzzles"])
def test_a_group_without_a_command_shows_its_help(group: str, capsys: Output) -> None:
    assert main([group]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"Usage: claimant {group} ")
    assert out.count("\n") > 5
    assert err == ""


# Language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_has_room_for_every_command(language: str, capsys: Output) -> None:
    assert main(["--lang", language]) == 0
    usage, *lines = capsys.readouterr().out.splitlines()
    assert usage.endswith("claimant [OPTIONS] [COMMAND] [ARGS]...")
    assert not [line for line in lines if "..." in line]


def test_the_language_is_given_before_or_after_the_command_or_by_the_locale(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["--lang", "nl", "play"], ["play", "--lang=nl"]):
        assert main(command) == 2
        assert capsys.readouterr().err == "claimant: welk spel? Er zijn claim-it, claim\n"
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["play"]) == 2
    assert capsys.readouterr().err == "claimant: welches Spiel? Es gibt claim-it, claim\n"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No such option '--xyz' (see claimant play --help)"),
        ("de", "Die Option '--xyz' gibt es nicht (siehe claimant play --help)"),
        ("nl", "De optie '--xyz' bestaat niet (zie claimant play --help)"),
    ],
)
def test_click_speaks_the_language_and_forgets_it_again(
    language: str, said: str, capsys: Output
) -> None:
    before = (dict(os.environ), gettext.textdomain())
    assert main(["--lang", language, "play", "--xyz"]) == 2
    assert capsys.readouterr().err == f"claimant: {said}\n"
    assert (dict(os.environ), gettext.textdomain()) == before


# Simulate, replay, verify


@pytest.mark.parametrize(
    "setup",
    [
        "claim-it --players 3 -o squatters-return=yes",
        "claim --players 2 --scenario high-mountains",
        "claim --players 4 --bots normal,random -o raccoons=deck --scenario hungry-court",
    ],
)
def test_simulated_games_are_the_same_again_and_verify(
    setup: str, tmp_path: Path, capsys: Output
) -> None:
    options = [*setup.split(" "), "--games", "2", "--seed", "4"]
    files = simulate(tmp_path / "a", *options)
    again = simulate(tmp_path / "b", *options)
    game = setup.split(" ")[0]
    assert [file.name for file in files] == [f"{game}-4-000001.claim", f"{game}-4-000002.claim"]
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]
    out = capsys.readouterr().out
    assert "2 games" in out
    assert "\x1b" not in out
    assert main(["verify", *map(str, files)]) == 0
    assert capsys.readouterr().out.count(": fair.") == 2


def test_verify_names_the_line_that_luck_did_not_decide(tmp_path: Path, capsys: Output) -> None:
    (file,) = simulate(tmp_path, "claim-it")
    lines = file.read_text().split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("first"))
    lines[at] = "first 1" if lines[at] == "first 0" else "first 0"
    file.write_text("\n".join(lines))
    capsys.readouterr()
    assert main(["verify", str(file)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"line {at + 1}: luck decided" in err


def test_verify_names_contributions_that_came_too_late(tmp_path: Path, capsys: Output) -> None:
    given = [luck.Contribution(), luck.Contribution("", "missing")]
    secret = luck.Secret(bytes(32), contributions=given, protocol=2)
    game = ClaimIt(2)
    headers = secret.headers | {"seed": secret.seed}
    record = Record(Record.of(game, headers=headers).headers, [secret.event(game.start(), 1)])
    file = tmp_path / "late.claim"
    dump(record, file)
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{file}: fair. Luck decided 1 event, and it follows from the seed."
    assert out[1].startswith(f"{file}: the game began without the contribution of seat 1")


def test_a_trace_of_several_files_goes_on_after_a_bad_one(tmp_path: Path, capsys: Output) -> None:
    good, other = simulate(tmp_path, "claim", "--games", "2")
    bad = tmp_path / "bad.claim"
    bad.write_text("hello\n")
    capsys.readouterr()
    assert main(["replay", "--trace", str(good), str(bad), str(other)]) == 1
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert [line["record"] for line in lines if "record" in line] == [
        str(good),
        str(bad),
        str(other),
    ]
    assert sum("result" in line for line in lines) == 2
    (error,) = (line["error"] for line in lines if "error" in line)
    assert error.startswith("line 1: ")
    numbered = [line for line in lines if "n" in line]
    assert set(numbered[2]) == {"n", "actor", "legal", "event"}


def test_a_trace_of_one_file_is_just_its_lines(tmp_path: Path, capsys: Output) -> None:
    (file,) = simulate(tmp_path, "claim-it")
    capsys.readouterr()
    assert main(["replay", str(file), "--trace"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    record = load(file)
    assert [line["event"] for line in lines[:-1]] == list(record.events)
    outcome = replay(record).outcome
    assert outcome is not None
    assert lines[-1] == {"result": outcome.result()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_replay_tells_every_event_and_the_result(
    game: str, language: str, tmp_path: Path, capsys: Output
) -> None:
    (file,) = simulate(tmp_path, game)
    capsys.readouterr()
    assert main(["replay", str(file), "--lang", language]) == 0
    out = capsys.readouterr().out
    events = load(file).events
    assert f"\n{len(events):>4}  " in out
    assert {"en": " and ", "de": " und ", "nl": " en "}[language] in out


def test_a_position_is_shown_with_at(tmp_path: Path, capsys: Output) -> None:
    (file,) = simulate(tmp_path, "claim")
    capsys.readouterr()
    assert main(["replay", str(file), "--at", "2"]) == 0
    out = capsys.readouterr().out
    assert "Phase 1, trick 1 of 13" in out
    assert "?" not in out  # the owner of a record sees every hand
    assert main(["replay", str(file), "--at", "1000"]) == 2
    assert "--at must be from 0 to" in capsys.readouterr().err


# Rules and deck


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_rules_are_shown(game: str, language: str, capsys: Output) -> None:
    assert main(["rules", game, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert "R-I10" in out or "R-P14" in out
    assert "example:" not in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deck_lists_all_factions_and_scenarios(language: str, capsys: Output) -> None:
    assert main(["deck", "--lang", language]) == 0
    out = capsys.readouterr().out
    assert all(len(line) <= 80 for line in out.splitlines())
    assert {"en": "raccoons", "de": "Waschbären", "nl": "wasberen"}[language] in out
    assert "the clockwork war" in out


def test_a_set_up_is_checked(capsys: Output) -> None:
    assert main(["deck", "--scenario", "Old Kingdom"]) == 0
    assert "This deck works for 2 players" in capsys.readouterr().out
    trolls = "knights goblins undead dwarves trolls seers vikings"
    assert main(["deck", "--players", "3", "--factions", trolls]) == 0
    assert "advises against trolls" in capsys.readouterr().out
    assert main(["deck", "--factions", "knights goblins undead undead seers"]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "undead is named twice" in err


def test_our_own_faults_ask_to_be_reported(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(*_: object) -> int:
        raise RuntimeError("out of\ncheese")

    monkeypatch.setattr("claimant.cli.rules.show", broken)
    assert main(["rules", "claim"]) == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "RuntimeError: out of cheese" in err
    monkeypatch.setenv("CLAIMANT_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main(["rules", "claim"])
