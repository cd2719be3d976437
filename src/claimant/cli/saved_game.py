"""A game at this terminal, and its file.

The file is a record like any other, complete after every event and written before anything of the
event is shown, so that a kill at any moment loses nothing. What it must not hold while the game
runs, the secret that the luck comes from, lies in a file of its own beside it, `FILE.secret`, until
the game is over; then the record gets its seed and can be verified.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from claimant.bots import Bot, create, names
from claimant.cli.names import names_of
from claimant.cli.replay import load
from claimant.cli.screen import Refused, unwritable
from claimant.game import CHANCE
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.record import BadRecord, Record, dumps, replay

_BOT = "bot "


def bot_seat(name: str) -> str:
    """How a record names a bot at a seat."""
    return _BOT + name


class Sitting:
    """The state, its record, its luck and its bots."""

    def __init__(self, record: Record, secret: Secret, path: Path | None) -> None:
        self.record = record
        self.secret = secret
        self.path = path
        self.state = replay(record)
        self.names = names_of(record)
        self.bots: dict[int, Bot] = {}
        people = []
        for seat, name in enumerate(record.names):
            if name.startswith(_BOT):
                self.bots[seat] = create(name.removeprefix(_BOT), self._bot_seed(seat))
            else:
                people.append(seat)
        (self.seat,) = people

    def _bot_seed(self, seat: int) -> int:
        seed = f"{self.secret.seed} {seat} {len(self.record.events)}"
        return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def next_event(self) -> str | None:
        """What luck or a bot does next; None where it is the person's turn or the end."""
        actor = self.state.actor
        if actor == CHANCE:
            return self.secret.event(self.state, len(self.record.events) + 1)
        if actor is None or actor == self.seat:
            return None
        return self.bots[actor].choose(self.state.view(actor))

    def happen(self, event: str) -> None:
        """Let an event happen, and keep it; `Illegal` where it may not be."""
        self.state = self.state.play(event)
        headers = dict(self.record.headers)
        if self.state.actor is None:
            headers["seed"] = self.secret.seed
        self.record = Record(headers, (*self.record.events, event))
        self.save()

    def keep_in(self, path: Path) -> None:
        """Keep the game in this file from now on, which must be a new one."""
        if path.exists():
            raise Refused(
                Text(
                    "{file} is there already; go on with it by --resume, or name another", file=path
                )
            )
        before = self.path
        self.path = path
        try:
            self.save()
        except Refused:
            self.path = before  # the game stays where it was kept so far
            raise

    def save(self) -> None:
        if self.path is None:
            return
        secret = secret_file(self.path)
        try:
            if self.state.actor is None:
                _write(self.path, dumps(self.record))
                secret.unlink(missing_ok=True)
            else:
                if not secret.exists():
                    _write(secret, self.secret.seed + "\n", private=True)
                _write(self.path, dumps(self.record))
        except OSError as error:
            raise unwritable(self.path, error) from error


def secret_file(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def resumed(path: Path) -> Sitting:
    """The game in a file that `play --save` wrote."""
    record = load(path)
    try:
        state = replay(record)
    except BadRecord as error:
        raise Refused(
            Text("{file}: line {line}: {problem}", file=path, line=error.line, problem=error.text)
        ) from error
    bots = [name.removeprefix(_BOT) for name in record.names if name.startswith(_BOT)]
    if len(bots) != record.game.players - 1 or any(name not in names() for name in bots):
        raise Refused(Text("{file}: this is not a game of one person against bots", file=path))
    if state.actor is None and "seed" in record.headers:
        seed = record.headers["seed"]
    else:
        try:
            seed = secret_file(path).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise Refused(
                Text(
                    "{file}: the game cannot go on without its luck, in {secret}",
                    file=path,
                    secret=secret_file(path),
                )
            ) from error
    try:
        secret = Secret(bytes.fromhex(seed), record.words)
    except ValueError as error:
        raise Refused(Text("{file}: this is no secret", file=secret_file(path))) from error
    if secret.commitment != record.headers.get("commitment"):
        raise Refused(
            Text("{file}: the secret does not match the commitment", file=secret_file(path))
        )
    return Sitting(record, secret, path)


def _write(path: Path, text: str, *, private: bool = False) -> None:
    """All of a file or nothing of it: a new one takes the old one's place once it is on disk."""
    fresh = path.with_name(path.name + ".new")
    mode = 0o600 if private else 0o666
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
