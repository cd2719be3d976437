"""Fixtures and settings for all tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings

from claimant import registry

# A slow machine is not a failure.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def slow_machine() -> Iterator[Callable[[], None]]:
    """A function that makes every machine slow: from then on, a second passes for the bots created
    whenever they look at the clock."""
    from support.slow_machine import ENTRIES

    def slow() -> None:
        for entry, bots in ENTRIES:
            registry.register(replace(entry, bots=bots))

    yield slow
    for entry, _ in ENTRIES:
        registry.register(entry)
