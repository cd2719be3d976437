"""The files that pages refer to: style, script, icons. Each address holds a hash of what it gives,
so that a browser keeps it for ever and never keeps an old one."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from claimant.art.logo import favicon
from claimant.art.palette import css
from claimant.games.claim_it.art.survey import places_css
from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.http.request import AnyRequest

_KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
}
_KEPT: Final = "public, max-age=31536000, immutable"


@cache
def _files() -> dict[str, bytes]:
    """All by name: those beside the package's code and those that our code draws."""
    folder = resources.files("claimant.web") / "static"
    found = {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.name.rpartition(".")[2] in _KINDS
    }
    drawn = {
        "favicon.svg": favicon(),
        "favicon-turn.svg": favicon(your_turn=True),
        "site.css": css() + places_css() + found["site.css"].decode(),
        "site.webmanifest": _MANIFEST,
        "robots.txt": "User-agent: *\nDisallow: /tables/\nDisallow: /api/\n",
    }
    return found | {name: text.encode() for name, text in drawn.items()}


_MANIFEST: Final = json.dumps(
    {
        "name": "claimant",
        "short_name": "claimant",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f4e8cb",
        "theme_color": "#22303c",
        "icons": [{"src": "/static/favicon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
)


@cache
def address(name: str) -> str:
    """Where a page finds a file."""
    return f"/static/{name}?{hashlib.sha256(_files()[name]).hexdigest()[:10]}"


@get("/static/{name:str}")
async def static(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    content = _files().get(name)
    if content is None:
        raise Refusal(404, "not-found", Text("there is nothing here"))
    kept = _KEPT if request.url.query else "public, max-age=3600"
    kind = _KINDS[name.rpartition(".")[2]]
    return Response(content, media_type=kind, headers={"cache-control": kept})


@get("/robots.txt")
async def robots() -> Response[bytes]:
    return Response(_files()["robots.txt"], media_type=_KINDS["txt"])


@get("/favicon.ico")
async def icon() -> Response[bytes]:
    """Browsers ask for it where a page names no icon."""
    return Response(_files()["favicon.svg"], media_type=_KINDS["svg"])


handlers: Final = [static, robots, icon]
