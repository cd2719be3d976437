"""The routes of the pages. What they do, they ask the house to do."""

from __future__ import annotations

from typing import Any

from litestar import Response

from claimant.web.asked import AnyRequest, language_of
from claimant.web.house import House
from claimant.web.refusal import Refusal

handlers: list[Any] = []
"""Every handler and router of the pages and their static files."""


def attach(house: House) -> None:
    """Tell the feed how pages render: `house.live.renders["page"] = …`."""


def refused(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """A refusal as a page."""
    text = refusal.say(language_of(request))
    return Response(text, status_code=refusal.status, media_type="text/plain")
