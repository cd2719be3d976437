from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.packages import found, install


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that makes Ferry an installed package."""
    games = {"ferry": "third_game:ENTRY"}
    bots = {"greedy": "support.greedy_bot:GreedyBot"}
    return install(tmp_path_factory.mktemp("packages"), "ferry", games, bots)


@pytest.fixture(scope="module", autouse=True)
def _found(package: Path) -> Iterator[None]:
    """Ferry exists while its tests run, and at no other time."""
    with found(package):
        yield
