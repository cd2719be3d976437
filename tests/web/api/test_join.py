"""POST /api/tables/{id}/join: works · wrong seat · spectator · stale · twice · malformed."""

from __future__ import annotations

from typing import Any

import pytest
from support.site import Player, Site


def test_a_player_who_joins_gets_the_free_seat_and_the_game_begins(site: Site) -> None:
    ann = site.make(seats="open me", name="Ann")
    ben = ann.invite(name="Ben")
    assert ben.seat == 0
    seen = ben.see()
    assert seen["seat"] == 0
    assert seen["status"] == "running"
    assert [seat["name"] for seat in seen["seats"]] == ["Ben", "Ann"]
    assert seen["seats"][0]["colour"] != seen["seats"][1]["colour"]


def test_one_can_join_by_the_code(site: Site) -> None:
    ann = site.make()
    code = ann.see()["code"]
    joined = site.client.post(f"/api/tables/{code}/join", json={"name": "Ben"})
    assert joined.json()["seat"] == 1
    # A code is short, so it opens nothing once the game has begun.
    assert site.client.get(f"/api/tables/{code}").status_code == 404


def test_a_seat_can_be_chosen(site: Site) -> None:
    ann = site.make(seats="me open open")
    assert ann.invite(seat=2).seat == 2
    taken = site.client.post(f"/api/tables/{ann.table}/join", json={"seat": 2})
    assert (taken.status_code, taken.json()["code"]) == (422, "full")


@pytest.mark.parametrize("seat", [0, 7, -1])
def test_a_seat_that_is_not_free_is_refused(site: Site, seat: int) -> None:
    refused = site.client.post(f"/api/tables/{site.make().table}/join", json={"seat": seat})
    assert (refused.status_code, refused.json()["code"]) == (422, "full")


def test_nobody_joins_a_running_game(site: Site) -> None:
    ann, _ = site.pair()
    refused = site.client.post(f"/api/tables/{ann.table}/join", json={})
    assert (refused.status_code, refused.json()["code"]) == (422, "full")


def test_a_person_who_joins_twice_keeps_the_seat_and_gets_a_new_token(site: Site) -> None:
    ann = site.make(seats="me open open")
    person = site.client.post("/api/people", json={"name": "Ben"}).json()
    me = {"Authorization": f"Bearer {person['token']}"}
    url = f"/api/tables/{ann.table}"
    first = site.client.post(f"{url}/join", json={}, headers=me).json()
    again = site.client.post(f"{url}/join", json={}, headers=me).json()
    assert first["seat"] == again["seat"] == 1
    assert Player(site, ann.table, 1, again["token"]).see()["seat"] == 1
    assert Player(site, ann.table, 1, first["token"]).get().status_code == 403
    assert ann.see()["seats"][2]["kind"] == "open"
    # The person's own token opens their seat as well.
    assert site.client.get(url, headers=me).json()["seat"] == 1


def test_only_one_of_many_gets_the_last_seat(site: Site) -> None:
    ann = site.make()
    answers = [
        site.client.post(f"/api/tables/{ann.table}/join", json={}).status_code for _ in range(4)
    ]
    assert sorted(answers) == [200, 422, 422, 422]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "the request has no body: a JSON object is expected"),
        ([], "a JSON object is expected, not a list"),
        ({"name": 3}, "“name”: a text is expected, not a whole number"),
        ({"word": None}, "“word”: a text is expected, not null"),
        ({"seat": "1"}, "“seat”: a whole number is expected, not a text"),
        ({"who": "me"}, "there is no field “who” here, only name, word, seat, contributes, guest"),
    ],
)
def test_malformed_requests_are_refused(site: Site, data: Any, words: str) -> None:
    refused = site.client.post(f"/api/tables/{site.make().table}/join", json=data)
    assert refused.status_code == 400, refused.text
    assert refused.json() == {"code": "malformed", "message": words}


def test_a_guessed_name_leads_to_no_table(site: Site) -> None:
    refused = site.client.post("/api/tables/nowhere/join", json={})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-table")
