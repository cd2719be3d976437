"""A Dask cluster's workers as a crew. They need the same claimant as this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Final

from distributed import Client, KilledWorker
from distributed.comm.core import CommClosedError

from claimant.arena.executor import Crew, Lost
from claimant.arena.fingerprint import edition
from claimant.game import Illegal
from claimant.i18n import Text

PATIENCE: Final = 10
"""Seconds to wait for the cluster to answer."""
AHEAD: Final = 256


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the cluster whose scheduler is there, `Illegal` where they are no use."""
    with _quiet():
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise Illegal(
                "cluster", Text("no Dask cluster answers at {address}", address=address)
            ) from error
        with client:
            _check(client, address)

            def look_after() -> None:
                if client.status != "running":
                    raise Lost(Text("the Dask cluster at {address} is gone", address=address))

            def executor() -> Executor:
                look_after()
                made: Executor = client.get_executor()
                return made

            # The scheduler gives a dead worker's jobs to another. What it gives up comes back.
            yield Crew(
                executor,
                AHEAD,
                lost=(KilledWorker, CancelledError, CommClosedError),
                dismiss=lambda executor: executor.shutdown(wait=False),
                look_after=look_after,
            )


def _check(client: Client, address: str) -> None:
    if not client.nthreads():
        raise Illegal(
            "cluster", Text("the Dask cluster at {address} has no workers", address=address)
        )
    versions = client.run(edition, on_error="return").values()
    if set(map(str, versions)) != {edition()}:
        raise Illegal(
            "cluster",
            Text(
                "all workers of the Dask cluster at {address} need claimant {version}",
                address=address,
                version=edition(),
            ),
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask tells of a lost connection with tracebacks; here it is a sentence."""
    loggers = [logging.getLogger(name) for name in ("distributed.client", "tornado.application")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
