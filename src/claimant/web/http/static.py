"""The files that pages refer to: styles, scripts, icons.

An address contains a hash of the file's content, so that browsers can cache it for ever and never
use an outdated one.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from claimant import registry
from claimant.art.logo import favicon
from claimant.art.palette import css
from claimant.components import folder_of, page_of
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest

_TYPES: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
}
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FOR_AN_HOUR: Final = {"cache-control": "public, max-age=3600"}

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


# The files of the package: they do not change while it runs.
@cache
def _files() -> dict[str, bytes]:
    """All shared files by name: those in the package, and those that code computes."""
    found = _read(resources.files("claimant.web") / "static")
    computed = {
        "favicon.svg": favicon(),
        "favicon-turn.svg": favicon(your_turn=True),
        "site.css": css() + found["site.css"].decode(),
        "site.webmanifest": _MANIFEST,
        "robots.txt": "User-agent: *\nDisallow: /tables/\nDisallow: /api/\n",
    }
    return found | {name: text.encode() for name, text in computed.items()}


# One entry per game.
@cache
def _game_files(game: str) -> dict[str, bytes]:
    """A game's own files by name."""
    folder = folder_of(game) / "static"
    found = _read(folder) if folder.is_dir() else {}
    computed = page_of(game).computed_css()
    if computed:
        found["table.css"] = computed.encode() + found.get("table.css", b"")
    return found


def _read(folder: Traversable) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.name.rpartition(".")[2] in _TYPES
    }


# One entry per file.
@cache
def address(name: str) -> str:
    """Where a page finds a shared file."""
    return _address(name, _files()[name])


# One entry per game and file name.
@cache
def game_file(game: str, name: str) -> str | None:
    """Where a page finds a game's file; None if the game has no file of that name."""
    content = _game_files(game).get(name)
    return None if content is None else _address(f"{game}/{name}", content)


def _address(path: str, content: bytes) -> str:
    return f"/static/{path}?{hashlib.sha256(content).hexdigest()[:10]}"


def stylesheets(*games: str, sheet: str = "site.css") -> list[str]:
    """The addresses of a stylesheet of those games that have it."""
    found = (game_file(game, sheet) for game in games)
    return [path for path in found if path is not None]


def _response(request: AnyRequest, name: str, content: bytes | None) -> Response[Any]:
    if content is None:
        raise not_found()
    caching = _FOR_EVER if request.url.query else "public, max-age=3600"
    media_type = _TYPES[name.rpartition(".")[2]]
    return Response(content, media_type=media_type, headers={"cache-control": caching})


@get("/static/{name:str}")
async def shared(request: AnyRequest, name: FromPath[str]) -> Response[Any]:
    return _response(request, name, _files().get(name))


@get("/static/{game:str}/{name:str}")
async def of_game(request: AnyRequest, game: FromPath[str], name: FromPath[str]) -> Response[Any]:
    known = game in registry.entries()
    return _response(request, name, _game_files(game).get(name) if known else None)


@get("/robots.txt")
async def robots() -> Response[bytes]:
    return Response(_files()["robots.txt"], media_type=_TYPES["txt"], headers=_FOR_AN_HOUR)


@get("/favicon.ico")
async def icon() -> Response[bytes]:
    """Browsers ask for this address if a page names no icon."""
    return Response(_files()["favicon.svg"], media_type=_TYPES["svg"], headers=_FOR_AN_HOUR)


handlers: Final = [shared, of_game, robots, icon]
