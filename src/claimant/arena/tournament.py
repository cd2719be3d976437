"""Plays a contest between bots until it is clear which is better.

contest = Contest.of(registry.game_class(name).create(), ["random", "hard"], seed=1)
with ResultsFile(Path("results.jsonl"), contest) as results:
    for matches in compete(contest, 100, results, processes(cores())):
        ...  # these matches are in the file now
print(standings(contest, results.matches.values()).entrants)
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path

from claimant.arena.executor import WorkerPool
from claimant.arena.matches import Contest, Match, play_match
from claimant.arena.results_file import ResultsFile


def compete(
    contest: Contest,
    matches: int,
    results: ResultsFile,
    workers: WorkerPool,
    records: Path | None = None,
) -> Generator[list[Match]]:
    """Play those of the first `matches` matches that the results lack, and yield them once they are
    on disk. Closing the generator stops the work. `records` is a folder for the records of the
    games."""
    missing = (number for number in range(1, matches + 1) if number not in results.matches)
    job = partial(play_match, contest, with_records=records is not None)
    with closing(workers.run(job, missing)) as played:
        for finished in played:
            if records is not None:
                for match in finished:
                    write_records(contest, match, records)
            results.add(finished)
            yield finished


def write_records(contest: Contest, match: Match, folder: Path) -> None:
    """Write the records of a match into a folder. `GAME-1-000023-2.claim` is the second game of
    match 23 with seed 1."""
    for n, text in enumerate(match.records, 1):
        name = f"{contest.game}-{contest.seed}-{match.number:06}-{n}.claim"
        (folder / name).write_bytes(text.encode())
