"""Invitations have an address that others can reach, and never one that a stranger has sent."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from claimant.web.http.addresses import network_address, site_address
from claimant.web.http.background import running
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings

NETWORK = network_address("0.0.0.0")


def serving(folder: Path, host: str = "0.0.0.0", **settings: Any) -> Server:
    chosen = Settings(folder, bot_pace=0.0, bot_processes=0, limits=NO_LIMITS, **settings)
    return Server(chosen, host, 0)


@pytest.fixture
def everywhere(tmp_path: Path) -> Iterator[int]:
    """The port of a server that listens on the network."""
    with running(serving(tmp_path)) as server:
        yield int(server.url.rpartition(":")[2])


def waiting_room(base: str, **headers: str) -> str:
    """The page of a new table that waits for somebody."""
    with httpx.Client(base_url=base, headers=headers, follow_redirects=True) as client:
        form = {"game": "claim-it", "players": 2, "seat0": "me", "seat1": "open"}
        page = client.post("/new", data=form)
        assert page.status_code == 200, page.text[:300]
        return unescape(page.text)


def invitation(page: str) -> str:
    found = re.search(r'id="invite-link" readonly value="(http[^"]+)"', page)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_opened_via_localhost_the_link_has_the_network_address(everywhere: int, name: str) -> None:
    page = waiting_room(f"http://127.0.0.1:{everywhere}", Host=f"{name}:{everywhere}")
    link = invitation(page)
    assert link.startswith(f"http://{NETWORK}:{everywhere}/tables/")
    assert f"You opened this page as {name}:{everywhere}, which works on this computer" in page
    with httpx.Client() as phone:  # the traffic stays on this machine
        assert phone.get(link).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example", "X-Forwarded-Host": "evil.example"},
        {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"},
    ],
    ids=["host", "both", "forwarded"],
)
def test_no_stranger_decides_where_links_lead(everywhere: int, headers: dict[str, str]) -> None:
    page = waiting_room(f"http://127.0.0.1:{everywhere}", **headers)
    assert "evil.example" not in page
    assert invitation(page).startswith(f"http://{NETWORK}:{everywhere}/")


def test_a_personal_link_has_the_network_address_too(everywhere: int) -> None:
    with httpx.Client(base_url=f"http://localhost:{everywhere}") as client:
        client.post("/me", data={"name": "Ann", "colour": "0"})
        page = client.post("/me/link").text
    assert f'value="http://{NETWORK}:{everywhere}/hello/' in page
    assert "You opened this page as localhost" in page


def test_opened_under_a_name_of_this_machine_the_link_keeps_it(everywhere: int) -> None:
    page = waiting_room(f"http://{NETWORK}:{everywhere}")
    assert invitation(page).startswith(f"http://{NETWORK}:{everywhere}/")
    assert "link-note" not in page
    machine = socket.gethostname().lower()
    page = waiting_room(f"http://127.0.0.1:{everywhere}", Host=f"{machine}:{everywhere}")
    assert invitation(page).startswith(f"http://{machine}:{everywhere}/")


def test_a_server_for_this_machine_alone_says_so(tmp_path: Path) -> None:
    with running(serving(tmp_path, "127.0.0.1")) as server:
        page = waiting_room(server.url)
        assert invitation(page).startswith(f"{server.url}/tables/")
    assert "Only this computer can open the link" in page


def test_the_public_address_is_used_whatever_was_asked_for(tmp_path: Path) -> None:
    with running(serving(tmp_path, public_url="https://games.example")) as server:
        port = server.url.rpartition(":")[2]
        page = waiting_room(f"http://127.0.0.1:{port}", Host="evil.example")
    assert invitation(page).startswith("https://games.example/tables/")
    assert "link-note" not in page


def test_a_trusted_proxy_says_which_site_was_asked_for(tmp_path: Path) -> None:
    with running(serving(tmp_path, "127.0.0.1", proxy="127.0.0.1")) as server:
        page = waiting_room(server.url, Host="games.example")
    assert invitation(page).startswith("http://games.example/tables/")
    with running(serving(tmp_path / "other", "127.0.0.1", proxy="192.0.2.7")) as server:
        assert "games.example" not in waiting_room(server.url, Host="games.example")


def test_a_server_on_one_address_of_the_network_uses_it() -> None:
    address = site_address("http", "localhost:80", 80, "198.51.100.4", proxied=False)
    assert address.base == "http://198.51.100.4"
    six = site_address("http", "[2001:db8::5]:8000", 8000, "2001:db8::5", proxied=False)
    assert (six.base, six.note) == ("http://[2001:db8::5]:8000", None)
