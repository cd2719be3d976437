"""One house and one browser for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.browser import browser, house

__all__ = ["browser", "house"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright keeps an event loop running, and a process that has one
    cannot run the tests that start their own."""
    items.sort(key=lambda item: Path(__file__).parent in item.path.parents)
