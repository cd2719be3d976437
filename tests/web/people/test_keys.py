"""New keys for the cookies, while a server is running."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from support.databases import Database, running_on
from support.site import ManualClock, Site

from claimant.cli import main
from claimant.web.people.keys import DELAY, MAX_KEYS, READ_AGAIN, CookieKey, in_order


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CLAIMANT_DATABASE", raising=False)


def rotate(database: Database, folder: Path, *more: str) -> None:
    where = ["--database", database.address] if database.address else ["--data", str(folder)]
    assert main(["new-key", *more, *where]) == 0


def guest(site: Site) -> str:
    """The cookie of a new guest."""
    with httpx.Client(base_url=site.server.url, timeout=60) as browser:
        browser.post("/play", data={"game": "claim-it"})
        return browser.cookies["claimant"]


def knows(site: Site, cookie: str) -> bool:
    with httpx.Client(base_url=site.server.url, timeout=60) as browser:
        answer = browser.get("/api/me", headers={"Cookie": f"claimant={cookie}"})
    return answer.status_code == 200


def test_new_keys_sign_nobody_out(database: Database, tmp_path: Path) -> None:
    clock = ManualClock()
    with running_on(database, tmp_path, monotonic=clock) as site:
        old = guest(site)
        rotate(database, tmp_path)
        clock.now += READ_AGAIN + 1
        assert knows(site, old)
        site.time.now = time.time() + DELAY + 1
        clock.now += READ_AGAIN + 1
        assert knows(site, old)
        new = guest(site)
        assert knows(site, new)
        rotate(database, tmp_path, "--drop-old")
        clock.now += READ_AGAIN + 1
        assert not knows(site, old)
        assert not knows(site, new)
        assert knows(site, guest(site))
    with running_on(database, tmp_path) as site:
        assert not knows(site, old)


def test_a_new_key_is_accepted_before_it_signs() -> None:
    keys = [CookieKey(b"old"), CookieKey(b"new", 100.0)]
    assert in_order(keys, 99.0) == [b"new", b"old"]
    assert in_order(keys, 100.0) == [b"old", b"new"]
    assert in_order(keys[1:], 0.0) == [b"new"]


def test_the_number_of_keys_is_bounded(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path):
        pass
    for _ in range(MAX_KEYS + 2):
        rotate(database, tmp_path)
    ((value,),) = database.ask("SELECT value FROM kept WHERE name = 'keys of the cookies'")
    assert bytes(value).count(b'"key"') == MAX_KEYS
