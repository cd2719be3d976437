"""Commands for the operator of a server: `claimant admin …`."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.cli.commands.server import keep_options, store_options
from claimant.cli.errors import packages_of
from claimant.cli.options import in_language
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    say = in_language(language)
    text = Text("Look after a server: reports, blocks, and what is too old.")
    group = click.Group("admin", help=say(text))
    listings = (
        ("reports", Text("List the chat lines that were reported.")),
        ("blocks", Text("List who is blocked.")),
        ("log", Text("List what the operators have done.")),
    )
    for name, about in listings:
        group.add_command(_listing(name, about, language))
    for command in _actions(language):
        group.add_command(command)
    group.add_command(_cleanup(language))
    return [group]


def _listing(name: str, text: Text, language: str) -> click.Command:
    say = in_language(language)

    @click.command(name, help=say(text))
    @store_options(say)
    def listing(data: Path, database: str) -> int:
        with packages_of("serve"):
            from claimant.cli import admin

        shown = {"reports": admin.reports, "blocks": admin.blocks, "log": admin.actions}
        return shown[name](data, database, language)

    return listing


def _act(data: Path, database: str, action: str, *arguments: str, language: str) -> int:
    with packages_of("serve"):
        from claimant.cli import admin

    return admin.act(data, database, action, arguments, language)


def _actions(language: str) -> list[click.Command]:
    say = in_language(language)

    @click.command(help=say(Text("Block a person, an address or a network.")))
    @click.argument("subject", metavar="PERSON|ADDRESS")
    @click.option(
        "--reason", default="", show_default=False, metavar="TEXT", help=say(Text("For the log."))
    )
    @store_options(say)
    def block(subject: str, reason: str, data: Path, database: str) -> int:
        return _act(data, database, "block", subject, reason, language=language)

    @click.command(help=say(Text("Lift a block.")))
    @click.argument("subject", metavar="PERSON|ADDRESS")
    @store_options(say)
    def unblock(subject: str, data: Path, database: str) -> int:
        return _act(data, database, "unblock", subject, language=language)

    @click.command(help=say(Text("Delete everything about a person.")))
    @click.argument("person", metavar="PERSON")
    @store_options(say)
    def forget(person: str, data: Path, database: str) -> int:
        return _act(data, database, "forget", person, language=language)

    @click.command(help=say(Text("Close a report.")))
    @click.argument("table", metavar="TABLE")
    @click.argument("n", metavar="N", type=click.IntRange(min=1))
    @click.option("--delete", is_flag=True, help=say(Text("Also delete what was said.")))
    @store_options(say)
    def dismiss(table: str, n: int, delete: bool, data: Path, database: str) -> int:
        action = "delete-talk" if delete else "dismiss"
        return _act(data, database, action, table, str(n), language=language)

    return [block, unblock, forget, dismiss]


def _cleanup(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Show what is old enough to be removed, or remove it.")))
    @store_options(say)
    @keep_options(say)
    @click.option(
        "--dry-run/--remove",
        default=True,
        help=say(Text("Only show it, or remove it for good.")),
    )
    def cleanup(data: Path, database: str, dry_run: bool, **keep: float) -> int:
        with packages_of("serve"):
            from claimant.cli import admin

        return admin.cleanup(data, database, keep, dry_run, language)

    return cleanup
