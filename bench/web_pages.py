"""The size of a page in bytes, with every file that it makes a browser fetch."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

_IN_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)")
_FETCHED = ("stylesheet", "icon", "manifest", "preload", "modulepreload")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.blocking: list[str] = []
        """Scripts that would delay the display of the page."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        link, source = given.get("href") or "", given.get("src") or ""
        if tag == "link" and given.get("rel") in _FETCHED and link:
            self.files.append(link)
        elif tag in ("img", "script", "audio", "source") and source:
            self.files.append(source)
        waits = {"defer", "async"} & given.keys() or given.get("type") == "module"
        if tag == "script" and not waits:
            self.blocking.append(source or "inline")


def weigh(url: str, cookie: str = "") -> dict[str, int]:
    """Bytes by path: the page, the files it refers to, and those that its styles refer to."""
    kind, text, size = _fetch(url, cookie)
    assert kind.startswith("text/html"), kind
    page = _Page()
    page.feed(text)
    if page.blocking:
        raise SystemExit(f"{url} is not displayed before {', '.join(page.blocking)} has run")
    sizes = {urlsplit(url).path: size}
    ahead = [urljoin(url, file) for file in page.files]
    while ahead:
        file = ahead.pop()
        if file.startswith("data:") or urlsplit(file).path in sizes:
            continue
        kind, text, sizes[urlsplit(file).path] = _fetch(file, cookie)
        if kind.startswith("text/css"):
            ahead += [urljoin(file, found) for found in _IN_STYLE.findall(text)]
    return sizes


def _fetch(url: str, cookie: str) -> tuple[str, str, int]:
    with urlopen(Request(url, headers={"Cookie": cookie} if cookie else {}), timeout=20) as answer:
        body: bytes = answer.read()
        return answer.headers["content-type"], body.decode(errors="replace"), len(body)
