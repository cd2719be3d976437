"""The command as a process of its own: terminals, pipes, kills, start-up."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.terminal import CTRL_C, Look, on_a_terminal

from claimant.record import load

COMMAND = [sys.executable, "-m", "claimant"]
PROMPT = b"(? for help): "


def environment(**more: str) -> dict[str, str]:
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLAIMANT_DEBUG")}
    return plain | {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLUMNS": "80"} | more


def at_the_prompt(*lines: str) -> Look:
    """Types a line whenever there is a new prompt."""
    rest = list(lines)
    prompts = 0

    def look(screen: bytes) -> str | None:
        nonlocal prompts
        if screen.count(PROMPT) <= prompts or not rest:
            return None
        prompts += 1
        return rest.pop(0)

    return look


def test_colour_on_a_terminal_and_none_with_no_color() -> None:
    play = ("play", "claim-it", "--seed", "2", "--seat", "0")
    status, screen = on_a_terminal(
        *play, look=at_the_prompt("1\n", "1\n", "q\n"), env=environment()
    )
    assert status == 0
    assert "\x1b[1;34m" in screen  # player 1's blue
    status, screen = on_a_terminal(
        *play, look=at_the_prompt("1\n", "1\n", "q\n"), env=environment(NO_COLOR="1")
    )
    assert status == 0
    assert not re.search(r"\x1b\[(\d+;)*[34]\d", screen)
    assert "●A" in screen


def test_a_line_that_cannot_be_printed_does_not_cause_a_traceback() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "claim-it", "--seed", "2"],
        input="1\nq\n",
        capture_output=True,
        text=True,
        env=environment(PYTHONIOENCODING="ascii"),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "?A Player 1" in done.stdout


def test_starting_up_does_not_load_the_rules() -> None:
    program = (
        "import sys; from claimant.cli import main; main(['--help']); main(['--version']); "
        "sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize("how", ["", "--trace"])
def test_a_closed_pipe_is_quiet(tmp_path: Path, how: str) -> None:
    simulate = [*COMMAND, "simulate", "claim-it", "--out", str(tmp_path)]
    subprocess.run(simulate, check=True, capture_output=True)
    (file,) = tmp_path.iterdir()
    replay = f"'{sys.executable}' -m claimant replay {how} '{file}' '{file}' '{file}'"
    command = f"({replay}; echo $? >&2) | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == "141\n"  # as if ended by the closed pipe
    assert done.stdout.count("\n") == 1


def test_output_that_finds_no_room_is_said_in_a_line() -> None:
    command = f"{sys.executable} -m claimant rules claim > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    said = "claimant: cannot write the output: No space left on device\n"
    assert done.stderr == said


def test_a_kill_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.claim"
    play = [*COMMAND, "play", "claim-it", "--seed", "3", "--save", str(file)]
    with subprocess.Popen(
        play, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("roll\n")
        process.stdin.flush()
        shown = ""
        while "You begin your turn" not in shown:
            line = process.stdout.readline()
            assert line, "the game ended by itself"
            shown += line
        process.send_signal(signal.SIGKILL)
    saved = load(file)
    assert "roll" in saved.events
    done = subprocess.run(
        [*COMMAND, "play", "--resume", str(file)],
        input="q\n",
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert load(file).events[: len(saved.events)] == saved.events


def test_an_interrupt_ends_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "game.claim"
    play = ("play", "claim-it", "--seed", "3", "--save", str(file))
    status, screen = on_a_terminal(*play, look=at_the_prompt("1\n", CTRL_C), env=environment())
    assert status == 130
    assert "Traceback" not in screen
    assert file.name in screen
