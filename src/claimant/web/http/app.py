"""The application: the server, its API and its pages as one."""

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
from litestar.openapi.spec import Components, SecurityScheme

from claimant import __version__
from claimant.i18n import Text
from claimant.web.api.routes import api, show_json
from claimant.web.api.schemas import Refused
from claimant.web.http.errors import Refusal, malformed
from claimant.web.http.limits import LONGEST_REQUEST
from claimant.web.http.request import AnyRequest, language_of, same_site
from claimant.web.ops.settings import Settings
from claimant.web.pages import routes as pages
from claimant.web.services import Services
from claimant.web.store.databases import database
from claimant.web.store.interface import Trouble

_TOKEN: Final = SecurityScheme(
    type="http",
    scheme="bearer",
    description="The token of a seat, of a host or of a person. Without one: a spectator.",
)

log: Final = logging.getLogger(__name__)


def create_app(settings: Settings) -> Litestar:
    """The application over a folder; `Trouble` where that cannot be used."""
    services = Services(database(settings.database, settings.data), settings)
    services.prepare()
    show_json(services)
    pages.attach(services)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    return Litestar(
        route_handlers=[api, Router("/", route_handlers=pages.handlers, include_in_schema=False)],
        lifespan=[opened],
        state=State({"services": services}),
        before_request=same_site,
        exception_handlers={
            Refusal: refused,
            Trouble: troubled,
            HTTPException: misunderstood,
            RecursionError: unreadable,
            UnicodeDecodeError: unreadable,
            Exception: broken,
        },
        request_max_body_size=LONGEST_REQUEST,
        openapi_config=OpenAPIConfig(
            title="claimant",
            version=__version__,
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"token": _TOKEN}),
            security=[{"token": []}, {}],
        ),
        response_cache_config=ResponseCacheConfig(default_expiration=None),
        logging_config=None,
        pdb_on_exception=False,
    )


def refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    if not request.url.path.startswith("/api/"):
        return pages.refused(request, refusal)
    shown = Refused(refusal.code, refusal.say(language_of(request)))
    if refusal.version is not None:
        shown = Refused(shown.code, shown.message, refusal.version)
    headers = {} if refusal.wait is None else {"retry-after": str(refusal.wait)}
    return Response(
        shown, status_code=refusal.status, media_type="application/json", headers=headers
    )


def troubled(request: AnyRequest, trouble: Trouble) -> Response[Any]:
    log.error("store: %s", trouble)
    return refused(request, Refusal(503, trouble.code, trouble.text))


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
    answer = refused(request, Refusal(error.status_code, code, text))
    if error.status_code == 405:
        answer.headers.update({"allow": (error.headers or {}).get("allow", "").upper()})
    return answer


def unreadable(request: AnyRequest, _: Exception) -> Response[Any]:
    """A body that is nested too deep to be decoded, or is not text at all."""
    return refused(request, malformed())


def broken(request: AnyRequest, error: Exception) -> Response[Any]:
    # The path of the route, not of the request: that holds a table's id, or even a token.
    route = request.scope.get("path_template")
    log.error("%s %s failed", request.method, route, exc_info=error)
    text = Text("something went wrong on our side; nothing was lost")
    return refused(request, Refusal(500, "broken", text))
