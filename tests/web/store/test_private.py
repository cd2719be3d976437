"""Issue 11, row 10: other users of the machine can read nothing that a server stores."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import File, running_on

from claimant.cli import main


@pytest.fixture(autouse=True)
def _open_to_everyone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The most careless umask there is."""
    monkeypatch.setenv("LC_ALL", "C")
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    found = {path.name: path for path in (folder, *folder.rglob("*"))}
    return {name: oct(stat.S_IMODE(path.stat().st_mode)) for name, path in found.items()}


def private(folder: Path) -> dict[str, str]:
    return {
        path.name: "0o700" if path.is_dir() else "0o600" for path in (folder, *folder.rglob("*"))
    }


def test_row_10_a_server_stores_everything_privately(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running_on(File(data), data) as site:
        site.pair()
        found = modes(data)
        assert {"claimant.sqlite", "claimant.sqlite-wal", "claimant.sqlite-shm"} <= found.keys()
        assert found == private(data)


def test_row_10_what_exists_is_made_private_at_the_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running_on(File(data), data) as site:
        site.pair()
        left = {path.name: path.read_bytes() for path in data.iterdir()}
    for name, content in left.items():  # as if the server had been killed
        (data / name).write_bytes(content)
    (data / "key").write_bytes(b"k" * 32)
    for path in (data, *data.iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert len(modes(data)) >= 6
    with running_on(File(data), data):
        assert modes(data) == private(data)


def test_row_10_backups_exports_and_restored_databases_are_private(tmp_path: Path) -> None:
    data, made, place = tmp_path / "data", tmp_path / "made", tmp_path / "place"
    made.mkdir(mode=0o700)
    with running_on(File(data), data) as site:
        site.pair("claim")
        assert main(["backup", str(made / "backup"), "--data", str(data)]) == 0
        assert main(["export", str(made / "games.tar"), "--running", "--data", str(data)]) == 0
    assert modes(made) == private(made)
    assert main(["restore", str(made / "backup"), "--data", str(place)]) == 0
    assert modes(place) == private(place)
    assert modes(made) == private(made)


def test_row_10_a_saved_game_and_its_secret_are_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir(mode=0o700)
    file = folder / "game.claim"
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert main(["play", "claim", "--bots", "random", "--save", str(file)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["game.claim", "game.claim.secret"]
    assert modes(folder) == private(folder)
    for path in folder.iterdir():
        path.chmod(0o644)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nq\n"))
    assert main(["play", "--resume", str(file)]) == 0
    assert modes(folder) == private(folder)
