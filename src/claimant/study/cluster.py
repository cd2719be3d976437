"""A Dask cluster's workers as a crew. They need claimant installed, as this machine has it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from typing import Final

from distributed import Client, KilledWorker

from claimant.game import Illegal
from claimant.language import Text
from claimant.study.crew import Crew, Lost

PATIENCE: Final = 10
"""Seconds to wait for the cluster to answer."""
AHEAD: Final = 256


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the cluster whose scheduler is there, `Illegal` where there are none."""
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Illegal(
            "cluster", Text("no Dask cluster answers at {address}", address=address)
        ) from error

    def executor() -> Executor:
        if client.status != "running":
            raise Lost
        made: Executor = client.get_executor()
        return made

    with client:
        if not client.nthreads():
            raise Illegal(
                "cluster", Text("the Dask cluster at {address} has no workers", address=address)
            )
        # The scheduler gives a dead worker's jobs to another. What it gives up comes back here.
        yield Crew(
            executor,
            AHEAD,
            lost=(KilledWorker, CancelledError),
            dismiss=lambda executor: executor.shutdown(wait=False),
        )
