"""Databases, and one server for all tests here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.databases import database, postgresql
from support.site import Site, running

__all__ = ["database", "postgresql", "site"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests that create tables of their own."""
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site
