"""Which database: a file in the server's folder, or PostgreSQL by its address."""

from __future__ import annotations

from pathlib import Path

from claimant.language import Text
from claimant.web.ledger import Ledger
from claimant.web.sqlite import SQLite
from claimant.web.store import Trouble

FILE = "claimant.sqlite"


def database(address: str, data: Path) -> Ledger:
    """The store at an address; without one, the file in the folder."""
    if not address:
        return SQLite(data / FILE)
    if not address.startswith(("postgresql://", "postgres://")):
        raise Trouble(Text("the address of a database begins with postgresql://"))
    try:
        from claimant.web.postgresql import PostgreSQL
    except ImportError as error:
        raise Trouble(
            Text("PostgreSQL needs one more package: pip install 'claimant[postgresql]'")
        ) from error
    return PostgreSQL(address)
