"""The request that comes with every move, answered without the framework's detours.

Only where all is as usual. Whatever is not, the route in the API answers, as though nobody had
tried here: what is refused has changed nothing, and the same move sent twice is made once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from claimant.web.api.schemas import Happen, Happened
from claimant.web.http.request import bearer
from claimant.web.services import Services

BEFORE: Final = "/api/tables/"
AFTER: Final = "/events"
ROUTE: Final = "/api/tables/{table}/events"
LONGEST: Final = 1000
"""Bytes of a body; no move is longer."""

_decoder: Final = msgspec.json.Decoder(Happen)
_encoder: Final = msgspec.json.Encoder()


def fits(method: str, path: str, headers: Mapping[bytes, bytes]) -> bool:
    """Whether it is such a request, of someone who shows a token."""
    return (
        method == "POST"
        and path.endswith(AFTER)
        and path.startswith(BEFORE)
        and b"authorization" in headers
        and headers.get(b"content-type", b"").startswith(b"application/json")
    )


async def answer(
    services: Services, path: str, headers: Mapping[bytes, bytes], body: bytes
) -> bytes | None:
    """What is answered once the move is made; None where it was not."""
    if len(body) > LONGEST:
        return None
    try:
        wanted = _decoder.decode(body)
        token = bearer(headers[b"authorization"].decode("latin-1"))
        visitor = services.visitors.from_memory(path[len(BEFORE) : -len(AFTER)], token)
        if visitor is None:
            return None
        return _encoder.encode(
            Happened(await services.moves.act(visitor, wanted.version, wanted.event))
        )
    except Exception:
        return None
