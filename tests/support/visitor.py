"""People with a browser that has cookies and a language but runs no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import httpx

from support.site import Site

LANGUAGES = ("en", "de", "nl")


class Visitor:
    def __init__(self, client: httpx.Client) -> None:
        self.client = client

    def get(self, path: str, status: int = 200) -> str:
        """Get a page as HTML."""
        answer = self.client.get(path)
        assert answer.status_code == status, (path, answer.status_code, answer.text[:500])
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        return answer.text

    def post(self, path: str, status: int = 303, **form: Any) -> httpx.Response:
        answer = self.client.post(path, data=form)
        assert answer.status_code == status, (path, answer.status_code, said(answer.text)[:500])
        return answer

    def make(self, game: str, seats: str, **more: Any) -> str:
        """Create a table with the form; its path."""
        wanted = seats.split()
        form: dict[str, Any] = {"game": game, "players": len(wanted), "spectators": "yes"} | more
        form |= {f"seat{i}": seat for i, seat in enumerate(wanted)}
        location = self.post("/new", **form).headers["location"]
        assert re.fullmatch(r"/tables/[\w-]+", location)
        return str(location)

    @property
    def name(self) -> str:
        found = re.search(r'<a class="me".*?<span>(.*?)</span>', self.get("/rules"), re.DOTALL)
        assert found is not None
        return unescape(found[1])


@contextmanager
def visitor(site: Site, language: str = "en") -> Iterator[Visitor]:
    headers = {"Accept-Language": language}
    with httpx.Client(base_url=site.server.url, timeout=60, headers=headers) as client:
        yield Visitor(client)


def said(html: str) -> str:
    """The text of a page, without its pictures."""
    main = html.partition("<main")[2].partition("</main>")[0] or html
    pictures = re.sub(r"<svg.*?</svg>", " ", main, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", pictures)).split())


def alert(html: str) -> str:
    """The error message on a page."""
    found = re.search(r'role="alert">(.*?)</p>', html, re.DOTALL)
    assert found is not None, said(html)[:500]
    return unescape(found[1]).strip()
