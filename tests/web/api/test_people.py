"""/api/people and /api/me: works · wrong token · twice · malformed."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from support.site import Player, Site, mover

from claimant.web.http.errors import Refusal
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.people import Person


def person(site: Site, **asked: Any) -> tuple[dict[str, Any], dict[str, str]]:
    made = site.client.post("/api/people", json=asked)
    assert made.status_code == 201
    return made.json(), {"Authorization": f"Bearer {made.json()['token']}"}


def browsing(site: Site, cookies: dict[str, str] | None = None) -> httpx.Client:
    return httpx.Client(base_url=site.server.url, cookies=cookies, timeout=60)


def test_a_guest_has_a_name_and_a_colour_from_the_start(site: Site) -> None:
    someone, me = person(site)
    assert someone["name"]
    assert someone["colour"] in range(5)
    seen = site.client.get("/api/me", headers=me).json()
    assert seen == {k: v for k, v in someone.items() if k != "token"}


def test_a_new_name_shows_at_the_tables(site: Site) -> None:
    _, me = person(site, name="Ann")
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    made = site.client.post("/api/tables", json=wanted, headers=me).json()
    renamed = site.client.post("/api/me", json={"name": "Anna", "colour": 3}, headers=me).json()
    assert (renamed["name"], renamed["colour"]) == ("Anna", 3)
    seen = site.client.get(f"/api/tables/{made['table']}").json()
    assert seen["seats"][0]["name"] == "Anna"


def test_my_tables_are_those_i_sit_at(site: Site) -> None:
    _, me = person(site)
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    made = site.client.post("/api/tables", json=wanted, headers=me).json()
    mine = site.client.get("/api/me/tables", headers=me).json()
    assert [table["table"] for table in mine] == [made["table"]]
    assert site.client.get("/api/me/tables", headers=person(site)[1]).json() == []


def test_a_person_can_be_forgotten_and_a_bot_plays_on(site: Site) -> None:
    _, me = person(site, name="Ann")
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    made = site.client.post("/api/tables", json=wanted, headers=me).json()
    ann = Player(site, **made)
    ben = ann.invite(name="Ben")
    ann.post("/talk", {"text": "my secret"})
    version = mover(ann, ben)[1]["version"]
    assert site.client.delete("/api/me", headers=me).status_code == 204
    assert site.client.get("/api/me", headers=me).status_code == 403
    assert ann.get().status_code == 403
    assert ben.get("/talk").json() == []
    assert "Ann" not in ben.get("/record").text
    with ben.listen(since=version - 1) as stream:
        assert next(h for h in stream if h.version and h.data["actor"] == ben.seat)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"name": "\u200b"}, "name"),
        ({"name": "\u3164\u2800"}, "name"),
        ({"name": "bot Ann"}, "name"),
        ({"colour": 5}, "colour"),
    ],
)
def test_names_and_colours_that_cannot_be(site: Site, asked: dict[str, Any], code: str) -> None:
    refused = site.client.post("/api/people", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (422, code)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "the request has no body: a JSON object is expected"),
        ([], "a JSON object is expected, not a list"),
        ({"name": ["Ann"]}, "“name”: a text is expected, not a list"),
        ({"colour": "2"}, "“colour”: a whole number is expected, not a text"),
        ({"color": 2}, "there is no field “color” here, only name, colour"),
    ],
)
def test_malformed_requests_are_refused(site: Site, data: Any, words: str) -> None:
    _, me = person(site)
    for path in ("/api/people", "/api/me"):
        refused = site.client.post(path, json=data, headers=me)
        assert refused.status_code == 400, refused.text
        assert refused.json() == {"code": "malformed", "message": words}


@pytest.mark.parametrize("token", ["x", "a.b", "." * 300])
def test_a_wrong_token_identifies_nobody(site: Site, token: str) -> None:
    for path in ("/api/me", "/api/me/tables"):
        refused = site.client.get(path, headers={"Authorization": f"Bearer {token}"})
        assert (refused.status_code, refused.json()["code"]) == (403, "token")


def test_an_unsigned_cookie_identifies_nobody(site: Site) -> None:
    someone, _ = person(site)
    good = site.services.people.cookie_for(_as_person(someone))
    for cookie, status in (
        (good, 200),
        (good[:-1], 403),
        (f"{someone['person']}.", 403),
        ("", 403),
    ):
        with browsing(site, {COOKIE_NAME: cookie}) as browser:
            assert browser.get("/api/me").status_code == status


def test_another_site_cannot_act_with_the_cookie(site: Site) -> None:
    someone, _ = person(site)
    cookies = {COOKIE_NAME: site.services.people.cookie_for(_as_person(someone))}
    with browsing(site, cookies) as browser:
        for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
            refused = browser.post("/api/me", json={"name": "Mallory"}, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (403, "cross-site")
        assert browser.post("/api/me", json={"name": "Ann"}).status_code == 200


def _as_person(shown: dict[str, Any]) -> Person:
    return Person(shown["person"], shown["name"], shown["colour"])


def test_signing_out_everywhere_invalidates_all_other_access(site: Site) -> None:
    """An earlier token, cookie, seat token or open feed no longer gives access to anything."""
    someone, me = person(site, name="Ann")
    cookie = {COOKIE_NAME: site.services.people.cookie_for(_as_person(someone))}
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    ann = Player(site, **site.client.post("/api/tables", json=wanted, headers=me).json())
    ben = ann.invite(name="Ben")
    with ann.listen() as stolen, ben.listen() as other:
        next(stolen)
        next(other)
        now = site.client.post("/api/me/revoke", headers=me).json()
        list(stolen)  # it ends
        ben.post("/talk", {"text": "still here"})
        assert any(heard.kind == "talk" for heard in other)
    assert site.client.get("/api/me", headers=me).status_code == 403
    assert ann.get().status_code == 403
    with browsing(site, cookie) as browser:
        assert browser.get("/api/me").status_code == 403
    # The response names the same person, who still has the same seat.
    again = Player(site, ann.table, ann.seat, now["token"])
    assert again.see()["seat"] == ann.seat
    assert (now["person"], now["name"]) == (someone["person"], "Ann")


def test_signing_out_everywhere_else_renews_the_own_cookie(site: Site) -> None:
    someone, _ = person(site)
    with browsing(site) as browser:
        for _ in range(2):
            mine = (
                site.services.people.cookie_for(_as_person(someone)) if not browser.cookies else ""
            )
            headers = {"Cookie": f"{COOKIE_NAME}={mine}"} if mine else {}
            assert browser.post("/api/me/revoke", headers=headers).status_code == 200
            assert browser.get("/api/me").json()["person"] == someone["person"]


def test_late_requests_of_a_person_who_was_signed_out_are_refused(site: Site) -> None:
    """They had access a moment ago: a new link must not let them in again."""
    someone, me = person(site)
    before = _as_person(someone)
    site.client.post("/api/me/revoke", headers=me)

    async def link() -> None:
        await site.services.people.new_link(before)

    with pytest.raises(Refusal, match="forgotten"):
        site.run(link())
