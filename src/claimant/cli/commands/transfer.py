"""Commands for a server's data: backup, restore, check, export, import, new-key."""

from __future__ import annotations

from pathlib import Path

import click

from claimant.cli.commands.server import store_options
from claimant.cli.errors import packages_of
from claimant.cli.options import FILE, Decorator, Say, in_language
from claimant.i18n import Text


def commands(language: str) -> list[click.Command]:
    return [
        *(_backup(language), _restore(language), _check(language)),
        *(_export(language), _import(language), _new_key(language)),
    ]


def _backup_argument(say: Say) -> Decorator:
    return click.argument("file", metavar="FILE", type=FILE, help=say(Text("The backup.")))


def _archive_argument(say: Say) -> Decorator:
    text = Text("A tar archive of records.")
    return click.argument("file", metavar="FILE", type=FILE, help=say(text))


def _backup(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Write everything a server stores to one file.")))
    @_backup_argument(say)
    @store_options(say)
    def backup(file: Path, data: Path, database: str) -> int:
        with packages_of("serve"):
            from claimant.cli import transfer

        return transfer.backup(file, data, database, language)

    return backup


def _restore(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Restore a backup while no server is running.")))
    @_backup_argument(say)
    @store_options(say)
    @click.option("--replace", is_flag=True, help=say(Text("Replace the tables that are there.")))
    def restore(file: Path, data: Path, database: str, replace: bool) -> int:
        with packages_of("serve"):
            from claimant.cli import transfer

        return transfer.restore(file, data, database, replace, language)

    return restore


def _check(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Check everything a server stores for damage.")))
    @store_options(say)
    def check(data: Path, database: str) -> int:
        with packages_of("serve"):
            from claimant.cli import transfer

        return transfer.check(data, database, language)

    return check


def _export(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Write the records of all finished games to an archive.")))
    @_archive_argument(say)
    @store_options(say)
    @click.option(
        "--running",
        is_flag=True,
        help=say(Text("Include running games, as spectators see them.")),
    )
    def export(file: Path, data: Path, database: str, running: bool) -> int:
        with packages_of("serve"):
            from claimant.cli import transfer

        return transfer.export_games(file, data, database, running, language)

    return export


def _import(language: str) -> click.Command:
    say = in_language(language)

    @click.command("import", help=say(Text("Add the finished games from an archive.")))
    @_archive_argument(say)
    @store_options(say)
    @click.option("--public", is_flag=True, help=say(Text("List them on the home page.")))
    def import_(file: Path, data: Path, database: str, public: bool) -> int:
        with packages_of("serve"):
            from claimant.cli import transfer

        return transfer.import_games(file, data, database, public, language)

    return import_


def _new_key(language: str) -> click.Command:
    say = in_language(language)

    @click.command("new-key", help=say(Text("Sign cookies and encrypt addresses with new keys.")))
    @store_options(say)
    @click.option(
        "--drop-old",
        is_flag=True,
        help=say(Text("Accept no older key, which signs everyone out.")),
    )
    def new_key(data: Path, database: str, drop_old: bool) -> int:
        with packages_of("serve"):
            from claimant.cli import transfer

        return transfer.new_key(data, database, drop_old, language)

    return new_key
