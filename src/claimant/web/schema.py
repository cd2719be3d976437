"""The tables of the SQLite database, and how an older one becomes them."""

from __future__ import annotations

from typing import Final

MIGRATIONS: Final = (
    """
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        token BLOB NOT NULL,
        created REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        header TEXT NOT NULL,
        secret BLOB NOT NULL,
        public INTEGER NOT NULL,
        host TEXT,
        created REAL NOT NULL,
        status TEXT NOT NULL,
        actor INTEGER,
        due REAL,
        version INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        before TEXT,
        rematch TEXT,
        changed REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_code ON tables (code) WHERE status = 'waiting';
    CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
    CREATE INDEX tables_public ON tables (status, changed) WHERE public;
    CREATE TABLE seats (
        "table" TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        level TEXT NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        word TEXT NOT NULL,
        token BLOB NOT NULL,
        away INTEGER NOT NULL,
        held INTEGER NOT NULL,
        PRIMARY KEY ("table", seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
    CREATE TABLE events (
        "table" TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        event TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY ("table", version)
    ) WITHOUT ROWID;
    CREATE TABLE talk (
        "table" TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY ("table", n)
    ) WITHOUT ROWID;
    """,
)
"""Each brings a database one version further; never change one that was released."""
