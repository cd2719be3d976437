"""The usual attacks, and how each of them is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.site import Player, Site, everything_received, mover, raw, running
from support.visitor import visitor

from claimant.web.http.limits import Limits
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.names import clean, disambiguate

FORM = "application/x-www-form-urlencoded"
EVERYTHING = ("", "/feed", "/record", "/talk")


# Other people's tables.


def test_a_stranger_cannot_act_for_anyone(site: Site) -> None:
    ann, ben = site.pair("claim")
    other, _ = site.pair("claim")
    player, seen = mover(ann, ben)
    event = {"version": seen["version"], "event": seen["legal"][0]}
    for stranger in (site.spectator(ann), Player(site, ann.table, 0, other.token)):
        for path, data in (
            ("/events", event),
            ("/leave", None),
            ("/back", None),
            ("/stand-in", None),
            ("/rematch", None),
            ("/talk", {"text": "hi"}),
            ("/seats/0", {"seat": "open"}),
        ):
            assert stranger.post(path, data).status_code == 403, path
    assert player.see()["version"] == seen["version"]


def test_a_foreign_token_opens_nothing_and_does_not_make_a_spectator(site: Site) -> None:
    ann, _ = site.pair("claim")
    other, _ = site.pair("claim")
    for path in EVERYTHING:
        assert Player(site, ann.table, 0, other.token).get(path).status_code == 403


def test_tokens_and_ids_cannot_be_guessed(site: Site) -> None:
    made = [site.make() for _ in range(20)]
    for names in ([p.token or "" for p in made], [p.table for p in made]):
        assert len(set(names)) == 20
        assert all(re.fullmatch(r"[\w-]{16,}", name) for name in names)
    assert min(len(player.token or "") for player in made) >= 32
    kept = bytes((site.services.settings.data / "claimant.sqlite").read_bytes())
    kept += bytes((site.services.settings.data / "claimant.sqlite-wal").read_bytes())
    assert made[0].table.encode() in kept
    assert not any((player.token or "").encode() in kept for player in made)


def test_an_old_token_is_revoked(site: Site) -> None:
    """By joining again, leaving the seat, a new personal link, or being forgotten."""
    ann = site.make(seats="me open open")
    person = site.client.post("/api/people", json={}).json()
    me = {"Authorization": f"Bearer {person['token']}"}
    url = f"/api/tables/{ann.table}"
    first = Player(site, ann.table, **site.client.post(f"{url}/join", json={}, headers=me).json())
    again = Player(site, ann.table, **site.client.post(f"{url}/join", json={}, headers=me).json())
    assert first.get().status_code == 403
    assert again.get().status_code == 200
    again.post("/leave")
    assert again.get().status_code == 403
    assert site.client.get(url, headers=me).json()["seat"] is None
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        links = [re.search(r"/hello/([\w.-]+)", guest.post("/me/link", 200).text) for _ in range(2)]
        old, new = (found[1] for found in links if found)
        assert guest.client.get(f"/hello/{old}").status_code == 404
        assert guest.client.get(f"/hello/{new}").status_code == 200
        guest.post("/me/forget", sure="yes")
        assert guest.client.get(f"/hello/{new}").status_code == 404
    site.client.delete("/api/me", headers=me)
    assert site.client.get("/api/me", headers=me).status_code == 403


def test_a_cookie_of_a_forgotten_person_identifies_nobody(site: Site) -> None:
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        stolen = guest.client.cookies[COOKIE_NAME]
        guest.post("/me/forget", sure="yes")
        guest.client.cookies.set(COOKIE_NAME, stolen)
        assert guest.client.get("/api/me").status_code == 403


@pytest.mark.parametrize(
    "forge", ["{0}.{1}x", "{0}.", "{0}", ".{1}", "x{0}.{1}", "{0}.{1}.{1}", "{0}.1.{1}"]
)
def test_a_forged_cookie_identifies_nobody(site: Site, forge: str) -> None:
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        who, _, seal = guest.client.cookies[COOKIE_NAME].partition(".")
        guest.client.cookies.clear()
        guest.client.cookies.set(COOKIE_NAME, forge.format(who, seal))
        assert guest.client.get("/api/me").status_code == 403


# What other sites make a browser do.

FORMS = (
    "/me",
    "/me/out",
    "/me/link",
    "/me/forget",
    "/me/elsewhere",
    "/me/recovery",
    "/me/passkeys",
    "/me/unmute",
    "/me/email",
    "/me/contacts",
    "/me/quiet",
    "/me/test",
    "/confirm/{token}",
    "/stop/{token}",
    "/never/{token}",
    "/sign-in",
    "/admin/in",
    "/admin/out",
    "/admin/report",
    "/admin/block",
    "/hello",
    "/play",
    "/new",
    "/settings",
    "/learn/{game}/{step}",
    "/learn/{game}/first-game",
    "/puzzles/run",
    "/puzzles/{puzzle}",
    "/tournaments",
    "/tournaments/{tournament}/join",
    "/tournaments/{tournament}/{action}",
    "/series/{series}/end",
)
AT_A_TABLE = (
    *("events", "join", "seats", "leave", "back", "stand-in", "rematch", "talk"),
    "reactions",
    *("remove", "chat", "talk/{n}/mute", "talk/{n}/report", "series", "look", "guests", "tempo"),
    *("hint", "hints"),
    *("coach", "review", "play-on"),
)
FOREIGN: tuple[dict[str, str], ...] = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},  # a neighbour under the same domain
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1.elsewhere.example"},
)


@pytest.mark.parametrize("headers", FOREIGN)
def test_no_form_can_be_sent_by_another_site(site: Site, headers: dict[str, str]) -> None:
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        table = guest.make("claim-it", "me open")
        before = guest.client.get(f"/api{table}").json()
        for path in (*FORMS, *(f"{table}/{what.format(n=1)}" for what in AT_A_TABLE)):
            refused = guest.client.post(path, data={"name": "Mallory"}, headers=headers)
            assert refused.status_code == 403, path
            assert "set-cookie" not in refused.headers
        assert guest.client.get(f"/api{table}").json() == before
        assert guest.name == "Ann"


def test_every_form_of_the_pages_is_among_those_tried(site: Site) -> None:
    app: Any = site.server.config.app
    posts = {
        route.path_format
        for route in app._app.routes
        if "POST" in getattr(route, "methods", ()) and not route.path_format.startswith("/api/")
    }
    assert posts == {*FORMS, *(f"/tables/{{table}}/{what}" for what in AT_A_TABLE)}


def test_a_page_cannot_be_framed_or_run_foreign_scripts(site: Site) -> None:
    for path in ("/", "/rules", "/new?game=claim", "/me", "/nowhere"):
        answer = site.client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "same-origin"
        # Nothing in the page needs what the policy forbids.
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", answer.text)
        assert not re.search(r"<[^>]+\s(style|on\w+)=", answer.text)


# Where one is sent, and what one's words become.


@pytest.mark.parametrize(
    "back",
    ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "javascript:x",
     "/a\r\nSet-Cookie: x=y", "\t//elsewhere.example", "/é", "", "/" * 400],
)  # fmt: skip
def test_redirects_do_not_leave_the_site(site: Site, back: str) -> None:
    with visitor(site) as guest:
        answer = guest.post("/settings", language="de", back=back)
        assert answer.headers["location"] == "/"
        assert "x" not in guest.client.cookies


HOSTILE = "<script>x</script>"


def test_what_people_write_is_shown_as_they_wrote_it(site: Site) -> None:
    with visitor(site) as guest:
        guest.post("/me", name=HOSTILE, colour="1")
        table = guest.make("claim-it", "me bot:random", public="yes")
        guest.post(f"{table}/talk", text=f'{HOSTILE}" onclick="x')
        for path in (table, "/", "/me", f"/join?code={HOSTILE}", f"/new?game={HOSTILE}"):
            page = guest.client.get(path).text
            assert HOSTILE not in page
            assert '" onclick="' not in page
        assert "&lt;script&gt;" in guest.get(table)
        record = guest.client.get(f"{table}/record").text
        assert f"seat 0: {HOSTILE}" in record  # plain text, sent as such
        assert guest.client.get(f"{table}/record").headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A\u202enna", "Anna"),  # turns the reading direction
        ("A\u2066nn\u2069a", "Anna"),
        ("A\u200bnn\u200da\ufeff", "Anna"),  # nothing, in several widths
        ("An\u00adna", "Anna"),
        ("Anna\u3164", "Anna"),
        ("\u2800Anna", "Anna"),
        ("Anna\U000e0041", "Anna"),  # tags
        ("Anna\ufe0f", "Anna"),
        ("An\x00na\u2028", "An na"),
        ("A" + "\u0301" * 30, "\u00c1" + "\u0301" * 3),
        ("  a \t b\n", "a b"),
        ("\u05d0\u05d1 Ä 汉", "\u05d0\u05d1 Ä 汉"),  # letters of all scripts stay
    ],
)
def test_invisible_characters_are_removed(written: str, shown: str) -> None:
    assert clean(written) == shown
    assert clean(shown) == shown


def test_two_names_that_look_the_same_get_a_number(site: Site) -> None:
    assert disambiguate(["Ann", "ann", "Bea", "A\u0301nn", "Ann"]) == [
        *("Ann", "ann (2)", "Bea", "A\u0301nn (3)", "Ann (4)"),
    ]
    ann = site.make(name="Ann", seats="me open open")
    ann.invite(name="Ann")
    page = site.client.get(f"/tables/{ann.table}").text
    assert "Ann (2)" in page


# Behind a proxy.

FORWARDED = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}


def test_a_client_that_only_claims_to_be_a_proxy_is_not_believed(tmp_path: Path) -> None:
    with running(tmp_path / "plain") as site:
        answer = site.client.post("/me", data={"name": "Ann", "colour": "1"}, headers=FORWARDED)
        assert "secure" not in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" not in answer.headers
    with running(tmp_path / "elsewhere", proxy="192.0.2.1") as site:
        answer = site.client.post("/me", data={"name": "Ann", "colour": "1"}, headers=FORWARDED)
        assert "secure" not in answer.headers["set-cookie"].lower()


def test_behind_tls_cookies_are_secure_and_the_browser_stays(tmp_path: Path) -> None:
    with running(tmp_path, proxy="127.0.0.1") as site:
        answer = site.client.post("/me", data={"name": "Ann", "colour": "1"}, headers=FORWARDED)
        cookie = answer.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("secure", "httponly", "samesite=lax", "path=/"))
        assert "max-age" in answer.headers["strict-transport-security"]
        # Other headers of this kind are nobody's to send.
        more = FORWARDED | {"X-Forwarded-Host": "elsewhere.example", "X-Original-URL": "/metrics"}
        page = site.client.get("/rules", headers=more)
        assert "elsewhere.example" not in page.text


def test_an_invented_address_before_the_true_one_is_ignored(tmp_path: Path) -> None:
    """A client that sends the header itself is still counted by the address that the proxy saw."""
    limits = Limits(rate=0.01, burst=3, address_factor=1)
    with running(tmp_path, proxy="127.0.0.1", limits=limits) as site:
        answers = [
            site.client.get("/api/games", headers={"X-Forwarded-For": f"10.0.0.{n}, 203.0.113.9"})
            for n in range(4)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


# Paths and headers.


@pytest.mark.parametrize(
    "path",
    ["/static/../../../etc/passwd", "/static/..%2f..%2fkey", "/static/%2e%2e/key", "//etc/passwd",
     "/static/site.css%00.svg", "/tables/..%2fme", "/api/tables/%2e%2e%2fme", "/.git/config",
     "/rules/../me%5c..", "/%ff%fe", "/tables/" + "a" * 5000],
)  # fmt: skip
def test_unknown_paths_lead_nowhere(site: Site, path: str) -> None:
    with raw(site) as wired:
        wired.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = everything_received(wired)
    status = int(answer.split(b" ", 2)[1])
    assert status in (400, 404), answer[:200]
    assert b"root:" not in answer


def test_a_line_in_a_header_or_a_form_makes_no_header(site: Site) -> None:
    with raw(site) as wired:
        wired.sendall(
            b"GET /join?code=%0d%0aSet-Cookie:%20x=y HTTP/1.1\r\nHost: x\r\n"
            b"Accept-Language: de\r\nConnection: close\r\n\r\n"
        )
        head = everything_received(wired).partition(b"\r\n\r\n")[0].lower()
    assert b"set-cookie" not in head
    for header in (b"X-Request-ID: a\rb", b"Cookie: claimant=a\x00b", b"Bad Name: x"):
        with raw(site) as wired:
            wired.sendall(
                b"GET / HTTP/1.1\r\nHost: x\r\n" + header + b"\r\nConnection: close\r\n\r\n"
            )
            assert int(everything_received(wired).split(b" ", 2)[1]) in (200, 400)


def test_two_lengths_and_a_length_with_chunks_are_refused(site: Site) -> None:
    """Requests that a proxy might read differently from us are refused."""
    for lengths in (
        b"Content-Length: 2\r\nContent-Length: 30\r\n",
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 1e3\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
    ):
        with raw(site) as wired:
            wired.sendall(
                b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + lengths
                + b"\r\n0\r\n\r\nGET /api/games HTTP/1.1\r\nHost: x\r\n\r\n"
            )
            assert b" 400 " in everything_received(wired).split(b"\r\n", 1)[0]
