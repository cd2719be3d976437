"""Connections: moves however they arrive, pipelining, keep-alive, upgrades, clients that leave."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest
from support.site import Player, Site, mover, raw, running, versions

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


def move(player: Player, version: int, event: object, *headers: bytes) -> tuple[bytes, bytes]:
    """A request: its head and its body."""
    body = json.dumps({"version": version, "event": event}).encode()
    head = [
        f"POST /api/tables/{player.table}/events HTTP/1.1".encode(),
        b"Host: here",
        b"Content-Type: application/json",
        f"Authorization: Bearer {player.token}".encode(),
        b"Content-Length: %d" % len(body),
        *headers,
    ]
    return b"\r\n".join(head) + b"\r\n\r\n", body


def answer(wired: socket.socket) -> bytes:
    """One complete response, without the headers that differ each time."""
    told = b""
    while b"\r\n\r\n" not in told:
        more = wired.recv(1)
        assert more, told
        told += more
    head, _, _ = told.partition(b"\r\n\r\n")
    found = re.search(rb"content-length: (\d+)", head)
    length = int(found[1]) if found else 0
    body = b""
    while len(body) < length:
        body += wired.recv(length - len(body))
    head = re.sub(rb"(x-request-id|date): [^\r]*", rb"\1:", head)
    return b"\r\n".join(sorted(head.split(b"\r\n"))) + b"\r\n\r\n" + body


def answered_alike(player: Player, event: object, *headers: bytes) -> bytes:
    """The response to a first move, which is the same whether its body arrives at once or later."""
    with raw(player.site) as wired:
        wired.sendall(b"".join(move(player, 1, event, *headers)))
        at_once = answer(wired)
        if headers:
            assert wired.recv(1) == b""
    with raw(player.site) as wired:
        head, body = move(player, 1, event, b"Expect: 100-continue", *headers)
        wired.sendall(head)
        assert wired.recv(len(CONTINUE), socket.MSG_WAITALL) == CONTINUE
        wired.sendall(body)
        assert answer(wired) == at_once
    return at_once


@pytest.mark.parametrize("headers", [(), (b"Connection: close",)])
def test_a_move_gets_the_same_response_however_its_body_arrives(
    site: Site, headers: tuple[bytes, ...]
) -> None:
    player, _ = mover(*site.pair())
    told = answered_alike(player, "roll", *headers)
    assert told.startswith(b"HTTP/1.1 200 OK\r\n")
    assert json.loads(told.partition(b"\r\n\r\n")[2]) == {"version": 2}


@pytest.mark.parametrize(
    ("event", "status", "words"),
    [
        ("stop", 422, "a turn begins with a roll"),
        (["roll"], 400, "“event”: a text is expected, not a list"),
    ],
)
def test_a_move_gets_the_same_refusal_however_its_body_arrives(
    site: Site, event: object, status: int, words: str
) -> None:
    player, _ = mover(*site.pair())
    told = answered_alike(player, event)
    head, _, body = told.partition(b"\r\n\r\n")
    assert b"HTTP/1.1 %d " % status in head
    assert json.loads(body)["message"] == words


def test_moves_that_come_in_one_piece_are_answered_in_their_order(site: Site) -> None:
    player, seen = mover(*site.pair())
    now = seen["version"]
    with raw(site) as wired:
        both = (*move(player, now, "roll"), *move(player, now, "stop"), *move(player, now, "roll"))
        wired.sendall(b"".join(both))
        first, refused, again = answer(wired), answer(wired), answer(wired)
    assert json.loads(first.partition(b"\r\n\r\n")[2]) == {"version": now + 1}
    assert refused.startswith(b"HTTP/1.1 409 ")
    assert again == first


def counted(site: Site, status: int) -> float:
    labels = f'{{method="POST",route="/api/tables/{{table}}/events",status="{status}"}}'
    name = re.escape(f"claimant_answers_total{labels}")
    found = re.search(name + r" (\S+)", site.metrics)
    return float(found[1]) if found else 0.0


@pytest.mark.parametrize(("event", "status"), [("roll", 200), ("stop", 422)])
def test_a_move_is_counted_once(site: Site, event: str, status: int) -> None:
    player, seen = mover(*site.pair())
    before = counted(site, status)
    with raw(site) as wired:
        wired.sendall(b"".join(move(player, seen["version"], event)))
        assert answer(wired).startswith(b"HTTP/1.1 %d " % status)
    assert counted(site, status) == before + 1


@pytest.mark.parametrize("more", [b"", b"\r\n"])
def test_an_idle_connection_is_closed(tmp_path: Path, more: bytes) -> None:
    """Even if it keeps sending something that is not a request."""
    with running(tmp_path) as site:
        site.server.config.timeout_keep_alive = 0.05  # type: ignore[assignment]
        with raw(site) as wired:
            wired.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n" + more)
            assert answer(wired).endswith(b"alive\n")
            assert wired.recv(1) == b""


def test_a_pipelining_listener_that_leaves_affects_nobody_else(site: Site) -> None:
    """The client that leaves is forgotten, and all others receive everything."""
    ann, ben = site.pair()
    with ann.listen() as hers, ben.listen() as his:
        assert versions(hers, 1)
        assert versions(his, 1)
        feed = f"GET /api/tables/{ann.table}/feed HTTP/1.1\r\nHost: here\r\n\r\n"
        for _ in range(4):
            with raw(site) as wired:
                wired.sendall(f"{feed}GET /api/games HTTP/1.1\r\nHost: here\r\n\r\n".encode())
                assert b'"version":1' in heard_until(wired, b"\n\n0", b"}\n\n")
        with ann.listen() as later:
            assert versions(later, 1)
            player, _ = mover(ann, ben)
            assert player.act("roll").status_code == 200
            for stream in (hers, his, later):
                assert [view["version"] for view in versions(stream, 3)] == [2, 3]
    # The server notices that the client has gone before it has answered all requests.
    assert any("\nclaimant_listeners 0" in site.metrics for _ in range(1000))


def heard_until(wired: socket.socket, *ends: bytes) -> bytes:
    told = b""
    while not any(end in told for end in ends):
        more = wired.recv(65_536)
        assert more, told
        told += more
    return told


@pytest.mark.parametrize("wish", [b"h2c", b"websocket"])
def test_a_request_to_upgrade_the_protocol_is_answered_in_http_1(site: Site, wish: bytes) -> None:
    player, seen = mover(*site.pair())
    upgrade = (b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: " + wish, b"HTTP2-Settings: AAMA")
    head, body = move(player, seen["version"], "roll", *upgrade)
    with raw(site) as wired:
        wired.sendall(head + body[:5])  # the body may come in pieces
        wired.sendall(body[5:] + b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        made, next_one = answer(wired), answer(wired)
    assert made.startswith(b"HTTP/1.1 200 OK\r\n")
    assert json.loads(made.partition(b"\r\n\r\n")[2]) == {"version": seen["version"] + 1}
    assert next_one.endswith(b"alive\n")


def test_very_many_pipelined_requests_are_cut_off(site: Site) -> None:
    """They would be parsed before any limit applies: thousands fit into one packet."""
    one = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
    with raw(site) as wired:
        wired.sendall(one * 10)
        for _ in range(10):
            assert answer(wired).endswith(b"alive\n")
        wired.sendall(one * 2000)
        told = b""
        try:
            while more := wired.recv(65_536):
                told += more
        except ConnectionResetError:
            pass
    assert told.count(b"alive") < 100


def test_an_old_program_that_wishes_for_another_protocol_is_answered_and_left(site: Site) -> None:
    with raw(site) as wired:
        wish = b"Connection: upgrade\r\nUpgrade: h2c\r\n"
        wired.sendall(b"GET /healthz HTTP/1.0\r\nHost: here\r\n" + wish + b"\r\n")
        told = answer(wired)
        assert told.endswith(b"alive\n")
        assert b"connection: close" in told


def test_a_client_that_leaves_in_the_middle_of_a_body_is_not_an_error(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    with raw(site) as wired:
        wired.sendall(b"POST /api/people HTTP/1.1\r\nHost: here\r\nContent-Length: 12\r\n\r\n{")
    assert site.client.get("/api/games").status_code == 200
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_tunnel_is_refused(site: Site) -> None:
    with raw(site) as wired:
        wired.sendall(b"CONNECT elsewhere:80 HTTP/1.1\r\nHost: elsewhere:80\r\n\r\n")
        assert wired.recv(12, socket.MSG_WAITALL) == b"HTTP/1.1 400"


@pytest.mark.parametrize("path", ["/", "/rules/claim", "/api/games", "/api/openapi.json"])
def test_a_look_without_the_body(site: Site, path: str) -> None:
    with raw(site) as wired:
        wired.sendall(f"HEAD {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        wired.sendall(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n")
        told = heard_until(wired, b"alive\n")
    looked, _, rest = told.partition(b"\r\n\r\n")
    assert looked.startswith(b"HTTP/1.1 200 ")
    assert rest.startswith(b"HTTP/1.1 200 OK")


def test_of_two_tokens_the_first_counts(site: Site) -> None:
    ann, ben = site.pair()
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    both = f"Authorization: Bearer {other.token}".encode()
    told = []
    for kind in (b"application/json", b"text/plain"):
        head, body = move(player, seen["version"], "roll", both)
        with raw(site) as wired:
            wired.sendall(head.replace(b"application/json", kind) + body)
            told.append(answer(wired))
    assert told[0] == told[1]
    assert told[0].startswith(b"HTTP/1.1 200 ")
