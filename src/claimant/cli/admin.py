"""`claimant admin …`: looking after a server, also while it is running."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

from claimant.cli.console import console
from claimant.cli.errors import CommandError
from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.services import Services
from claimant.web.store.databases import store_at
from claimant.web.store.interface import StoreError
from claimant.web.store.moderation import AuditRow, ReportRow

T = TypeVar("T")
MAX_LINES: Final = 200
"""Lines of a list."""
WHO: Final = "command"
"""How the log of actions names this way to act."""


def cleanup(
    data: Path, database: str, keep: Mapping[str, Any], dry_run: bool, language: str
) -> int:
    """Count what is old enough to be removed, or remove it."""

    async def clean(services: Services) -> list[Text]:
        retention = services.retention
        if dry_run:
            count = await retention.plan()
            return [
                Text(
                    "{n} unfinished table would be removed",
                    "{n} unfinished tables would be removed",
                    n=count.unfinished,
                ),
                Text(
                    "{n} finished game would be removed",
                    "{n} finished games would be removed",
                    n=count.finished,
                ),
                Text(
                    "{n} guest would be forgotten", "{n} guests would be forgotten", n=count.guests
                ),
                Text(
                    "{n} series or tournament would be removed",
                    "{n} series and tournaments would be removed",
                    n=count.evenings,
                ),
                Text("nothing has been removed: --remove does it"),
            ]
        count = await retention.remove()
        return [
            Text(
                "{n} unfinished table was removed",
                "{n} unfinished tables were removed",
                n=count.unfinished,
            ),
            Text(
                "{n} finished game was removed",
                "{n} finished games were removed",
                n=count.finished,
            ),
            Text("{n} guest was forgotten", "{n} guests were forgotten", n=count.guests),
            Text(
                "{n} series or tournament was removed",
                "{n} series and tournaments were removed",
                n=count.evenings,
            ),
        ]

    for text in _with_services(Settings(data, database, **keep), clean):
        console().print(text.say(language), soft_wrap=True)
    return 0


def reports(data: Path, database: str, language: str) -> int:
    """List what was reported, the latest first."""

    async def read(services: Services) -> list[ReportRow]:
        return await services.store.reports(MAX_LINES)

    rows = _with_services(Settings(data, database), read)
    for row in rows:
        about = [_moment(row.at), row.table, str(row.n), row.person or "-", row.address or "-"]
        print("  ".join(about))
        print(f"    {row.name}: {row.text}")
        if row.reason:
            print(f"    ({row.reason})")
    if not rows:
        console().print(Text("nothing has been reported").say(language))
    return 0


def blocks(data: Path, database: str, language: str) -> int:
    """List who is blocked."""

    async def read(services: Services) -> list[tuple[float, str, str]]:
        people = await services.store.blocked_people(MAX_LINES)
        addresses = await services.store.blocked_addresses()
        return [(at, person, name) for person, name, at in people] + [
            (row.at, row.subject, row.reason) for row in addresses
        ]

    rows = _with_services(Settings(data, database), read)
    for at, subject, about in rows:
        print(f"{_moment(at)}  {subject}  {about}".rstrip())
    if not rows:
        console().print(Text("nobody is blocked").say(language))
    return 0


def actions(data: Path, database: str, language: str) -> int:
    """List what operators have done, the latest first."""

    async def read(services: Services) -> list[AuditRow]:
        return await services.store.actions(MAX_LINES)

    rows = _with_services(Settings(data, database), read)
    for row in rows:
        line = f"{_moment(row.at)}  {row.who}  {row.action}  {row.subject}  {row.detail}"
        print(line.rstrip())
    if not rows:
        console().print(Text("nothing has been done yet").say(language))
    return 0


def act(data: Path, database: str, action: str, arguments: Sequence[str], language: str) -> int:
    """Do what an operator decides: `block`, `unblock`, `forget`, `dismiss` or `delete-talk`."""

    async def do(services: Services) -> None:
        moderation = services.moderation
        match action, *arguments:
            case "block", subject, reason:
                await moderation.block(subject, reason, WHO)
            case "unblock", subject:
                await moderation.unblock(subject, WHO)
            case "forget", person:
                await moderation.forget(person, WHO)
            case (("dismiss" | "delete-talk"), table, n):
                delete = action == "delete-talk"
                await moderation.close_report(table, int(n), WHO, delete=delete)

    _with_services(Settings(data, database), do)
    console().print(Text("done, and noted in the log of actions").say(language))
    return 0


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _with_services(settings: Settings, use: Callable[[Services], Awaitable[T]]) -> T:
    """Use a server's parts without serving, even while a server is running."""

    async def run(services: Services) -> T:
        await services.store.open()
        try:
            return await use(services)
        finally:
            await services.store.close()

    try:
        store = store_at(settings.database, settings.data)
        store.check()
        return asyncio.run(run(Services(store, settings)))
    except (Refusal, StoreError) as trouble:
        raise CommandError(trouble.text) from trouble
