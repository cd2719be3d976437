"""POST /api/tables and GET /api/tables: works · twice · malformed (it has no seats to be wrong)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import OLD_KINGDOM, Site

GOOD: dict[str, Any] = {"game": "claim-it", "players": 2, "seats": ["me", "open"], "options": {}}


def test_a_table_waits_for_its_players(site: Site) -> None:
    ann = site.make()
    seen = ann.see()
    assert seen["status"] == "waiting"
    assert seen["version"] == 0
    assert not seen["over"]
    assert seen["legal"] == []
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "open"]
    # What luck will come from is fixed, and its hash shown, before anything happens.
    assert len(seen["commitment"]) == 64
    assert seen["seed"] is None


def test_a_full_table_begins_at_once(site: Site) -> None:
    seen = site.make(seats="bot:random me bot:random").see()
    assert seen["status"] in ("running", "over")
    assert seen["version"] >= 1
    assert seen["seat"] == 1


def test_a_scenario_names_the_factions(site: Site) -> None:
    seen = site.make("claim", "me bot:random").see()
    assert seen["options"]["factions"] == "knights goblins undead dwarves doppelgangers"


def test_a_host_may_watch_without_a_seat(site: Site) -> None:
    host = site.make(seats="open open")
    assert host.seat is None
    done = host.post("/seats/0", {"seat": "bot:random"})
    assert done.status_code == 200, done.text
    assert done.json()["seats"][0]["kind"] == "bot"


def test_twice_makes_two_tables_that_nobody_can_guess(site: Site) -> None:
    names = {site.make().table for _ in range(3)}
    assert len(names) == 3
    assert all(len(name) >= 16 for name in names)


def test_public_tables_that_wait_are_listed_and_others_are_not(site: Site) -> None:
    public, hidden = site.make(public=True), site.make()
    listed = [table["table"] for table in site.client.get("/api/tables").json()]
    assert public.table in listed
    assert hidden.table not in listed
    public.invite()
    listed = [table["table"] for table in site.client.get("/api/tables").json()]
    assert public.table not in listed


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "game"),
        ({"players": 9}, "players"),
        ({"players": 1, "seats": ["me"]}, "players"),
        ({"players": 3}, "seats"),
        ({"seats": ["me", "me"]}, "seats"),
        ({"seats": ["me", "bot:nobody"]}, "seats"),
        ({"seats": ["me", "dog"]}, "seats"),
        ({"options": {"squatters-return": "maybe"}}, "squatters-return"),
        ({"options": {"stakes": "high"}}, "options"),
        ({"options": {"scenario": "the old kingdom"}}, "options"),
        ({"pace": "2h"}, "pace"),
        ({"name": "   "}, "name"),
        ({"name": "x" * 25}, "name"),
        ({"name": "Bot greedy"}, "name"),
        ({"word": "x" * 41}, "word"),
        ({"word": "two\nlines"}, "word"),
        ({"game": "claim"}, "factions"),
        ({"game": "claim", "options": {"scenario": "the sea"}}, "scenario"),
        ({"game": "claim", "options": {"scenario": "old-kingdom", "factions": "x"}}, "options"),
        ({"game": "claim", "options": {"factions": "knights goblins"}}, "factions"),
        ({"game": "claim", "options": OLD_KINGDOM | {"raccoons": "zoo"}}, "raccoons"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    site: Site, change: dict[str, Any], code: str
) -> None:
    refused = site.client.post("/api/tables", json=GOOD | change)
    assert refused.status_code == 422, refused.text
    assert refused.json()["code"] == code
    assert refused.json()["message"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"game": "\xff"}',
        b'{"game": 1}',
        b'{"game": "claim-it", "players": "two", "seats": []}',
        b'{"game": "claim-it", "players": 2, "seats": "me"}',
        b'{"game": "claim-it", "players": 2, "seats": ["me", null]}',
        b'{"game": "claim-it", "players": 2, "seats": ["me", "open"], "cheat": true}',
        b'{"game": "claim-it", "players": 2, "seats": ["me", "open"], "options": {"a": 1}}',
        b"[" * 10_000,
    ],
)
def test_malformed_requests_are_refused(site: Site, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    refused = site.client.post("/api/tables", content=body, headers=headers)
    assert refused.status_code == 400, refused.text
    assert refused.json()["code"] == "malformed"


def test_names_lose_what_cannot_be_seen(site: Site) -> None:
    seats = site.make(name="\u202eAn\u200bn\t Lee ").see()["seats"]
    assert seats[0]["name"] == "Ann Lee"


def test_a_wrong_token_makes_no_table_and_takes_no_seat(site: Site) -> None:
    ann = site.make()
    wrong = {"Authorization": "Bearer nobody"}
    made = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    for path, asked in (("/api/tables", made), (f"/api/tables/{ann.table}/join", {"name": "Eve"})):
        refused = site.client.post(path, json=asked, headers=wrong)
        assert (refused.status_code, refused.json()["code"]) == (403, "token")
    assert ann.see()["status"] == "waiting"
