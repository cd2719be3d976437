"""Backup and restore, export and import."""

from __future__ import annotations

import io
import sqlite3
import stat
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, File, PostgresServer, Served, running_on
from support.site import Player, mover, play_out

from claimant.cli import main
from claimant.luck import verify
from claimant.record import Record, loads, replay
from claimant.web.store.backup import atomic_file
from claimant.web.store.interface import StoreError
from claimant.web.store.schema import NEWEST, TABLES

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CLAIMANT_DATABASE", raising=False)


def run(command: str, database: Database, folder: Path, *more: object) -> int:
    where = ["--database", database.address] if database.address else ["--data", str(folder)]
    return main([command, *map(str, more), *where])


def content(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    rows = {table: database.ask(f"SELECT * FROM {table}") for table in TABLES}
    return {
        table: sorted(
            [tuple(int(v) if isinstance(v, bool) else v for v in row) for row in found], key=repr
        )
        for table, found in rows.items()
    }


def other_kind(database: Database, folder: Path, postgresql: PostgresServer) -> Database:
    return Served(postgresql) if database.kind == "sqlite" else File(folder)


def test_a_backup_of_a_running_server_can_be_restored_to_either_kind(
    database: Database, postgresql: PostgresServer, tmp_path: Path, capsys: Output
) -> None:
    here, there = tmp_path, tmp_path / "there"
    with running_on(database, here) as site:
        ann, ben = site.pair("claim", word="pickaxe")
        ann.post("/talk", {"text": "hello"})
        site.client.post("/api/people", json={"name": "Cleo"})
        assert run("backup", database, here, here / "all.backup") == 0
        kept = content(database)
        player, seen = mover(ann, ben)
        player.act(seen["legal"][0], seen["version"])  # comes too late for the backup
    for new in (database.fresh(there), other_kind(database, there / "other", postgresql)):
        folder = there if new.kind == database.kind else there / "other"
        assert run("restore", new, folder, here / "all.backup") == 0
        assert content(new) == kept
        with running_on(new, folder) as site:
            again = Player(site, player.table, player.seat, player.token)
            assert again.see() == seen
            assert again.act(seen["legal"][0], seen["version"]).status_code == 200
        capsys.readouterr()
        assert run("restore", new, folder, here / "all.backup") == 1
        assert "there are tables already" in capsys.readouterr().err
        assert run("restore", new, folder, here / "all.backup", "--replace") == 0
        assert content(new) == kept


def test_a_backup_is_private_and_overwrites_nothing(tmp_path: Path, capsys: Output) -> None:
    with running_on(File(tmp_path), tmp_path) as site:
        site.pair()
        assert run("backup", File(tmp_path), tmp_path, tmp_path / "one") == 0
        assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o600
        before = (tmp_path / "one").read_bytes()
        assert run("backup", File(tmp_path), tmp_path, tmp_path / "one") == 1
        assert (tmp_path / "one").read_bytes() == before
        assert "is there already" in capsys.readouterr().err
        assert run("restore", File(tmp_path), tmp_path, tmp_path / "one", "--replace") == 1
        assert "another server is using" in capsys.readouterr().err
        assert run("backup", File(tmp_path), tmp_path, tmp_path / "nowhere" / "one") == 1
        assert "cannot be written" in capsys.readouterr().err
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_row_11_a_file_that_appears_during_a_backup_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "one"

    def write() -> None:
        with atomic_file(path) as made:
            made.write_bytes(b"ours")
            path.write_bytes(b"of another program")

    with pytest.raises(StoreError, match="is there already"):
        write()
    assert path.read_bytes() == b"of another program"
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_in_use_is_not_replaced(
    postgresql: PostgresServer, tmp_path: Path, capsys: Output
) -> None:
    database = Served(postgresql)
    with running_on(database, tmp_path) as site:
        site.pair()
        assert run("backup", database, tmp_path, tmp_path / "one") == 0
        assert run("restore", database, tmp_path, tmp_path / "one", "--replace") == 1
        assert "stop it first" in capsys.readouterr().err


def test_a_file_that_is_not_a_backup_is_refused(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "file"
    target = File(tmp_path / "new")
    for make, words in (
        (lambda: None, "there is no such file"),
        (lambda: file.write_text("not a database, by far" * 50), "cannot be opened"),
        (lambda: _database(file, 0), "is not a backup"),
        (lambda: _database(file, NEWEST + 1), "from a newer claimant"),
    ):
        file.unlink(missing_ok=True)
        make()
        assert run("restore", target, tmp_path / "new", file) == 1
        assert words in capsys.readouterr().err
        assert not target.path.exists()
    assert run("backup", target, tmp_path / "new", tmp_path / "nothing") == 1
    assert "there is no database" in capsys.readouterr().err


def _database(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as new:
        new.execute("CREATE TABLE t (x)")
        new.execute(f"PRAGMA user_version = {version}")


def test_a_backup_of_an_earlier_version_is_migrated(tmp_path: Path) -> None:
    old = File(tmp_path)
    old.script((Path(__file__).parent / "schemas" / "1.sqlite.sql").read_text())
    new = File(tmp_path / "new")
    assert run("restore", new, tmp_path / "new", old.path) == 0
    assert new.ask("PRAGMA user_version") == [(NEWEST,)]
    assert new.ask("SELECT count(*) FROM events") == [(15,)]


# Records.


def members(path: Path) -> dict[str, Record]:
    with tarfile.open(path) as tar:
        files = {member.name: tar.extractfile(member) for member in tar}
        return {name: loads(file.read()) for name, file in files.items() if file is not None}


def simulated(folder: Path, count: int) -> list[Path]:
    for game in ("claim-it", "claim"):
        out = folder / game
        assert (
            main(["simulate", game, "--games", str(count), "--seed", "5", "--out", str(out)]) == 0
        )
    return sorted(folder.rglob("*.claim"))


def packed(path: Path, files: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return path


def test_finished_games_are_exported_completely_and_imported_once(
    database: Database, tmp_path: Path, capsys: Output
) -> None:
    games = {path.name: path.read_bytes() for path in simulated(tmp_path / "simulated", 2)}
    tar = packed(tmp_path / "in.tar.gz", games)
    assert run("import", database, tmp_path, tar) == 0
    assert "4 games were imported" in capsys.readouterr().out
    assert run("import", database, tmp_path, tar) == 0
    assert "4 games existed already" in capsys.readouterr().out
    assert run("export", database, tmp_path, tmp_path / "out.tar") == 0
    out = list(members(tmp_path / "out.tar").values())
    assert len(out) == 4
    for record in map(loads, games.values()):
        assert record in out
        assert verify(record) > 0


def test_an_imported_game_is_a_finished_table(database: Database, tmp_path: Path) -> None:
    (game,) = simulated(tmp_path / "simulated", 1)[:1]
    tar = packed(tmp_path / "in.tar", {"game.claim": game.read_bytes()})
    assert run("import", database, tmp_path, tar, "--public") == 0
    with running_on(database, tmp_path) as site:
        (listed,) = site.client.get("/api/finished").json()
        shown = site.client.get(f"/api/tables/{listed['table']}/record")
        assert loads(shown.text) == loads(game.read_bytes())
        assert site.client.get(f"/tables/{listed['table']}").status_code == 200


def test_running_games_are_exported_only_on_request_and_redacted(
    database: Database, tmp_path: Path, capsys: Output
) -> None:
    with running_on(database, tmp_path) as site:
        ann, _ = site.pair("claim")
        play_out(*site.pair("claim"))
        site.make()
        assert run("export", database, tmp_path, tmp_path / "over.tar") == 0
        assert "1 running game was left out" in capsys.readouterr().out
        assert [replay(r).actor for r in members(tmp_path / "over.tar").values()] == [None]
        assert run("export", database, tmp_path, tmp_path / "all.tar", "--running") == 0
        redacted = site.spectator(ann).get("/record").text
    found = members(tmp_path / "all.tar")
    (name,) = [name for name in found if name.startswith("running/")]
    assert found[name] == loads(redacted)
    assert "seed" not in found[name].headers
    assert " ? " in found[name].events[1]
    assert not any(ann.table in name for name in found)
    capsys.readouterr()
    assert run("import", database.fresh(tmp_path / "new"), tmp_path / "new", tmp_path / "all.tar")
    err = capsys.readouterr().err
    assert name in err
    assert err.count("\n") == 1


def test_bad_members_are_named_and_the_others_imported(tmp_path: Path, capsys: Output) -> None:
    good, other = (path.read_text() for path in simulated(tmp_path / "simulated", 1))
    lines = good.splitlines()
    tar = packed(
        tmp_path / "in.tar",
        {
            "a/good.claim": good.encode(),
            "note.txt": b"hello",
            "empty.claim": b"",
            "cut.claim": "\n".join(lines[:-3]).encode(),
            "lucky.claim": good.replace("seed: ", "seed: 00").encode(),
            "seedless.claim": "\n".join(x for x in lines if not x.startswith("seed:")).encode(),
            "../../evil.claim": other.encode(),
        },
    )
    capsys.readouterr()
    assert run("import", File(tmp_path), tmp_path, tar) == 1
    out, err = capsys.readouterr()
    assert "2 games were imported" in out
    named = [line.split(": ")[1] for line in err.splitlines()]
    assert named == ["note.txt", "empty.claim", "cut.claim", "lucky.claim", "seedless.claim"]
    assert run("import", File(tmp_path), tmp_path, tmp_path / "simulated") == 1
    assert run("import", File(tmp_path), tmp_path, tmp_path / "claimant.sqlite") == 1
    assert "not a tar archive of records" in capsys.readouterr().err
