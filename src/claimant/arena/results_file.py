"""The results file: a line for the contest, then one for each match that is finished.

Lines are appended and on disk before they count, so that neither Ctrl-C nor a kill loses a match.
A last line that was cut off is no line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from claimant.arena.fingerprint import edition
from claimant.arena.matches import Contest, Match
from claimant.game import Illegal
from claimant.i18n import Text

FORMAT: Final = 1


class Ledger:
    """The file of a contest and the matches in it by their numbers."""

    def __init__(self, path: Path, contest: Contest) -> None:
        """`Illegal` where the file is of something else; `OSError` where it cannot be used."""
        self.path: Final = path
        self.matches: Final[dict[int, Match]] = {}
        heading = _line({"arena": FORMAT, "claimant": edition(), "contest": asdict(contest)})
        self._file: IO[bytes] = path.open("a+b")
        try:
            self._file.seek(0)
            text = self._file.read()
            whole = text[: text.rfind(b"\n") + 1]
            if text and not heading.startswith(text[: len(heading)]):
                raise Illegal(
                    "ledger", Text("{file} holds the results of something else", file=path)
                )
            for line, entry in enumerate(whole.splitlines()[1:], 2):
                match = _match(path, line, entry)
                self.matches[match.number] = match
            if len(whole) < len(text):
                self._file.truncate(len(whole))
            if not whole:
                self._write(heading)
        except BaseException:
            self._file.close()
            raise

    def add(self, matches: Iterable[Match]) -> None:
        """Keep these; once this is done, they are safe."""
        entries = {match.number: match.as_data() for match in matches}
        self._write(b"".join(map(_line, entries.values())))
        self.matches.update((n, Match.from_data(entry)) for n, entry in entries.items())

    def _write(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()
        os.fsync(self._file.fileno())

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _match(path: Path, line: int, entry: bytes) -> Match:
    try:
        return Match.from_data(json.loads(entry))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        problem = Text("{file}: line {line} is no match", file=path, line=line)
        raise Illegal("ledger", problem) from error
