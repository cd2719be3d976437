"""The application: the house, its API and its pages behind one set of headers."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Response, Router
from litestar.config.response_cache import ResponseCacheConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from claimant import __version__
from claimant.language import Text
from claimant.web.api import api, show_json
from claimant.web.api_shapes import Refused
from claimant.web.asked import AnyRequest, language_of, same_site
from claimant.web.house import House
from claimant.web.pages import routes as pages
from claimant.web.refusal import Refusal
from claimant.web.settings import Settings
from claimant.web.sqlite import SQLite
from claimant.web.store import Trouble

LONGEST_REQUEST: Final = 64 * 1024

HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
        " img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self';"
        " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
    }.items()
)

log: Final = logging.getLogger(__name__)


def create_app(settings: Settings) -> Litestar:
    """The application over a folder; `Trouble` where that cannot be used."""
    house = House(SQLite(settings.data / "claimant.sqlite"), settings)
    house.prepare()
    show_json(house)
    pages.attach(house)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    return Litestar(
        route_handlers=[api, Router("/", route_handlers=pages.handlers, include_in_schema=False)],
        lifespan=[opened],
        state=State({"house": house}),
        before_request=same_site,
        before_send=[guarded],
        exception_handlers={
            Refusal: refused,
            Trouble: troubled,
            HTTPException: misunderstood,
            RecursionError: too_deep,
            Exception: broken,
        },
        request_max_body_size=LONGEST_REQUEST,
        openapi_config=OpenAPIConfig(
            title="claimant",
            version=__version__,
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin()],
        ),
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        logging_config=None,
        pdb_on_exception=False,
    )


async def guarded(message: Message, _: Scope) -> None:
    """Put the headers on every answer, refusals and files included."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *HEADERS]


def refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    if not request.url.path.startswith("/api/"):
        return pages.refused(request, refusal)
    shown = Refused(refusal.code, refusal.say(language_of(request)))
    if refusal.version is not None:
        shown = Refused(shown.code, shown.message, refusal.version)
    return Response(shown, status_code=refusal.status, media_type="application/json")


def troubled(request: AnyRequest, trouble: Trouble) -> Response[Any]:
    log.error("store: %s", trouble)
    return refused(request, Refusal(503, "store", Text("the database does not answer: try again")))


_MISUNDERSTOOD: Final = {
    404: ("not-found", Text("there is nothing here")),
    405: ("method", Text("this cannot be done here")),
    413: ("too-large", Text("this is too long")),
}


def misunderstood(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses, in our words."""
    if error.status_code >= 500:
        return broken(request, error)
    code, text = _MISUNDERSTOOD.get(
        error.status_code, ("malformed", Text("the request cannot be read"))
    )
    return refused(request, Refusal(error.status_code, code, text))


def too_deep(request: AnyRequest, _: RecursionError) -> Response[Any]:
    """A body nested so deep that it cannot be decoded."""
    return refused(request, Refusal(400, "malformed", Text("the request cannot be read")))


def broken(request: AnyRequest, error: Exception) -> Response[Any]:
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    text = Text("something went wrong on our side; nothing was lost")
    return refused(request, Refusal(500, "broken", text))
