"""The routes of the pages. What they do, they ask the server to do."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response

from claimant.web.http import static
from claimant.web.http.errors import Refusal
from claimant.web.http.request import AnyRequest
from claimant.web.pages import home, new_table, people, pictures, rules
from claimant.web.pages.table import routes
from claimant.web.pages.templating import html
from claimant.web.services import Services

handlers: Final[list[Any]] = [
    *static.handlers,
    *home.handlers,
    *new_table.handlers,
    *people.handlers,
    *rules.handlers,
    *routes.handlers,
]
"""Every handler and router of the pages and their static files."""


def attach(services: Services) -> None:
    """Tell the feed how pages render."""
    routes.attach(services)


def refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """A refusal as a page."""
    return Response(
        html(request, "refused.html", refusal=refusal, lost=pictures.lost(refusal.status)),
        status_code=refusal.status,
        media_type="text/html",
        headers={"cache-control": "no-store"}
        | ({} if refusal.wait is None else {"retry-after": str(refusal.wait)}),
    )
