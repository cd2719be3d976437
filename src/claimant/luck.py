"""Random events that players can verify. `docs/luck.md` explains the scheme from scratch.

Before a game, 32 secret bytes are drawn and their SHA-256 hash, the commitment, is published. All
random events follow from the secret, what the players contributed and the number of the draw alone.
Once the game is over, the secret is published too, and anyone can check every roll and deal.

In protocol 2 players contribute random bits by commit and reveal, and draws are numbered as draws.
In protocol 1 they contribute words in the clear, and a draw has the number of its event: `undo`
changes later draws. Records of protocol 1, and simulations, keep it forever.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from claimant.game import CHANCE, Illegal, Luck, State
from claimant.i18n import Text
from claimant.record import CONTRIBUTION, MISSING, BadRecord, Record, steps

if TYPE_CHECKING:
    import numpy as np

PROTOCOL: Final = 2
"""The protocol of new games."""
MAX_WORD_LENGTH: Final = 40
MAX_WORD_BYTES: Final = 12 * MAX_WORD_LENGTH
"""Of a word before it is normalised, which takes long for a text that is made for that."""
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


class Contribution(NamedTuple):
    """What one seat adds to the draws; nothing by default."""

    word: str = ""
    bits: str = ""
    """32 hexadecimal digits, or `missing` if the player did not reveal them in time."""
    commit: str = ""
    """The hash by which the player committed to both, before anyone's bits were known."""


def new_bits() -> str:
    """Draw 128 bits that nobody can guess, as hexadecimal digits."""
    return secrets.token_hex(16)


def commit_to(commitment: str, seat: int, bits: str, word: str = "") -> str:
    """Return the hash by which a seat commits to its contribution. It names the table's commitment
    and the seat, so that it can be neither copied nor used again."""
    return hashlib.sha256(f"{commitment}\n{seat}\n{bits}\n{word}".encode()).hexdigest()


def are_bits(text: str) -> bool:
    return CONTRIBUTION.fullmatch(text) is not None


class Secret:
    """The 32 bytes from which the random events of a game follow, with what the players added."""

    __slots__ = ("contributions", "protocol", "secret")

    def __init__(
        self,
        secret: bytes,
        words: Sequence[str] = (),
        *,
        contributions: Sequence[Contribution] = (),
        protocol: int = 1,
    ) -> None:
        if len(secret) != 32:
            raise ValueError("a secret has 32 bytes")
        self.secret: Final = secret
        self.contributions: Final = tuple(contributions) or tuple(map(Contribution, words))
        """By seat."""
        self.protocol: Final = protocol

    @classmethod
    def new(cls, words: Sequence[str] = ()) -> Secret:
        """Draw a secret that nobody can guess."""
        return cls(secrets.token_bytes(32), words, protocol=PROTOCOL)

    @classmethod
    def from_seed(cls, seed: int, index: int = 0) -> Secret:
        """Return the reproducible secret of a simulated game, which anyone can guess."""
        name = f"claimant simulation {seed} game {index}"
        return cls(hashlib.sha256(name.encode()).digest())

    @classmethod
    def of(cls, record: Record, seed: str) -> Secret:
        """Return the secret of a record's game, given its 64 hexadecimal digits."""
        headers = record.headers
        contributions = [
            Contribution(*(headers.get(f"{key} {seat}", "") for key in _HEADERS))
            for seat in range(record.game.players)
        ]
        return cls(bytes.fromhex(seed), contributions=contributions, protocol=protocol_of(record))

    @property
    def commitment(self) -> str:
        """The hash of the secret, published before anyone contributes."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def seed(self) -> str:
        """The secret itself, published once the game is over."""
        return self.secret.hex()

    @property
    def opening_headers(self) -> dict[str, str]:
        """The headers that a record has before the game begins."""
        number = {} if self.protocol == 1 else {"luck": str(self.protocol)}
        return number | {"commitment": self.commitment}

    @property
    def headers(self) -> dict[str, str]:
        """The headers that a record has while the game is running."""
        return self.opening_headers | {
            f"{key} {seat}": value
            for seat, contribution in enumerate(self.contributions)
            for key, value in zip(_HEADERS, contribution, strict=True)
            if value
        }

    def luck(self, n: int, players: int) -> Luck:
        """Return the random numbers for draw number n, counted from 1. By protocol 1 that is the
        number of the event in the record."""
        given = (*self.contributions, *[Contribution()] * players)[:players]
        if self.protocol == 1:
            lines = [contribution.word for contribution in given]
        else:
            lines = [f"{contribution.bits} {contribution.word}" for contribution in given]
        return Draws(self.secret, n, "\n".join(lines))

    def event(self, state: State, n: int) -> str:
        """Return the random event in a state, from the numbers of draw n."""
        return state.write(state.draw(self.luck(n, state.game.players)))

    def number(self, events: int, draws: int) -> int:
        """The number of the next draw after `events` events, of which `draws` were random."""
        return 1 + (events if self.protocol == 1 else draws)


_HEADERS: Final = ("word", "contribution", "commit")
"""The headers of a seat's `Contribution`, in the order of its fields."""


