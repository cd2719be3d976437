"""Small promises that an attacker would test first: one test each."""

from __future__ import annotations

import asyncio
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support.app_client import AppClient
from support.long_games import long_table
from support.site import Site, raw, running
from support.visitor import visitor

from claimant.cli.serve import ServeOptions, addresses, run
from claimant.web.http.limits import Limits
from claimant.web.http.proxies import TrustedProxies
from claimant.web.people.names import disambiguate, mixes_alphabets
from claimant.web.store.interface import SeatRow, TableRow

ROOT = Path(__file__).parents[3]
FOREIGN = {"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"}
AUTHORIZED = ("Bearer x", "Bearer", "Basic eDp5", "x", "")


@pytest.mark.parametrize("given", AUTHORIZED)
def test_an_authorization_header_does_not_skip_the_same_site_check(site: Site, given: str) -> None:
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        table = guest.make("claim-it", "me open")
        headers = FOREIGN | {"Authorization": given}
        for path in ("/me", "/me/link", "/new", f"{table}/leave", f"{table}/talk"):
            refused = guest.client.post(path, data={"name": "Mallory"}, headers=headers)
            assert refused.status_code == 403, path
        for path in ("/api/me", "/api/people", "/api/tables", f"/api{table}/leave"):
            refused = guest.client.post(path, json={}, headers=headers)
            assert refused.status_code in (400, 403), path
            assert "set-cookie" not in refused.headers
        assert guest.name == "Ann"


def test_with_a_token_the_cookie_is_ignored(site: Site) -> None:
    other = site.client.post("/api/people", json={"name": "Ben"}).json()
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        token = {"Authorization": f"Bearer {other['token']}"}
        assert guest.client.get("/api/me", headers=token).json()["name"] == "Ben"
        renamed = guest.client.post("/api/me", json={"name": "Bea"}, headers=token | FOREIGN)
        assert renamed.json()["name"] == "Bea"
        assert guest.name == "Ann"


def test_every_answer_says_whether_it_may_be_cached(site: Site) -> None:
    with visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        table = guest.make("claim-it", "me open")
        paths = ("/api/me", "/api/me/tables", "/api/tables", "/api/games", "/api/openapi.json")
        at_table = (f"/api{table}", f"/api{table}/talk", f"/api{table}/record", f"{table}/record")
        for path in (*paths, *at_table, "/api/nowhere", "/nowhere", f"{table}/moment"):
            assert guest.client.get(path).headers["cache-control"] == "no-store", path
        for path in ("/", table, "/me"):
            assert "private" in guest.client.get(path).headers["cache-control"]
        for path in ("/robots.txt", "/favicon.ico", "/static/site.css"):
            assert "public" in guest.client.get(path).headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/", "/me", "/rules", "/new", "/nowhere", "{t}", "{t}/moment", "/new/deck?players=2"]
)
def test_what_draws_a_page_costs_more_than_a_move(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as site:
        table = site.make().table
    with running(tmp_path, limits=Limits(rate=1e-6, burst=9, address_factor=1)) as site:
        url = path.format(t=f"/tables/{table}")
        answers = [site.client.get(url).status_code for _ in range(4)]
    assert 429 in answers


@pytest.mark.parametrize("path", ["/me", "/new", "/me/link", "/settings", "{t}/talk", "{t}/events"])
def test_what_a_form_may_draw_costs_more_than_a_move(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as site:
        table = site.make().table
    with running(tmp_path, limits=Limits(rate=1e-6, burst=9, address_factor=1)) as site:
        url = path.format(t=f"/tables/{table}")
        assert site.client.post(url, data={"game": "claim", "check": "yes"}).status_code == 429


@pytest.mark.parametrize("path", ["/", "/api/games", "/nowhere", "{t}"])
@pytest.mark.parametrize(
    "host",
    ["evil.example/x", "a b", "evil.example:80:80", '"><script>', "user@evil.example", "é", "[::1",
     "evil.example:x", "evil.example:99999", "x" * 300],
)  # fmt: skip
def test_a_host_that_is_none_is_refused(site: Site, host: str, path: str) -> None:
    url = path.format(t=f"/tables/{site.make().table}")
    refused = site.client.get(url, headers={b"Host": host.encode()})
    assert refused.status_code == 400
    assert "evil" not in refused.text


@pytest.mark.parametrize(
    "host", ["localhost", "games.example:8443", "[::1]:8000", "192.0.2.1", "a_b"]
)
def test_a_host_is_a_name_or_an_address(site: Site, host: str) -> None:
    table = site.make().table
    page = site.client.get(f"/tables/{table}", headers={"Host": host})
    assert page.status_code == 200
    assert f"http://{host}/tables/{table}" not in page.text  # links never follow a stranger's name


def test_links_have_the_public_address(tmp_path: Path) -> None:
    with running(tmp_path, public_url="https://games.example/") as site, visitor(site) as guest:
        guest.post("/me", name="Ann", colour="1")
        table = guest.make("claim-it", "me open")
        headers = {"Host": "elsewhere.example"}
        page = guest.client.get(table, headers=headers).text
        link = guest.client.post("/me/link", headers=headers).text
        assert f"https://games.example{table}" in page
        assert "https://games.example/hello/" in link
        assert "elsewhere.example" not in page + link


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann", "\u0410nn"),  # a Cyrillic A
        ("coco", "\u0441\u043e\u0441\u043e"),  # all of it Cyrillic
        ("Ola", "0la"),
        ("Ian", "lan"),
        ("Bob", "\uff22ob"),  # a wide B
        ("PETER", "\u0420\u0415\u0422\u0415R"),
    ],
)
def test_names_that_look_alike_are_told_apart(first: str, second: str) -> None:
    assert disambiguate([first, second]) == [first, f"{second} (2)"]


