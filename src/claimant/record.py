"""Games as text, to store, send, replay and verify. `docs/record.md` describes the format.

`loads` validates the headers of a record; `replay` checks its events against the rules.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

from claimant.game import CHANCE, HIDDEN, Game, Illegal, State
from claimant.i18n import Text
from claimant.registry import game_of

FIRST_LINE: Final = "claimant record 1"
MAX_FILE_BYTES: Final = 4 << 20
"""In bytes. The limits are far above any real game and keep a hostile file from filling memory."""
MAX_LINE_LENGTH: Final = 4096
MAX_EVENTS: Final = 100_000

CALLED_OFF: Final = "called-off"
"""The header of a game that a server has called off: it has no result."""
HINT: Final = "# hint"
"""The comment after a decision that was made after a hint."""
_REQUIRED: Final = ("game", "rules", "players")
_HEADER: Final = re.compile(r"([^\s:#](?:[^:]*[^\s:])?):(?: (.*))?")
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,3}")
_OF_A_SEAT: Final = re.compile(r"(?:seat|word) (.*)")
_OF_A_CONTRIBUTION: Final = re.compile(r"(commit|contribution) (.*)")
_SECRET: Final = re.compile(r"[0-9a-fA-F]{64}")
COMMIT: Final = re.compile(r"[0-9a-f]{64}")
CONTRIBUTION: Final = re.compile(r"[0-9a-f]{32}")
MISSING: Final = "missing"
"""The contribution of a player who did not reveal one in time."""
# Characters that break lines, deceive a terminal or hide at the start of a file.
_UNPRINTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


class BadRecord(ValueError):  # noqa: N818  (like `Illegal`)
    """Raised for a record that is malformed or breaks a rule; has the line and the reason."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(line, text)
        self.line: Final = line
        self.text: Final = text

    def say(self, language: str = "en") -> str:
        """The line and the reason as one sentence in a language."""
        return Text("line {line}: {problem}", line=self.line, problem=self.text).say(language)

    def __str__(self) -> str:
        return self.say()


class Comment(NamedTuple):
    """A line that starts with `#` among the events."""

    after: int
    """The number of events before it."""
    line: str


class Step(NamedTuple):
    """One event of a replay."""

    n: int
    """The number of the event, from 1."""
    before: State
    event: str
    after: State


