"""POST /api/tables/{id}/events: works · wrong seat · spectator · stale · twice · malformed."""

from __future__ import annotations

from typing import Any

import pytest
from support.site import Player, Site, mover
from support.visitor import Visitor, visitor

from claimant.web.api.moves import MoveHandler
from claimant.web.people.cookies import COOKIE_NAME


def test_an_event_happens_and_its_number_is_the_answer(site: Site) -> None:
    player, seen = mover(*site.pair())
    done = player.act("roll", seen["version"])
    assert (done.status_code, done.json()) == (200, {"version": seen["version"] + 1})
    now = player.see()
    # The dice follow a roll at once, in the same commit.
    assert now["version"] == seen["version"] + 2
    assert now["event"].startswith("dice ")


def test_the_other_seat_cannot_act_in_someones_turn(site: Site) -> None:
    ann, ben = site.pair()
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    refused = other.act("roll", seen["version"])
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-turn")
    assert ann.see()["version"] == seen["version"]


def test_a_seat_of_another_table_opens_nothing_here(site: Site) -> None:
    ann, _ = site.pair()
    stranger = Player(site, ann.table, 0, site.pair()[0].token)
    refused = stranger.act("roll", 1)
    assert (refused.status_code, refused.json()["code"]) == (403, "token")


def test_a_spectator_cannot_act(site: Site) -> None:
    ann, _ = site.pair()
    refused = site.spectator(ann).act("roll")
    assert (refused.status_code, refused.json()["code"]) == (403, "spectator")


@pytest.mark.parametrize("seen", [0, 2, 99, -1, 10**30])
def test_a_version_that_is_not_the_current_one_is_stale(site: Site, seen: int) -> None:
    player, now = mover(*site.pair())
    assert now["version"] == 1
    refused = player.act("roll", seen)
    assert refused.status_code == 409
    assert refused.json()["code"] == "stale"
    assert refused.json()["version"] == 1


def test_the_same_request_twice_is_applied_once(site: Site) -> None:
    player, seen = mover(*site.pair())
    first = player.act("roll", seen["version"])
    again = player.act("roll", seen["version"])
    assert first.json() == again.json()
    assert again.status_code == 200
    assert player.get("/record").text.count("roll") == 1


def test_the_same_by_another_seat_is_stale(site: Site) -> None:
    ann, ben = site.pair()
    player, seen = mover(ann, ben)
    player.act("roll", seen["version"])
    other = ben if player is ann else ann
    assert other.act("roll", seen["version"]).status_code == 409


def test_another_event_at_a_version_gone_by_is_stale(site: Site) -> None:
    player, seen = mover(*site.pair())
    player.act("roll", seen["version"])
    assert player.act("stop", seen["version"]).status_code == 409


def test_what_the_rules_refuse_is_said_in_words(site: Site) -> None:
    player, seen = mover(*site.pair())
    refused = player.act("stop", seen["version"])
    assert refused.status_code == 422
    assert refused.json() == {"code": "roll-first", "message": "a turn begins with a roll"}
    german = site.client.post(
        f"/api/tables/{player.table}/events",
        json={"version": 1, "event": "stop"},
        headers=player.headers | {b"Accept-Language": b"fr, de;q=0.8, en;q=0.5"},
    )
    assert german.json()["code"] == "roll-first"
    assert german.json()["message"] != refused.json()["message"]


@pytest.mark.parametrize(
    "event", ["dice 6 6 6", "first 0", "undo", "", "rol", "7,7", "\n", "é" * 99]
)
def test_events_of_chance_and_meaningless_ones_are_refused(site: Site, event: str) -> None:
    player, seen = mover(*site.pair())
    refused = player.act(event, seen["version"])
    assert refused.status_code == 422
    assert refused.json()["code"]
    assert player.see()["version"] == seen["version"]


def test_a_placement_can_be_taken_back_and_the_log_keeps_both(site: Site) -> None:
    player, _ = mover(*site.pair())
    player.act("roll")
    seen = player.see()
    player.act(seen["legal"][0])
    assert player.see()["undo"]
    assert player.act("undo").status_code == 200
    now = player.see()
    assert now["legal"] == seen["legal"]
    assert now["version"] == seen["version"] + 2
    # Sent twice, it is still undone only once.
    assert player.act("undo", now["version"] - 1).status_code == 200
    assert player.see()["version"] == now["version"]


