"""The commands and their options. What a command does stands in a module of its own, imported
when it runs: `claimant --help` must not wait for the rules to load."""

# No `from __future__ import annotations` here: Typer reads the annotations, whose help texts
# depend on the language the commands are built for.

from pathlib import Path
from typing import Annotated, Any

import typer
from typer import rich_utils
from typer.core import TyperCommand, TyperGroup

from claimant import __version__
from claimant.bots import USUAL, names
from claimant.cli.hosting import hosting
from claimant.cli.screen import Refused
from claimant.cli.usage import options_of
from claimant.i18n import LANGUAGES, Text


def build(language: str) -> typer.Typer:
    """The whole command line in a language."""

    def say(text: Text) -> str:
        return text.say(language)

    rich_utils.ARGUMENTS_PANEL_TITLE = say(Text("Arguments"))
    rich_utils.OPTIONS_PANEL_TITLE = say(Text("Options"))
    rich_utils.COMMANDS_PANEL_TITLE = say(Text("Commands"))
    rich_utils.REQUIRED_LONG_STRING = say(Text("[required]"))
    rich_utils.DEFAULT_STRING = say(Text("[default: {{}}]")).replace("{{}}", "{}")

    class Spoken:
        """What Typer says in English only."""

        def get_help_option(self, context: Any) -> Any:
            option = super().get_help_option(context)  # type: ignore[misc]
            option.help = say(Text("Show this help."))
            return option

        def format_usage(self: Any, context: Any, formatter: Any) -> None:
            pieces = " ".join(self.collect_usage_pieces(context))
            prefix = say(Text("Usage:")) + " "
            formatter.write_usage(context.command_path, pieces, prefix)

    class Command(Spoken, TyperCommand):
        pass

    class Commands(Spoken, TyperGroup):
        pass

    help_names = {"help_option_names": ["-h", "--help"]}
    app = typer.Typer(cls=Commands, add_completion=False, context_settings=help_names)

    # Options that several commands share.
    game = Annotated[
        str, typer.Argument(metavar="GAME", help=say(Text("The game: claim-it or claim.")))
    ]
    players = Annotated[
        int | None,
        typer.Option("--players", "-p", help=say(Text("How many players; 2 where not said."))),
    ]
    bots = Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            help=say(
                Text(
                    "Which bots play, separated by commas: {names}. The last one repeats.",
                    names=", ".join(names()),
                )
            ),
        ),
    ]
    option = Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="KEY=VALUE",
            help=say(
                Text("An option of the game, such as squatters-return=yes. May be given again.")
            ),
        ),
    ]
    scenario = Annotated[
        str | None,
        typer.Option("--scenario", help=say(Text("Claim: a ready-made deck, by its name."))),
    ]
    files = Annotated[
        list[Path], typer.Argument(metavar="FILE...", help=say(Text("Records of games.")))
    ]

    def version(wanted: bool) -> None:
        if wanted:
            print(f"claimant {__version__}")
            raise typer.Exit

    @app.callback(
        invoke_without_command=True,
        help=say(Text("Play and study Claim It! (dice) and Claim (tricks).")),
    )
    def claimant(
        context: typer.Context,
        _version: Annotated[
            bool,
            typer.Option(
                "--version",
                help=say(Text("Show the version.")),
                is_eager=True,
                callback=version,
            ),
        ] = False,
        _lang: Annotated[
            str | None,
            typer.Option(
                "--lang",
                help=say(
                    Text(
                        "The language: {languages}. It may also stand after the command.",
                        languages=", ".join(LANGUAGES),
                    )
                ),
            ),
        ] = None,
    ) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    @app.command(cls=Command, help=say(Text("Play against bots in the terminal.")))
    def play(
        game: Annotated[
            str | None,
            typer.Argument(
                metavar="GAME",
                help=say(Text("The game: claim-it or claim. Not needed with --resume.")),
            ),
        ] = None,
        players: players = None,
        bots: bots = USUAL,
        option: option = None,
        scenario: scenario = None,
        seat: Annotated[
            int, typer.Option("--seat", help=say(Text("Your seat; they are numbered from 0.")))
        ] = 0,
        name: Annotated[str, typer.Option("--name", help=say(Text("Your name.")))] = "",
        seed: Annotated[
            str | None,
            typer.Option(
                "--seed", help=say(Text("Any text; the same one gives the same luck again."))
            ),
        ] = None,
        word: Annotated[
            str, typer.Option("--word", help=say(Text("A word of your own for the luck.")))
        ] = "",
        save: Annotated[
            Path | None,
            typer.Option(
                "--save",
                metavar="FILE",
                help=say(Text("Keep the game in this file, up to date after every event.")),
            ),
        ] = None,
        resume: Annotated[
            Path | None,
            typer.Option(
                "--resume", metavar="FILE", help=say(Text("Go on with a game that was saved."))
            ),
        ] = None,
    ) -> int:
        from claimant.cli import play

        if resume is not None:
            return play.resume(resume, save, language)
        return play.start(
            play.Wish(
                game=game,
                players=players,
                bots=bots,
                options=options_of(option),
                scenario=scenario,
                seat=seat,
                name=name,
                seed=seed,
                word=word,
            ),
            save,
            language,
        )

    hosting(app, Command, say, language)

    @app.command(cls=Command, help=say(Text("Let bots play many games; keep the records.")))
    def simulate(
        game: game,
        players: players = None,
        games: Annotated[int, typer.Option("--games", "-n", help=say(Text("How many games.")))] = 1,
        seed: Annotated[
            int, typer.Option("--seed", "-s", help=say(Text("The same seed, the same games.")))
        ] = 0,
        option: option = None,
        scenario: scenario = None,
        bots: bots = "random",
        out: Annotated[
            Path | None,
            typer.Option("--out", metavar="DIR", help=say(Text("A folder for the records."))),
        ] = None,
    ) -> int:
        from claimant.cli import simulate

        return simulate.run(
            game, players, games, seed, options_of(option), scenario, bots, out, language
        )

    @app.command(cls=Command, help=say(Text("Let bots play each other: which is better?")))
    def arena(
        bots: Annotated[
            list[str],
            typer.Argument(
                metavar="BOT...",
                help=say(
                    Text("Two bots or more; hard@0.5 may think half a second about a decision.")
                ),
            ),
        ],
        game: Annotated[
            str | None,
            typer.Option("--game", "-g", help=say(Text("The game: claim-it or claim."))),
        ] = None,
        players: players = None,
        games: Annotated[
            int,
            typer.Option(
                "--games", "-n", help=say(Text("How many games; made up to whole matches."))
            ),
        ] = 100,
        seed: Annotated[
            int, typer.Option("--seed", "-s", help=say(Text("The same seed, the same games.")))
        ] = 0,
        option: option = None,
        scenario: scenario = None,
        workers: Annotated[
            int | None,
            typer.Option(
                "--workers", "-w", help=say(Text("How many processes; one a core where not said."))
            ),
        ] = None,
        cluster: Annotated[
            str | None,
            typer.Option(
                "--cluster",
                metavar="ADDRESS",
                help=say(Text("Play on a Dask cluster, such as tcp://10.0.0.1:8786.")),
            ),
        ] = None,
        save: Annotated[
            Path | None,
            typer.Option(
                "--save",
                metavar="FILE",
                help=say(Text("Keep each match in this file, and go on where it ends.")),
            ),
        ] = None,
        json: Annotated[
            Path | None,
            typer.Option("--json", metavar="FILE", help=say(Text("The results for programs."))),
        ] = None,
        plot: Annotated[
            list[Path] | None,
            typer.Option(
                "--plot",
                metavar="FILE",
                help=say(Text("The results as a picture, .png or .svg. May be given again.")),
            ),
        ] = None,
        records: Annotated[
            Path | None,
            typer.Option("--records", metavar="DIR", help=say(Text("A folder for the records."))),
        ] = None,
    ) -> int:
        from claimant.cli import arena, setup

        return arena.run(
            setup.set_up(game, players, options_of(option), scenario),
            bots,
            seed,
            arena.Wish(games, workers, cluster, save, json, plot or (), records),
            language,
        )

    @app.command(cls=Command, help=say(Text("Tell the course of games from their records.")))
    def replay(
        files: files,
        trace: Annotated[
            bool,
            typer.Option(
                "--trace", help=say(Text("Print every event as JSON, with what was possible."))
            ),
        ] = False,
        at: Annotated[
            int | None,
            typer.Option("--at", metavar="N", help=say(Text("Show the table after event N."))),
        ] = None,
    ) -> int:
        from claimant.cli import replay

        if trace and at is not None:
            raise Refused(Text("--trace and --at do not go together"), status=2)
        if trace:
            return replay.trace(files, language)
        return replay.tell(files, at, language)

    @app.command(cls=Command, help=say(Text("Check that the luck of a game was fair.")))
    def verify(files: files) -> int:
        from claimant.cli import verify

        return verify.run(files, language)

    @app.command(cls=Command, help=say(Text("Show the rules of a game.")))
    def rules(game: game) -> int:
        from claimant.cli import rules

        return rules.show(game, language)

    @app.command(
        cls=Command, help=say(Text("List Claim's cards and scenarios, or check a set-up."))
    )
    def deck(
        players: players = None,
        factions: Annotated[
            str | None,
            typer.Option(
                "--factions", help=say(Text("Factions to check as a deck, separated by spaces."))
            ),
        ] = None,
        scenario: scenario = None,
    ) -> int:
        from claimant.cli import deck

        return deck.run(players, factions, scenario, language)

    return app
