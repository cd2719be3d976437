"""Why the server refuses something: a status, a stable code for programs, a sentence for people."""

from __future__ import annotations

import logging
from typing import Final

from claimant.game import Illegal
from claimant.i18n import Text
from claimant.web.store.interface import StoreError

log: Final = logging.getLogger(__name__)


class Refusal(Exception):  # noqa: N818  (reads well where it is used: `raise Refusal(...)`)
    """A refused request."""

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
        """With code `stale`: the current version of the table."""
        self.wait: Final = wait
        """With status 429: seconds until the request may be repeated."""

    def say(self, language: str = "en") -> str:
        return self.text.say(language)

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.say()}"


def refusal_for(error: Exception, method: str, route: str) -> Refusal:
    """The refusal that reports an error, which is logged if it is the server's fault. `route` is
    the route's path, not the request's: that contains a table's id, or even a token."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, StoreError):
        log.error("store: %s", error)
        return Refusal(503, error.code, error.text)
    if isinstance(error, RecursionError | UnicodeDecodeError):
        return malformed()  # nested too deep, or not text
    log.error("%s %s failed", method, route, exc_info=error)
    return Refusal(500, "broken", Text("something went wrong on our side; nothing was lost"))


def illegal(refused: Illegal) -> Refusal:
    """What the rules refuse."""
    return Refusal(422, refused.code, refused.text)


def stale(version: int) -> Refusal:
    return Refusal(409, "stale", Text("the game has moved on in the meantime: look again"), version)


def malformed(why: Text | None = None) -> Refusal:
    return Refusal(400, "malformed", why or Text("the request cannot be read"))


def cross_site() -> Refusal:
    return Refusal(403, "cross-site", Text("this was sent by another site and is refused"))


def not_found() -> Refusal:
    return Refusal(404, "not-found", Text("there is nothing here"))


def no_table() -> Refusal:
    return Refusal(404, "no-table", Text("there is no such table"))


def spectator() -> Refusal:
    return Refusal(403, "spectator", Text("only the people at this table can do that"))


def bad_token() -> Refusal:
    return Refusal(403, "token", Text("this token is not valid here"))


def blocked() -> Refusal:
    return Refusal(403, "blocked", Text("the operator of this server has blocked you"))


def not_host() -> Refusal:
    return Refusal(403, "host", Text("only the person who made the table can do that"))


def not_your_turn() -> Refusal:
    return Refusal(403, "not-your-turn", Text("it is not your turn"))
