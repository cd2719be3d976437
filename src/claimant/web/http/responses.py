"""Responses that are sent without the framework."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from html import escape
from typing import Any, Final

import msgspec

from claimant.web.api.schemas import Refused
from claimant.web.http.caller import Caller
from claimant.web.http.errors import Refusal

Send = Callable[[Any], Awaitable[None]]

JSON: Final = b"application/json"
HTML: Final = b"text/html; charset=utf-8"
PLAIN: Final = b"text/plain; charset=utf-8"
CLOSE: Final = (b"connection", b"close")
NO_STORE: Final = (b"cache-control", b"no-store")
_PAGE: Final = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>claimant</title>'
    '<main><p role="alert">{words}</p></main></html>'
)


async def send_response(
    send: Send,
    status: int,
    content_type: bytes,
    body: bytes,
    headers: Iterable[tuple[bytes, bytes]] = (),
) -> None:
    all_headers = [
        (b"content-type", content_type),
        (b"content-length", b"%d" % len(body)),
        NO_STORE,
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def send_refusal(
    send: Send, path: str, caller: Caller, refusal: Refusal, *, close: bool = False
) -> None:
    """Say why a request is refused: to programs as JSON, to people as a plain page."""
    if path.startswith("/api/"):
        content_type, body = JSON, refusal_json(refusal, caller.language)
    else:
        words = escape(refusal.say(caller.language))
        body = _PAGE.format(language=caller.language, words=words).encode()
        content_type = HTML
    headers = [(name.encode(), value.encode()) for name, value in refusal_headers(refusal).items()]
    if close:
        headers.append(CLOSE)
    await send_response(send, refusal.status, content_type, body, headers)


def refusal_json(refusal: Refusal, language: str) -> bytes:
    version = msgspec.UNSET if refusal.version is None else refusal.version
    return msgspec.json.encode(Refused(refusal.code, refusal.say(language), version))


def refusal_headers(refusal: Refusal) -> dict[str, str]:
    return {} if refusal.wait is None else {"retry-after": str(refusal.wait)}