AnyLuck: TypeAlias = "Luck | Random | np.random.Generator"
"""What `as_luck` accepts as a source of random numbers."""


class RandomSource:
    """A random number generator of another kind as `Luck`."""

    def __init__(self, draw: Callable[[int], Any]) -> None:
        self._draw = draw
        """Returns a random number below its argument."""

    def below(self, n: int) -> int:
        return int(self._draw(n))


def as_luck(source: AnyLuck) -> Luck:
    """Return a source of random numbers as `Luck`: ours, `random.Random`, or NumPy's generator."""
    if hasattr(source, "below"):  # the usual case, and the others are slow to tell
        return source
    return RandomSource(source.randrange if isinstance(source, Random) else source.integers)


class Seeded(Draws):
    """Random numbers that depend on a seed alone, for simulations and tests."""

    __slots__ = ()

    def __init__(self, seed: int) -> None:
        # Events are numbered from 1, so number 0 never coincides with the draws of a real game.
        super().__init__(hashlib.sha256(f"claimant luck {seed}".encode()).digest(), 0, "")


def word(text: str) -> str:
    """Return a player's word in its canonical form; raises `Illegal` if it is not acceptable."""
    short = len(text.encode(errors="surrogatepass")) <= MAX_WORD_BYTES
    normal = unicodedata.normalize("NFC", text) if short else ""
    if not short or len(normal) > MAX_WORD_LENGTH:
        raise Illegal(
            "word", Text("a word for the luck has at most {n} characters", n=MAX_WORD_LENGTH)
        )
    if _CONTROL.search(normal):
        raise Illegal("word", Text("a word for the luck is one line of printable characters"))
    return normal


def protocol_of(record: Record) -> int:
    """Return the luck protocol of a record; raises `BadRecord` for one that is not known."""
    given = record.headers.get("luck", "1")
    if given not in ("1", "2"):
        raise BadRecord(
            record.header_line("luck"),
            Text("luck protocol “{given}” is not known here", given=given[:40]),
        )
    return int(given)


def verify(record: Record) -> int:
    """Check every random event of a record against its seed and return their number; raises
    `BadRecord` for the first line that is wrong."""
    headers = record.headers
    protocol = protocol_of(record)
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
    secret = Secret.of(record, headers["seed"])
    if secret.commitment != headers["commitment"].lower():
        raise BadRecord(record.header_line("seed"), Text("the seed does not match the commitment"))
    for seat in range(record.game.players):
        _check_word(record, seat)
        if protocol > 1:
            _check_contribution(record, seat, secret)
    decided = 0
    for n, before, event, _ in steps(record):
        if before.actor == CHANCE and event != "undo":
            due = secret.event(before, secret.number(n - 1, decided))
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


def _check_contribution(record: Record, seat: int, secret: Secret) -> None:
    given = secret.contributions[seat]
    if given.bits == MISSING:
        if given.word:
            raise BadRecord(
                record.header_line(f"word {seat}"),
                Text("seat {seat} contributed nothing, and yet there is a word", seat=seat),
            )
    elif bool(given.bits) != bool(given.commit):
        key = f"{'contribution' if given.bits else 'commit'} {seat}"
        raise BadRecord(
            record.header_line(key),
            Text("seat {seat} needs both a commit and a contribution", seat=seat),
        )
    elif given.bits and given.commit != commit_to(secret.commitment, seat, given.bits, given.word):
        raise BadRecord(
            record.header_line(f"contribution {seat}"),
            Text("the contribution of seat {seat} does not match its commit", seat=seat),
        )
