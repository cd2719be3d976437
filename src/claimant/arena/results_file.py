"""The results file: one line for the contest, then one for each finished match.

A line is on disk before it counts, so that neither Ctrl-C nor a kill loses a match. An incomplete
last line is ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from claimant.arena.entrants import versions
from claimant.arena.fingerprint import fingerprint
from claimant.arena.matches import Contest, Match
from claimant.game import Illegal
from claimant.i18n import Text

FORMAT: Final = 1


class ResultsFile:
    """The file of a contest, and the matches in it by number."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """Open or create the file; `Illegal` if it belongs to another contest, `OSError` if it
        cannot be used."""
        self.path: Final = path
        self.matches: Final[dict[int, Match]] = {}
        started: dict[str, Any] = {"claimant": fingerprint(), "contest": asdict(contest)}
        if files := versions(contest.entrants):
            started["files"] = files
        heading = _line({"arena": FORMAT} | started)
        self._file: IO[bytes] = path.open("a+b")
        try:
            self._file.seek(0)
            start = self._file.read(len(heading))
            if not heading.startswith(start):
                raise Illegal(
                    "results", Text("{file} contains the results of something else", file=path)
                )
            self._file.truncate(self.read())
            if start != heading:
                self._write(heading)
        except BaseException:
            self._file.close()
            raise

    def read(self) -> int:
        """Read the matches on disk again, after an interruption that may have come between writing
        some and counting them; returns the length of all complete lines."""
        self._file.seek(0)
        text = self._file.read()
        complete = text[: text.rfind(b"\n") + 1]
        for number, line in enumerate(complete.splitlines()[1:], 2):
            match = _match(self.path, number, line)
            self.matches[match.number] = match
        return len(complete)

    def add(self, matches: Iterable[Match]) -> None:
        """Store matches; they are on disk when this returns."""
        entries = {match.number: match.as_data() for match in matches}
        self._write(b"".join(map(_line, entries.values())))
        self.matches.update((n, Match.from_data(entry)) for n, entry in entries.items())

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _match(path: Path, number: int, line: bytes) -> Match:
    try:
        return Match.from_data(json.loads(line))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = Text("{file}: line {line} is not a match", file=path, line=number)
        raise Illegal("results", problem) from error
