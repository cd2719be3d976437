"""Databases of earlier versions become those of today, and newer ones are refused.

`schemas/N.KIND.sql` is what version N left behind, with games in it. Never change one: when the
tables change, add a dump of the version before.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from support.databases import Database, File, running_on
from support.site import Site

from claimant.luck import verify
from claimant.record import loads, replay
from claimant.web.store.interface import StoreError
from claimant.web.store.schema import NEWEST, POSTGRESQL, SQLITE, TABLES, migrations

SCHEMAS = Path(__file__).parent / "schemas"
TABLE = "mXEipnDg1s7vsjXh"


def prepare(database: Database) -> None:
    store = database.store()
    store.prepare()
    asyncio.run(store.close())


def columns(database: Database) -> list[tuple[object, ...]]:
    if database.kind == "sqlite":
        asked = (
            "SELECT m.name, c.name, c.type, c.pk FROM sqlite_master m"
            " JOIN pragma_table_info(m.name) c WHERE m.type IN ('table', 'index')"
        )
    else:
        asked = (
            "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
            " WHERE table_schema = 'public'"
            " UNION ALL SELECT tablename, indexname, indexdef, '' FROM pg_indexes"
            " WHERE schemaname = 'public'"
        )
    return sorted(database.ask(asked))


@pytest.mark.parametrize("version", range(NEWEST))
def test_a_database_of_an_earlier_version_is_migrated(
    database: Database, version: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if version:
        database.script((SCHEMAS / f"{version}.{database.kind}.sql").read_text())
    prepare(database)
    prepare(database)  # a second time changes nothing
    new = database.fresh(tmp_path_factory.mktemp("new"))
    prepare(new)
    assert columns(database) == columns(new)


@pytest.mark.parametrize("version", range(1, NEWEST))
def test_games_of_an_earlier_version_go_on(
    database: Database, version: int, tmp_path: Path
) -> None:
    database.script((SCHEMAS / f"{version}.{database.kind}.sql").read_text())
    with running_on(database, tmp_path) as site:
        seen = site.client.get(f"/api/tables/{TABLE}").json()
        assert (seen["version"], seen["actor"]) == (15, 1)
        assert [seat["name"] for seat in seen["seats"]] == ["Ann", "Ben"]
        assert site.client.get("/api/tables").status_code == 200
        talk = site.client.get(f"/api/tables/{TABLE}/talk").json()
        assert [line["text"] for line in talk] == ["good luck"]
        record = loads(site.client.get(f"/api/tables/{TABLE}/record").text)
        assert replay(record).actor == 1
        play_on(site)
        # Its luck was promised by the first protocol, and that promise is kept.
        whole = loads(site.client.get(f"/api/tables/{TABLE}/record").text)
        assert "luck" not in whole.headers
        assert whole.words == ("pickaxe", "shovel")
        assert verify(whole) > 0


def test_games_from_before_there_were_figures_are_counted(
    database: Database, tmp_path: Path
) -> None:
    database.script((SCHEMAS / f"8.{database.kind}.sql").read_text())
    with running_on(database, tmp_path) as site:
        site.run(site.services.results.count())
        found = database.ask(
            "SELECT name, game, seat, players, opponents, result, mu IS NOT NULL FROM results"
            " JOIN people ON people.id = results.person ORDER BY name"
        )
        assert {row[:5] for row in found} == {
            ("Dora", "claim-it", 0, 2, "people"),
            ("Emil", "claim-it", 1, 2, "people"),
        }
        assert sorted(row[5] for row in found) == ["lost", "won"]
        assert all(row[6] for row in found)


def play_on(site: Site) -> None:
    """Play the game to its end, for both players."""

    async def play() -> None:
        table = await site.services.tables.find(TABLE)
        while not table.over:
            await site.services.moves.bot_act(table, table.version, table.state.choices()[-1])

    site.run(play())


def test_cookies_signed_by_an_earlier_version_stay_valid(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"k" * 32)

    async def kept() -> bytes:
        store = File(tmp_path).store()
        await store.open()
        try:
            return await store.setdefault("key of the cookies", b"")
        finally:
            await store.close()

    with running_on(File(tmp_path), tmp_path):
        pass
    assert asyncio.run(kept()) == b"k" * 32


def test_a_cookie_from_before_epochs_stays_valid(database: Database, tmp_path: Path) -> None:
    database.script((SCHEMAS / f"2.{database.kind}.sql").read_text())
    cookie = "claimant=SR39Aa1bbjwG.uoU9stAG4oLE-S1XmR66ltRY0gYqiuhJ"
    with running_on(database, tmp_path) as site:
        me = site.client.get("/api/me", headers={"Cookie": cookie})
        assert me.json()["name"] == "Ann"


def test_a_newer_database_is_refused_with_an_explanation(database: Database) -> None:
    prepare(database)
    if database.kind == "sqlite":
        database.ask(f"PRAGMA user_version = {NEWEST + 1}")
    else:
        database.ask(f"INSERT INTO schema_version VALUES ({NEWEST + 1})")
    with pytest.raises(StoreError, match="from a newer claimant"):
        database.store().prepare()


def test_a_file_that_is_not_a_database_is_refused_with_an_explanation(tmp_path: Path) -> None:
    (tmp_path / "claimant.sqlite").write_bytes(b"not a database" * 100)
    with pytest.raises(StoreError, match="cannot be opened"):
        File(tmp_path).store().prepare()


def test_there_is_a_dump_of_every_earlier_version() -> None:
    kept = {path.name for path in SCHEMAS.iterdir()}
    kinds = ("sqlite", "postgresql")
    assert kept == {f"{v}.{kind}.sql" for v in range(1, NEWEST) for kind in kinds}


def test_the_list_of_tables_to_copy_is_complete() -> None:
    for words in (SQLITE, POSTGRESQL):
        scripts = " ".join(script for _, script in migrations(0, words))
        assert [name for name in TABLES if f"CREATE TABLE {name} (" in scripts] == list(TABLES)
        assert scripts.count("CREATE TABLE") == len(TABLES)
