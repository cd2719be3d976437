"""Which database: a file in the server's folder, or PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path

from claimant.i18n import Text
from claimant.web.store.interface import Trouble
from claimant.web.store.sql import Ledger
from claimant.web.store.sqlite import SQLite

FILE = "claimant.sqlite"


def database(address: str, data: Path) -> Ledger:
    """The store at an address; without one, the file in the folder."""
    if not address:
        return SQLite(data / FILE)
    if not address.startswith(("postgresql://", "postgres://")):
        raise Trouble(Text("the address of a database begins with postgresql://"))
    try:
        from claimant.web.store.postgresql import PostgreSQL
    except ImportError as error:
        raise Trouble(
            Text("PostgreSQL needs one more package: pip install 'claimant[postgresql]'")
        ) from error
    return PostgreSQL(address)
