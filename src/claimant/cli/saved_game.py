"""A game in the terminal, and the file it is saved to.

The file is an ordinary record, complete after every event and written before the event is shown,
so that a kill at any moment loses nothing. While the game is running the record must not contain
the secret that chance is drawn from. The secret is in a file of its own, `FILE.secret`, until the
game is over; then the record gets its seed and can be verified. Only their owner may read the
files: the record contains the cards that nobody has seen yet.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from claimant import bots
from claimant.bots.characters import level_of
from claimant.cli.errors import CommandError, cannot_write
from claimant.cli.names import player_labels, player_names
from claimant.cli.replay import bad_record, load
from claimant.game import CHANCE, State
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.record import HINT, BadRecord, Comment, Record, dumps, replay, steps


class SavedGame:
    """The state of a game with its record, its secret and its bots."""

    def __init__(self, record: Record, secret: Secret, path: Path | None = None) -> None:
        self.record = record
        self.secret = secret
        self.path = path
        self.state = record.game.start()
        self._draws = 0
        """The number of random events so far."""
        self.hinted = False
        """Whether the person's next decision comes after a hint, which the record says."""
        for step in steps(record):
            self._count(step.before, step.event)
            self.state = step.after
        self.names = player_names(record)
        self.labels = player_labels(record)
        """The names, with the levels of the bots."""
        self.bots: dict[int, bots.Bot] = {}
        people = []
        for seat, name in enumerate(record.names):
            level = level_of(name)
            if level is None:
                people.append(seat)
            else:
                self.bots[seat] = bots.create(level, self._bot_seed(seat))
        (self.seat,) = people

    def _bot_seed(self, seat: int) -> int:
        seed = f"{self.secret.seed} {seat} {len(self.record.events)}"
        return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def next_event(self) -> str | None:
        """The next event of chance or a bot; None if the person is to move or the game is over."""
        actor = self.state.actor
        if actor == CHANCE:
            number = self.secret.number(len(self.record.events), self._draws)
            return self.secret.event(self.state, number)
        if actor is None or actor == self.seat:
            return None
        return self.bots[actor].choose(self.state.view(actor))

    def play(self, event: str) -> None:
        """Apply an event and save it; raises `Illegal` if it is not possible."""
        before, self.state = self.state, self.state.play(event)
        self._count(before, event)
        headers = dict(self.record.headers)
        if self.state.actor is None:
            headers["seed"] = self.secret.seed
        events, comments = (*self.record.events, event), self.record.comments
        if event == "undo" and comments and comments[-1].after == len(self.record.events):
            self.hinted = True  # a decision that is taken back leaves its mark on the next
        if self.hinted and event != "undo" and before.actor == self.seat:
            comments = (*comments, Comment(len(events), HINT))
            self.hinted = False
        self.record = Record(headers, events, comments)
        self.save()

    def _count(self, before: State, event: str) -> None:
        self._draws += before.actor == CHANCE and event != "undo"

    def save_as(self, path: Path) -> None:
        """Save the game to this file from now on. The file must not exist yet."""
        if path.exists():
            raise CommandError(
                Text(
                    "{file} already exists; continue it with --resume, or choose another name",
                    file=path,
                )
            )
        before = self.path
        self.path = path
        try:
            self.save()
        except CommandError:
            self.path = before  # the game stays in the file it was in
            raise

    def save(self) -> None:
        """Write the file, if there is one."""
        if self.path is None:
            return
        secret = secret_file(self.path)
        try:
            if self.state.actor is None:
                _write(self.path, dumps(self.record))
                secret.unlink(missing_ok=True)
            else:
                if secret.exists():
                    secret.chmod(0o600)
                else:
                    _write(secret, self.secret.seed + "\n")
                _write(self.path, dumps(self.record))
        except OSError as error:
            raise cannot_write(self.path, error) from error


def secret_file(path: Path) -> Path:
    """Where the secret of a running game is."""
    return path.with_name(path.name + ".secret")


def load_game(path: Path) -> SavedGame:
    """The game in a file that `play --save` wrote."""
    record = load(path)
    try:
        state = replay(record)
    except BadRecord as error:
        raise bad_record(path, error) from error
    opponents = [level for level in map(level_of, record.names) if level is not None]
    if len(opponents) != record.game.players - 1 or not all(map(bots.is_known, opponents)):
        raise CommandError(Text("{file} is not a game of one person against bots", file=path))
    if state.actor is None and "seed" in record.headers:
        seed = record.headers["seed"]
    else:
        try:
            seed = secret_file(path).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(
                Text(
                    "{file}: the game cannot continue without its secret, {secret}",
                    file=path,
                    secret=secret_file(path),
                )
            ) from error
    try:
        secret = Secret.of(record, seed)
    except ValueError as error:
        raise CommandError(Text("{file} is not a secret", file=secret_file(path))) from error
    if secret.commitment != record.headers.get("commitment"):
        raise CommandError(
            Text("{file}: the secret does not match the commitment", file=secret_file(path))
        )
    return SavedGame(record, secret, path)


def _write(path: Path, text: str) -> None:
    """Write a whole file or nothing: a new file replaces the old one once it is on disk."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)  # of a game that was killed, perhaps readable by others
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)
