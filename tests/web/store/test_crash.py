"""A server process that is killed or stopped in the middle of games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx
from support.processes import free_port, server
from support.site import OLD_KINGDOM

from claimant.play import warm_up
from claimant.record import loads


class Table:
    """Two seats at one table, and the moves that the server has acknowledged."""

    def __init__(self, port: int, game: str) -> None:
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        options = OLD_KINGDOM if game == "claim" else {}
        asked = {
            "game": game,
            "players": 3,
            "seats": ["me", "open", "bot:random"],
            "options": options,
            "swift": True,
        }
        made = self.client.post("/api/tables", json=asked).json()
        self.url = f"/api/tables/{made['table']}"
        joined = self.client.post(f"{self.url}/join", json={}).json()
        self.tokens = [made["token"], joined["token"]]
        self.acknowledged: dict[int, str] = {}
        self.moved = threading.Semaphore(0)
        """Released with every acknowledged move."""
        self.last: tuple[int, int, str] | None = None

    def _headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def _send(self, seat: int, version: int, event: str) -> httpx.Response:
        data = {"version": version, "event": event}
        return self.client.post(f"{self.url}/events", json=data, headers=self._headers(seat))

    def play(self, moves: int) -> None:
        """Play some moves, or to the end."""
        while moves:
            seat = self.client.get(self.url).json()["actor"]
            if seat is None:
                return
            if seat not in (0, 1):
                continue
            seen = self.client.get(self.url, headers=self._headers(seat)).json()
            if not seen["legal"]:
                continue
            event = seen["legal"][-1]
            self.last = (seat, seen["version"], event)
            answer = self._send(*self.last)
            assert answer.status_code == 200, answer.text
            self.acknowledged[answer.json()["version"]] = event
            self.moved.release()
            moves -= 1

    def resume(self) -> None:
        """Repeat the last move, which may not have been answered: it must be played only once."""
        if self.last is not None:
            _, version, event = self.last
            answer = self._send(*self.last)
            assert answer.status_code == 200, answer.text
            self.acknowledged[version + 1] = event

    def check(self, seat: int = 0) -> None:
        record = loads(self.client.get(f"{self.url}/record", headers=self._headers(seat)).text)
        for version, event in self.acknowledged.items():
            kept = record.events[version - 1]
            # A card taken or discarded by the other seat reads `?`.
            assert kept in (event, f"{event.split()[0]} ?")


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    warm_up()  # compiled here once, so that the servers need not do it after every kill
    port = free_port()
    tables: list[Table] = []
    for kill in range(3):
        with server(tmp_path, port=port) as (killed, _):
            tables = tables or [Table(port, game) for game in ("claim-it", "claim", "claim-it")]
            threads = [threading.Thread(target=_until_killed, args=(table,)) for table in tables]
            for table in tables:
                table.resume()
                table.check()
            for thread in threads:
                thread.start()
            goal = 8 * (kill + 1)
            for table in tables[:2]:
                while len(table.acknowledged) < goal:
                    assert table.moved.acquire(timeout=60), "no move is acknowledged"
            killed.send_signal(signal.SIGKILL)
            for thread in threads:
                thread.join()
    with server(tmp_path, port=port):
        for table in tables:
            table.resume()
            table.check()
            table.play(8)  # the game goes on, with its bot
            table.check()
            table.client.close()


def _until_killed(table: Table) -> None:
    try:
        table.play(10_000)
    except (httpx.TransportError, ValueError):
        return


def test_a_server_stops_on_a_signal_although_feeds_are_open(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path, port=port) as (killed, _):
        table = Table(port, "claim-it")
        with table.client.stream("GET", f"{table.url}/feed") as response:
            lines = response.iter_lines()
            assert next(line for line in lines if line.startswith("id: "))
            killed.send_signal(signal.SIGTERM)
            assert killed.wait(timeout=60) == 0
        table.client.close()


def test_a_folder_serves_one_server_at_a_time(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path, port=port):
        second = subprocess.run(
            [sys.executable, "-m", "claimant", "serve", "--port", "0", "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ,
        )
    assert second.returncode != 0
    assert "another server is using the folder" in second.stderr
