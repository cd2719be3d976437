"""Choosing the database: a SQLite file in the server's folder, or PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path

from claimant.i18n import Text
from claimant.web.store.interface import StoreError
from claimant.web.store.sql import SqlStore
from claimant.web.store.sqlite import SqliteStore

FILE = "claimant.sqlite"


def store_at(address: str, data: Path) -> SqlStore:
    """The store at an address; without one, the file in the folder."""
    if not address:
        return SqliteStore(data / FILE)
    if not address.startswith(("postgresql://", "postgres://")):
        raise StoreError(Text("the address of a database begins with postgresql://"))
    try:
        from claimant.web.store.postgresql import PostgresqlStore
    except ImportError as error:
        raise StoreError(
            Text("PostgreSQL needs one more package: pip install 'claimant[postgresql]'")
        ) from error
    return PostgresqlStore(address)
