"""The workers of a Dask cluster as a worker pool. They need the same claimant as this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Final

from distributed import Client, KilledWorker
from distributed.comm.core import CommClosedError

from claimant.arena.executor import WorkerPool, WorkersLost
from claimant.arena.fingerprint import fingerprint
from claimant.game import Illegal
from claimant.i18n import Text

TIMEOUT: Final = 10
"""Seconds to wait for the cluster to answer."""
MAX_PENDING: Final = 256


@contextmanager
def cluster(address: str) -> Iterator[WorkerPool]:
    """The workers of the cluster whose scheduler has this address; `Illegal` if there are none or
    they have another version of claimant."""
    with _silenced():
        try:
            client = Client(address, timeout=TIMEOUT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise Illegal(
                "cluster", Text("no Dask cluster answers at {address}", address=address)
            ) from error
        try:
            _check_workers(client, address)

            def check() -> None:
                if client.status != "running":
                    raise WorkersLost(
                        Text("the Dask cluster at {address} is gone", address=address)
                    )

            def create_executor() -> Executor:
                check()
                executor: Executor = client.get_executor()
                return executor

            # The scheduler moves the jobs of a dead worker to others; these are the errors of the
            # jobs that it gives up.
            yield WorkerPool(
                create_executor,
                MAX_PENDING,
                worker_errors=(KilledWorker, CancelledError, CommClosedError),
                abort=lambda executor: executor.shutdown(wait=False),
                check=check,
            )
        finally:
            _close(client)


def _close(client: Client) -> None:
    try:
        client.close()
    except RuntimeError:
        # If the scheduler dies while this process submits jobs, Dask may fail to reconnect
        # ("dictionary changed size during iteration"), and every attempt to close the client
        # raises the same error again. It would hide the reason, so let the client count as closed.
        client.status = "closed"


def _check_workers(client: Client, address: str) -> None:
    if not client.nthreads():
        raise Illegal(
            "cluster", Text("the Dask cluster at {address} has no workers", address=address)
        )
    found = client.run(fingerprint, on_error="return").values()
    if set(map(str, found)) != {fingerprint()}:
        raise Illegal(
            "cluster",
            Text(
                "all workers of the Dask cluster at {address} need claimant {version}",
                address=address,
                version=fingerprint(),
            ),
        )


@contextmanager
def _silenced() -> Iterator[None]:
    """Without Dask's log of a lost connection, which is a traceback; we say it in a sentence."""
    loggers = [logging.getLogger(name) for name in ("distributed.client", "tornado.application")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
