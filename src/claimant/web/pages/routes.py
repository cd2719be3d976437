"""The routes of the pages. What they do, they ask the house to do."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response

from claimant.web.asked import AnyRequest
from claimant.web.house import House
from claimant.web.pages import home, make, people, pictures, rules, static, table_routes
from claimant.web.pages.page import html
from claimant.web.refusal import Refusal

handlers: Final[list[Any]] = [
    *static.handlers,
    *home.handlers,
    *make.handlers,
    *people.handlers,
    *rules.handlers,
    *table_routes.handlers,
]
"""Every handler and router of the pages and their static files."""


def attach(house: House) -> None:
    """Tell the feed how pages render."""
    table_routes.attach(house)


def refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """A refusal as a page."""
    return Response(
        html(request, "refused.html", refusal=refusal, lost=pictures.lost(refusal.status)),
        status_code=refusal.status,
        media_type="text/html",
        headers={"cache-control": "no-store"}
        | ({} if refusal.wait is None else {"retry-after": str(refusal.wait)}),
    )
