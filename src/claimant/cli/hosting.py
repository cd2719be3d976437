"""The commands for who hosts the games, and their options."""

# No `from __future__ import annotations` here: see app.py.

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from claimant.i18n import Text


def or_environment(name: str) -> dict[str, Any]:
    """An option that may also be set for all commands: services are set up that way."""
    return {"envvar": f"CLAIMANT_{name}", "show_envvar": False}


def hosting(
    app: typer.Typer, command: type[TyperCommand], say: Callable[[Text], str], language: str
) -> None:
    """Add them to the command line."""
    data = Annotated[
        Path, typer.Option("--data", help=say(Text("The folder for tables and people.")))
    ]
    database = Annotated[
        str,
        typer.Option(
            "--database",
            metavar="ADDRESS",
            **or_environment("DATABASE"),
            help=say(
                Text("PostgreSQL instead, postgresql://…; else CLAIMANT_DATABASE is looked at.")
            ),
        ),
    ]

    file = Annotated[Path, typer.Argument(metavar="FILE", help=say(Text("The backup.")))]
    tar = Annotated[
        Path, typer.Argument(metavar="FILE.tar", help=say(Text("A tar of records of games.")))
    ]

    @app.command(cls=command, help=say(Text("Serve the page and the API to browsers.")))
    def serve(
        host: Annotated[
            str,
            typer.Option(
                "--host", help=say(Text("The address to listen at; 0.0.0.0 lets others in."))
            ),
        ] = "127.0.0.1",
        port: Annotated[
            int,
            typer.Option(
                "--port",
                min=0,
                max=65_535,
                help=say(Text("The port to listen at; 0: any that is free.")),
            ),
        ] = 8000,
        data: data = Path("claimant-data"),
        database: database = "",
        proxy: Annotated[
            str,
            typer.Option(
                "--behind-proxy",
                metavar="ADDRESSES",
                **or_environment("PROXY"),
                help=say(Text("The addresses of the proxy that may say for whom it asks.")),
            ),
        ] = "",
        rate: Annotated[
            float,
            typer.Option(
                "--rate",
                min=0,
                **or_environment("RATE"),
                help=say(Text("Requests a second that a person may make; 0: without limits.")),
            ),
        ] = 30.0,
        log: Annotated[
            str,
            typer.Option(
                "--log",
                metavar="console|json",
                **or_environment("LOG"),
                help=say(Text("How the log is written.")),
            ),
        ] = "console",
        access_log: Annotated[
            bool, typer.Option("--access-log", help=say(Text("Log every answer.")))
        ] = False,
        bots: Annotated[
            bool,
            typer.Option(
                "--bots/--no-bots", help=say(Text("Whether bots think here; else workers do."))
            ),
        ] = True,
    ) -> int:
        gc.disable()  # until it serves: what is loaded now stays, and is no rubbish
        from claimant.cli import serve

        chosen = serve.Chosen(proxy, rate, log, access_log, bots)
        return serve.run(host, port, data, database, language, chosen)

    @app.command(cls=command, help=say(Text("Keep all that a server has in one file.")))
    def backup(file: file, data: data = Path("claimant-data"), database: database = "") -> int:
        from claimant.cli import transfer

        return transfer.backup(file, data, database, language)

    @app.command(cls=command, help=say(Text("Put a backup in its place; no server may run.")))
    def restore(
        file: file,
        data: data = Path("claimant-data"),
        database: database = "",
        replace: Annotated[
            bool,
            typer.Option("--replace", help=say(Text("Also where there are tables: they go."))),
        ] = False,
    ) -> int:
        from claimant.cli import transfer

        return transfer.restore(file, data, database, replace, language)

    @app.command(cls=command, help=say(Text("Write the records of all finished games.")))
    def export(
        file: tar,
        data: data = Path("claimant-data"),
        database: database = "",
        running: Annotated[
            bool,
            typer.Option(
                "--running",
                help=say(Text("Also those that are not over, as a spectator may read them.")),
            ),
        ] = False,
    ) -> int:
        from claimant.cli import transfer

        return transfer.export(file, data, database, running, language)

    @app.command("import", cls=command, help=say(Text("Make finished games of records tables.")))
    def take_in(
        file: tar,
        data: data = Path("claimant-data"),
        database: database = "",
        public: Annotated[
            bool, typer.Option("--public", help=say(Text("List them on the home page.")))
        ] = False,
    ) -> int:
        from claimant.cli import transfer

        return transfer.take_in(file, data, database, public, language)

    @app.command(cls=command, help=say(Text("Think for the bots of servers over PostgreSQL.")))
    def worker(
        database: database = "",
        processes: Annotated[
            int,
            typer.Option("--processes", min=1, help=say(Text("How many bots think at a time."))),
        ] = 1,
    ) -> int:
        from claimant.cli import worker

        return worker.run(database, processes, language)

    @app.command(cls=command, help=say(Text("Kill servers while people play; is anything lost?")))
    def torture(
        kills: Annotated[
            int, typer.Option("--kills", min=1, help=say(Text("How many kills.")))
        ] = 20,
        store: Annotated[
            str,
            typer.Option("--store", help=say(Text("What they write to: sqlite or postgresql."))),
        ] = "sqlite",
        seed: Annotated[
            int, typer.Option("--seed", "-s", help=say(Text("What is played and what happens.")))
        ] = 1,
        servers: Annotated[
            int | None,
            typer.Option("--servers", min=1, help=say(Text("How many servers; PostgreSQL only."))),
        ] = None,
        json: Annotated[
            Path | None,
            typer.Option("--json", metavar="FILE", help=say(Text("The results for programs."))),
        ] = None,
    ) -> int:
        from claimant.cli import torture

        return torture.run(kills, store, seed, servers, json, language)
