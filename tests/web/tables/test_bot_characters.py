"""Bots at a table are characters: all different, the same in a rematch, and with their level."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from support.databases import Database, running_on
from support.site import Site
from support.visitor import Visitor, said, visitor

from claimant.bots.characters import CHARACTERS
from claimant.record import loads

NAMES = {each.name for each in CHARACTERS}


def characters(site: Site, table: str) -> list[str | None]:
    with visitor(site) as guest:
        return [seat["character"] for seat in guest.client.get(f"/api{table}").json()["seats"]]


def play_to_the_end(guest: Visitor, table: str) -> None:
    """Let a person play against bots, who move in their own time."""
    while not (seen := guest.client.get(f"/api{table}").json())["over"]:
        if seen["actor"] == seen["seat"]:
            event = {"version": seen["version"], "event": seen["legal"][-1]}
            assert guest.client.post(f"/api{table}/events", json=event).is_success


def test_no_table_seats_a_character_twice(site: Site) -> None:
    for _ in range(6):
        with visitor(site) as ann:
            table = ann.make("claim-it", "me bot:novice bot:novice bot:novice bot:novice")
        mine, *others = characters(site, table)
        assert mine is None
        assert len({*others}) == 4
        assert {*others} <= NAMES


def test_a_bot_is_not_called_like_a_person_at_the_table(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Rufus", colour="0")
        for _ in range(4):
            table = ann.make("claim-it", "me bot:novice bot:novice bot:novice bot:novice")
            assert "Rufus" not in characters(site, table)


def test_a_bot_put_in_an_open_seat_is_a_new_character(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice open open")
        before = characters(site, table)
        ann.post(f"{table}/seats", seat="2", who="bot:hard")
    after = characters(site, table)
    assert after[:2] == before[:2]
    assert after[2] in NAMES - {after[1]}
    assert after[3] is None


def test_a_rematch_keeps_the_characters(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice bot:novice", swift="yes")
        play_to_the_end(ann, table)
        again = ann.post(f"{table}/rematch").headers["location"]
        assert characters(site, again) == characters(site, table)
        record = loads(ann.client.get(f"{table}/record").text)
    assert record.names[1] == "bot novice", "what the format of the record says"
    assert record.headers["character 1"] == characters(site, table)[1]


def test_the_level_stands_beside_the_name(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim", "me bot:hard")
        page = ann.get(table)
        (_, name) = characters(site, table)
        assert '<span class="badge level">hard</span>' in page
        assert f"{name} · hard" in said(ann.get("/"))
        assert "Bot 2" not in page


def test_bots_from_before_there_were_characters_get_one_by_their_seat(
    database: Database, tmp_path: Path
) -> None:
    """Their seats have no name in the database."""
    with running_on(database, tmp_path) as site:
        with visitor(site) as ann:
            table = ann.make("claim-it", "me bot:novice open bot:novice")

        async def forget() -> None:
            store = database.store()
            await store.open()
            try:
                name = table.rpartition("/")[2]
                row = await store.table(name)
                assert row is not None
                seats = [
                    replace(seat, name="") if seat.kind == "bot" else seat
                    for seat in await store.seats(name)
                ]
                await store.change_seats(name, row.revision, seats, row.summary)
            finally:
                await store.close()

        asyncio.run(forget())
    with running_on(database, tmp_path) as site:
        expected = [None, CHARACTERS[1].name, None, CHARACTERS[3].name]
        assert characters(site, table) == expected
