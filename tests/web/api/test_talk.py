"""…/talk: works · wrong seat · spectator · twice · malformed."""

from __future__ import annotations

from typing import Any

import pytest
from support.site import Player, Site


def test_everyone_can_read_what_a_seat_says(site: Site) -> None:
    ann, ben = site.pair()
    said = ann.post("/talk", {"text": "good <b>luck</b>"})
    assert said.status_code == 200
    heard = ben.get("/talk").json()
    assert [(line["seat"], line["text"]) for line in heard] == [(ann.seat, "good <b>luck</b>")]


def test_chat_loses_invisible_characters(site: Site) -> None:
    ann, ben = site.pair()
    assert ann.post("/talk", {"text": "äöü \u202e zw\u200bei\n"}).json()["text"] == "äöü zwei"
    assert ben.get("/talk").json()[0]["text"] == "äöü zwei"


def test_twice_is_said_twice(site: Site) -> None:
    ann, _ = site.pair()
    for n in (1, 2):
        assert ann.post("/talk", {"text": "hm"}).json()["n"] == n


def test_spectators_and_strangers_say_nothing(site: Site) -> None:
    ann, _ = site.pair()
    assert site.spectator(ann).post("/talk", {"text": "hi"}).json()["code"] == "spectator"
    assert Player(site, ann.table, 0, "wrong").post("/talk", {"text": "hi"}).status_code == 403


@pytest.mark.parametrize("text", ["", "  \n ", "\u200b", "x" * 281])
def test_nothing_and_too_much_are_refused(site: Site, text: str) -> None:
    refused = site.pair()[0].post("/talk", {"text": text})
    assert (refused.status_code, refused.json()["code"]) == (422, "talk")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "the request has no body: a JSON object is expected"),
        ({}, "“text” is missing"),
        ({"text": 1}, "“text”: a text is expected, not a whole number"),
        ({"text": None}, "“text”: a text is expected, not null"),
        ({"text": "x" * 4097}, "“text” has at most 4096 characters"),
        ({"text": "hi", "to": 1}, "there is no field “to” here, only text, seat"),
        ("hi", "a JSON object is expected, not a text"),
    ],
)
def test_malformed_requests_are_refused(site: Site, data: Any, words: str) -> None:
    refused = site.pair()[0].post("/talk", data)
    assert refused.status_code == 400, refused.text
    assert refused.json() == {"code": "malformed", "message": words}