@dataclass(frozen=True)
class Record:
    """A game: its headers in order, including unknown ones, and its events."""

    headers: dict[str, str]
    events: Sequence[str] = ()
    comments: Sequence[Comment] = ()

    @classmethod
    def of(
        cls, game: Game, names: Sequence[str] = (), headers: Mapping[str, str] | None = None
    ) -> Record:
        """Create the record of a game that is about to begin, with additional `headers`."""
        return cls(
            {"game": game.name, "rules": str(game.rules), "players": str(game.players)}
            | {f"seat {seat}": name for seat, name in enumerate(names)}
            | game.options
            | dict(headers or {})
        )

    def __post_init__(self) -> None:
        # Copies make the record an immutable value, whatever happens to the arguments later.
        object.__setattr__(self, "headers", dict(self.headers))
        object.__setattr__(self, "events", tuple(self.events))
        object.__setattr__(self, "comments", tuple(self.comments))

    @cached_property
    def game(self) -> Game:
        """The set-up that the headers describe; raises `BadRecord` if they are invalid."""
        for key in _REQUIRED:
            if key not in self.headers:
                raise self._bad(key, Text("the header “{key}” is missing", key=key))
        rules, players = (self._number(key) for key in ("rules", "players"))
        try:
            game = game_of(self.headers["game"], rules, players, self.headers)
        except Illegal as refusal:
            raise self._bad(refusal.code, refusal.text) from refusal
        for key, value in self.headers.items():
            of_a_seat = _OF_A_SEAT.fullmatch(key) or self._contribution(key, value)
            if of_a_seat and _seat(of_a_seat[of_a_seat.re.groups]) not in range(players):
                raise self._bad(
                    key,
                    Text(
                        "“{key}” is not a seat of this game: seats are numbered 0 to {last}",
                        key=key[:40],
                        last=players - 1,
                    ),
                )
            if key == CALLED_OFF and value != "yes":
                raise self._bad(key, Text("“{key}” can only be “yes”", key=key))
            if key in ("commitment", "seed") and not _SECRET.fullmatch(value):
                raise self._bad(key, Text("“{key}” has to be 64 hexadecimal digits", key=key))
        return game

    def _contribution(self, key: str, value: str) -> re.Match[str] | None:
        """Check a seat's header of the second luck protocol. Without `luck: 2` it is an unknown
        header, as in earlier versions."""
        found = _OF_A_CONTRIBUTION.fullmatch(key) if self.headers.get("luck") == "2" else None
        if found and found[1] == "commit" and not COMMIT.fullmatch(value):
            raise self._bad(key, Text("“{key}” has to be 64 hexadecimal digits", key=key[:40]))
        if (
            found
            and found[1] == "contribution"
            and not (value == MISSING or CONTRIBUTION.fullmatch(value))
        ):
            problem = Text("“{key}” has to be 32 hexadecimal digits or “missing”", key=key[:40])
            raise self._bad(key, problem)
        return found

    @property
    def called_off(self) -> bool:
        """Whether the game was called off: nobody has won, and nothing is hidden any more."""
        return CALLED_OFF in self.headers

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat; empty if the record has none."""
        return tuple(self.headers.get(f"seat {s}", "") for s in range(self.game.players))

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the players contributed to the luck, by seat; empty if there is none."""
        return tuple(self.headers.get(f"word {s}", "") for s in range(self.game.players))

    def line(self, n: int) -> int:
        """The line number, from 1, of event number n."""
        comments = bisect_left(self.comments, n, key=lambda comment: comment.after)
        return 2 + len(self.headers) + n + comments

    def header_line(self, key: str) -> int:
        """The line number of a header, or of the empty line after the headers if it is missing."""
        return next((n for n, k in enumerate(self.headers, 2) if k == key), 2 + len(self.headers))

    def _bad(self, key: str, text: Text) -> BadRecord:
        return BadRecord(self.header_line(key), text)

    def _number(self, key: str) -> int:
        value = self.headers[key]
        if not _NUMBER.fullmatch(value):
            problem = Text("“{key}” is a number, not “{value}”", key=key, value=value[:40])
            raise self._bad(key, problem)
        return int(value)


def loads(source: str | bytes) -> Record:
    """Parse a record; raises `BadRecord` if the text is not one."""
    headers: dict[str, str] = {}
    events: list[str] = []
    comments: list[Comment] = []
    lines = _lines(source)
    first = next(lines, "")
    if first != FIRST_LINE:
        raise BadRecord(1, Text("a record begins with the line “{first}”", first=FIRST_LINE))
    for line in lines:
        if not line:
            break
        number = 2 + len(headers)
        key, value = _header(number, line)
        if key in headers:
            raise BadRecord(number, Text("the header “{key}” appears twice", key=key[:40]))
        headers[key] = value
    else:
        raise BadRecord(2 + len(headers), Text("an empty line has to follow the headers"))
    game = Record(headers).game  # raises BadRecord if the headers are invalid
    for number, line in enumerate(lines, 3 + len(headers)):
        if line.startswith("#"):
            comments.append(Comment(len(events), line))
        elif not line:
            raise BadRecord(number, Text("there must be no empty line among the events"))
        elif len(events) == MAX_EVENTS:
            raise BadRecord(number, Text("a record has at most {n} events", n=MAX_EVENTS))
        else:
            events.append(line)
    record = Record(headers, events, comments)
    vars(record)["game"] = game  # fills the cached property, to save computing it again
    return record


def load(path: str | PathLike[str]) -> Record:
    """Read a record from a file."""
    with Path(path).open("rb") as file:
        return loads(file.read(MAX_FILE_BYTES + 1))


def dumps(record: Record) -> str:
    """Return the record as text, from which `loads` restores it exactly."""
    lines = [FIRST_LINE]
    lines += [f"{key}: {value}" if value else f"{key}:" for key, value in record.headers.items()]
    lines.append("")
    comments = iter((*record.comments, Comment(len(record.events) + 1, "")))
    comment = next(comments)
    for n, event in enumerate((*record.events, None)):
        while comment.after <= n and comment.line:
            lines.append(comment.line)
            comment = next(comments)
        if event is not None:
            lines.append(event)
    text = "\n".join(lines) + "\n"
    if loads(text) != record:
        raise ValueError("a header, an event or a comment of this record is not one line")
    return text