def test_only_the_player_who_placed_can_undo_it(site: Site) -> None:
    ann, ben = site.pair()
    player, _ = mover(ann, ben)
    player.act("roll")
    player.act(player.see()["legal"][0])
    other = ben if player is ann else ann
    assert other.act("undo").status_code == 403


def test_a_table_that_waits_has_no_turns(site: Site) -> None:
    refused = site.make().act("roll", 0)
    assert (refused.status_code, refused.json()["code"]) == (422, "waiting")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "the request has no body: a JSON object is expected"),
        ([], "a JSON object is expected, not a list"),
        ({}, "“version” is missing"),
        ({"version": 1}, "“event” is missing"),
        ({"event": "roll"}, "“version” is missing"),
        ({"version": "1", "event": "roll"}, "“version”: a whole number is expected, not a text"),
        ({"version": 1, "event": 7}, "“event”: a text is expected, not a whole number"),
        (
            {"version": 1, "event": "roll", "seat": 0},
            "there is no field “seat” here, only version, event",
        ),
        ({"version": 1, "event": "x" * 5000}, "“event” has at most 4096 characters"),
    ],
)
def test_malformed_requests_are_refused(site: Site, data: Any, words: str) -> None:
    player, _ = mover(*site.pair())
    refused = player.post("/events", data)
    assert refused.status_code == 400, refused.text
    assert refused.json() == {"code": "malformed", "message": words}


def test_a_body_that_is_too_long_is_refused(site: Site) -> None:
    player, _ = mover(*site.pair())
    refused = player.post("/events", {"version": 1, "event": "x" * 100_000})
    assert (refused.status_code, refused.json()["code"]) == (413, "too-large")


def test_a_guessed_name_leads_to_no_table(site: Site) -> None:
    refused = Player(site, "AAAAAAAAAAAAAAAA", 0, "x").post("/events", {"version": 1, "event": "r"})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-table")


# By cookie, as the web app sends moves.


def sit_down(site: Site, guest: Visitor) -> str:
    """Seat a guest at a new table with one of our bots; returns the table."""
    other = site.make(seats="me open")
    guest.post(f"/tables/{other.table}/join", name="Guest")
    while (seen := other.see())["actor"] == other.seat:
        assert other.act(seen["legal"][-1], seen["version"]).status_code == 200
    return other.table


def act(guest: Visitor, table: str, event: str, **headers: str) -> int:
    seen = guest.client.get(f"/api/tables/{table}").json()
    url = f"/api/tables/{table}/events"
    data = {"version": seen["version"], "event": event}
    return guest.client.post(url, json=data, headers=headers).status_code


def test_a_cookie_moves_as_a_token_does(site: Site) -> None:
    with visitor(site) as guest:
        table = sit_down(site, guest)
        assert act(guest, table, "stop") == 422
        assert act(guest, table, "roll", Origin="https://elsewhere.example") == 403
        assert act(guest, table, "roll", Authorization="Bearer wrong") == 403
        assert act(guest, table, "roll") == 200
    with visitor(site) as stranger:
        stranger.post("/me", name="Stranger", colour="1")
        assert act(stranger, table, "roll") == 403


@pytest.mark.parametrize("ended", ["revoke", "forget"])
def test_a_cookie_that_has_moved_is_not_trusted_after_it_was_revoked(
    site: Site, ended: str
) -> None:
    with visitor(site) as guest:
        table = sit_down(site, guest)
        assert act(guest, table, "stop") == 422  # known from here on
        stolen = guest.client.cookies[COOKIE_NAME]
        if ended == "revoke":
            assert guest.client.post("/api/me/revoke").status_code == 200
            assert act(guest, table, "stop") == 422
        else:
            assert guest.client.delete("/api/me").status_code == 204
        guest.client.cookies.clear()
        guest.client.cookies.set(COOKIE_NAME, stolen)
        assert act(guest, table, "stop") == 403


@pytest.mark.parametrize("path", ["/api/tables/{}/events/", "//api/tables//{}/events"])
def test_superfluous_slashes_are_ignored(site: Site, path: str) -> None:
    player, seen = mover(*site.pair())
    data = {"version": seen["version"], "event": "roll"}
    url = site.server.url + path.format(player.table)
    assert site.client.post(url, json=data, headers=player.headers).status_code == 200


def test_moves_are_documented_where_they_are_answered(site: Site) -> None:
    operation = site.client.get("/api/openapi.json").json()["paths"][MoveHandler.ROUTE]["post"]
    assert operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    assert set(operation["responses"]) == {
        *("200", "400", "403", "404", "408", "409", "413", "422", "429", "503"),
    }
