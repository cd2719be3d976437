"""The processes of the servers under test, and the faults that can be injected into them."""

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

from claimant.chaos.databases import ChaosDatabase, is_running
from claimant.chaos.server import CLOCK

ServerMain = Callable[[int, Path, str], None]
"""Runs a server on a port, with a folder and the address of a database."""
PROCESSES: Final = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["claimant.chaos.server", "claimant.chaos.warm"])
MAX_CLOCK_ERROR: Final = 7200
"""Seconds by which a server's wall clock may be wrong."""
MAX_STARTS: Final = 3
LAST_LINES: Final = 60
"""Lines of a server's log that are reported when something went wrong."""


class ServerProcess:
    """One server. Its port stays the same when it is started again."""

    def __init__(self, main: ServerMain, folder: Path, database: str) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port: Final[int] = probe.getsockname()[1]
        self.url: Final = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"server-{self.port}.log"
        self._work = (main, self._log, self.port, folder, database)
        self._process = PROCESSES.Process(target=_serve, args=self._work)

    def start(self) -> None:
        self._process = PROCESSES.Process(target=_serve, args=self._work)
        self._process.start()

    @property
    def ended(self) -> str:
        """How it ended without being killed; empty while it is running."""
        code = self._process.exitcode
        return "" if code is None else f"a server ended by itself, with code {code}"

    @property
    def last_error(self) -> str:
        """The last error in its log, with what followed; empty if there is none. Errors that every
        killed database causes are included."""
        lines = self._log.read_text("utf-8", "replace").splitlines() if self._log.exists() else []
        starts = [n for n, line in enumerate(lines) if line.startswith("Traceback")]
        return "\n".join(lines[max(0, starts[-1] - 1) :][:LAST_LINES]) if starts else ""

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process.pid is not None:
            self._process.kill()
            self._process.join()

    async def wait_until_ready(self) -> None:
        """Wait until it answers. One that ends is started again, as a service manager would."""
        starts = 1
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            while True:
                if not self._process.is_alive():
                    if starts == MAX_STARTS:
                        raise RuntimeError(
                            f"a server did not start: {self._log.read_text()[-500:]}"
                        )
                    starts += 1
                    self.start()
                with suppress(httpx.TransportError):
                    await client.get("/api/games")
                    return
                await asyncio.sleep(0.02)


class ServerProcesses:
    """All servers, which share one database, with the means to inject faults."""

    def __init__(
        self, folder: Path, database: ChaosDatabase, count: int, main: ServerMain, luck: Random
    ) -> None:
        self.folder: Final = folder
        self.all: Final = [ServerProcess(main, folder, database.address) for _ in range(count)]
        self._database = database
        self._luck = luck
        self._set_clock(0)

    async def start(self) -> None:
        for server in self.all:
            server.start()
            await server.wait_until_ready()

    def stop(self) -> None:
        for server in self.all:
            server.kill()

    def last_errors(self) -> list[str]:
        """What the servers have logged of their last errors."""
        return [f"logged: {server.last_error}" for server in self.all if server.last_error]

    def any_url(self) -> str:
        """The address of a random server."""
        return self._luck.choice(self.all).url

    def victim(self) -> ServerProcess:
        return self._luck.choice(self.all)

    # Faults, each for a moment.

    def set_clock(self) -> None:
        """Set the wall clock of all servers to a random time."""
        self._set_clock(self._luck.randint(-MAX_CLOCK_ERROR, MAX_CLOCK_ERROR))

    def _set_clock(self, seconds: int) -> None:
        new = self.folder / "clock.new"
        new.write_text(str(seconds))
        new.rename(self.folder / CLOCK)

    async def fill_disk(self, seconds: float) -> None:
        """Prevent the database from writing any more bytes."""
        full = self._database.writers([server.pid for server in self.all])
        for pid in full:
            _limit(pid, "0")
        await asyncio.sleep(seconds)
        for pid in full:
            _limit(pid, "unlimited")

    async def freeze(self, seconds: float) -> None:
        """Stop a server for a while, as if its machine were too busy."""
        server = self.victim()
        with suppress(ProcessLookupError):
            _signal(server, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            _signal(server, signal.SIGCONT)


def _serve(main: ServerMain, log: Path, port: int, folder: Path, database: str) -> None:
    with log.open("ab") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    main(port, folder, database)


def _limit(pid: int, most: str) -> None:
    """Limit the size of the files that a process may write. As its user: root may be refused."""
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        user = process.uids().real
        command = ["prlimit", "--pid", str(pid), f"--fsize={most}:"]
        done = subprocess.run(command, user=user, capture_output=True, text=True)
        if done.returncode and is_running(process):
            raise RuntimeError(done.stderr.strip())


def _signal(server: ServerProcess, number: signal.Signals) -> None:
    os.kill(server.pid, number)
