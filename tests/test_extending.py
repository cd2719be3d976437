"""The walk-throughs in docs/extending: every block is written, installed and run as it stands."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from support.packages import SOURCE, found
from support.processes import serve_command

DOCS = Path(__file__).parent.parent / "docs" / "extending"
BLOCK = re.compile(r"(?ms)^```(?P<kind>\w+)(?: (?P<path>\S+))?\n(?P<text>.*?)^```$")
PIP = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--upgrade", "--target")
"""What installing takes without a network, into a folder that is thrown away."""


class Block(NamedTuple):
    kind: str
    path: str | None
    text: str


class Reader:
    """Someone who does what a page says, in a project folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.packages = folder / "packages"
        self.data = folder / "data"
        for each in (self.project, self.packages):
            each.mkdir()
        self.said = ""

    def follow(self, page: str, *, only_write: bool = False) -> None:
        for block in blocks(page):
            if block.path is not None:
                file = self.project / block.path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(block.text)
            elif only_write:
                continue
            elif block.kind == "console":
                for line in block.text.splitlines():
                    self.run(line.removeprefix("$ "))
            elif block.kind == "text":
                with serve_command(self.data) as (_, client):
                    browse(client, block.text)
            else:
                raise AssertionError(f"{page}: a block that nothing runs:\n{block.text}")

    def run(self, line: str) -> None:
        command, *arguments = shlex.split(line)
        if line == "claimant serve":
            return  # the block with what to open there starts it
        if command == "pip":
            assert arguments[0] == "install"
            arguments = ["-m", "pip", "install", *PIP, str(self.packages), arguments[-1]]
        elif command == "claimant":
            arguments = ["-m", "claimant", *arguments]
        else:
            assert command == "python"
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.project, input="q\n", capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
        self.said += done.stdout


def blocks(page: str) -> list[Block]:
    return [Block(**block.groupdict()) for block in BLOCK.finditer((DOCS / page).read_text())]


def browse(client: httpx.Client, text: str) -> None:
    """`GET path`, and below it the status and perhaps what is on the page."""
    for asked, answered in re.findall(r"^GET (\S+)\n(.+)$", text, re.MULTILINE):
        answer = client.get(asked)
        status, _, said = answered.partition(" ")
        assert answer.status_code == int(status), (asked, answer.text)
        assert said in answer.text


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    reader = Reader(tmp_path)
    with found(reader.packages):
        yield reader


def test_add_a_game(reader: Reader) -> None:
    reader.follow("add-a-game.md")
    assert "Pig obeys the laws" in reader.said
    assert "The first to reach the goal wins" in " ".join(reader.said.split())
    assert "In the pot: 0" in reader.said


def test_add_a_page(reader: Reader) -> None:
    reader.follow("add-a-game.md", only_write=True)
    reader.follow("add-a-page.md")


def test_add_a_bot(reader: Reader) -> None:
    reader.follow("add-a-bot.md")
    assert "patient" in reader.said
    assert "action_mask" in reader.said


WOLVES = """
from claimant import bots, laws
from claimant.environment import environment_of
from claimant.game import CHANCE
from claimant.games.claim.art.cards import card
from claimant.games.claim.game import Claim
from claimant.luck import Seeded
from claimant.presentation import presentation_of
from rich.console import Console

game = Claim(2, ("knights", "goblins", "undead", "dwarves", "wolves"))
laws.check(game, 1)


def played(state, level, until):
    players = [bots.create(level, seat, 0.1) for seat in range(2)]
    luck = Seeded(1)
    while not until(state):
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            state = state.play(players[state.actor].choose(state.view(state.actor)))
    return state


def two_cards_left(state):
    view = state.view(None)
    return view.phase == 2 and len(view.hands[0]) == 2


# Without the compiler the stronger bots are slow: they get the last two tricks.
late = played(game.start(), "easy", two_cards_left)
for level in bots.NAMES:
    state = played(late, level, lambda state: state.actor is None)
    print(level, state.outcome.winners)
view = late.view(0)
for language in ("en", "de", "nl"):
    presentation = presentation_of("claim")
    names = ("Ann", "Ben")
    assert "wol" in str(presentation.picture(view, names, language)).lower().replace("wöl", "wol")
    Console().print(presentation.terminal(view, language, names, {}))
assert "<svg" in card("wolf-4", alone=True)
environment_of("claim").observation(game).observe(view)
print("wolves: fine")
"""


def apply_patch(folder: Path, patch: str) -> Path:
    """Apply a diff of one file by its context, so that line numbers on the page may age."""
    header, *hunks = re.split(r"(?m)^@@.*\n", patch)
    target = re.search(r"(?m)^\+\+\+ b/(.*)$", header)
    assert target
    path = folder / target[1]
    text = path.read_text()
    for hunk in hunks:
        lines = hunk.splitlines(keepends=True)
        before = "".join(line[1:] or line for line in lines if line[0] != "+")
        after = "".join(line[1:] or line for line in lines if line[0] != "-")
        assert text.count(before) == 1, f"this context is not in {path.name} once:\n{before}"
        text = text.replace(before, after)
    path.write_text(text)
    return path


def test_add_a_faction(tmp_path: Path) -> None:
    """Six files of a copy change, and everything that has to know the faction knows it."""
    copy = tmp_path / "src" / "claimant"
    shutil.copytree(SOURCE / "claimant", copy, ignore=shutil.ignore_patterns("__pycache__"))
    patches = [block.text for block in blocks("add-a-faction.md") if block.kind == "diff"]
    changed = [apply_patch(tmp_path, patch) for patch in patches]
    assert len(changed) == len(set(changed)) == 6
    done = subprocess.run(
        [sys.executable, "-c", WOLVES], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "src"), "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("wolves: fine\n")


def test_every_page_is_followed() -> None:
    assert {page.name for page in DOCS.glob("*.md")} == {
        "add-a-bot.md", "add-a-faction.md", "add-a-game.md", "add-a-page.md",
    }  # fmt: skip
