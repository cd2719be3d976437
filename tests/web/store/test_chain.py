"""Issue 11, row 9: damage is noticed, and stays where it is."""

from __future__ import annotations

import asyncio
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.databases import Database, File, running_on
from support.site import Player, Site, mover, play_out

from claimant.cli import main
from claimant.web.ops import logs

Output = pytest.CaptureFixture[str]

ALTERATIONS = {
    "an event": "UPDATE events SET event = 'play knight-9' WHERE version = {n} AND {here}",
    "a possible event": "UPDATE events SET event = 'first 1' WHERE version = 1 AND {here}",
    "a time": "UPDATE events SET at = at + 1 WHERE version = {n} AND {here}",
    "the last event": "DELETE FROM events WHERE version = {n} AND {here}",
    "the first event": "DELETE FROM events WHERE version = 1 AND {here}",
    "one more": 'INSERT INTO events ("table", version, event, at)'
    " VALUES ('{table}', {n} + 1, 'roll', 1.0)",
    "another secret": "UPDATE tables SET secret = (SELECT secret FROM tables WHERE id != '{table}')"
    " WHERE id = '{table}'",
    "other options": "UPDATE tables SET header = replace(header, '\"spectators\":true',"
    " '\"spectators\":false') WHERE id = '{table}'",
}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CLAIMANT_DATABASE", raising=False)


def run(command: str, database: Database, folder: Path, *more: object) -> int:
    where = ["--database", database.address] if database.address else ["--data", str(folder)]
    return main([command, *map(str, more), *where])


def two_tables(site: Site) -> tuple[Player, Player]:
    """A player of a game of each kind."""
    return site.pair("claim", public=True)[0], site.pair("claim-it", public=True)[0]


@pytest.mark.parametrize("alteration", ALTERATIONS)
def test_row_9_any_alteration_of_a_game_is_found(
    database: Database, alteration: str, tmp_path: Path, capsys: Output
) -> None:
    with running_on(database, tmp_path) as site:
        bad, good = two_tables(site)
        version = bad.see()["version"]
    assert run("check", database, tmp_path) == 0
    assert "2 tables were checked" in capsys.readouterr().out
    sql = ALTERATIONS[alteration]
    if alteration == "a possible event":
        (first,) = database.ask(
            f"SELECT event FROM events WHERE version = 1 AND \"table\" = '{bad.table}'"
        )
        sql = sql.replace("first 1", "first 0" if first == ("first 1",) else "first 1")
    if alteration == "one more":
        database.ask(f"UPDATE tables SET version = version + 1 WHERE id = '{bad.table}'")
    database.ask(sql.format(n=version, table=bad.table, here=f"\"table\" = '{bad.table}'"))
    assert run("check", database, tmp_path) == 1
    err = capsys.readouterr().err
    assert bad.table in err
    assert good.table not in err
    assert run("backup", database, tmp_path, tmp_path / "backup") == 1
    assert bad.table in capsys.readouterr().err
    assert (tmp_path / "backup").exists()
    new = database.fresh(tmp_path / "new")
    assert run("restore", new, tmp_path / "new", tmp_path / "backup") == 1
    assert bad.table in capsys.readouterr().err
    with running_on(database, tmp_path) as site:
        answer = site.client.get(f"/api/tables/{bad.table}")
        assert (answer.status_code, answer.json()["code"]) == (503, "table-damaged")
        assert site.client.get(f"/api/tables/{good.table}").status_code == 200


def test_row_9_a_damaged_table_does_not_damage_lists(
    database: Database, tmp_path: Path, capsys: Output
) -> None:
    written = io.StringIO()
    with running_on(database, tmp_path) as site:
        logs.set_up("json", written)
        site.client.post("/hello", data={"name": "Ann"})
        over = [site.pair("claim", public=True) for _ in range(2)]
        for pair in over:
            play_out(*pair)
        running = site.make("claim", "me bot:random", public=True)
        bad = over[0][0].table
    for table in (bad, running.table):
        database.ask(
            f"UPDATE events SET event = 'play knight-9' WHERE version = 2 AND \"table\" = '{table}'"
        )
    database.ask(f"UPDATE tables SET due = 0 WHERE id = '{running.table}'")
    with running_on(database, tmp_path) as site:
        home = site.client.get("/")
        assert home.status_code == 200
        assert "1 table is damaged and missing from these lists." in home.text
        listed = site.client.get("/api/finished")
        assert [table["table"] for table in listed.json()] == [over[1][0].table]
        page = site.client.get(f"/tables/{bad}")
        assert page.status_code == 503
        assert "is damaged" in page.text
        for path in (
            f"/api/tables/{bad}/record",
            f"/tables/{bad}/record",
            f"/api/tables/{bad}/feed",
        ):
            assert site.client.get(path).status_code == 503
        scan = site.services.deadlines.scan()
        site.run(scan)
    logged = written.getvalue()
    assert "damaged" in logged
    assert "a table cannot be used" in logged
    for secret in (bad, running.table, "knight"):
        assert secret not in logged


