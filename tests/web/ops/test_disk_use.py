"""Nobody can fill the disk: quotas on talk, and what nobody needs any more is removed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from support.databases import Database, PostgresServer, Served, running_on
from support.site import Player, Site, play_out, running

from claimant.cli import main
from claimant.web.http.limits import NO_LIMITS, Limits
from claimant.web.store.interface import TableRow, TableSummary
from claimant.web.store.sql_people import MAX_LINES
from claimant.web.tables.retention import Removal
from claimant.web.tables.talk import MAX_LENGTH

T = TypeVar("T")
DAY = 86_400.0
KEEP: dict[str, Any] = {"keep_unfinished": 30 * DAY, "keep_guests": 400 * DAY}


def talk_statuses(player: Player, number: int) -> list[int]:
    return [player.post("/talk", {"text": str(n)}).status_code for n in range(number)]


# Quotas.


def test_talk_has_a_quota_per_person_and_per_address(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, talk=4.0)) as site:
        people: list[Player] = []
        for _ in range(5):
            people += site.pair()
        assert talk_statuses(people[0], 3) == [200, 200, 429]
        refused = people[0].post("/talk", {"text": "more"})
        assert refused.json()["code"] == "too-many"
        assert int(refused.headers["retry-after"]) > 0
        # Others are not affected, until their address has had its share: four times as much.
        heard = [status for player in people[1:] for status in talk_statuses(player, 2)]
        assert heard.count(200) == 6
        assert heard[:6] == [200] * 6


def test_talk_of_one_address_in_a_day_is_little() -> None:
    limits = Limits()
    lines = limits.talk * limits.address_factor * (24 + 0.5)  # half an hour's worth at once
    most = 4 * MAX_LENGTH + 200  # bytes: four per character, and the columns around it
    assert lines * most < 100e6


def test_a_table_keeps_a_limited_number_of_lines(database: Database) -> None:
    waiting = TableSummary("waiting", None, None)

    async def test() -> None:
        store = database.store()
        store.prepare()
        await store.open()
        for name in ("t", "u"):
            row = TableRow(name, "code", "{}", bytes(32), False, None, 1.0, waiting)
            await store.create(row, [])
        await store.add_talk("u", 0, "another table", 1.0)
        for start in range(0, MAX_LINES + 100, 100):
            lines = range(start, start + 100)
            await asyncio.gather(*(store.add_talk("t", 0, str(n), 1.0) for n in lines))
        assert (await store.talk("t"))[-1].n == MAX_LINES + 100
        await store.close()

    asyncio.run(test())
    counts = 'SELECT "table", count(*), min(n) FROM talk GROUP BY 1 ORDER BY 1'
    assert database.ask(counts) == [("t", MAX_LINES, 101), ("u", 1, 1)]


# Retention.


def statuses(site: Site, *players: Player) -> list[int]:
    return [player.get().status_code for player in players]


def test_unfinished_tables_are_removed_and_finished_games_stay(
    database: Database, tmp_path: Path
) -> None:
    with running_on(database, tmp_path, **KEEP) as site:
        waiting = site.make()
        waiting.post("/talk", {"text": "is anybody there?"})
        ann, _ = site.pair()
        done = site.pair()
        play_out(*done)
        site.time.now += 31 * DAY
        fresh = site.make()
        assert site.run(site.services.retention.plan()) == Removal(unfinished=2)
        assert statuses(site, waiting, ann, done[0], fresh) == [200] * 4
        assert site.run(site.services.retention.remove()) == Removal(unfinished=2)
        assert statuses(site, waiting, ann, done[0], fresh) == [404, 404, 200, 200]
        kept = {done[0].table, fresh.table}
        for part in ("talk", "events", "seats"):
            rows = database.ask(f'SELECT DISTINCT "table" FROM {part}')
            assert {row[0] for row in rows} <= kept, part
        assert site.run(site.services.retention.remove()) == Removal()


def test_finished_games_are_removed_if_the_operator_says_so(tmp_path: Path) -> None:
    with running(tmp_path, keep_finished=7 * DAY) as site:
        done = site.pair()
        play_out(*done)
        running_game, _ = site.pair()
        site.time.now += 8 * DAY
        assert site.run(site.services.retention.remove()) == Removal(finished=1)
        assert statuses(site, done[0], running_game) == [404, 200]


def test_a_table_where_people_still_talk_stays(tmp_path: Path) -> None:
    with running(tmp_path, **KEEP) as site:
        ann, _ = site.pair()
        site.time.now += 29 * DAY
        ann.post("/talk", {"text": "I am on holiday"})
        site.time.now += 29 * DAY
        assert site.run(site.services.retention.remove()) == Removal()
        assert statuses(site, ann) == [200]


def test_guests_who_do_not_return_are_forgotten(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path, **KEEP) as site:
        tokens = []
        for name in ("Gone", "Here", "Lasting"):
            made = site.client.post("/api/people", json={"name": name}).json()
            tokens.append({"Authorization": f"Bearer {made['token']}"})
        made = site.client.post("/api/me/recovery-codes", headers=tokens[2])
        assert made.status_code == 201
        site.time.now += 399 * DAY
        assert site.client.get("/api/me", headers=tokens[1]).status_code == 200
        site.time.now += 2 * DAY
        assert site.run(site.services.retention.remove()) == Removal(guests=1)
        left = database.ask("SELECT name FROM people ORDER BY name")
        assert left == [("Here",), ("Lasting",)]


def test_a_reader_of_a_removed_table_is_told_so(tmp_path: Path) -> None:
    with running(tmp_path, **KEEP) as site:
        ann, ben = site.pair()
        with ann.listen() as feed:
            next(feed)
            site.time.now += 31 * DAY
            site.run(site.services.retention.remove())
            refused = ben.act("roll", 1)
            assert (refused.status_code, refused.json()["code"]) == (404, "no-table")
        page = site.client.get(f"/tables/{ann.table}")
        assert page.status_code == 404


def test_one_process_removes_at_a_time(postgresql: PostgresServer, tmp_path: Path) -> None:
    database = Served(postgresql)
    with running_on(database, tmp_path, **KEEP) as site:
        site.make()
        site.time.now += 31 * DAY

        async def remove_while_another_does() -> Removal:
            other = database.store()
            await other.open()
            try:
                async with other.cleanup_lock() as mine:
                    assert mine
                    return site.run(site.services.retention.remove())
            finally:
                await other.close()

        assert asyncio.run(remove_while_another_does()) == Removal()
        assert site.run(site.services.retention.remove()) == Removal(unfinished=1)


def test_the_command_shows_first_and_removes_only_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as site:
        site.time.now -= 100 * DAY
        old = site.make()
        site.time.now += 100 * DAY
        arguments = ["admin", "cleanup", "--data", str(tmp_path), "--lang", "en"]
        assert main(arguments) == 0
        assert "1 unfinished table would be removed" in capsys.readouterr().out
        assert statuses(site, old) == [200]
        assert main([*arguments, "--keep-unfinished", "forever", "--remove"]) == 0
        assert statuses(site, old) == [200]
        assert main([*arguments, "--remove"]) == 0
        assert "1 unfinished table was removed" in capsys.readouterr().out
        assert statuses(site, old) == [404]
        assert main([*arguments, "--keep-guests", "soon"]) == 2


def test_metrics_show_how_much_the_database_takes(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path, metrics_token="a token") as site:
        text = site.client.get("/metrics", headers={"Authorization": "Bearer a token"}).text
        sizes = [line.split()[1] for line in text.splitlines() if line.startswith("claimant_store")]
        assert [float(size) > 10_000 for size in sizes] == [True]
        assert ("claimant_disk_free_bytes" in text) == (database.kind == "sqlite")
