"""The servers' processes, and what can happen to them."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import httpx
import psutil

from claimant.torture.databases import Database
from claimant.torture.server import CLOCK

COMMAND: Final = (sys.executable, "-m", "claimant.torture.server")
FURTHEST: Final = 7200
"""Seconds that a clock can be wrong."""
MOST_STARTS: Final = 3


class Server:
    """One process at a port that stays the same."""

    def __init__(self, command: Sequence[str], folder: Path, database: str) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port: Final[int] = probe.getsockname()[1]
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._command = [*command, str(self.port), str(folder), *([database] if database else [])]
        self._log = folder / f"server-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    async def answers(self) -> None:
        """Wait until it does. One that gives up is started again, as a machine does."""
        starts = 1
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            while True:
                assert self._process is not None
                if self._process.poll() is not None:
                    if starts == MOST_STARTS:
                        raise RuntimeError(
                            f"a server did not start: {self._log.read_text()[-500:]}"
                        )
                    starts += 1
                    self.start()
                with suppress(httpx.TransportError):
                    await client.get("/api/games")
                    return
                await asyncio.sleep(0.02)


class Servers:
    """All of them over one store, with the means to torture them."""

    def __init__(
        self, folder: Path, database: Database, count: int, command: Sequence[str], luck: Random
    ) -> None:
        self.folder: Final = folder
        self.all: Final = [Server(command, folder, database.address) for _ in range(count)]
        self._database = database
        self._luck = luck
        self._set_clock(0)

    async def start(self) -> None:
        for server in self.all:
            server.start()
            await server.answers()

    def stop(self) -> None:
        for server in self.all:
            server.kill()

    def any(self) -> str:
        """The address of one of them."""
        return self._luck.choice(self.all).url

    def victim(self) -> Server:
        return self._luck.choice(self.all)

    # What happens to them, each for a moment.

    def jump(self) -> None:
        """The clocks of the machine are set."""
        self._set_clock(self._luck.randint(-FURTHEST, FURTHEST))

    def _set_clock(self, seconds: int) -> None:
        new = self.folder / "clock.new"
        new.write_text(str(seconds))
        new.rename(self.folder / CLOCK)

    async def fill_disk(self, seconds: float) -> None:
        """No byte more can be written to the database."""
        full = self._database.writers([server.pid for server in self.all])
        for pid in full:
            _limit(pid, "0")
        await asyncio.sleep(seconds)
        for pid in full:
            _limit(pid, "unlimited")

    async def freeze(self, seconds: float) -> None:
        """A machine that is too busy to answer."""
        server = self.victim()
        with suppress(ProcessLookupError):
            _signal(server, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            _signal(server, signal.SIGCONT)


def _limit(pid: int, most: str) -> None:
    """Say how many bytes a process may write to a file, as its user: even root may be refused."""
    with suppress(psutil.NoSuchProcess):
        user = psutil.Process(pid).uids().real
        command = ["prlimit", "--pid", str(pid), f"--fsize={most}:"]
        done = subprocess.run(command, user=user, capture_output=True, text=True)
        if done.returncode and psutil.pid_exists(pid):
            raise RuntimeError(done.stderr.strip())


def _signal(server: Server, number: signal.Signals) -> None:
    os.kill(server.pid, number)
