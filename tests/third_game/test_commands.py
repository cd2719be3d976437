"""Ferry at the command line, in processes that find it by its entry point alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from support.terminal import on_a_terminal

from claimant import luck
from claimant.record import load, replay

PROMPT = b"(? for help): "


def claimant(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "claimant", *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def test_play_on_a_terminal(tmp_path: Path) -> None:
    """A person and two bots, one of them from another package, play to the end."""
    saved = tmp_path / "game.claim"
    prompts = 0

    def first_choice(screen: bytes) -> str | None:
        nonlocal prompts
        if screen.count(PROMPT) <= prompts:
            return None
        prompts += 1
        return "1\n"

    status, screen = on_a_terminal(
        "play", "ferry", "--players", "3", "--bots", "greedy,hard", "--seed", "4",
        "--option", "limit=14", "--save", str(saved),
        look=first_choice, env=os.environ | {"LC_ALL": "C.UTF-8", "TERM": "dumb"},
    )  # fmt: skip
    assert status == 0, screen
    assert prompts == 4
    assert "With a limit this low most ferries sink." in screen
    assert "Quay: " in screen
    assert "The winner" in screen
    assert replay(load(saved)).outcome is not None
    assert luck.verify(load(saved)) > 12
    claimant("verify", str(saved))


def test_replay_and_verify_a_record(tmp_path: Path) -> None:
    claimant("simulate", "ferry", "--games", "1", "--bots", "greedy,random", "--out", str(tmp_path))
    (record,) = tmp_path.iterdir()
    assert replay(load(record)).outcome is not None
    assert "Marta: take " in claimant("replay", str(record))
    assert "Quay: " in claimant("replay", str(record), "--at", "12")
    claimant("verify", str(record))


def test_arena(tmp_path: Path) -> None:
    """Bots meet in other processes: level bots without bots of their own play at random."""
    results = tmp_path / "results.json"
    claimant(
        "arena", "greedy", "random", "expert", "--game", "ferry", "--games", "60",
        "--workers", "2", "--json", str(results),
    )  # fmt: skip
    standings = json.loads(results.read_text())["standings"]
    assert max(standings, key=lambda standing: standing["rate"])["entrant"] == "greedy"


def test_rules() -> None:
    """A game without a text of its rules has the docstring of its package."""
    assert "the heaviest ferry" in claimant("rules", "ferry")
    assert "the heaviest ferry" in claimant("--lang", "de", "rules", "ferry")
