"""/healthz, /readyz, /metrics, the log and the ids of requests."""

from __future__ import annotations

import io
import json
import logging
import re
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from support.processes import serve_command, stop
from support.site import Player, Site, play_out, running

from claimant.cli import main
from claimant.web.ops import logs


def test_the_process_is_alive_and_the_store_is_ready(site: Site) -> None:
    assert site.client.get("/healthz").text == "alive\n"
    assert site.client.get("/readyz").text == "ready\n"
    assert site.client.head("/readyz").status_code == 200
    assert site.client.post("/healthz").status_code == 405


def test_a_server_is_not_ready_while_its_store_is_locked(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        other = sqlite3.connect(tmp_path / "claimant.sqlite", isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        assert site.client.get("/readyz").status_code == 503
        assert site.client.get("/healthz").status_code == 200
        other.execute("ROLLBACK")
        other.close()
        assert site.client.get("/readyz").status_code == 200


def test_metrics_count_by_route_and_reveal_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann, ben = site.pair("claim")
        talk = "a quiet word"
        ann.post("/talk", {"text": talk})
        site.client.get(f"/hello/{ann.token}")
        play_out(ann, ben)
        text = site.metrics
        found = re.search(
            r'claimant_answers_total\{method="POST",route="/api/tables/\{table\}/events",'
            r'status="200"\} (\S+)',
            text,
        )
        assert found is not None
        assert float(found[1]) >= 52
        assert "claimant_answer_seconds_bucket" in text
        assert "process_cpu_seconds_total" in text
        _holds_nothing_secret(text, ann, ben, "Ann", "Ben", talk)


def _holds_nothing_secret(text: str, *secrets: Player | str) -> None:
    for secret in secrets:
        for word in (secret.table, secret.token) if isinstance(secret, Player) else (secret,):
            assert word
            assert word not in text
    assert not re.search(r"\b(goblin|knight|undead|dwarf|doppelganger)-\d", text)


def test_metrics_need_the_token(tmp_path: Path) -> None:
    """Also on this machine: a proxy here may pass on anyone's request without saying so."""
    with running(tmp_path / "a", metrics_token="") as site:
        for headers in ({}, {"Authorization": "Bearer"}, {"Host": "localhost"}):
            assert site.client.get("/metrics", headers=headers).status_code == 404
    with running(tmp_path / "b", metrics_token="open") as site:
        for given, status in (("", 404), ("Bearer ope", 404), ("Bearer open", 200)):
            answer = site.client.get("/metrics", headers={"Authorization": given})
            assert answer.status_code == status


def test_every_response_has_an_id_that_only_a_proxy_may_choose(tmp_path: Path) -> None:
    mine = {"X-Request-ID": "chosen"}
    with running(tmp_path / "a") as site:
        ids = {
            site.client.get(path, headers=mine).headers["x-request-id"]
            for path in ("/", "/api/games", "/nowhere", "/static/site.css", "/healthz")
        }
        assert len(ids) == 5
        assert "chosen" not in ids
        ann, _ = site.pair()
        assert ann.act("roll", 0).headers["x-request-id"] not in ids
    with running(tmp_path / "b", proxy="127.0.0.1") as site:
        assert site.client.get("/", headers=mine).headers["x-request-id"] == "chosen"
        for odd in ("x" * 65, "a b", "é".encode().decode("latin1"), ""):
            answer = site.client.get("/", headers={b"X-Request-ID": odd.encode("latin1")})
            assert answer.headers["x-request-id"] != odd
    with running(tmp_path / "c", proxy="192.0.2.0/24, 2001:db8::1") as site:
        answer = site.client.get("/", headers=mine)  # which does not come from the proxy
        assert answer.headers["x-request-id"] != "chosen"


@contextmanager
def serving(data: Path, *options: str) -> Iterator[tuple[httpx.Client, list[str]]]:
    """`claimant serve` as a process, and what it has logged once it is down."""
    lines: list[str] = []
    with serve_command(data, *options, log=subprocess.PIPE) as (process, client):
        yield client, lines
        lines += stop(process).splitlines()


def test_the_log_has_the_id_of_each_request_and_reveals_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "json", "--access-log", "--rate", "0") as (client, lines):
        asked = {"game": "claim", "players": 2, "seats": ["me", "bot:random"], "swift": True}
        asked |= {"options": {"scenario": "the old kingdom"}, "name": "Annegret"}
        made = client.post("/api/tables", json=asked)
        token = {"Authorization": f"Bearer {made.json()['token']}"}
        path = f"/api/tables/{made.json()['table']}"
        seen = client.get(path, headers=token).json()
        client.post(f"{path}/events", json={"version": 2, "event": "play x"}, headers=token)
        client.get(f"/hello/{made.json()['token']}?a=b")
        last = client.get(f"/tables/{made.json()['table']}")
    found = [json.loads(line) for line in lines]
    answered = {line["request"]: line for line in found if line["event"] == "answered"}
    assert answered[made.headers["x-request-id"]]["route"] == "/api/tables"
    assert answered[last.headers["x-request-id"]]["route"] == "/tables/{table}"
    assert all(line["status"] and line["milliseconds"] >= 0 for line in answered.values())
    text = "\n".join(lines)
    for secret in (made.json()["table"], made.json()["token"], "Annegret", *seen["legal"]):
        assert secret not in text


def test_an_error_is_logged_by_its_place_not_its_message() -> None:
    """A `KeyError` names a card; the log does not."""
    stream = io.StringIO()
    root, before = logging.getLogger(), list(logging.getLogger().handlers)
    levels = {name: logging.getLogger(name).level for name in ("", "claimant", "uvicorn")}
    token = logs.REQUEST.set("abc-1")
    try:
        logs.set_up("json", stream)
        try:
            try:
                dict[str, int]()["undead-4"]
            except KeyError as error:
                raise ValueError("Ann holds undead-4") from error
        except ValueError:
            logging.getLogger("claimant.web").exception("failed")
    finally:
        root.handlers = before
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
        logs.REQUEST.reset(token)
    line = json.loads(stream.getvalue())
    assert line["error"] == "ValueError from KeyError"
    assert line["request"] == "abc-1"
    assert any("test_operations.py" in place for place in line["where"])
    assert "undead" not in stream.getvalue()


def test_an_unknown_proxy_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Without the option, the limits count everyone as one person."""
    header = {"X-Forwarded-For": "203.0.113.9"}
    for name, proxy, times in (("plain", "", 1), ("named", "127.0.0.1", 0)):
        caplog.clear()
        with running(tmp_path / name, proxy=proxy) as site:
            for _ in range(3):
                site.client.get("/api/games", headers=header)
        assert caplog.text.count("--behind-proxy") == times


def test_an_unknown_kind_of_log_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--log", "xml"]) == 2
    assert "console | json" in capsys.readouterr().err


@pytest.mark.parametrize("kind", logs.KINDS)
def test_every_kind_of_log_is_documented(kind: str) -> None:
    assert kind in (Path(__file__).parents[3] / "docs" / "cli.md").read_text()
