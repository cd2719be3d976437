"""Moderation: the host removes people and closes the chat, anyone can mute and report, and the
operator blocks people and addresses, with a log."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.databases import Database, running_on
from support.site import Player, Site, running
from support.visitor import LANGUAGES, Visitor, alert, said, visitor

from claimant.cli import main
from claimant.web.people.moderation import as_network

TOKEN = "an admin token that is long enough"
THREE = {"game": "claim-it", "players": 3, "seats": ["me", "open", "open"]}


class Someone:
    """A person with a token."""

    def __init__(self, site: Site, name: str) -> None:
        made = site.client.post("/api/people", json={"name": name}).json()
        self.site = site
        self.id: str = made["person"]
        self.headers = {"Authorization": f"Bearer {made['token']}"}

    def post(self, path: str, data: Any = None) -> httpx.Response:
        return self.site.client.post(f"/api{path}", json=data, headers=self.headers)

    def get(self, path: str) -> httpx.Response:
        return self.site.client.get(f"/api{path}", headers=self.headers)

    def say(self, table: str, text: str) -> int:
        answer = self.post(f"/tables/{table}/talk", {"text": text})
        assert answer.status_code == 200, answer.text
        return int(answer.json()["n"])

    def hears(self, table: str) -> list[str]:
        return [line["text"] for line in self.get(f"/tables/{table}/talk").json()]


@pytest.fixture
def family(site: Site) -> tuple[Someone, Someone, Someone, str]:
    """A host, two others, and a table that waits for players."""
    ann, ben, cleo = (Someone(site, name) for name in ("Ann", "Ben", "Cleo"))
    table = ann.post("/tables", THREE).json()["table"]
    return ann, ben, cleo, table


Family = tuple[Someone, Someone, Someone, str]


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# The host.


def test_the_host_removes_a_player_who_cannot_come_back(family: Family) -> None:
    ann, ben, cleo, table = family
    seat = ben.post(f"/tables/{table}/join", {}).json()
    removed = ann.post(f"/tables/{table}/seats/{seat['seat']}/remove")
    assert removed.json()["seats"][seat["seat"]]["kind"] == "open"
    assert refused(ben.post(f"/tables/{table}/join", {})) == (403, "removed")
    assert Player(ann.site, table, seat["seat"], seat["token"]).get().status_code == 403
    assert cleo.post(f"/tables/{table}/join", {}).json()["seat"] == seat["seat"]


def test_only_the_host_removes_and_only_others_before_the_game(family: Family) -> None:
    ann, ben, cleo, table = family
    ben.post(f"/tables/{table}/join", {})
    assert refused(ben.post(f"/tables/{table}/seats/0/remove")) == (403, "host")
    assert refused(cleo.post(f"/tables/{table}/seats/0/remove")) == (403, "host")
    for seat in (0, 2, 7):  # the host's own, an open one, none
        assert refused(ann.post(f"/tables/{table}/seats/{seat}/remove")) == (422, "seat")
    cleo.post(f"/tables/{table}/join", {})
    assert refused(ann.post(f"/tables/{table}/seats/1/remove")) == (422, "begun")


def test_the_host_closes_the_chat_and_opens_it_again(family: Family) -> None:
    ann, ben, _, table = family
    ben.post(f"/tables/{table}/join", {})
    assert refused(ben.post(f"/tables/{table}/chat", {"closed": True})) == (403, "host")
    assert ann.post(f"/tables/{table}/chat", {"closed": True}).json()["chat_closed"] is True
    for someone in (ann, ben):
        answer = someone.post(f"/tables/{table}/talk", {"text": "hello?"})
        assert refused(answer) == (403, "chat-closed")
    assert ann.post(f"/tables/{table}/chat", {"closed": False}).json()["chat_closed"] is False
    ben.say(table, "hello!")


# Everyone.


def test_who_is_muted_is_not_heard_by_one_person_only(family: Family) -> None:
    ann, ben, cleo, table = family
    for someone in (ben, cleo):
        someone.post(f"/tables/{table}/join", {})
    n = ben.say(table, "blah")
    assert [row["name"] for row in ann.post(f"/tables/{table}/talk/{n}/mute").json()] == ["Ben"]
    listening = Player(ann.site, table, 0, ann.headers["Authorization"].removeprefix("Bearer "))
    with listening.listen() as feed:
        next(feed)
        ben.say(table, "blah blah")
        cleo.say(table, "sensible")
        assert next(h.data["text"] for h in feed if h.kind == "talk") == "sensible"
    assert ann.hears(table) == ["sensible"]
    assert cleo.hears(table) == ["blah", "blah blah", "sensible"]
    # At every other table, too.
    other = cleo.post("/tables", THREE).json()["table"]
    ben.post(f"/tables/{other}/join", {})
    ben.say(other, "blah here")
    assert ann.hears(other) == []
    (row,) = ann.get("/me/muted").json()
    gone = ann.site.client.delete(f"/api/me/muted/{row['id']}", headers=ann.headers)
    assert gone.status_code == 204
    assert ann.hears(other) == ["blah here"]


def test_nobody_mutes_themselves_or_nothing(family: Family) -> None:
    ann, _, _, table = family
    n = ann.say(table, "hello")
    assert refused(ann.post(f"/tables/{table}/talk/{n}/mute")) == (422, "mute")
    for other in (n + 1, 0, 2**40):
        assert refused(ann.post(f"/tables/{table}/talk/{other}/mute")) == (404, "not-found")
        report = ann.post(f"/tables/{table}/talk/{other}/report", {})
        assert refused(report) == (404, "not-found")


def test_a_seat_without_a_person_can_be_muted(site: Site) -> None:
    ann, ben = site.pair()
    someone = Someone(site, "Eve")
    n = ann.post("/talk", {"text": "beep"}).json()["n"]
    ben.post("/talk", {"text": "boop"})
    assert someone.post(f"/tables/{ann.table}/talk/{n}/mute").status_code == 200
    assert someone.hears(ann.table) == ["boop"]


# The operator.


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path, admin_token=TOKEN) as site:
        yield site


def operator(site: Site, browser: Visitor) -> Visitor:
    browser.post("/admin/in", token=TOKEN)
    return browser


def test_a_report_reaches_the_operator_who_blocks_the_person(house: Site) -> None:
    ann, ben = Someone(house, "Ann"), Someone(house, "Ben")
    table = ann.post("/tables", THREE).json()["table"]
    seat = ben.post(f"/tables/{table}/join", {}).json()
    n = ben.say(table, "something nasty")
    report = ann.post(f"/tables/{table}/talk/{n}/report", {"reason": "rude"})
    assert report.status_code == 204
    assert ann.post(f"/tables/{table}/talk/{n}/report", {}).status_code == 204  # once is enough
    with visitor(house) as browser:
        page = said(operator(house, browser).get("/admin"))
        assert "Ben : something nasty" in page
        assert "Reason: rude" in page
        assert "127.0.0.1" in page
        form = {"table": table, "n": n, "subject": ben.id, "reason": "something nasty"}
        browser.post("/admin/report", act="block", **form)
        page = said(browser.get("/admin"))
        assert "Nothing has been reported." in page
        assert "block" in page
    assert refused(ben.get("/me")) == (403, "blocked")
    assert Player(house, table, seat["seat"], seat["token"]).act("roll", 0).status_code == 403
    assert ann.hears(table) == []
    with visitor(house) as browser:
        operator(house, browser).post("/admin/block", act="unblock", subject=ben.id)
    assert ben.get("/me").status_code == 200


def test_a_blocked_address_is_refused(house: Site) -> None:
    with visitor(house) as browser:
        operator(house, browser).post("/admin/block", subject="192.0.2.0/24", reason="spam")
        assert browser.get("/")  # another network
        browser.post("/admin/block", subject="127.0.0.1")
        assert browser.client.get("/").status_code == 403
        answer = browser.client.get("/api/games")
        assert refused(answer) == (403, "blocked")
        assert browser.client.get("/healthz").status_code == 200


def test_who_has_not_the_token_is_no_operator(house: Site, site: Site) -> None:
    with visitor(house) as browser:
        assert "Admin token" in said(browser.get("/admin"))
        wrong = browser.post("/admin/in", 403, token="a guess")
        assert alert(wrong.text) == "That is not the admin token."
        browser.client.cookies.set("claimant-admin", "operator.forged.signature", path="/admin")
        assert "Admin token" in said(browser.get("/admin"))
        for path in ("/admin/block", "/admin/report"):
            browser.post(path, 403, subject="127.0.0.1", table="t", n="1")
        assert browser.client.get("/").status_code == 200
    with visitor(site) as browser:  # a server without an admin token
        browser.get("/admin", 404)
        browser.post("/admin/in", 404, token="")


def test_an_operator_is_signed_out_after_hours(house: Site) -> None:
    with visitor(house) as browser:
        operator(house, browser)
        (cookie,) = [c for c in browser.client.cookies.jar if c.name == "claimant-admin"]
        assert cookie.path == "/admin"
        assert "Blocked" in said(browser.get("/admin"))
        browser.post("/admin/out")
        assert "Admin token" in said(browser.get("/admin"))


@pytest.mark.parametrize("network", ["0.0.0.0/0", "10.0.0.0/7", "::/0"])
def test_nobody_blocks_everyone_by_mistake(house: Site, network: str) -> None:
    with visitor(house) as browser:
        operator(house, browser).post("/admin/block", 422, subject=network)
        browser.post("/admin/block", 404, subject="nobody")


def test_an_address_of_version_6_stands_for_its_network() -> None:
    from claimant.web.http.limits import client_address

    assert str(as_network(client_address("2001:db8::7"))) == "2001:db8::/64"
    assert as_network("SR39Aa1bbjwG") is None


def test_the_command_line_moderates_and_keeps_a_log(
    database: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def admin(*arguments: str, status: int = 0) -> str:
        where = ["--database", database.address] if database.address else ["--data", str(tmp_path)]
        assert main(["admin", arguments[0], *where, *arguments[1:], "--lang", "en"]) == status
        printed = capsys.readouterr()
        return printed.out + printed.err

    with running_on(database, tmp_path) as site:
        ann, ben = Someone(site, "Ann"), Someone(site, "Ben")
        table = ann.post("/tables", THREE).json()["table"]
        ben.post(f"/tables/{table}/join", {})
        n = ben.say(table, "nasty")
        ben.say(table, "nice")
        assert "nothing has been reported" in admin("reports")
        ann.post(f"/tables/{table}/talk/{n}/report", {"reason": "rude"})
        listed = admin("reports")
        assert "Ben: nasty" in listed
        assert f"{table}  {n}  {ben.id}" in listed
        admin("dismiss", table, str(n), "--delete")
        assert "closed already" in admin("dismiss", table, str(n), status=1)
        assert ann.hears(table) == ["nice"]
        admin("block", ben.id, "--reason", "nasty")
        assert refused(ben.get("/me")) == (403, "blocked")
        assert ben.id in admin("blocks")
        admin("block", "198.51.100.7")
        assert "198.51.100.7/32" in admin("blocks")
        admin("unblock", "198.51.100.7")
        assert "not blocked" in admin("unblock", "198.51.100.7", status=1)
        log = admin("log")
        assert [line.split()[3] for line in log.splitlines()] == [
            *("unblock", "block", "block", "delete-talk")
        ]
        assert "nasty" in log
        admin("forget", ben.id)
        assert "no person" in admin("forget", ben.id, status=1)
        # The log does not remember whom it was about, either.
        assert ben.id not in admin("log")
        assert database.ask("SELECT count(*) FROM people") == [(1,)]


# The pages.


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_done_without_script(site: Site, language: str) -> None:
    mute = {"en": "Mute", "de": "stumm", "nl": "dempen"}[language]
    with visitor(site, language) as ann, visitor(site, language) as ben:
        ann.post("/me", name="Ann", colour="1")
        ben.post("/me", name="Ben", colour="2")
        table = ann.make("claim-it", "me open open")
        ben.post(f"{table}/join", name="Ben")
        ben.post(f"{table}/talk", text="blah")
        link = re.search(rf'href="({table}/talk/1)"', ann.get(table))
        assert link is not None
        assert f"{table}/talk/1" not in ben.get(table)  # one's own line
        page = ann.get(link[1])
        assert "blah" in said(page)
        assert mute in page
        ann.post(f"{link[1]}/report", reason="rude")
        assert 'id="note" role="alert">' in ann.get(f"{table}?reported=yes")
        ann.post(f"{link[1]}/mute")
        assert "blah" not in ann.get(table)
        assert "blah" in ben.get(table)
        muted = re.search(r'name="muted" value="([^"]+)"', ann.get("/me"))
        assert muted is not None
        ann.post("/me/unmute", muted=muted[1])
        assert "blah" in ann.get(table)
        assert "/chat" not in ben.get(table)
        ann.post(f"{table}/chat", closed="yes")
        assert 'name="text"' not in ben.get(table)
        assert ben.client.post(f"{table}/talk", data={"text": "hm"}).status_code == 403
        ann.post(f"{table}/remove", seat="1")
        assert ben.client.post(f"{table}/join", data={"name": "Ben"}).status_code == 403
