"""Playing in the terminal, with typed answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.typed import Output, Type, answers, plain

from claimant import luck
from claimant.cli import main
from claimant.record import Record, load, replay

__all__ = ["answers", "plain"]


def new_game(*more: str) -> list[str]:
    return ["play", "--seed", "1", "--name", "Ann", *more]


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("claim-it --players 2", "en"),
        ("claim-it --players 5 --seat 3 --bots random", "de"),
        ("claim --players 2", "nl"),
        ("claim --players 3 --seat 2 --scenario hungry-court", "en"),
        ("claim --players 4 --scenario clockwork-war", "de"),
    ],
)
def test_a_whole_game_is_played_and_verified(
    game: str, language: str, answers: Type, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "game.claim"
    # Rolling is choice 1 and so is a space; 2 stops. In Claim there often is no choice 2.
    answers("1\n2\n" * 3000)
    assert main([*new_game(*game.split(" ")), "--lang", language, "--save", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "\x1b" not in out
    picture = [line for line in out.splitlines() if "│" in line]
    assert all(len(line) <= 80 for line in picture)
    record = load(file)
    assert replay(record).outcome is not None
    assert luck.verify(record) > 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.claim"]


def test_choices_by_number_and_by_the_records_text(
    answers: Type, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "game.claim"
    answers("ROLL\n7,7\n9\nstop\nundo\n1\nu\n1\nstop\nq\n")
    assert main([*new_game("claim-it"), "--save", str(file)]) == 0
    out = capsys.readouterr().out
    assert "There is no space 7,7 on the board." in out
    assert "There is no choice 9." in out
    assert "Place a marker for this roll first." in out
    assert "There is nothing to undo." in out
    assert "Chance to bust on the next roll: " in out
    events = load(file).events
    mine = events.index("undo")
    assert events[mine - 1] == events[mine + 1]
    assert events[mine + 2] == "stop"


def test_a_card_is_enough_to_play_it(answers: Type, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "game.claim"
    answers("q\n")
    main([*new_game("claim"), "--save", str(file)])
    held = [line for line in capsys.readouterr().out.splitlines() if line.startswith("  1  ")]
    card = held[0].partition("(")[2].removesuffix(")")
    answers(f"knight-99\n{card}\nq\n")
    assert main(["play", "--resume", str(file)]) == 0
    assert "There is no card knight-99." in capsys.readouterr().out
    assert f"play {card}" in load(file).events


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_game_left_and_resumed_loses_nothing(
    game: str, answers: Type, tmp_path: Path, capsys: Output
) -> None:
    whole, broken = tmp_path / "whole.claim", tmp_path / "broken.claim"
    answers("1\n2\n" * 3000)
    assert main([*new_game(game), "--bots", "random", "--save", str(whole)]) == 0
    answers("1\n2\n1\n2\n1\n")  # and the end of the input
    assert main([*new_game(game), "--bots", "random", "--save", str(broken)]) == 0
    assert f"Continue with: claimant play --resume {broken}" in capsys.readouterr().out
    played = list(load(broken).events)
    assert "seed" not in load(broken).headers
    assert list(load(whole).events[: len(played)]) == played
    answers("2\n1\n" * 3000)
    assert main(["play", "--resume", str(broken)]) == 0
    record = load(broken)
    assert list(record.events[: len(played)]) == played
    assert luck.verify(record) > 0
    assert not (tmp_path / "broken.claim.secret").exists()


def test_help_rules_and_saving_from_within(answers: Type, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "later.claim"
    answers(f"?\nr\nb\ns\ns {file}\nroll\n")
    assert main(new_game("claim-it")) == 0
    out = capsys.readouterr().out
    assert "Choose by number" in out
    assert "R-I10" in out
    assert "From now on the game is saved to" in out
    assert "roll" in load(file).events


def test_a_file_is_not_overwritten_by_a_new_game(
    answers: Type, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "game.claim"
    file.write_text("precious")
    assert main([*new_game("claim-it"), "--save", str(file)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert file.read_text() == "precious"


def test_a_game_without_its_secret_cannot_go_on(
    answers: Type, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "game.claim"
    answers("q\n")
    main([*new_game("claim"), "--save", str(file)])
    secret = tmp_path / "game.claim.secret"
    # While the game is running, its secret is nowhere in the record.
    assert secret.read_text().strip() not in file.read_text()
    secret.write_text("00" * 32)
    assert main(["play", "--resume", str(file)]) == 1
    assert "does not match" in capsys.readouterr().err
    secret.unlink()
    assert main(["play", "--resume", str(file)]) == 1
    assert "cannot continue without its secret" in capsys.readouterr().err


def test_a_players_word_is_part_of_the_luck(answers: Type, tmp_path: Path) -> None:
    records: list[Record] = []
    for word in ("", "pickaxe"):
        file = tmp_path / f"{word}.claim"
        answers("q\n")
        assert main([*new_game("claim"), "--word", word, "--save", str(file)]) == 0
        records.append(load(file))
    plain, spoken = records
    assert spoken.headers["word 0"] == "pickaxe"
    assert plain.headers["commitment"] == spoken.headers["commitment"]
    assert plain.events != spoken.events


def test_a_file_that_cannot_be_written_leaves_the_game_in_the_old_one(
    tmp_path: Path, answers: Type, capsys: Output
) -> None:
    file = tmp_path / "game.claim"
    answers(f"s {tmp_path / 'nowhere' / 'game.claim'}\n1\nq\n")
    assert main(["play", "claim", "--seed", "1", "--save", str(file)]) == 0
    shown = capsys.readouterr()
    assert "nowhere" in shown.err + shown.out
    assert f"--resume {file}" in " ".join(shown.out.split())
    assert len(load(file).events) > 2  # what was played after the failure is in it
