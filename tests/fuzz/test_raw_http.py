"""Raw bytes against a real server process: chunks, trailers, pipelining, and whatever else comes.

`tests/fuzz/corpus` has requests that are good, and bad in many ways. They are all sent, and changed
at random. A new way to break the server belongs there. `make fuzz MINUTES=60` looks for one.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.processes import server

CORPUS: Final = {
    file.stem: file.read_bytes()
    for file in sorted((Path(__file__).parent / "corpus").glob("*.http"))
}
MAX_GROWTH: Final = 100 * 1024 * 1024
"""Bytes of memory that the server may take more after all this."""


class Target:
    def __init__(self, process: psutil.Process, client: httpx.Client) -> None:
        self.process = process
        self.client = client
        there = urlsplit(str(client.base_url))
        self.address = (there.hostname, there.port)
        self.alive()
        self.before = process.memory_info().rss

    def send(self, *pieces: bytes) -> bytes:
        """Send some pieces, then no more; everything that is answered."""
        told = b""
        with suppress(OSError), socket.create_connection(self.address, 60) as wired:
            for piece in pieces:
                wired.sendall(piece)
            wired.shutdown(socket.SHUT_WR)
            while more := wired.recv(65_536):
                told += more
        return told

    def alive(self) -> None:
        assert self.client.get("/healthz").text == "alive\n"

    def check(self, told: bytes) -> None:
        statuses = re.findall(rb"^HTTP/1\.1 (\d+) ", told, re.MULTILINE)
        assert all(int(status) < 500 for status in statuses), told[:500]
        self.alive()
        assert self.process.memory_info().rss - self.before < MAX_GROWTH


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with server(tmp_path_factory.mktemp("fuzz")) as (process, client):
        yield Target(psutil.Process(process.pid), client)


@pytest.mark.parametrize("name", CORPUS)
def test_the_corpus(target: Target, name: str) -> None:
    """At once, and byte by byte."""
    data = CORPUS[name]
    target.check(target.send(data))
    target.check(target.send(*(data[n : n + 1] for n in range(min(len(data), 500)))))


LINES: Final = st.sampled_from(
    (
        *(b"GET / HTTP/1.1\r\n", b"POST /api/people HTTP/1.1\r\n", b"Host: here\r\n", b"\r\n"),
        *(b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n", b"Connection: close\r\n"),
        *(b"0\r\n", b"5\r\n", b"5;a=b\r\n", b"hello\r\n", b"ffffffffffffffff\r\n", b"-1\r\n"),
        *(b"Content-Type: application/json\r\n", b"Expect: 100-continue\r\n", b"Upgrade: h2c\r\n"),
        *(b"Connection: Upgrade\r\n", b"X: y\r\n", b" folded\r\n", b"\n", b"\r", b"{}", b"\x00"),
        *(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    )
)
CALM: Final = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@CALM
@given(st.lists(LINES | st.binary(max_size=40), max_size=25), st.integers(1, 200))
def test_lines_in_any_order(target: Target, lines: list[bytes], size: int) -> None:
    data = b"".join(lines)
    target.check(target.send(*(data[n : n + size] for n in range(0, len(data), size))))


@CALM
@given(
    st.sampled_from(sorted(CORPUS.values())),
    st.lists(
        st.tuples(st.integers(0, 5000), st.integers(0, 40), st.binary(max_size=20)), max_size=4
    ),
    st.integers(0, 3),
)
def test_changes_of_the_corpus(
    target: Target, data: bytes, changes: list[tuple[int, int, bytes]], again: int
) -> None:
    for start, length, inserted in changes:
        start %= len(data) + 1
        data = data[:start] + inserted + data[start + length :]
    target.check(target.send(*[data] * (again + 1)))
