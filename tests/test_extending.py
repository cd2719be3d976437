"""The walk-throughs in docs/extending: every block is written, installed and run as it stands."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from support.packages import found
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
            elif block.kind == "http":
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
    assert "Pig keeps the laws" in reader.said
    assert "The first to reach the goal wins" in " ".join(reader.said.split())
    assert "In the pot: 0" in reader.said


def test_add_a_page(reader: Reader) -> None:
    reader.follow("add-a-game.md", only_write=True)
    reader.follow("add-a-page.md")


def test_add_a_bot(reader: Reader) -> None:
    reader.follow("add-a-bot.md")
    assert "patient" in reader.said
    assert "action_mask" in reader.said