def dump(record: Record, path: str | PathLike[str]) -> None:
    """Write a record to a file."""
    Path(path).write_bytes(dumps(record).encode())


def steps(record: Record) -> Iterator[Step]:
    """Replay a game event by event; raises `BadRecord` at the first illegal one."""
    state = record.game.start()
    for n, event in enumerate(record.events, 1):
        try:
            after = state.play(event)
        except Illegal as refusal:
            text = refusal.text
            if HIDDEN in event.split(" "):
                text = Text("a card is hidden here: a redacted record cannot be replayed")
            raise BadRecord(record.line(n), text) from refusal
        yield Step(n, state, event, after)
        state = after


def replay(record: Record) -> State:
    """Return the state after the last event."""
    state = record.game.start()
    for step in steps(record):
        state = step.after
    return state


def redact(record: Record, seat: int | None) -> Record:
    """Return the record as a seat, or a spectator (None), may read it: `?` for everything hidden
    from it, without the seed, and without comments other than those about hints, which might give
    secrets away. Once the game is over or was called off, nothing is hidden."""
    seat = record.game.check_seat(seat)
    history = list(steps(record))
    end = history[-1].after if history else record.game.start()
    if end.actor is None or record.called_off:
        return record
    now = end.view(seat)
    events = [step.before.redact(step.event, seat, now) for step in history]
    headers = {k: v for k, v in record.headers.items() if k != "seed"}
    return Record(headers, events, [c for c in record.comments if c.line == HINT])


def trace(record: Record) -> list[dict[str, Any]]:
    """Return the replay as data: the actor and legal decisions at each event, then the result."""
    lines: list[dict[str, Any]] = []
    state = record.game.start()
    for n, before, event, after in steps(record):
        lines.append({"n": n, **_now(before), "event": event})
        state = after
    outcome = state.outcome
    lines.append(_now(state) if outcome is None else {"result": outcome.result()})
    return lines


def _now(state: State) -> dict[str, Any]:
    if state.actor == CHANCE:
        return {"actor": "chance", "legal": None}
    return {"actor": state.actor, "legal": state.choices()}


def _seat(text: str) -> int:
    return int(text) if _NUMBER.fullmatch(text) else -1


def _header(number: int, line: str) -> tuple[str, str]:
    header = _HEADER.fullmatch(line)
    if header is None:
        raise BadRecord(number, Text("a header is written “key: value”"))
    return header[1], header[2] or ""


def _lines(source: str | bytes) -> Iterator[str]:
    """Yield the lines of a text, each checked for characters and lengths that are not allowed."""
    # A lone surrogate in a str becomes bytes that are rejected just as they would be in a file.
    data = source.encode(errors="surrogatepass") if isinstance(source, str) else source
    if len(data) > MAX_FILE_BYTES:
        number = data.count(b"\n", 0, MAX_FILE_BYTES) + 1
        raise BadRecord(number, Text("a record has at most {n} MiB", n=MAX_FILE_BYTES >> 20))
    raw_lines = data.split(b"\n")
    if not raw_lines[-1]:
        raw_lines.pop()
    for number, raw in enumerate(raw_lines, 1):
        try:
            line = raw.decode()
        except UnicodeDecodeError as error:
            raise BadRecord(number, Text("this is not text in UTF-8")) from error
        if len(line) > MAX_LINE_LENGTH:
            raise BadRecord(number, Text("a line has at most {n} characters", n=MAX_LINE_LENGTH))
        found = _UNPRINTABLE.search(line)
        if found:
            raise BadRecord(number, _unprintable(found[0]))
        yield line


def _unprintable(character: str) -> Text:
    if character == "\r":
        return Text("lines end with a line feed alone, without a carriage return")
    if character == "\ufeff":
        return Text("there is a byte order mark: save the file without it")
    code = f"U+{ord(character):04X}"
    return Text("there is a character that cannot be printed ({code})", code=code)
