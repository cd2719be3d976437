"""The files that pages refer to: styles, scripts, icons.

An address contains a hash of the file's content, so that browsers can cache it forever and never
use an outdated one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath

from claimant import registry
from claimant.art.logo import favicon
from claimant.art.palette import css
from claimant.art.portraits import portrait, portraits
from claimant.components import folder_of, page_of
from claimant.web.http.caller import caller_of
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
_COMPRESSED: Final = ("css", "js", "svg", "txt", "webmanifest")
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
        "id": "/",
        "scope": "/",
        "categories": ["games"],
        "icons": [
            {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png"},
            {
                "src": "/static/icon-maskable-512.png",
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
            {"src": "/static/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
        ],
    }
)


_HIDDEN: Final = ("/tables/", "/series/", "/tournaments/", "/api/")
_ROBOTS: Final = "\n".join(["User-agent: *", *(f"Disallow: {path}" for path in _HIDDEN), ""])


# The files of the package: they do not change while it runs.
@cache
def _files() -> dict[str, bytes]:
    """All shared files by name: those in the package, and those that code computes."""
    found = _read(resources.files("claimant.web") / "static")
    computed = {
        "favicon.svg": favicon(),
        **{_portrait_file(name): portrait(name) for name in portraits()},
        "favicon-turn.svg": favicon(your_turn=True),
        "site.css": css() + found["site.css"].decode(),
        "site.webmanifest": _MANIFEST,
        "robots.txt": _ROBOTS,
    }
    return _linked(found | {name: text.encode() for name, text in computed.items()})


_IMPORT: Final = re.compile(rb'(?<=from "\./)[\w-]+\.js(?=")')


def _linked(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files, with the scripts that a script imports named by their addresses, so that a browser
    never combines scripts of two versions."""
    linked: dict[str, bytes] = {}

    def link(name: str) -> bytes:
        if name not in linked:
            found = files[name]
            if name.endswith(".js"):
                found = _IMPORT.sub(lambda match: versioned(match[0].decode()).encode(), found)
            linked[name] = found
        return linked[name]

    def versioned(name: str) -> str:
        return _address(name, link(name)).removeprefix("/static/")

    return {name: link(name) for name in files}


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


def _portrait_file(name: str) -> str:
    return f"face-{name}.svg"


def portrait_address(name: str) -> str:
    """Where a page finds a portrait."""
    return address(_portrait_file(name))


# One entry per file.
@cache
def address(name: str) -> str:
    """Where a page finds a shared file."""
    return _address(name, _files()[name])


def content(name: str) -> bytes:
    """A shared file."""
    return _files()[name]


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
    kind = name.rpartition(".")[2]
    headers = {"cache-control": caching}
    if kind in _COMPRESSED:
        headers["vary"] = "Accept-Encoding"
        if takes_gzip(request):
            content = _gzipped(content)
            headers["content-encoding"] = "gzip"
    return Response(content, media_type=_TYPES[kind], headers=headers)


def takes_gzip(request: AnyRequest) -> bool:
    """Whether the `Accept-Encoding` has gzip, and does not rule it out."""
    accepted = caller_of(request.scope).header(b"accept-encoding") or ""
    for part in accepted.lower().split(","):
        name, _, quality = part.replace(" ", "").partition(";")
        if name == "gzip":
            return quality.rstrip("0.") != "q="
    return False


# One entry per file.
@cache
def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


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