def test_row_9_a_person_with_a_damaged_table_can_still_be_forgotten(tmp_path: Path) -> None:
    database = File(tmp_path)
    with running_on(database, tmp_path) as site:
        token = site.client.post("/api/people", json={"name": "Ann"}).json()["token"]
        me = {"Authorization": f"Bearer {token}"}
        wanted = {"game": "claim-it", "players": 2, "seats": ["me", "bot:random"]}
        made = site.client.post("/api/tables", json=wanted, headers=me).json()
    database.ask(f"UPDATE events SET event = 'x' WHERE \"table\" = '{made['table']}'")
    with running_on(database, tmp_path) as site:
        assert site.client.get("/api/me/tables", headers=me).json() == []
        assert site.client.post("/api/me", json={"name": "Cleo"}, headers=me).status_code == 200
        assert site.client.delete("/api/me", headers=me).status_code == 204
        assert site.client.get("/api/me", headers=me).status_code == 403
    assert database.ask("SELECT name FROM seats WHERE kind = 'person'") == [("",)]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE people SET name = 'Mallory'",
        "UPDATE seats SET person = 'someone else' WHERE seat = 0",
        "DELETE FROM talk",
        "UPDATE kept SET value = x'00'",
        "CREATE TABLE more (x)",
        "DROP TABLE seal",
        "UPDATE seal SET digest = ''",
    ],
)
def test_row_9_a_backup_that_was_altered_is_refused(
    sql: str, tmp_path: Path, capsys: Output
) -> None:
    database = File(tmp_path)
    with running_on(database, tmp_path) as site:
        ann, _ = site.pair()
        ann.post("/talk", {"text": "hello"})
        site.client.post("/api/people", json={"name": "Ann"})
    assert run("backup", database, tmp_path, tmp_path / "backup") == 0
    with closing(sqlite3.connect(tmp_path / "backup")) as file:
        file.execute(sql)
        file.commit()
    new = File(tmp_path / "new")
    capsys.readouterr()
    assert run("restore", new, tmp_path / "new", tmp_path / "backup") == 1
    assert "has changed since it was written" in capsys.readouterr().err
    assert not new.path.exists()


def test_row_9_games_of_an_earlier_version_get_their_chains(
    database: Database, tmp_path: Path
) -> None:
    schema = Path(__file__).parent / "schemas" / f"3.{database.kind}.sql"
    database.script(schema.read_text())
    store = database.store()
    store.prepare()
    asyncio.run(store.close())
    assert run("check", database, tmp_path) == 0
    database.ask("UPDATE events SET event = 'roll' WHERE version = 3")
    assert run("check", database, tmp_path) == 1


def test_row_9_moves_go_on_with_the_chain(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        ann, ben = site.pair()
        for _ in range(5):
            player, seen = mover(ann, ben)
            player.act(seen["legal"][0], seen["version"])
    with running_on(database, tmp_path) as site:
        ann, ben = (Player(site, p.table, p.seat, p.token) for p in (ann, ben))
        player, seen = mover(ann, ben)
        assert player.act(seen["legal"][0], seen["version"]).status_code == 200
    assert run("check", database, tmp_path) == 0


@pytest.mark.parametrize("column", ["an event", "a name"])
def test_row_9_text_that_cannot_be_decoded_damages_only_its_table(
    tmp_path: Path, column: str
) -> None:
    """PostgreSQL refuses such text; a file may contain anything."""
    database = File(tmp_path)
    with running_on(database, tmp_path) as site:
        bad, good = two_tables(site)
    damage = (
        "UPDATE events SET event = CAST(x'ff80' AS TEXT) WHERE version = 2"
        if column == "an event"
        else "UPDATE seats SET name = CAST(x'ff80' AS TEXT) WHERE seat = 0"
    )
    database.ask(f"{damage} AND \"table\" = '{bad.table}'")
    with running_on(database, tmp_path) as site:
        assert site.client.get("/").status_code == 200
        assert site.client.get(f"/api/tables/{good.table}").status_code == 200
        answer = site.client.get(f"/api/tables/{bad.table}")
        if column == "an event":
            assert (answer.status_code, answer.json()["code"]) == (503, "table-damaged")
        else:
            assert answer.status_code == 200
            assert "�" in answer.text
