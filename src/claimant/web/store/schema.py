"""The tables of the database, and the migrations that bring an older one to them.

Both kinds of database share the migrations; `$` marks what each of them calls differently.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from string import Template
from typing import Any, Final

from claimant.i18n import Text
from claimant.web.store.chain import extended, first_link
from claimant.web.store.interface import Event, StoreError

SQLITE: Final = {
    "bytes": "BLOB",
    "real": "REAL",
    "flag": "INTEGER",
    "no": "0",
    "now": "CAST(strftime('%s', 'now') AS REAL)",
    "by_key": "WITHOUT ROWID",
}
POSTGRESQL: Final = {
    "bytes": "BYTEA",
    "real": "DOUBLE PRECISION",
    "flag": "BOOLEAN",
    "no": "FALSE",
    "now": "extract(epoch FROM now())",
    "by_key": "",
}

_MIGRATIONS: Final = (
    """
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        token $bytes NOT NULL,
        created $real NOT NULL
    ) $by_key;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        code TEXT NOT NULL,
        header TEXT NOT NULL,
        secret $bytes NOT NULL,
        public $flag NOT NULL,
        host TEXT,
        created $real NOT NULL,
        status TEXT NOT NULL,
        actor INTEGER,
        due $real,
        version INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        before TEXT,
        rematch TEXT,
        changed $real NOT NULL
    ) $by_key;
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
        token $bytes NOT NULL,
        away $flag NOT NULL,
        held $flag NOT NULL,
        PRIMARY KEY ("table", seat)
    ) $by_key;
    CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
    CREATE TABLE events (
        "table" TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        event TEXT NOT NULL,
        at $real NOT NULL,
        PRIMARY KEY ("table", version)
    ) $by_key;
    CREATE TABLE talk (
        "table" TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        text TEXT NOT NULL,
        at $real NOT NULL,
        PRIMARY KEY ("table", n)
    ) $by_key;
    """,
    # Values of the server's own: the key of the cookies, which was in a file before.
    """
    CREATE TABLE kept (
        name TEXT PRIMARY KEY,
        value $bytes NOT NULL
    ) $by_key;
    """,
    # How often a person has signed out everywhere: earlier cookies are no longer valid.
    """
    ALTER TABLE people ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
    """,
    # Contributions to the random draws, by commit and reveal. And whose talk it is: before a game
    # seats may have changed hands, so that earlier lines are known to be of a seat's player only if
    # they were said during the game. And the head of the hash chain over a table's events, which
    # `fill_heads` computes.
    """
    ALTER TABLE tables ADD COLUMN head $bytes;
    ALTER TABLE seats ADD COLUMN commit_hash TEXT NOT NULL DEFAULT '';
    ALTER TABLE seats ADD COLUMN bits TEXT NOT NULL DEFAULT '';
    ALTER TABLE talk ADD COLUMN person TEXT;
    ALTER TABLE talk ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE talk ADD COLUMN colour INTEGER NOT NULL DEFAULT 0;
    UPDATE talk SET (person, name, colour) = (
        SELECT person, name, colour FROM seats
        WHERE seats."table" = talk."table" AND seats.seat = talk.seat
    ) WHERE EXISTS (
        SELECT 1 FROM events JOIN seats ON seats."table" = events."table"
        WHERE events."table" = talk."table" AND events.version = 1 AND events.at <= talk.at
        AND seats.seat = talk.seat
    );
    CREATE INDEX talk_by_person ON talk (person) WHERE person IS NOT NULL;
    ALTER TABLE tables ADD COLUMN chat_closed $flag NOT NULL DEFAULT $no;
    ALTER TABLE people ADD COLUMN seen $real NOT NULL DEFAULT 0;
    UPDATE people SET seen = $now;
    ALTER TABLE people ADD COLUMN blocked $real;
    CREATE TABLE barred (
        "table" TEXT NOT NULL REFERENCES tables (id),
        person TEXT NOT NULL,
        PRIMARY KEY ("table", person)
    ) $by_key;
    CREATE INDEX barred_by_person ON barred (person);
    CREATE TABLE muted (
        owner TEXT NOT NULL,
        id TEXT NOT NULL,
        talker TEXT NOT NULL,
        name TEXT NOT NULL,
        at $real NOT NULL,
        PRIMARY KEY (owner, id)
    ) $by_key;
    CREATE INDEX muted_by_talker ON muted (talker);
    CREATE TABLE reports (
        "table" TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        reporter TEXT,
        reason TEXT NOT NULL,
        address TEXT NOT NULL,
        at $real NOT NULL,
        PRIMARY KEY ("table", n)
    ) $by_key;
    CREATE TABLE blocks (
        subject TEXT PRIMARY KEY,
        reason TEXT NOT NULL,
        at $real NOT NULL
    ) $by_key;
    CREATE TABLE audit (
        n INTEGER NOT NULL PRIMARY KEY,
        at $real NOT NULL,
        who TEXT NOT NULL,
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL
    ) $by_key;
    CREATE TABLE passkeys (
        id $bytes PRIMARY KEY,
        person TEXT NOT NULL,
        public_key $bytes NOT NULL,
        sign_count INTEGER NOT NULL,
        name TEXT NOT NULL,
        created $real NOT NULL,
        used $real
    ) $by_key;
    CREATE INDEX passkeys_by_person ON passkeys (person);
    CREATE TABLE recovery_codes (
        hash $bytes PRIMARY KEY,
        person TEXT NOT NULL
    ) $by_key;
    CREATE INDEX recovery_codes_by_person ON recovery_codes (person);
    CREATE TABLE challenges (
        challenge $bytes PRIMARY KEY,
        person TEXT NOT NULL,
        expires $real NOT NULL
    ) $by_key;
    CREATE INDEX challenges_by_expiry ON challenges (expires);
    """,
    # Pass and play: players on the device of another person.
    """
    ALTER TABLE seats ADD COLUMN device TEXT;
    CREATE INDEX seats_by_device ON seats (device) WHERE device IS NOT NULL;
    """,
    # Messages for people who have closed the page: where they can be reached (encrypted), how they
    # want it, addresses that were written to (hashed), what is to be sent, and who has a table's
    # page open on which server.
    """
    CREATE TABLE contacts (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        channel TEXT NOT NULL,
        sealed $bytes NOT NULL,
        digest $bytes NOT NULL,
        created $real NOT NULL,
        confirmed $real
    ) $by_key;
    CREATE INDEX contacts_by_person ON contacts (person);
    CREATE INDEX contacts_by_digest ON contacts (digest);
    CREATE TABLE preferences (
        person TEXT PRIMARY KEY,
        language TEXT NOT NULL,
        zone TEXT NOT NULL,
        quiet_from INTEGER NOT NULL,
        quiet_until INTEGER NOT NULL
    ) $by_key;
    CREATE TABLE addresses (
        digest $bytes PRIMARY KEY,
        sent INTEGER NOT NULL,
        since $real NOT NULL,
        stopped $flag NOT NULL
    ) $by_key;
    CREATE TABLE notices (
        person TEXT NOT NULL,
        "table" TEXT NOT NULL,
        kind TEXT NOT NULL,
        channel TEXT NOT NULL,
        version INTEGER NOT NULL,
        due $real,
        attempts INTEGER NOT NULL,
        PRIMARY KEY (person, "table", kind)
    ) $by_key;
    CREATE INDEX notices_by_due ON notices (channel, due) WHERE due IS NOT NULL;
    CREATE INDEX notices_by_table ON notices ("table");
    CREATE TABLE presence (
        person TEXT NOT NULL,
        "table" TEXT NOT NULL,
        server TEXT NOT NULL,
        opened $real NOT NULL,
        open $flag NOT NULL,
        beat $real NOT NULL,
        PRIMARY KEY (person, "table", server)
    ) $by_key;
    """,
    # How long pages show what happens.
    """
    ALTER TABLE tables ADD COLUMN tempo TEXT NOT NULL DEFAULT 'normal';
    """,
    # Evenings: series and tournaments, who takes part, their logs and their games.
    """
    CREATE TABLE evenings (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        plan TEXT NOT NULL,
        organiser TEXT,
        created $real NOT NULL,
        status TEXT NOT NULL,
        due $real,
        version INTEGER NOT NULL,
        changed $real NOT NULL
    ) $by_key;
    CREATE INDEX evenings_by_due ON evenings (due) WHERE due IS NOT NULL;
    CREATE INDEX evenings_by_organiser ON evenings (organiser) WHERE organiser IS NOT NULL;
    CREATE TABLE entrants (
        evening TEXT NOT NULL REFERENCES evenings (id),
        number INTEGER NOT NULL,
        person TEXT,
        name TEXT NOT NULL,
        colour INTEGER NOT NULL,
        level TEXT NOT NULL,
        PRIMARY KEY (evening, number)
    ) $by_key;
    CREATE INDEX entrants_by_person ON entrants (person) WHERE person IS NOT NULL;
    CREATE TABLE evening_events (
        evening TEXT NOT NULL REFERENCES evenings (id),
        version INTEGER NOT NULL,
        event TEXT NOT NULL,
        at $real NOT NULL,
        PRIMARY KEY (evening, version)
    ) $by_key;
    CREATE TABLE evening_games (
        "table" TEXT PRIMARY KEY REFERENCES tables (id),
        evening TEXT NOT NULL REFERENCES evenings (id),
        decided $flag NOT NULL
    ) $by_key;
    CREATE INDEX evening_games_by_evening ON evening_games (evening);
    CREATE INDEX evening_games_undecided ON evening_games (evening) WHERE NOT decided;
    """,
    # People's own figures: their part in each finished game, which stays when an old table is
    # removed, and which tables have been counted. Games from before are counted by the server.
    """
    ALTER TABLE tables ADD COLUMN counted $flag NOT NULL DEFAULT $no;
    CREATE INDEX tables_uncounted ON tables (changed)
        WHERE NOT counted AND status IN ('over', 'called-off');
    CREATE TABLE results (
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        ended $real NOT NULL,
        "table" TEXT NOT NULL,
        seat INTEGER NOT NULL,
        players INTEGER NOT NULL,
        deck TEXT NOT NULL,
        opponents TEXT NOT NULL,
        result TEXT NOT NULL,
        facts TEXT NOT NULL,
        mu $real,
        sigma $real,
        PRIMARY KEY (person, game, ended, "table")
    ) $by_key;
    """,
    # Hints: the players who agree to them, and the versions at which one was given.
    """
    ALTER TABLE seats ADD COLUMN hints $flag NOT NULL DEFAULT $no;
    ALTER TABLE tables ADD COLUMN hints TEXT NOT NULL DEFAULT '';
    """,
    # Reviews of finished games.
    """
    CREATE TABLE reviews (
        "table" TEXT PRIMARY KEY REFERENCES tables (id),
        review $bytes NOT NULL
    ) $by_key;
    """,
    # Puzzles: how well people do, and what they answered.
    """
    CREATE TABLE solvers (
        person TEXT PRIMARY KEY,
        mu $real NOT NULL,
        sigma $real NOT NULL,
        streak INTEGER NOT NULL,
        day INTEGER NOT NULL,
        run_began $real,
        run_tried INTEGER NOT NULL,
        run_solved INTEGER NOT NULL,
        best_run INTEGER NOT NULL
    ) $by_key;
    CREATE TABLE attempts (
        person TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        answer TEXT NOT NULL,
        solved $flag NOT NULL,
        at $real NOT NULL,
        PRIMARY KEY (person, puzzle)
    ) $by_key;
    """,
)
"""Each migrates a database by one version. Never change one that has been released."""

NEWEST: Final = len(_MIGRATIONS)

TABLES: Final = (
    *("people", "tables", "seats", "events", "talk", "kept"),
    *("barred", "muted", "reports", "blocks", "audit", "passkeys", "recovery_codes"),
    *("challenges", "contacts", "preferences", "addresses", "notices", "presence"),
    *("evenings", "entrants", "evening_events", "evening_games", "results", "reviews"),
    *("solvers", "attempts"),
)
"""Ordered so that each refers only to earlier ones."""


HEADS: Final = 4
"""The version from which on tables have the head of their chain."""
Execute = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]


def fill_heads(execute: Execute) -> None:
    """Compute the heads of tables from before `HEADS`. A table that cannot be read gets none, which
    marks it as damaged: it must not keep the others from being migrated."""
    last = ""
    while tables := execute(
        "SELECT id, header, secret FROM tables WHERE id > ? ORDER BY id LIMIT 500", (last,)
    ):
        for last, header, secret in tables:
            rows = execute(
                'SELECT version, event, at FROM events WHERE "table" = ? ORDER BY version', (last,)
            )
            with suppress(TypeError, AttributeError, ValueError, struct.error):
                head = extended(first_link(last, header, secret), (Event(*row) for row in rows))
                execute("UPDATE tables SET head = ? WHERE id = ?", (head, last))


def migrations(version: int, dialect: Mapping[str, str]) -> list[tuple[int, str]]:
    """The scripts that bring a database of this version to ours, in one dialect (`SQLITE` or
    `POSTGRESQL`), with the version after each."""
    if version > NEWEST:
        raise StoreError(
            Text(
                "this database is from a newer claimant (schema version {theirs}, this one knows "
                "{ours}): start the newer one",
                theirs=version,
                ours=NEWEST,
            ),
            "store-newer",
        )
    scripts = enumerate(_MIGRATIONS[version:], version + 1)
    return [(number, Template(script).substitute(dialect)) for number, script in scripts]
