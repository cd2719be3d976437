"""The request that comes with every move, answered without the framework's detours.

The route in the API describes it and answers whatever is unusual; both ask and answer the same.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request
from litestar.types import HTTPResponseBodyEvent, HTTPResponseStartEvent, HTTPScope, Receive, Send

from claimant.web.api_shapes import Happen, Happened
from claimant.web.asked import AnyRequest, bearer, same_site, visitor_of
from claimant.web.house import House

BEFORE: Final = "/api/tables/"
AFTER: Final = "/events"
ROUTE: Final = "/api/tables/{table}/events"
LONGEST: Final = 1000
"""Bytes of a body; no move is longer."""

_decoder: Final = msgspec.json.Decoder(Happen)
_encoder: Final = msgspec.json.Encoder()


def fits(scope: HTTPScope) -> bool:
    """Whether it is such a request, with a short body of JSON."""
    path = scope["path"]
    if scope["method"] != "POST" or not (path.startswith(BEFORE) and path.endswith(AFTER)):
        return False
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    if not (length.isdigit() and len(length) < 4):
        return False
    kind = headers.get(b"content-type", b"")
    return kind.startswith(b"application/json") and path.count("/") == 4 and "//" not in path


async def read(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return body  # the asker has gone
        body += message["body"]
        if not message["more_body"]:
            return body


def again(body: bytes, receive: Receive) -> Receive:
    """What was read, to be read once more."""
    first: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Any:
        return first.pop() if first else await receive()

    return receiving


def asked(body: bytes) -> Happen | None:
    """What is to happen; None where the body does not say it."""
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None


async def act(house: House, scope: HTTPScope, receive: Receive, wanted: Happen) -> bytes:
    name = scope["path"][len(BEFORE) : -len(AFTER)]
    given = next((value for key, value in scope["headers"] if key == b"authorization"), None)
    if given is not None:
        visitor = await house.visitor(name, token=bearer(given.decode("latin-1")))
    else:
        request: AnyRequest = Request(scope, receive)
        await same_site(request)
        visitor = await visitor_of(request, name)
    return _encoder.encode(Happened(await house.act(visitor, wanted.version, wanted.event)))


async def answer(send: Send, body: bytes) -> None:
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": 200,
        "headers": [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
        ],
    }
    whole: HTTPResponseBodyEvent = {
        "type": "http.response.body",
        "body": body,
        "more_body": False,
    }
    await send(start)
    await send(whole)
