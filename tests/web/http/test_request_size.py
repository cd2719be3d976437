"""Every byte of a request counts: headers, body, chunk sizes, chunk extensions and trailers."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import psutil
import pytest
from support.processes import server
from support.site import Site, at, raw, running

from claimant.web.http.limits import NO_LIMITS, Limits

CHUNKED: Final = (
    "POST {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"
)
ENOUGH: Final = 16 * 1024 * 1024
"""More bytes than the operating system takes for a server that has closed the connection."""
PIECE: Final = 64 * 1024

# What a client may send without end: first this, then that again and again.
ENDLESS: Final = {
    "trailers": (b"0\r\n", b"a: b\r\n"),
    "one trailer": (b"0\r\na: ", b"x"),
    "one trailer's name": (b"0\r\n", b"x"),
    "chunks": (b"", b"1\r\nx\r\n"),
    "chunks with empty lines": (b"", b"4\r\n\r\n\r\n\r\n"),
    "chunk extensions": (b"", b"1;a=b\r\nx\r\n"),
    "one chunk extension": (b"1;", b"a"),
    "one chunk": (b"fffffff\r\n", b"x"),
    "one chunk of empty lines": (b"fffffff\r\n", b"\r\n"),
    # Each request ends the trailers of the one before it, and begins its own.
    "requests with trailers": (
        b"0\r\n",
        b"a: b\r\n" * 600 + b"\r\n" + CHUNKED.format(path="/healthz").encode() + b"0\r\n",
    ),
}
PATHS: Final = ("/healthz", "/api/people", "/api/tables/x/feed")


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("kind", ENDLESS)
def test_every_byte_of_a_request_counts(site: Site, kind: str, path: str) -> None:
    first, again = ENDLESS[kind]
    with raw(site) as wired:
        wired.sendall(CHUNKED.format(path=path).encode() + first)
        assert sent_before_it_closes(wired, again) < ENOUGH
    assert site.client.get("/healthz").text == "alive\n"


def sent_before_it_closes(wired: socket.socket, again: bytes) -> int:
    """Bytes that the server's side took of something endless."""
    piece = again * (PIECE // len(again) + 1)
    sent = 0
    try:
        for sent in count(0, len(piece)):
            wired.sendall(piece)
            if sent > 2 * ENOUGH:
                break
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent


def test_a_thousand_connections_with_endless_trailers_need_little_memory(tmp_path: Path) -> None:
    with server(tmp_path) as (process, client), ExitStack() as stack:
        there = urlsplit(str(client.base_url))
        measured = psutil.Process(process.pid)
        for n in range(50):  # what the first connections need is not theirs alone
            client.get("/healthz", headers={"X-Number": str(n)})
        before = measured.memory_info().rss
        for n in range(1000):
            wired = stack.enter_context(socket.create_connection((there.hostname, there.port), 60))
            first, again = list(ENDLESS.values())[n % 3]
            wired.sendall(CHUNKED.format(path=PATHS[n % 3]).encode() + first)
            wired.setblocking(False)
            try:
                wired.send(again * (20_000 // len(again)))  # within the limits: it is stored
                wired.send(again * (200_000 // len(again)))
            except OSError:
                pass
        assert client.get("/healthz").text == "alive\n"
        assert measured.memory_info().rss - before < 50 * 1024 * 1024


def test_an_address_that_only_breaks_the_limits_is_not_heard_for_a_while(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(rate=1e-3, burst=50, address_factor=10)) as site:
        site.server.connections.held_seconds = 0.0
        answers = broken(site, 20)
        assert sum(answer.startswith(b"HTTP/1.1 400 ") for answer in answers) == 10
        with at(site, "127.0.0.9") as elsewhere:
            assert elsewhere.get("/healthz").text == "alive\n"


def broken(site: Site, times: int) -> list[bytes]:
    answers = []
    for _ in range(times):
        with raw(site) as wired, suppress(OSError):
            wired.sendall(b"nonsense\r\n\r\n")
            answers.append(wired.recv(100))
    return answers


def test_connections_that_are_not_heard_stay_open_and_count(tmp_path: Path) -> None:
    """A client that waits for the end of one before it opens the next cannot open many. Beyond the
    number of open connections that an address may have, they are closed at once."""
    limits = Limits(rate=1e-3, burst=50, address_factor=10, connections=1)
    with running(tmp_path, limits=limits) as site, ExitStack() as stack:
        connections = site.server.connections
        connections.held_seconds = 1e6
        broken(site, 10)
        held = [stack.enter_context(raw(site)) for _ in range(10)]
        for wired in held:
            wired.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        with raw(site) as wired, suppress(ConnectionResetError):
            assert wired.recv(1) == b""
        with at(site, "127.0.0.9") as elsewhere:
            assert elsewhere.get("/healthz").text == "alive\n"
        assert connections.open["127.0.0.1"] == 10
        for wired in held:
            wired.setblocking(False)
            with pytest.raises(BlockingIOError):
                wired.recv(1)


def test_what_a_connection_that_is_not_heard_sends_is_not_read(tmp_path: Path) -> None:
    """Reading without end would cost the others as much as listening to it."""
    limits = Limits(rate=1e-3, burst=500, address_factor=10)
    with running(tmp_path, limits=limits) as site, at(site, "127.0.0.9") as elsewhere:
        site.server.connections.held_seconds = 0.0
        broken(site, 110)
        site.server.connections.held_seconds = 1e6
        with raw(site) as wired:
            wired.setblocking(False)
            sent = 0
            for _ in range(200):
                with suppress(BlockingIOError):
                    while sent <= ENOUGH:
                        sent += wired.send(bytes(PIECE))
                # Meanwhile the server gets its turn.
                assert elsewhere.get("/healthz").text == "alive\n"
            assert sent < ENOUGH


def test_a_class_behind_one_address_opens_a_page_at_once(tmp_path: Path) -> None:
    """Thirty browsers open six connections each."""
    with running(tmp_path, limits=Limits()) as site, ExitStack() as stack:
        browsers = [stack.enter_context(raw(site)) for _ in range(30 * 6)]
        for wired in browsers:
            wired.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        assert all(wired.recv(100).startswith(b"HTTP/1.1 200 ") for wired in browsers)


def test_many_headers_are_refused(site: Site) -> None:
    with raw(site) as wired:
        wired.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n" + b"a: b\r\n" * 200 + b"\r\n")
        assert wired.recv(100).startswith(b"HTTP/1.1 400 ")


def test_large_requests_on_one_connection_are_all_answered(site: Site) -> None:
    """The limit is for each request, not for the connection."""
    body = json.dumps({"name": "x" * 60_000}).encode()
    head = "POST /api/people HTTP/1.1\r\nHost: here\r\nContent-Length: {n}\r\n\r\n"
    with raw(site) as wired, wired.makefile("rb") as answers:
        for _ in range(20):
            wired.sendall(head.format(n=len(body)).encode() + body)
            assert answers.readline() == b"HTTP/1.1 400 Bad Request\r\n"
            length = 0
            while (line := answers.readline()) != b"\r\n":
                if line.startswith(b"content-length:"):
                    length = int(line.split()[1])
            assert b"at most 200 characters" in answers.read(length)


def test_a_trailer_does_not_pass_for_a_header(site: Site) -> None:
    """A proxy checks headers, not trailers: it may let an address or a cookie through there."""
    asked = CHUNKED.format(path="/api/people") + "2\r\n[]\r\n0\r\nAccept-Language: de\r\n\r\n"
    with raw(site) as wired:
        wired.sendall(asked.encode())
        told = b""
        while b"}" not in told:
            told += wired.recv(4096)
    assert b"a JSON object is expected" in told


@pytest.mark.parametrize("rest", [b"", b"1\r\nx\r\n", b"0\r\na: b\r\n"])
def test_the_rest_of_a_request_that_was_answered_is_not_waited_for(
    tmp_path: Path, rest: bytes
) -> None:
    with running(tmp_path, limits=replace(NO_LIMITS, request_seconds=0.2)) as site:
        site.server.config.timeout_keep_alive = 3600
        with raw(site) as wired:
            wired.sendall(CHUNKED.format(path="/healthz").encode())
            assert b" 405 " in wired.recv(4096)
            wired.sendall(rest)
            assert wired.recv(1) == b""
