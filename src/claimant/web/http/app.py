"""The framework's application: the API and the pages over the server's parts."""

from __future__ import annotations

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
from claimant.web.api.routes import JsonRenderer, api
from claimant.web.http.errors import Refusal, malformed, refusal_for
from claimant.web.http.forms import MAX_FIELDS
from claimant.web.http.request import AnyRequest, check_origin, language_of
from claimant.web.http.responses import refusal_headers, refusal_json
from claimant.web.ops.settings import Settings
from claimant.web.pages import routes as pages
from claimant.web.services import Services
from claimant.web.store.databases import store_at

_TOKEN: Final = SecurityScheme(
    type="http",
    scheme="bearer",
    description="The token of a seat, of a host or of a person. Without one: a spectator.",
)


def create_app(settings: Settings) -> Litestar:
    """The application over a database; raises `StoreError` if that cannot be used."""
    services = Services(store_at(settings.database, settings.data), settings)
    services.prepare()
    services.feed.renderers["json"] = JsonRenderer(services.settings)
    pages.attach(services)

    @asynccontextmanager
    async def opened(_: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    return Litestar(
        route_handlers=[api, Router("/", route_handlers=pages.handlers(), include_in_schema=False)],
        lifespan=[opened],
        state=State({"services": services}),
        before_request=check_origin,
        exception_handlers={HTTPException: handle_framework_error, Exception: handle_error},
        multipart_form_part_limit=MAX_FIELDS,
        request_max_body_size=None,  # the middleware has read it
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


def handle_error(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answer a request that failed: with JSON under `/api/`, elsewhere with a page."""
    refusal = refusal_for(error, request.method, str(request.scope.get("path_template")))
    if not request.url.path.startswith("/api/"):
        return pages.refused(request, refusal)
    return Response(
        refusal_json(refusal, language_of(request)),
        status_code=refusal.status,
        media_type="application/json",
        headers=refusal_headers(refusal),
    )


_FRAMEWORK_ERRORS: Final = {
    404: ("not-found", Text("there is nothing here")),
    405: ("method", Text("this cannot be done here")),
}


def handle_framework_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Answer a request that the framework refuses, in our words."""
    status = error.status_code
    if status >= 500:
        return handle_error(request, error)
    code, text = _FRAMEWORK_ERRORS.get(status, ("malformed", malformed().text))
    response = handle_error(request, Refusal(status, code, text))
    if status == 405:
        response.headers.update({"allow": (error.headers or {}).get("allow", "").upper()})
    return response
