"""Pictures of every page: `python tools/screenshots.py FOLDER [WORD …]`.

A server with a table in every state is started on an empty folder; every page is taken wide and
narrow, light and dark, in every language. With words, only the pages whose names contain one.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from claimant.i18n import LANGUAGES
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings

CHROMIUM = shutil.which("chromium")  # None: the one that Playwright brings
WIDTHS = {"wide": 1280, "narrow": 360}


@contextmanager
def served(data: Path) -> Iterator[str]:
    server = Server(Settings(data, bot_pace=0, bot_processes=0, limits=NO_LIMITS), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    try:
        yield server.url
    finally:
        server.stop()
        thread.join()


def made(client: httpx.Client, game: str, seats: str, **more: Any) -> str:
    """A table of this client's; its path."""
    form = {"game": game, "players": len(seats.split()), "spectators": "yes"} | more
    form |= {f"seat{i}": seat for i, seat in enumerate(seats.split())}
    answer = client.post("/new", data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def play(client: httpx.Client, table: str, moves: int) -> None:
    """Let the client's seat choose the last of what it may: in the dice game that is to stop."""
    for _ in range(moves):
        seen = client.get(f"/api{table}").json()
        if seen["over"]:
            return
        if not seen["legal"]:
            continue
        event = seen["legal"][-1]
        client.post(f"/api{table}/events", json={"version": seen["version"], "event": event})


def pages(client: httpx.Client, other: httpx.Client) -> dict[str, str]:
    """The pages by name, with tables to look at."""
    client.post("/me", data={"name": "Ada", "colour": "2"})
    other.post("/me", data={"name": "Bas", "colour": "2"})
    bots = "me bot:normal bot:normal"
    tables = {
        "claim-it-waiting": made(client, "claim-it", "me open open", public="yes"),
        "claim-it": made(client, "claim-it", bots, public="yes"),
        "claim-it-over": made(client, "claim-it", bots, public="yes"),
        "claim": made(client, "claim", "me bot:normal"),
        "claim-3": made(client, "claim", bots, scenario="the hungry court"),
        "claim-4": made(client, "claim", f"{bots} bot:random", scenario="the clockwork war"),
        "claim-over": made(client, "claim", "me bot:normal", public="yes"),
        "claim-joining": made(other, "claim", "me open", public="yes"),
    }
    for name, moves in {"claim-it": 40, "claim": 16, "claim-3": 8, "claim-4": 5}.items():
        play(client, tables[name], moves)
    for name in ("claim-it-over", "claim-over"):
        play(client, tables[name], 3000)
    return {
        "home": "/",
        "join-wrong": "/join?code=nothing",
        "new": "/new",
        "new-claim-it": "/new?game=claim-it&players=5",
        "new-claim": "/new?game=claim",
        "me": "/me",
        "rules": "/rules",
        "rules-claim-it": "/rules/claim-it",
        "rules-claim": "/rules/claim",
        "fairness": "/fairness",
        "lost": "/nothing/here",
        **{f"table-{name}": path for name, path in tables.items()},
    }


def take(browser: Browser, url: str, folder: Path, named: dict[str, str], cookie: str) -> None:
    for language in LANGUAGES:
        for theme in ("light", "dark"):
            for shape, width in WIDTHS.items():
                context = browser.new_context(
                    base_url=url,
                    viewport={"width": width, "height": 800},
                    color_scheme="dark" if theme == "dark" else "light",
                    locale=language,
                    reduced_motion="reduce",
                )
                context.add_cookies([{"name": "claimant", "value": cookie, "url": url}])
                page = context.new_page()
                for name, path in named.items():
                    page.goto(path, wait_until="load")
                    if name == "new-claim":
                        page.check("input[value='by hand']")
                    if name == "me":
                        page.click("form[action='/me/link'] button")
                    file = folder / f"{name}-{language}-{theme}-{shape}.png"
                    page.screenshot(path=file, full_page=True)
                context.close()


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    words = sys.argv[2:]
    with tempfile.TemporaryDirectory() as data, served(Path(data)) as url:
        with httpx.Client(base_url=url) as client, httpx.Client(base_url=url) as other:
            named = pages(client, other)
            cookie = client.cookies["claimant"]
        if words:
            named = {k: v for k, v in named.items() if any(word in k for word in words)}
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            take(browser, url, folder, named, cookie)
            browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
