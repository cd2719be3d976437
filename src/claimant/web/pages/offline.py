"""What remains without a connection: the service worker and its page, and the manifest with which
a device installs the site."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from markupsafe import Markup

from claimant.art.cards import card_back
from claimant.i18n import LANGUAGES
from claimant.web.http.errors import not_found
from claimant.web.http.middleware import SECURITY_HEADERS
from claimant.web.http.static import address, content
from claimant.web.pages.templating import plain_html

_NO_CACHE: Final = {"cache-control": "no-cache"}


# One entry per language.
@cache
def _page(language: str) -> str:
    return plain_html(language, "offline.html", picture=Markup(card_back() * 3))


@cache
def _service_worker() -> bytes:
    """The script with what this version of the site consists of. Browsers notice a new version by
    any difference in it."""
    source = content("service-worker.js")
    pages = "".join(_page(language) for language in LANGUAGES)
    parts = [source, pages.encode(), address("site.css").encode()]
    headers = {name.decode(): value.decode() for name, value in SECURITY_HEADERS}
    values = {
        "VERSION": hashlib.sha256(b"\0".join(parts)).hexdigest()[:10],
        "SHELL": [address("site.css")],
        "OFFLINE": {language: f"/offline/{language}" for language in LANGUAGES},
        "HEADERS": headers | {"content-type": "text/html; charset=utf-8"},
        "ICON": address("icon-192.png"),
        "BADGE": address("badge-96.png"),
    }
    lines = (f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    return "".join(lines).encode() + source


@get("/service-worker.js")
async def service_worker() -> Response[bytes]:
    """At the root, because it is responsible for the pages below its own address."""
    return Response(_service_worker(), media_type="text/javascript", headers=_NO_CACHE)


@get("/offline/{language:str}")
async def offline(language: FromPath[str]) -> Response[str]:
    if language not in LANGUAGES:
        raise not_found()
    return Response(_page(language), media_type="text/html", headers=_NO_CACHE)


handlers: Final[list[Any]] = [service_worker, offline]
