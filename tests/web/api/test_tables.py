"""POST /api/tables and GET /api/tables: works · twice · malformed (it has no seats to be wrong)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.site import OLD_KINGDOM, Site

GOOD: dict[str, Any] = {"game": "claim-it", "players": 2, "seats": ["me", "open"], "options": {}}


def test_a_table_waits_for_its_players(site: Site) -> None:
    ann = site.make()
    seen = ann.see()
    assert seen["status"] == "waiting"
    assert seen["version"] == 0
    assert not seen["over"]
    assert seen["legal"] == []
    assert [seat["kind"] for seat in seen["seats"]] == ["person", "open"]
    # The secret behind the luck is fixed, and its hash public, before anything happens.
    assert len(seen["commitment"]) == 64
    assert seen["seed"] is None


def test_a_full_table_begins_at_once(site: Site) -> None:
    seen = site.make(seats="bot:random me bot:random").see()
    assert seen["status"] in ("running", "over")
    assert seen["version"] >= 1
    assert seen["seat"] == 1


def test_claim_without_factions_is_played_with_the_first_scenario(site: Site) -> None:
    seen = site.make("claim", "me open", options={}).see()
    assert seen["options"]["factions"] == "knights goblins undead dwarves doppelgangers"


def test_a_scenario_names_the_factions(site: Site) -> None:
    seen = site.make("claim", "me bot:random").see()
    assert seen["options"]["factions"] == "knights goblins undead dwarves doppelgangers"


def test_a_host_may_watch_without_a_seat(site: Site) -> None:
    host = site.make(seats="open open")
    assert host.seat is None
    done = host.post("/seats/0", {"seat": "bot:random"})
    assert done.status_code == 200, done.text
    assert done.json()["seats"][0]["kind"] == "bot"


def test_two_requests_create_two_tables_with_unguessable_ids(site: Site) -> None:
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


FIELDS = (
    "game, players, seats, options, name, word, pace, public, spectators, swift, contributes,"
    " tempo, series, banter, memory_aid"
)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "the request has no body: a JSON object is expected"),
        (b" \n", "the request has no body: a JSON object is expected"),
        (b"{", "the request is not JSON in UTF-8"),
        (b"game=claim-it&players=2", "the request is not JSON in UTF-8"),
        (b"\xff\xfe", "the request is not JSON in UTF-8"),
        (b'{"game": "\xff"}', "the request is not JSON in UTF-8"),
        (b"null", "a JSON object is expected, not null"),
        (b"[]", "a JSON object is expected, not a list"),
        (b'"claim-it"', "a JSON object is expected, not a text"),
        (b"{}", "“game” is missing"),
        (b'{"game": "claim-it", "players": 2}', "“seats” is missing"),
        (b'{"game": 1}', "“game”: a text is expected, not a whole number"),
        (b'{"game": null}', "“game”: a text is expected, not null"),
        (b"[" * 10_000, "the request is nested too deep to be read"),
        (b'{"game": 1, "game": "claim-it"}', "“players” is missing"),
    ],
)
def test_malformed_requests_are_refused(site: Site, body: bytes, words: str) -> None:
    headers = {"Content-Type": "application/json"}
    refused = site.client.post("/api/tables", content=body, headers=headers)
    assert refused.status_code == 400, refused.text
    assert refused.json() == {"code": "malformed", "message": words}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": "2"}, "“players”: a whole number is expected, not a text"),
        ({"players": 2.5}, "“players”: a whole number is expected, not a decimal number"),
        ({"seats": "me open"}, "“seats”: a list is expected, not a text"),
        ({"seats": ["me", None]}, "“seats[1]”: a text is expected, not null"),
        ({"seats": ["open"] * 11}, "“seats” has at most 10 entries"),
        ({"options": ["raccoons"]}, "“options”: an object is expected, not a list"),
        ({"options": {"factions": []}}, "“options.factions”: a text is expected, not a list"),
        ({"options": {"a": 1}}, "“options.a”: a text is expected, not a whole number"),
        ({"options": {"a": "x" * 4097}}, "“options.a” has at most 4096 characters"),
        ({"options": {"x" * 201: ""}}, f"“options.{'x' * 40}…” has at most 200 characters"),
        ({"options": {str(n): "" for n in range(21)}}, "“options” has at most 20 entries"),
        ({"name": {}}, "“name”: a text is expected, not an object"),
        ({"name": "x" * 201}, "“name” has at most 200 characters"),
        ({"public": "yes"}, "“public”: true or false is expected, not a text"),
        ({"word": True}, "“word”: a text is expected, not true"),
        ({"cheat": True}, f"there is no field “cheat” here, only {FIELDS}"),
        ({"che\u202eat": True}, f"there is no field “cheat” here, only {FIELDS}"),
        ({"{x}" * 20: True}, f"there is no field “{('{x}' * 20)[:40]}…” here, only {FIELDS}"),
    ],
)
def test_errors_in_a_request_are_explained_in_words(
    site: Site, change: dict[str, Any], words: str
) -> None:
    refused = site.client.post("/api/tables", json=GOOD | change)
    assert refused.status_code == 400, refused.text
    assert refused.json() == {"code": "malformed", "message": words}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "„options.factions“: Erwartet wird ein Text, nicht eine Liste"),
        ("nl", "‘options.factions’: verwacht wordt een tekst, niet een lijst"),  # noqa: RUF001
    ],
)
def test_it_is_said_in_the_language_that_was_asked_for(
    site: Site, language: str, words: str
) -> None:
    asked = GOOD | {"options": {"factions": ["knights"]}}
    headers = {"Accept-Language": language}
    assert site.client.post("/api/tables", json=asked, headers=headers).json()["message"] == words


@pytest.mark.parametrize("kind", ["application/json; charset=latin-1", "text/plain", "a/b", ""])
def test_a_body_is_json_whatever_it_is_called(site: Site, kind: str) -> None:
    for body, status in ((json.dumps(GOOD), 201), ("game=claim-it", 400)):
        headers = {"Content-Type": kind}
        assert site.client.post("/api/tables", content=body, headers=headers).status_code == status


def test_names_lose_invisible_characters(site: Site) -> None:
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
