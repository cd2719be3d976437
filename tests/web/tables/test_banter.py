"""Bots say something now and then: about what everyone has seen, once, and in three languages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, File, running_on
from support.messages import until
from support.site import Site
from support.visitor import LANGUAGES, Visitor, said, visitor

from claimant.bots.characters import CHARACTERS, Cue
from claimant.game import View
from claimant.web.tables.banter import MAX_LINES, line_after
from claimant.web.tables.talk import words_of

WORDS = {line.one: each.name for each in CHARACTERS for line in each.lines.values()}


def play(guest: Visitor, table: str) -> dict[str, Any]:
    while not (seen := guest.client.get(f"/api{table}").json())["over"]:
        if seen["actor"] == seen["seat"]:
            event = {"version": seen["version"], "event": seen["legal"][-1]}
            assert guest.client.post(f"/api{table}/events", json=event).is_success
    return dict(seen)


def talk(guest: Visitor, table: str) -> list[dict[str, Any]]:
    return list(guest.client.get(f"/api{table}/talk").json())


def test_bots_speak_as_themselves_and_not_too_much(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice bot:novice", swift="yes", banter="yes")
        seats = play(ann, table)["seats"]
        lines = until(lambda: talk(ann, table))  # the last is said right after the end, always
    assert 0 < len(lines) <= MAX_LINES
    for line in lines:
        assert seats[line["seat"]]["character"] == line["name"] == WORDS[line["text"]]


@pytest.mark.parametrize("form", [{}, {"swift": "yes"}], ids=["unticked", "swift"])
def test_bots_are_silent_if_the_table_says_so(site: Site, form: dict[str, str]) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice", **form)
        play(ann, table)
        stored = site.services.tables.in_memory[table.rpartition("/")[2]]
        assert line_after(stored, stored.version) is None, "the end is always worth a word"
        assert talk(ann, table) == []


def test_a_program_that_does_not_ask_for_it_hears_nothing(site: Site) -> None:
    seats = ["me", "bot:novice"]
    made = site.client.post("/api/tables", json={"game": "claim-it", "players": 2, "seats": seats})
    table = site.services.tables.in_memory[made.json()["table"]]
    assert not table.options.banter


def test_readers_get_a_line_in_their_language(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice", swift="yes", banter="yes")
        play(ann, table)
        line = until(lambda: talk(ann, table))[-1]  # others may follow while this test reads
        by_word = {line.one: line for each in CHARACTERS for line in each.lines.values()}
        for language in LANGUAGES:
            headers = {"Accept-Language": language}
            lines = ann.client.get(f"/api{table}/talk", headers=headers).json()
            there = next(each["text"] for each in lines if each["n"] == line["n"])
            assert there == by_word[line["text"]].say(language)
            page = ann.client.get(table, headers=headers).text
            assert there in said(page)


def test_a_person_mutes_a_character_everywhere(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice", swift="yes", banter="yes")
        play(ann, table)
        line = until(lambda: talk(ann, table))[-1]
        page = ann.get(f"{table}/talk/{line['n']}")
        assert f"Mute {line['name']}" in said(page)
        assert "Report it" not in said(page)
        ann.post(f"{table}/talk/{line['n']}/report", 422, reason="rude")
        ann.post(f"{table}/talk/{line['n']}/mute")
        assert talk(ann, table) == []
        again = ann.post(f"{table}/rematch").headers["location"]
        play(ann, again)
        assert talk(ann, again) == []


def test_a_closed_chat_is_closed_to_bots(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim-it", "me bot:novice open", swift="yes", banter="yes")
        ann.post(f"{table}/chat", closed="yes")
        ann.post(f"{table}/seats", seat="2", who="bot:novice")
        play(ann, table)
        stored = site.services.tables.in_memory[table.rpartition("/")[2]]
        assert line_after(stored, stored.version) is None


def test_what_bots_say_follows_from_what_spectators_see(site: Site) -> None:
    """The views of the seats are never asked for."""
    with visitor(site) as ann:
        table = ann.make("claim", "me bot:novice", swift="yes", banter="yes")
        play(ann, table)
        stored = site.services.tables.in_memory[table.rpartition("/")[2]]
    asked: list[int | None] = []

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(stored, name)

        def view(self, seat: int | None, version: int | None = None) -> View:
            asked.append(seat)
            return stored.view(seat, version)

        def event_seen(self, seat: int | None, version: int) -> str | None:
            asked.append(seat)
            return stored.event_seen(seat, version)

    found = line_after(Watched(), 2)  # type: ignore[arg-type]
    assert found is not None
    assert found.occasion in (Cue.WON, Cue.LOST)
    assert found == line_after(stored, 2)
    assert set(asked) == {None}


def test_a_line_is_said_once_although_two_servers_share_the_table(
    database: Database, tmp_path: Path
) -> None:
    if isinstance(database, File):
        return  # only one server can use a folder
    with running_on(database, tmp_path) as one, running_on(database, tmp_path / "2") as other:
        with visitor(one) as ann:
            table = ann.make("claim-it", "me bot:novice", swift="yes", banter="yes")
            name = table.rpartition("/")[2]
            with visitor(other) as eva:
                eva.get(table)  # it knows the table, and follows it
            play(ann, table)
            lines = until(lambda: talk(ann, table))  # the last is said right after the end, always

        async def stored() -> list[str]:
            store = database.store()
            await store.open()
            try:
                return [words_of(row, "en") for row in await store.talk(name)]
            finally:
                await store.close()

        texts = asyncio.run(stored())
    assert len(texts) <= MAX_LINES
    assert texts[: len(lines)] == [line["text"] for line in lines]
    endings = [
        text
        for text in texts
        if any(text in (each.lines[Cue.WON].one, each.lines[Cue.LOST].one) for each in CHARACTERS)
    ]
    assert len(endings) <= 1