def test_names_that_only_sound_alike_stay_as_they_are() -> None:
    names = ["Anna", "\u0391\u03bd\u03bd\u03b1", "\u0410\u043d\u043d\u0430", "Ana"]
    assert disambiguate(names) == names


def test_a_name_s_word_is_written_in_one_alphabet(site: Site) -> None:
    for name in ("\u0410nn", "P\u0435ter", "\u03a1aul"):
        assert mixes_alphabets(name)
        refused = site.client.post("/api/people", json={"name": name})
        assert refused.status_code == 422
        assert "alphabet" in refused.json()["message"]
    for name in (
        "Анна",
        "Άννα",
        "Ann Иванова",
        "田中 Taro",
        "Łukasz Ñandú",
        "Ann 2",
        "김Kim",
        "O'Neil",
    ):
        assert not mixes_alphabets(name)
        assert site.client.post("/api/people", json={"name": name}).status_code == 201


def test_strangers_cannot_fill_the_log(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    for nonsense in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n"):
        with raw(site) as wired:
            wired.sendall(nonsense)
            assert wired.recv(100).startswith(b"HTTP/1.1 400 ")
    assert not [record for record in caplog.records if record.name.startswith("uvicorn")]


def test_serving_on_all_ipv6addresses_shows_ipv6addresses() -> None:
    shown = [str(text.say("en")) for text in addresses("::", 8000)]
    assert shown[0] == "claimant is at http://[::1]:8000"
    assert all(re.search(r"http://\[[0-9a-f:]+\]:8000$", line) for line in shown)
    assert addresses("0.0.0.0", 8000)[0].say("en") == "claimant is at http://localhost:8000"


def serve_with(proxy: str = "", rate: float = 30.0, public_url: str = "") -> None:
    options = ServeOptions(
        proxy, rate, "console", access_log=False, bots=False, public_url=public_url
    )
    run("127.0.0.1", 0, Path("/nowhere"), "", options, "en")


@pytest.mark.parametrize("rate", [float("inf"), float("nan"), -1.0, float("-inf")])
def test_a_rate_that_is_no_number_is_refused(rate: float) -> None:
    with pytest.raises(Exception, match="--rate"):
        serve_with(rate=rate)


@pytest.mark.parametrize(
    "url", ["games.example", "ftp://x", "https://", "https://x/y", "https://a@b", "http://x:y"]
)
def test_a_public_address_that_is_not_a_site_is_refused(url: str) -> None:
    with pytest.raises(Exception, match="--public-url"):
        serve_with(public_url=url)


@pytest.mark.parametrize("proxy", ["notanaddr", "*", "127.0.0.1,x", "10.0.0.1/8", "127.0.0.1:80"])
def test_a_proxy_that_is_no_address_is_refused(proxy: str) -> None:
    with pytest.raises(Exception, match="--behind-proxy"):
        serve_with(proxy=proxy)


def test_a_proxy_is_an_address_or_a_network() -> None:
    proxies = TrustedProxies("127.0.0.1, 10.0.0.0/8,2001:db8::/32")
    assert all(map(proxies.trusts, ("127.0.0.1", "10.1.2.3", "2001:db8::7")))
    assert not any(map(proxies.trusts, ("127.0.0.2", "11.0.0.1", "2001:db9::1", "", "unix")))
    assert not TrustedProxies("").trusts("127.0.0.1")


def test_renaming_does_not_load_all_tables_of_a_person(tmp_path: Path) -> None:
    async def rename() -> tuple[int, str]:
        services = AppClient(tmp_path).services
        await services.open()
        me = await services.people.create_guest("Ann", 1)
        table = long_table("claim-it", 0)
        for n in range(200):
            seats = [_seat(seat, me.id) for seat in table.seats]
            await services.store.create(_row(table.row, n), seats)
        shown = await services.tables.find("table 7")
        await services.accounts.rename(me, "Bea")
        loaded = len(services.tables.in_memory)
        names = shown.seats[0].name + (await services.tables.find("table 9")).seats[0].name
        await services.close()
        return loaded, names

    assert asyncio.run(rename()) == (1, "BeaBea")


def _seat(seat: SeatRow, person: str) -> SeatRow:
    return replace(seat, name="Ann", person=person) if seat.seat == 0 else seat


def _row(row: TableRow, n: int) -> TableRow:
    return replace(row, id=f"table {n}", code=f"{n:08}")


def test_an_audit_that_checks_nothing_fails(tmp_path: Path) -> None:
    """pip-audit without a network, and one that knows none of the packages."""
    tool = tmp_path / "python"
    for output, status, wanted in (
        ("ConnectionError: no route", 1, 2),
        ("", 0, 2),
        ("x: could not be audited\\nNo known vulnerabilities found", 0, 2),
        ("No known vulnerabilities found", 0, 0),
        ("Found 2 known vulnerabilities in 1 package", 1, 1),
    ):
        tool.write_text(f"#!/bin/sh\nprintf '{output}\\n'\nexit {status}\n")
        tool.chmod(0o755)
        done = subprocess.run(
            ["sh", "tools/audit.sh", str(tmp_path)], cwd=ROOT, capture_output=True, text=True
        )
        assert done.returncode == wanted, output
        assert ("not checked" in done.stderr) == (wanted == 2)


def test_the_proxy_in_the_example_repeats_nothing_that_changes_something() -> None:
    lines = (ROOT / "docs/hosting/nginx.conf").read_text().splitlines()
    directives = [line.split() for line in map(str.strip, lines) if not line.startswith("#")]
    (repeated,) = [words for words in directives if words and words[0] == "proxy_next_upstream"]
    assert "non_idempotent" not in "".join(repeated)
