"""One server and one browser for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.browser import browser, server

__all__ = ["browser", "server"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: Playwright keeps an event loop running, and tests that start a loop
    of their own cannot run in the same process after it."""
    items.sort(key=lambda item: Path(__file__).parent in item.path.parents)
