"""A full, locked, damaged or unreachable database: people see why, and the server recovers."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from support.databases import Database, File, PostgresServer, Served, restart, running_on, served
from support.processes import bearer, server
from support.site import Player, mover, running, versions
from support.visitor import said, visitor

from claimant.i18n import LANGUAGES
from claimant.web.store import interface
from claimant.web.store.interface import StoreError

UNLIMITED = resource.RLIM_INFINITY


def refused(site: httpx.Client, answer: httpx.Response, error: StoreError) -> None:
    """The response explains it, in the language of the request."""
    assert (answer.status_code, answer.json()["code"]) == (503, error.code), answer.text
    for language in LANGUAGES:
        spoken = site.post(
            "/api/people", json={"name": "Cleo"}, headers={"Accept-Language": language}
        )
        assert spoken.status_code == 503
        assert spoken.json()["message"] == error.text.say(language)


def test_a_full_disk_stops_writing_until_there_is_room(tmp_path: Path) -> None:
    with server(tmp_path) as (process, client):
        wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
        made = client.post("/api/tables", json=wanted).json()
        path = f"/api/tables/{made['table']}"
        joined = client.post(f"{path}/join", json={}).json()
        tokens = [made["token"], joined["token"]]
        seen = client.get(path).json()
        move = {"version": seen["version"], "event": "roll"}
        headers = bearer(tokens[seen["actor"]])
        # No file may grow beyond this; the system's error is that of a full disk.
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1024, UNLIMITED))
        refused(
            client,
            client.post(f"{path}/events", json=move, headers=headers),
            interface.disk_full(""),
        )
        assert client.get("/readyz").status_code == 503
        assert client.get(path).json() == seen
        assert client.get("/").status_code == 200
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
        done = client.post(f"{path}/events", json=move, headers=headers)
        assert done.status_code == 200, done.text
        assert client.get(path).json()["version"] == seen["version"] + 2
        assert client.get("/readyz").status_code == 200


def test_a_locked_database_is_waited_for_and_then_reported(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as site:
        ann, ben = site.pair()
        player, seen = mover(ann, ben)
        with closing(sqlite3.connect(File(tmp_path).path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = player.act("roll", seen["version"])
            assert (answer.status_code, answer.json()["code"]) == (503, "store-busy")
            assert ann.see()["version"] == seen["version"]
            other.execute("ROLLBACK")
        assert player.act("roll", seen["version"]).status_code == 200


def damage(path: Path, what: bytes) -> int:
    """Overwrite every leaf page that contains these bytes; returns how many."""
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    pages = [
        at for at in range(size, len(data), size) if data[at] == 10 and what in data[at : at + size]
    ]
    for at in pages:
        data[at : at + size] = b"\xff" * size
    path.write_bytes(data)
    return len(pages)


def test_a_damaged_page_is_reported_and_the_rest_is_still_shown(tmp_path: Path) -> None:
    path = File(tmp_path).path
    with running(tmp_path) as site:
        ann, _ = site.pair()
        whole = site.make("claim", public=True)
        for _ in range(60):  # so that there is more than one page of everything
            site.pair()
        player = Player(site, ann.table, ann.seat, ann.token)
        for _ in range(40):
            player.post("/talk", {"text": "a page of talk " * 15})
        player.post("/talk", {"text": "the last word"})
    assert damage(path, b"the last word") == 1
    with running(tmp_path) as site:
        damaged = Player(site, ann.table, ann.seat, ann.token)
        answer = damaged.get("/talk")
        assert (answer.status_code, answer.json()["code"]) == (503, "store-damaged")
        assert damaged.see()["status"] == "running"
        assert Player(site, whole.table, None, None).see()["status"] == "waiting"


def test_a_database_damaged_at_its_root_is_refused_at_the_start(tmp_path: Path) -> None:
    path = File(tmp_path).path
    with running(tmp_path) as site:
        ann, _ = site.pair()
    assert damage(path, ann.table.encode()) > 0
    with pytest.raises(StoreError, match="cannot be opened"):
        File(tmp_path).store().prepare()


@pytest.fixture
def own() -> Iterator[PostgresServer]:
    with served() as server:
        yield server


def test_tables_can_be_watched_while_postgresql_is_away_and_played_afterwards(
    own: PostgresServer, tmp_path: Path
) -> None:
    database = Served(own)
    with (
        running_on(database, tmp_path) as one,
        running_on(database, tmp_path) as two,
        visitor(one, "de") as ada,
    ):
        ada.post("/me", name="Ada", colour="0")
        table = ada.make("claim-it", "me open")
        ann = Player(one, table.removeprefix("/tables/"), None, None)
        ben = ann.invite(name="Ben")
        elsewhere = Player(two, ben.table, ben.seat, ben.token)
        begun = elsewhere.see()
        with elsewhere.listen() as stream:
            own.stop()
            refused(one.client, ben.post("/talk", {"text": "hello?"}), interface.unreachable(""))
            assert ben.see()["version"] == begun["version"]
            assert "Ada" in ada.get(table)
            assert "erreichbar" in said(ada.get("/", 503))
            restart(own)
            mine = begun["actor"] == ben.seat
            if mine:
                assert ben.act("roll", begun["version"]).status_code == 200
            else:
                ada.post(f"{table}/events", version=begun["version"], event="roll")
            # The other server lost its connection as well, and misses nothing.
            heard = versions(stream, begun["version"] + 2)
            assert [view["version"] for view in heard][-2:] == [
                begun["version"] + 1,
                begun["version"] + 2,
            ]


def test_uvloop_is_not_used_with_postgresql(database: Database, tmp_path: Path) -> None:
    """libpq closes a lost connection by itself, which may make uvloop end the process."""
    with running_on(database, tmp_path) as site:
        uvloop = "uvloop" in type(site.server.loop).__module__
        assert not (uvloop and database.address)


def test_a_missing_database_is_reported_at_the_start(tmp_path: Path) -> None:
    nowhere = f"postgresql:///claimant?host={tmp_path}"
    with pytest.raises(StoreError, match="cannot be reached"), running(tmp_path, database=nowhere):
        pass
