"""The servers' processes, and what can happen to them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Final

import httpx
import psutil

from claimant.chaos.databases import Database, alive
from claimant.chaos.server import CLOCK

Serving = Callable[[int, Path, str], None]
"""What a server does, given a port, a folder and the address of a database."""
PROCESSES: Final = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["claimant.chaos.server", "claimant.chaos.warm"])
FURTHEST: Final = 7200
"""Seconds that a clock can be wrong."""
MOST_STARTS: Final = 3


class Server:
    """One process at a port that stays the same."""

    def __init__(self, serving: Serving, folder: Path, database: str) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port: Final[int] = probe.getsockname()[1]
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"server-{self.port}.log"
        self._work = (serving, self._log, self.port, folder, database)
        self._process = PROCESSES.Process(target=_serve, args=self._work)

    def start(self) -> None:
        self._process = PROCESSES.Process(target=_serve, args=self._work)
        self._process.start()

    @property
    def ended(self) -> str:
        """How it ended by itself; empty where it runs."""
        code = self._process.exitcode
        return "" if code is None else f"a server ended by itself, with {code}"

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()

    async def answers(self) -> None:
        """Wait until it does. One that gives up is started again, as a machine does."""
        starts = 1
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            while True:
                if not self._process.is_alive():
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
        self, folder: Path, database: Database, count: int, serving: Serving, luck: Random
    ) -> None:
        self.folder: Final = folder
        self.all: Final = [Server(serving, folder, database.address) for _ in range(count)]
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


def _serve(serving: Serving, log: Path, port: int, folder: Path, database: str) -> None:
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    serving(port, folder, database)


def _limit(pid: int, most: str) -> None:
    """Say how many bytes a process may write to a file, as its user: even root may be refused."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        user = process.uids().real
        command = ["prlimit", "--pid", str(pid), f"--fsize={most}:"]
        done = subprocess.run(command, user=user, capture_output=True, text=True)
        if done.returncode and alive(process):
            raise RuntimeError(done.stderr.strip())


def _signal(server: Server, number: signal.Signals) -> None:
    os.kill(server.pid, number)
