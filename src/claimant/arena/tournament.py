"""The arena: bots against each other until it is clear who is better.

contest = Contest.of(ClaimIt(2), ["random", "hard"], seed=1)
with Ledger(Path("results.jsonl"), contest) as ledger:
    for _ in compete(contest, 100, ledger, processes(cores())):
        ...  # some matches more are in the file
print(standings(contest, ledger.matches.values()).entrants)
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from functools import partial
from pathlib import Path

from claimant.arena.executor import Crew
from claimant.arena.matches import Contest, Match, play
from claimant.arena.results_file import Ledger


def compete(
    contest: Contest, matches: int, ledger: Ledger, crew: Crew, records: Path | None = None
) -> Generator[list[Match]]:
    """Play what the ledger lacks of these matches. Each list given is on disk; closing the
    iterator stops the work. With `records`, the games' records lie in that folder."""
    missing = (number for number in range(1, matches + 1) if number not in ledger.matches)
    job = partial(play, contest, keep=records is not None)
    with closing(crew.results(job, missing)) as results:
        for ended in results:
            if records is not None:
                for match in ended:
                    keep(contest, match, records)
            ledger.add(ended)
            yield ended


def keep(contest: Contest, match: Match, folder: Path) -> None:
    """Write the records of a match into a folder: `claim-1-000023-2.claim` is of seed 1 the
    second game of match 23."""
    for n, text in enumerate(match.records, 1):
        name = f"{contest.game}-{contest.seed}-{match.number:06}-{n}.claim"
        (folder / name).write_bytes(text.encode())
