"""Reading the body of a request: whole, in time, and exactly of the expected type."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any, Final

import msgspec

from claimant.i18n import Text
from claimant.web.http.body_errors import explain
from claimant.web.http.errors import Refusal, malformed

Receive = Callable[[], Awaitable[Any]]

MAX_BODY_BYTES: Final = 64 * 1024


async def read_body(
    receive: Receive, content_length: str | None, seconds: float | None
) -> bytes | None:
    """The whole body; None if the client has gone. Raises `Refusal` if it is too long, or takes
    longer than `seconds`, if any are given."""
    if content_length and content_length.isdigit() and int(content_length) > MAX_BODY_BYTES:
        raise _too_long()
    body: bytes = b""
    try:
        async with asyncio.timeout(seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                piece: bytes = message.get("body", b"")
                body += piece
                if len(body) > MAX_BODY_BYTES:
                    raise _too_long()
                if not message.get("more_body", False):
                    return body
    except TimeoutError:
        raise Refusal(408, "too-slow", Text("the request came too slowly")) from None


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that begins with a body that has been read already."""
    unread = True

    async def receive_again() -> Any:
        nonlocal unread
        if unread:
            unread = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return receive_again


def decode(body: bytes, kind: Any) -> Any:
    """A JSON body as its type, strictly; raises `Refusal` with the reason if it is not."""
    try:
        return _decoder(kind).decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise malformed(explain(body, kind)) from error


@cache  # one per type in the API's schemas
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _too_long() -> Refusal:
    return Refusal(413, "too-large", Text("this is too long"))
