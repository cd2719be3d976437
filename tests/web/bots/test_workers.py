"""Two servers that leave their bots to two workers, on one PostgreSQL; one of them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from support.databases import PostgresServer, Served
from support.processes import begin, play_both, server

from claimant.cli import main
from claimant.luck import verify
from claimant.record import loads

WORK = """
import sys
from pathlib import Path
from claimant.web.ops.settings import Settings
from claimant.web.bots.worker import work
work(Settings(Path(), sys.argv[1], bot_pace=0, bot_processes=0))
"""


@contextmanager
def worker(address: str) -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen([sys.executable, "-c", WORK, address])
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@pytest.mark.parametrize("killed", [None, "server", "worker"])
def test_a_game_with_a_bot_goes_on_after_a_kill(
    postgresql: PostgresServer, tmp_path: Path, killed: str | None
) -> None:
    address = Served(postgresql).address
    with ExitStack() as all_of_them:
        servers = [all_of_them.enter_context(server(tmp_path, address, "none")) for _ in range(2)]
        workers = [all_of_them.enter_context(worker(address)) for _ in range(2)]
        clients = [client for _, client in servers]
        path, tokens = begin(clients[0], clients[1], "claim-it")
        play_both(path, tokens, clients, 12)
        if killed == "worker":
            os.kill(workers[0].pid, signal.SIGKILL)
        if killed == "server":
            os.kill(servers[0][0].pid, signal.SIGKILL)
            clients[0] = clients[1]
        play_both(path, tokens, clients)
        assert verify(loads(clients[1].get(f"{path}/record").text)) > 0
        for process in workers[1:]:
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 0


def test_a_worker_needs_a_shared_database(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker"]) == 2
    assert "a worker needs --database" in capsys.readouterr().err
