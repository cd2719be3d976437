"""What the server refuses, and why, in words: for the API as JSON, for the page as a sentence."""

from __future__ import annotations

from typing import Final

from claimant.game import Illegal
from claimant.i18n import Text


class Refusal(Exception):  # noqa: N818  (reads as what it is: `raise Refusal(...)`)
    """A status of HTTP, a stable code for programs, a sentence for people."""

    def __init__(
        self,
        status: int,
        code: str,
        text: Text,
        version: int | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(status, code, text)
        self.status: Final = status
        self.code: Final = code
        self.text: Final = text
        self.version: Final = version
        """With `stale`: the version that the table has by now."""
        self.wait: Final = wait
        """With 429: the seconds after which it may be tried again."""

    def say(self, language: str = "en") -> str:
        return self.text.say(language)

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.say()}"


def illegal(refused: Illegal) -> Refusal:
    """What the rules refuse."""
    return Refusal(422, refused.code, refused.text)


def stale(version: int) -> Refusal:
    return Refusal(409, "stale", Text("the game has moved on meanwhile: look again"), version)


def malformed(why: Text | None = None) -> Refusal:
    return Refusal(400, "malformed", why or Text("the request cannot be read"))


def no_table() -> Refusal:
    return Refusal(404, "no-table", Text("there is no such table"))


def spectator() -> Refusal:
    return Refusal(403, "spectator", Text("only those who sit at this table can do that"))


def bad_token() -> Refusal:
    return Refusal(403, "token", Text("this token opens nothing here"))


def not_your_turn() -> Refusal:
    return Refusal(403, "not-your-turn", Text("it is not your turn"))
