"""`claimant arena`: bots against each other, and who is better."""

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
from claimant.arena.executor import Crew, Lost, cores, processes
from claimant.arena.fingerprint import edition
from claimant.arena.matches import Contest, Failed
from claimant.arena.rates import Rate
from claimant.arena.results_file import Ledger
from claimant.arena.standings import Standings, standings
from claimant.arena.tournament import compete
from claimant.cli.screen import Refused, complain, console, misused, unwritable
from claimant.game import Game, Illegal
from claimant.i18n import Text

INTERRUPTED: Final = 130
PICTURES: Final = (".png", ".svg")


@dataclass(frozen=True)
class Wish:
    """How a contest is to be played, and what is to be kept of it."""

    games: int = 100
    workers: int | None = None
    cluster: str | None = None
    save: Path | None = None
    json: Path | None = None
    plots: Sequence[Path] = ()
    records: Path | None = None


def run(game: Game, bots: list[str], seed: int, wish: Wish, language: str) -> int:
    try:
        entrants.check(bots)
        _check(wish)
        contest = Contest.of(game, bots, seed)
        with _crew(wish) as crew, Ledger(wish.save or _beside(contest), contest) as ledger:
            status = _compete(contest, wish, crew, ledger, language)
    except Illegal as illegal:
        raise misused(illegal) from illegal
    except OSError as error:
        if error.filename is None:  # the screen: `main` has the words for it
            raise
        raise unwritable(Path(error.filename), error) from error
    if wish.save is None and (status == 0 or not ledger.matches):
        ledger.path.unlink(missing_ok=True)
    return status


def _check(wish: Wish) -> None:
    """What can be known to be wrong before anyone plays."""
    if wish.games < 1:
        raise Refused(Text("--games is a number from 1"), status=2)
    if wish.workers is not None and wish.workers < 1:
        raise Refused(Text("--workers is a number from 1"), status=2)
    if wish.workers is not None and wish.cluster is not None:
        raise Refused(Text("give either --workers or --cluster"), status=2)
    for plot in wish.plots:
        if plot.suffix not in PICTURES:
            raise Refused(Text("{file}: a plot is a .png or an .svg file", file=plot), status=2)
    if wish.plots:
        try:
            import matplotlib  # noqa: F401  (only to see whether it is there)
        except ImportError as missing:
            raise Refused(
                Text("--plot needs Matplotlib: pip install 'claimant[study]'"), status=2
            ) from missing
    if wish.records is not None:
        wish.records.mkdir(parents=True, exist_ok=True)
    for file in (wish.json, *wish.plots):
        if file is not None and not file.parent.is_dir():
            raise Refused(Text("{folder}: there is no such folder", folder=file.parent), status=2)


def _crew(wish: Wish) -> AbstractContextManager[Crew]:
    if wish.cluster is None:
        return nullcontext(processes(wish.workers or cores()))
    try:
        from claimant.arena.cluster import cluster
    except ImportError as missing:
        raise Refused(
            Text("--cluster needs Dask: pip install 'claimant[cluster]'"), status=2
        ) from missing
    return cluster(wish.cluster)


def _beside(contest: Contest) -> Path:
    """Where an unfinished contest is kept that nobody named a file for: the same command finds
    it again."""
    name = hashlib.sha256(f"{edition()} {contest}".encode()).hexdigest()[:12]
    return Path(f"arena-{name}.jsonl")


def _compete(contest: Contest, wish: Wish, crew: Crew, ledger: Ledger, language: str) -> int:
    screen = console()
    matches = contest.matches(wish.games)
    why: Text | None = None
    status = 0
    try:
        _play(contest, matches, wish, crew, ledger, screen, language)
    except KeyboardInterrupt:
        why, status = Text("interrupted"), INTERRUPTED
    except Lost as lost:
        why, status = lost.text, 1
    except Failed as failed:
        why, status = failed.text, 1
    done = [match for number, match in ledger.matches.items() if number <= matches]
    if done:
        result = standings(contest, done)
        if why is None:
            _keep(result, wish, language)
        for note in (*_tables(result, language), *_sentences(result)):
            screen.print(note.say(language) if isinstance(note, Text) else note)
    if why is not None:
        complain(
            Text(
                "{why}; {n} of {all} matches are in {file}, the same command goes on",
                why=why,
                n=len(done),
                all=matches,
                file=ledger.path,
            )
            if done
            else why,
            language,
        )
    return status


def _play(
    contest: Contest,
    matches: int,
    wish: Wish,
    crew: Crew,
    ledger: Ledger,
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
        closing(compete(contest, matches, ledger, crew, wish.records)) as played,
    ):
        finished = sum(number <= matches for number in ledger.matches)
        task = progress.add_task(Text("matches").say(language), total=matches, completed=finished)
        for some in played:
            progress.advance(task, len(some))


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
    meetings.add_column(Text("who met").say(language), overflow="fold")
    for heading in (Text("matches"), Text("wins %"), Text("95% interval")):
        meetings.add_column(heading.say(language), justify="right", no_wrap=True)
    for meeting in result.meetings:
        shown = {name: f"{n} {name}" if n > 1 else name for name, n in meeting.sides.items()}
        for name, rate in meeting.rates.items():
            others = ", ".join(other for one, other in shown.items() if one != name)
            row = (f"{shown[name]} : {others}", str(meeting.matches), *_cells(rate))
            meetings.add_row(*row)
            if result.contest.sides == 2:  # the other's figures would say nothing new
                break
    return [table, meetings]


def _cells(rate: Rate) -> tuple[str, str]:
    low, mean, high = (100 * x for x in (rate.low, rate.mean, rate.high))
    return f"{mean:.1f}", f"{low:.1f} .. {high:.1f}"


def _sentences(result: Standings) -> list[Text]:
    sentences = [
        Text(
            "Games: {games}, in matches of the same luck: {matches}. Decided by: {reasons}.",
            games=result.games,
            matches=result.matches,
            reasons=", ".join(f"{reason} {n}" for reason, n in result.reasons.items()),
        )
    ]
    if result.contest.sides > 2:
        sentences.append(
            Text(
                "Wins are counted per seat: equally strong bots would have {par}%.",
                par=f"{100 * result.par:.1f}",
            )
        )
    return sentences


def _keep(result: Standings, wish: Wish, language: str) -> None:
    if wish.json is not None:
        wish.json.write_text(json.dumps(result.as_data(), indent=2) + "\n")
    if wish.plots:
        from claimant.arena.plot import plot

        for path in wish.plots:
            plot(result, path, language)
