"""Commands for people who host games: serve, worker, torture."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any, Final

import click

from claimant.cli.durations import Duration
from claimant.cli.errors import packages_of
from claimant.cli.options import (
    FILE,
    Decorator,
    Say,
    combined,
    in_language,
    json_option,
    seed_option,
)
from claimant.i18n import Text

DATA_FOLDER: Final = Path("claimant-data")


def commands(language: str) -> list[click.Command]:
    return [_serve(language), _worker(language), _torture(language)]


def from_environment(name: str) -> dict[str, Any]:
    """An option that the environment can set for all commands, which is how services are set up.
    Its help says so itself if it is worth knowing."""
    return {"envvar": f"CLAIMANT_{name}", "show_envvar": False}


def database_option(text: str) -> Decorator:
    """A PostgreSQL database, with a help text."""
    return click.option(
        "--database",
        default="",
        show_default=False,
        metavar="ADDRESS",
        **from_environment("DATABASE"),
        help=text,
    )


def store_options(say: Say) -> Decorator:
    """Where the server stores its data: in a folder or in a database."""
    instead = Text(
        "A PostgreSQL database to use instead, postgresql://… (or set CLAIMANT_DATABASE)."
    )
    return combined(
        click.option(
            "--data",
            type=FILE,
            default=DATA_FOLDER,
            metavar="DIR",
            help=say(Text("The folder for tables and people.")),
        ),
        database_option(say(instead)),
    )


class Keep(Duration):
    """A duration after which something is removed, or `forever`, which is 0."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        return 0.0 if value == "forever" else super().convert(value, param, ctx)


def keep_options(say: Say) -> Decorator:
    """How long what nobody uses is kept."""
    options = (
        ("unfinished", "90d", Text("Remove unfinished tables after this long without a move.")),
        ("finished", "forever", Text("Remove finished games after this long.")),
        (
            "guests",
            "400d",
            Text("Forget people without a passkey or recovery codes after this long."),
        ),
    )
    return combined(
        *(
            click.option(
                f"--keep-{name}",
                type=Keep(say),
                default=default,
                metavar="DURATION",
                **from_environment(f"KEEP_{name.upper()}"),
                help=say(text),
            )
            for name, default, text in options
        )
    )


def _serve(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Run the web app and the API.")))
    @click.option(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help=say(Text("The address to listen on; 0.0.0.0 accepts other machines.")),
    )
    @click.option(
        "--port",
        type=click.IntRange(0, 65_535),
        default=8000,
        metavar="N",
        help=say(Text("The port to listen on; 0 picks a free one.")),
    )
    @store_options(say)
    @_network_options(say)
    @keep_options(say)
    @click.option(
        "--log",
        default="console",
        metavar="console|json",
        **from_environment("LOG"),
        help=say(Text("The format of the log.")),
    )
    @click.option("--access-log", is_flag=True, help=say(Text("Log every response.")))
    @click.option(
        "--bots/--no-bots",
        default=True,
        help=say(Text("Run the bots in this server, or leave them to workers.")),
    )
    @_backup_options(say)
    def serve(host: str, port: int, data: Path, database: str, **how: Any) -> int:
        # What is loaded now is never garbage; the server turns the collector on when it is up.
        gc.disable()
        with packages_of("serve"):
            from claimant.cli import serve

        return serve.run(host, port, data, database, serve.ServeOptions(**how), language)

    return serve


def _network_options(say: Say) -> Decorator:
    """Proxies, the public address and rate limits."""
    return combined(
        click.option(
            "--behind-proxy",
            "proxy",
            default="",
            show_default=False,
            metavar="ADDRESSES",
            **from_environment("PROXY"),
            help=say(Text("The proxies whose forwarded client addresses are trusted.")),
        ),
        click.option(
            "--public-url",
            default="",
            show_default=False,
            metavar="URL",
            **from_environment("PUBLIC_URL"),
            help=say(Text("The address of the site in links, QR codes and passkeys.")),
        ),
        click.option(
            "--rate",
            type=click.FloatRange(min=0),
            default=30.0,
            metavar="N",
            **from_environment("RATE"),
            help=say(Text("Requests per second and person; 0 turns all limits off.")),
        ),
    )


def _backup_options(say: Say) -> Decorator:
    """Backups that the server makes itself."""
    return combined(
        click.option(
            "--backup-every",
            type=Duration(say),
            metavar="DURATION",
            help=say(Text("Make a backup every 6h, 1d, … and test it.")),
        ),
        click.option(
            "--keep-backups",
            type=click.IntRange(min=1),
            default=14,
            metavar="N",
            help=say(Text("Number of these backups to keep.")),
        ),
        click.option(
            "--backups",
            type=FILE,
            metavar="DIR",
            help=say(Text("The folder for them (default: backups in the folder of the data).")),
        ),
    )


def _worker(language: str) -> click.Command:
    say = in_language(language)
    address = Text("The servers' PostgreSQL database, postgresql://… (or set CLAIMANT_DATABASE).")

    @click.command(help=say(Text("Run bots for servers that share a PostgreSQL database.")))
    @database_option(say(address))
    @click.option(
        "--processes",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help=say(Text("Number of bots that think at the same time.")),
    )
    def worker(database: str, processes: int) -> int:
        with packages_of("serve"):
            from claimant.cli import worker

        return worker.run(database, processes, language)

    return worker


def _torture(language: str) -> click.Command:
    say = in_language(language)

    @click.command(help=say(Text("Kill servers during play and check that nothing is lost.")))
    @click.option(
        "--kills",
        type=click.IntRange(min=1),
        default=20,
        metavar="N",
        help=say(Text("Number of kills.")),
    )
    @click.option(
        "--hours",
        type=click.FloatRange(min=0, min_open=True),
        metavar="N",
        help=say(
            Text(
                "Kill nothing, but play for N hours and check that memory and disk use do not grow."
            )
        ),
    )
    @click.option(
        "--store",
        default="sqlite",
        metavar="NAME",
        help=say(Text("The database: sqlite or postgresql.")),
    )
    @seed_option(say, default=1)
    @click.option(
        "--servers",
        type=click.IntRange(min=1),
        metavar="N",
        help=say(Text("Number of servers; more than one needs PostgreSQL.")),
    )
    @json_option(say)
    def torture(
        kills: int,
        hours: float | None,
        store: str,
        seed: int,
        servers: int | None,
        json: Path | None,
    ) -> int:
        from claimant.cli import torture

        return torture.run(kills, hours, store, seed, servers, json, language)

    return torture
