"""Random events that players can verify. `docs/luck.md` explains the scheme from scratch.

Before a game, 32 secret bytes are drawn and their SHA-256 hash, the commitment, is published. All
random events follow from the secret, the players' words and the number of the event alone. Once
the game is over, the secret is published too, and anyone can check every roll and deal.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from claimant.game import CHANCE, Illegal, Luck, State
from claimant.i18n import Text
from claimant.record import BadRecord, Record, steps

LONGEST_WORD: Final = 40
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")


class Draws:
    """Unbiased numbers from a stream of 32-bit numbers: a `Luck`."""

    __slots__ = ("_numbers",)

    def __init__(self, secret: bytes, n: int, words: str) -> None:
        self._numbers = _numbers(secret, n, words)

    def below(self, n: int) -> int:
        """Return the top bits of the first number in the stream for which they are below n."""
        bits = (n - 1).bit_length()
        if bits == 0:
            return 0
        while True:
            number = next(self._numbers) >> (32 - bits)
            if number < n:
                return number


def _numbers(secret: bytes, n: int, words: str) -> Iterator[int]:
    block = 0
    while True:
        mac = _keyed(secret).copy()
        mac.update(f"{n}.{block}\n{words}".encode())
        digest = mac.digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


@lru_cache(1024)
def _keyed(secret: bytes) -> hmac.HMAC:
    """An HMAC with the secret as its key, to be copied for each message: on a busy server that is
    ten times as fast as creating a new one. The entries never become invalid; 1,024 bound them."""
    return hmac.new(secret, digestmod="sha256")


class Secret:
    """The 32 bytes from which the random events of a game follow, with the players' words."""

    __slots__ = ("secret", "words")

    def __init__(self, secret: bytes, words: Sequence[str] = ()) -> None:
        if len(secret) != 32:
            raise ValueError("a secret has 32 bytes")
        self.secret: Final = secret
        self.words: Final = tuple(words)
        """By seat; empty for a seat without a word."""

    @classmethod
    def new(cls, words: Sequence[str] = ()) -> Secret:
        """Draw a secret that nobody can guess."""
        return cls(secrets.token_bytes(32), words)

    @classmethod
    def from_seed(cls, seed: int, index: int = 0) -> Secret:
        """Return the reproducible secret of a simulated game, which anyone can guess."""
        name = f"claimant simulation {seed} game {index}"
        return cls(hashlib.sha256(name.encode()).digest())

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before the first event."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def seed(self) -> str:
        """The secret itself, published once the game is over."""
        return self.secret.hex()

    @property
    def headers(self) -> dict[str, str]:
        """The headers that a record has while the game is running."""
        words = {f"word {seat}": word for seat, word in enumerate(self.words) if word}
        return {"commitment": self.commitment, **words}

    def luck(self, n: int, players: int) -> Luck:
        """Return the random numbers for event number n of the record, counted from 1."""
        words = (*self.words, *[""] * players)[:players]
        return Draws(self.secret, n, "\n".join(words))

    def event(self, state: State, n: int) -> str:
        """Return the random event in a state, which becomes event number n of the record."""
        return state.write(state.draw(self.luck(n, state.game.players)))


class Seeded(Draws):
    """Random numbers that depend on a seed alone, for simulations and tests."""

    __slots__ = ()

    def __init__(self, seed: int) -> None:
        # Events are numbered from 1, so number 0 never coincides with the draws of a real game.
        super().__init__(hashlib.sha256(f"claimant luck {seed}".encode()).digest(), 0, "")


def word(text: str) -> str:
    """Return a player's word in its canonical form; raises `Illegal` if it is not acceptable."""
    normal = unicodedata.normalize("NFC", text)
    if _CONTROL.search(normal):
        raise Illegal("word", Text("a word for the luck is one line of printable characters"))
    if len(normal) > LONGEST_WORD:
        raise Illegal(
            "word", Text("a word for the luck has at most {n} characters", n=LONGEST_WORD)
        )
    return normal


def verify(record: Record) -> int:
    """Check every random event of a record against its seed and return their number; raises
    `BadRecord` for the first line that is wrong."""
    players = record.game.players
    headers = record.headers
    if "commitment" not in headers:
        raise BadRecord(
            record.header_line("commitment"),
            Text("there is no commitment: this game's luck was not fixed before it began"),
        )
    if "seed" not in headers:
        raise BadRecord(
            record.header_line("seed"),
            Text("there is no seed: it is shown once the game is over"),
        )
    secret = Secret(bytes.fromhex(headers["seed"]), record.words)
    if secret.commitment != headers["commitment"].lower():
        raise BadRecord(record.header_line("seed"), Text("the seed does not match the commitment"))
    for seat in range(players):
        _check_word(record, seat)
    decided = 0
    for n, before, event, _ in steps(record):
        if before.actor == CHANCE and event != "undo":
            due = secret.event(before, n)
            if event != due:
                raise BadRecord(
                    record.line(n),
                    Text("luck decided “{due}”, but here is “{event}”", due=due, event=event),
                )
            decided += 1
    return decided


def _check_word(record: Record, seat: int) -> None:
    line = record.header_line(f"word {seat}")
    try:
        if word(record.words[seat]) != record.words[seat]:
            raise BadRecord(line, Text("a word for the luck has to be normalised (Unicode NFC)"))
    except Illegal as refusal:
        raise BadRecord(line, refusal.text) from refusal
