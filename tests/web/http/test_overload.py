"""Requests that are too large or too slow, and how each of them is refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.site import Site, everything_received, mover, raw, running
from support.visitor import visitor

from claimant.web.http.limits import NO_LIMITS, Limits
from claimant.web.people.cookies import COOKIE_NAME

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize("path", ["/api/people", "/me", "/api/tables/x/events", "/new"])
def test_a_huge_body_is_refused_before_it_is_read(site: Site, path: str) -> None:
    kind = "application/json" if path.startswith("/api") else FORM
    with raw(site) as wired:
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n"
        wired.sendall(f"{head}Content-Length: 99999999\r\n\r\n".encode())
        assert b" 413 " in everything_received(wired).split(b"\r\n", 1)[0]  # and it hangs up


def test_a_slow_sender_delays_nobody(tmp_path: Path) -> None:
    """A family shares one address: an unfinished request does not use up a turn of the others."""
    with running(tmp_path, limits=Limits()) as site, ExitStack() as open_ones:
        player, seen = mover(*site.pair())
        slow = [open_ones.enter_context(raw(site)) for _ in range(4 * Limits().concurrent)]
        for wired in slow:
            wired.sendall(b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
        assert player.act("roll", seen["version"]).status_code == 200
        for wired in slow:  # which are still waited for
            wired.setblocking(False)
            with pytest.raises(BlockingIOError):
                wired.recv(1)


def test_a_body_without_a_length_is_measured_while_it_arrives(site: Site) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(70):
            yield b"x" * 1024

    answer = site.client.post("/me", content=pieces(), headers={"Content-Type": FORM})
    assert answer.status_code == 413


def test_endless_headers_end(site: Site) -> None:
    with raw(site) as wired:
        wired.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        try:
            for _ in range(100):
                wired.sendall(b"x" * 1024)
            answer = everything_received(wired)
        except (BrokenPipeError, ConnectionResetError):
            return
    assert answer.startswith(b"HTTP/1.1 400")


def test_endless_headers_and_bodies_are_cut_off(
    tmp_path: Path,
) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, request_seconds=0.2)) as site:
        _send_slowly(site)


def _send_slowly(site: Site) -> None:
    for start in (b"", b"GET / HTTP/1.1\r\nHos"):
        with raw(site) as wired:
            wired.sendall(start)
            assert everything_received(wired) == b""
    for path in ("/me", "/api/people", "/api/tables/x/events"):
        kind = "application/json" if path.startswith("/api") else FORM
        with raw(site) as wired:
            head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\n"
            wired.sendall(f"{head}Content-Length: 100\r\n\r\n{{".encode())
            assert everything_received(wired).startswith(b"HTTP/1.1 408"), path


def test_texts_are_bounded(site: Site) -> None:
    ann, _ = site.pair()
    long = "x" * 5000
    for path, data in (
        ("/events", {"version": 1, "event": long}),
        ("/talk", {"text": long}),
        ("/join", {"name": long}),
        ("/join", {"word": long}),
    ):
        assert ann.post(path, data).status_code in (400, 422), path
    refused = site.client.post("/api/tables", json={"game": long, "players": 2, "seats": []})
    assert refused.status_code == 400
    with visitor(site) as guest:
        guest.post("/me", 422, name=long, colour="1")
        assert guest.client.get("/", headers={"Accept-Language": "," * 9000}).status_code == 200
        guest.client.cookies.set(COOKIE_NAME, "a" * 9000)
        assert guest.client.get("/me").status_code == 200


def test_deep_nesting_is_refused(site: Site) -> None:
    for path in ("/api/tables", "/api/people", "/api/tables/x/events"):
        body = b"[" * 30_000
        answer = site.client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400


@pytest.mark.parametrize("data", [{"version": "2"}, {"version": 2.0}, {"version": True}])
def test_numbers_are_numbers(site: Site, data: dict[str, Any]) -> None:
    ann, ben = site.pair()
    player, seen = mover(ann, ben)
    answer = player.post("/events", data | {"event": seen["legal"][0]})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert site.client.post("/api/people", json={"colour": "2"}).status_code == 400
