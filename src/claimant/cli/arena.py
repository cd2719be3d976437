"""`claimant arena`: lets bots play each other to find the stronger one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from claimant.arena import entrants
from claimant.arena.executor import WorkerPool, WorkersLost, cores, processes
from claimant.arena.fingerprint import fingerprint
from claimant.arena.matches import BotFailed, Contest
from claimant.arena.rates import Rate
from claimant.arena.results_file import ResultsFile
from claimant.arena.sequential import Interval, Verdict
from claimant.arena.standings import Standings, standings
from claimant.arena.tournament import compete
from claimant.cli.console import console
from claimant.cli.errors import (
    FAILED,
    INTERRUPTED,
    cannot_write,
    impossible,
    print_error,
    usage_error,
)
from claimant.game import Game, Illegal
from claimant.i18n import Text

PICTURES: Final = (".png", ".svg")


@dataclass(frozen=True)
class ArenaOptions:
    """Where a contest is played, and what is written about it."""

    games: int = 100
    until_clear: bool = False
    workers: int | None = None
    cluster: str | None = None
    save: Path | None = None
    json: Path | None = None
    plots: Sequence[Path] = ()
    records: Path | None = None


def run(game: Game, bots: Sequence[str], seed: int, options: ArenaOptions, language: str) -> int:
    """Play the contest and print the standings."""
    try:
        entrants.check(list(bots))
        _check(options)
        contest = Contest.of(game, list(bots), seed)
        verdict = Verdict(contest) if options.until_clear else None
        path = options.save or _default_file(contest)
        with _workers(options) as workers, ResultsFile(path, contest) as results:
            status = _compete(contest, options, workers, results, verdict, language)
    except Illegal as illegal:
        raise impossible(illegal) from illegal
    except OSError as error:
        if error.filename is None:  # the console: `main` reports that
            raise
        raise cannot_write(Path(error.filename), error) from error
    if options.save is None and (status == 0 or not results.matches):
        results.path.unlink(missing_ok=True)
    return status


def _check(options: ArenaOptions) -> None:
    """Report what is wrong before anyone plays."""
    if options.games < 1:
        raise usage_error(Text("--games must be at least 1"))
    if options.workers is not None and options.workers < 1:
        raise usage_error(Text("--workers must be at least 1"))
    if options.workers is not None and options.cluster is not None:
        raise usage_error(Text("--workers and --cluster exclude each other"))
    for plot in options.plots:
        if plot.suffix not in PICTURES:
            raise usage_error(Text("{file}: a plot must be a .png or .svg file", file=plot))
    if options.plots:
        try:
            import matplotlib  # noqa: F401  (only to check that it is installed)
        except ImportError as missing:
            raise usage_error(
                Text("--plot needs Matplotlib: pip install 'claimant[study]'")
            ) from missing
    if options.records is not None:
        options.records.mkdir(parents=True, exist_ok=True)
    for file in (options.json, *options.plots):
        if file is not None and not file.parent.is_dir():
            raise usage_error(Text("{folder}: no such folder", folder=file.parent))


def _workers(options: ArenaOptions) -> AbstractContextManager[WorkerPool]:
    if options.cluster is None:
        return nullcontext(processes(options.workers or cores()))
    try:
        from claimant.arena.cluster import cluster
    except ImportError as missing:
        raise usage_error(
            Text("--cluster needs Dask: pip install 'claimant[cluster]'")
        ) from missing
    return cluster(options.cluster)


def _default_file(contest: Contest) -> Path:
    """The file of an unfinished contest for which none was named: the same command finds it
    again."""
    name = hashlib.sha256(f"{fingerprint()} {contest}".encode()).hexdigest()[:12]
    return Path(f"arena-{name}.jsonl")


def _compete(
    contest: Contest,
    options: ArenaOptions,
    workers: WorkerPool,
    results: ResultsFile,
    verdict: Verdict | None,
    language: str,
) -> int:
    screen = console()
    matches = contest.matches(options.games)
    why: Text | None = None
    status = 0
    try:
        if verdict is None or not verdict.is_clear(results.matches):
            _play(contest, matches, options, workers, results, verdict, screen, language)
        if verdict is not None:
            matches = verdict.matches
    except KeyboardInterrupt:
        why, status = Text("interrupted"), INTERRUPTED
        results.read()
    except WorkersLost as lost:
        why, status = lost.text, FAILED
    except BotFailed as failed:
        why, status = failed.text, FAILED
    done = [match for number, match in results.matches.items() if number <= matches]
    if done:
        result = standings(contest, done, None if verdict is None else verdict.interval)
        if why is None:
            _write_results(result, options, language)
        for note in (*_tables(result, language), *_sentences(result)):
            screen.print(note.say(language) if isinstance(note, Text) else note)
    if why is not None:
        print_error(
            Text(
                "{why}; {n} of {all} matches are in {file}: repeat the command to continue",
                why=why,
                n=len(done),
                all=matches,
                file=results.path,
            )
            if done
            else why,
            language,
        )
    return status


def _play(
    contest: Contest,
    matches: int,
    options: ArenaOptions,
    workers: WorkerPool,
    results: ResultsFile,
    verdict: Verdict | None,
    screen: Console,
    language: str,
) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with (
        Progress(
            *columns,
            console=screen,
            disable=not screen.is_terminal,
            transient=True,
            speed_estimate_period=600,  # a single match of slow bots may take minutes
        ) as progress,
        closing(compete(contest, matches, results, workers, options.records)) as played,
    ):
        finished = sum(number <= matches for number in results.matches)
        task = progress.add_task(Text("matches").say(language), total=matches, completed=finished)
        for some in played:
            progress.advance(task, len(some))
            if verdict is not None and verdict.is_clear(results.matches):
                break


def _tables(result: Standings, language: str) -> list[Table]:
    table = Table(box=None, pad_edge=False)
    table.add_column(Text("bot").say(language), overflow="fold")
    for heading in (
        Text("games"),
        Text("wins %"),
        Text("95% interval"),
        Text("rating"),
        Text("mean ms"),
        Text("max ms"),
    ):
        table.add_column(heading.say(language), justify="right", no_wrap=True)
    for one in result.entrants:
        thinking = one.thinking
        table.add_row(
            one.entrant,
            str(one.games),
            *_cells(one.rate),
            f"{one.mu:.1f} ± {one.sigma:.1f}",
            f"{1000 * thinking.mean:.1f}",
            f"{1000 * thinking.longest:.0f}",
        )
    if len(result.meetings) == 1:
        return [table]
    meetings = Table(box=None, pad_edge=False)
    meetings.add_column(Text("who played whom").say(language), overflow="fold")
    for heading in (Text("matches"), Text("wins %"), Text("95% interval")):
        meetings.add_column(heading.say(language), justify="right", no_wrap=True)
    for meeting in result.meetings:
        shown = {name: f"{n} {name}" if n > 1 else name for name, n in meeting.sides.items()}
        for name, rate in meeting.rates.items():
            others = ", ".join(other for one, other in shown.items() if one != name)
            row = (f"{shown[name]} : {others}", str(meeting.matches), *_cells(rate))
            meetings.add_row(*row)
            if len(result.contest.teams) == 2:  # the opponent's figures follow from these
                break
    return [table, meetings]


def _cells(rate: Rate) -> tuple[str, str]:
    low, mean, high = (100 * x for x in (rate.low, rate.mean, rate.high))
    return f"{mean:.1f}", f"{low:.1f} .. {high:.1f}"


def _sentences(result: Standings) -> list[Text]:
    sentences = [
        Text(
            "Games: {games}, in matches with the same luck: {matches}. Decided by: {reasons}.",
            games=result.games,
            matches=result.matches,
            reasons=", ".join(f"{reason} {n}" for reason, n in result.reasons.items()),
        )
    ]
    if result.interval is not None:
        sentences.append(
            Text("After {n} matches it is clear which one is better.", n=result.matches)
            if Interval(*result.interval).is_clear
            else Text("After {n} matches it is not clear which one is better.", n=result.matches)
        )
    if len(result.contest.teams) > 2:
        sentences.append(
            Text(
                "Wins are counted per seat: equally strong bots would have {par}%.",
                par=f"{100 * result.par:.1f}",
            )
        )
    return sentences


def _write_results(result: Standings, options: ArenaOptions, language: str) -> None:
    if options.json is not None:
        options.json.write_text(json.dumps(result.as_data(), indent=2) + "\n")
    if options.plots:
        from claimant.arena.plot import plot

        for path in options.plots:
            plot(result, path, language)
