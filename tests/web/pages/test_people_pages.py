"""The profile: a name from the first click, the link to another device, being forgotten."""

from __future__ import annotations

import re

import pytest
from support.site import Site
from support.visitor import LANGUAGES, alert, said, visitor


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_every_language(site: Site, language: str) -> None:
    words = {"en": "Who am I?", "de": "Wer bin ich?", "nl": "Wie ben ik?"}
    with visitor(site, language) as ann:
        assert words[language] in said(ann.get("/me"))


def test_a_stranger_becomes_a_guest_with_a_name_and_a_colour(site: Site) -> None:
    with visitor(site) as ann:
        assert ann.name == "Who am I?"
        ann.post("/me", name="  Ann <3 ", colour="4")
        assert ann.name == "Ann <3"
        assert re.search(r'value="4" checked', ann.get("/me"))
        ann.post("/me", name="Anna", colour="0")
        assert ann.name == "Anna"


def test_a_person_without_a_name_gets_one(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="", colour="1")
        assert len(ann.name) > 1


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"name": ""}, "A name has at least one letter or digit."),
        ({"name": "\u202e\u200b"}, "A name has at least one letter or digit."),
        ({"name": "x" * 25}, "A name has at most 24 characters."),
        ({"name": "bot greedy"}, "Only bots are called bot."),
        ({"name": "Ann", "colour": "7"}, "Colours are numbered 0 to 4."),
        ({"name": "Ann", "colour": "blue"}, "Colours are numbered 0 to 4."),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(
    site: Site, form: dict[str, str], reason: str
) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="1")
        assert alert(ann.post("/me", 422, **({"colour": "1"} | form)).text) == reason
        assert ann.name == "Ann"


def test_a_new_name_shows_at_the_table(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="1")
        table = ann.make("claim-it", "me open", public="yes")
        ann.post("/me", name="Annette", colour="2")
        seats = ann.client.get(f"/api{table}").json()["seats"]
        assert seats[0]["name"] == "Annette"


def test_the_personal_link_carries_the_person_to_another_browser(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as phone:
        ann.post("/me", name="Ann", colour="1")
        table = ann.make("claim", "me open")
        page = ann.post("/me/link", 200).text
        assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
        link = re.search(r'value="(http[^"]+)(/hello/[^"]+)"', page)
        assert link is not None
        assert link[1] == site.server.url
        assert "Hello, Ann" in said(phone.get(link[2]))
        assert phone.name == "Who am I?"  # a preview of the link signs nobody in
        hello = phone.client.get(link[2])  # whose address no other site is to be told
        assert hello.headers.get_list("referrer-policy") == ["same-origin"]
        token = link[2].removeprefix("/hello/")
        phone.post("/hello", token=token)
        assert phone.name == "Ann"
        assert table in phone.get("/")
        # A new link makes the old one useless.
        ann.post("/me/link", 200)
        page = phone.get(link[2], 404)
        assert "This personal link no longer works." in said(page)
        phone.post("/hello", 404, token=token)


def test_a_link_that_is_none_opens_nothing(site: Site) -> None:
    with visitor(site) as ann:
        for token in ("x", "a.b", "." * 300, "%00"):
            ann.get(f"/hello/{token}", 404)
        ann.post("/hello", 404, token="x")
        ann.post("/hello", 404)
        ann.post("/me/link", 403)


def test_signing_out_forgets_the_browser_only(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="1")
        table = ann.make("claim-it", "me open", public="yes")
        ann.post("/me/out")
        assert ann.name == "Who am I?"
        assert ann.client.get(f"/api{table}").json()["seats"][0]["name"] == "Ann"


def test_signing_out_everywhere_else_leaves_this_browser_alone(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as phone:
        ann.post("/me/elsewhere", 403)
        ann.post("/me", name="Ann", colour="1")
        table = ann.make("claim-it", "me open")
        link = re.search(r"/hello/([^\"]+)", ann.post("/me/link", 200).text)
        assert link is not None
        phone.post("/hello", token=link[1])
        assert phone.name == "Ann"
        ann.post("/me/elsewhere")
        assert "You are signed in only here now" in said(ann.get("/me?alone=yes"))
        assert (ann.name, phone.name) == ("Ann", "Who am I?")
        phone.post("/hello", 404, token=link[1])
        assert table in ann.get("/")


def test_forget_me_needs_a_tick_and_is_for_good(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me/forget", 403, sure="yes")
        ann.post("/me", name="Ann", colour="1")
        table = ann.make("claim-it", "me bot:normal")
        assert "Tick the box first" in said(ann.post("/me/forget", 422).text)
        assert ann.name == "Ann"
        ann.post("/me/forget", sure="yes")
        assert ann.name == "Who am I?"
        assert "Ann" not in ann.client.get(f"/api{table}").text


def test_an_invented_cookie_identifies_nobody(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="1")
        cookie = ann.client.cookies["claimant"]
        ann.client.cookies.clear()
        with visitor(site) as eve:
            eve.client.cookies["claimant"] = cookie[:-4] + "AAAA"
            assert eve.name == "Who am I?"
