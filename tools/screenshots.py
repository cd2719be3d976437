"""Take pictures: `python tools/screenshots.py FOLDER [WORD …]` or `… --readme FOLDER`.

Starts a server with a table in every state on an empty folder and takes every page wide and narrow,
light and dark, in every language; with words, only the pages whose names contain one. With
`--readme` it makes the small pictures that the README and the documentation show.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.text import Text

from claimant.i18n import LANGUAGES
from claimant.web.http.background import running
from claimant.web.http.limits import NO_LIMITS
from claimant.web.http.server import Server
from claimant.web.ops.settings import Settings

CHROMIUM = shutil.which("chromium")  # None: the one that Playwright installs
WIDTHS = {"wide": 1280, "narrow": 360}
REVIEWED = ("claim-it-over", "claim-over")
"""The tables with a finished game."""
PHONE_HEIGHT = 740
COLOURS = 48
"""Colours of a picture in the README or documentation, few enough to keep it small."""
PATIENCE = 180_000
"""Milliseconds: a review takes its time."""
TERMINAL = "claimant play claim-it --players 3 --name Ada --seed 5"
TYPED = ["roll", "1", "roll", "1", "stop"] * 3 + ["roll", "1", "roll"]


def fast_server(data: Path) -> Server:
    """A server without delays and limits, on a free port."""
    settings = Settings(data, bot_pace=0, bot_processes=0, limits=NO_LIMITS)
    return Server(settings, "127.0.0.1", 0)


def create_table(client: httpx.Client, game: str, seats: str, **more: Any) -> str:
    """Create a table with the form of the web app; its path."""
    form = {"game": game, "players": len(seats.split()), "spectators": "yes"} | more
    form |= {f"seat{i}": seat for i, seat in enumerate(seats.split())}
    response = client.post("/new", data=form)
    assert response.status_code == 303, response.text
    return response.headers["location"]


def play(client: httpx.Client, table: str, moves: int) -> None:
    """Make random moves until it is this client's turn again, or the game is over."""
    version = -1
    random = Random(table)
    with client.stream("GET", f"/api{table}/feed") as feed:
        for line in feed.iter_lines():
            view = json.loads(line[6:]) if line.startswith("data: ") else {}
            if view.get("over"):
                return
            if not view.get("legal") or view["version"] <= version:
                continue
            if moves == 0:
                return
            moves -= 1
            version = view["version"]
            event = {"version": version, "event": random.choice(view["legal"])}
            client.post(f"/api{table}/events", json=event).raise_for_status()


def pages(client: httpx.Client, other: httpx.Client) -> dict[str, str]:
    """The paths of the pages by name, with tables in every state."""
    client.post("/me", data={"name": "Ada", "colour": "2"})
    other.post("/me", data={"name": "Bas", "colour": "2"})
    bots = "me bot:normal bot:normal"
    tables = {
        "claim-it-waiting": create_table(client, "claim-it", "me open open", public="yes"),
        "claim-it": create_table(client, "claim-it", bots, public="yes"),
        "claim-it-over": create_table(client, "claim-it", bots, public="yes"),
        "claim": create_table(client, "claim", "me bot:normal"),
        "claim-3": create_table(client, "claim", bots, scenario="the hungry court"),
        "claim-4": create_table(
            client, "claim", f"{bots} bot:random", scenario="the clockwork war"
        ),
        "claim-over": create_table(client, "claim", "me bot:normal", public="yes"),
        "claim-joining": create_table(other, "claim", "me open", public="yes"),
    }
    for name, moves in {"claim-it": 40, "claim": 16, "claim-3": 8, "claim-4": 5}.items():
        play(client, tables[name], moves)
    for name in REVIEWED:
        play(client, tables[name], 3000)
        client.post(f"{tables[name]}/review")  # ready by the time its picture is taken
    return {
        "home": "/",
        "join-wrong": "/join?code=nothing",
        "new": "/new",
        "new-claim-it": "/new?game=claim-it&players=5",
        "new-claim": "/new?game=claim",
        "me": "/me",
        "sign-in": "/sign-in",
        "rules": "/rules",
        "rules-claim-it": "/rules/claim-it",
        "rules-claim": "/rules/claim",
        "fairness": "/fairness",
        "lost": "/nothing/here",
        **{f"learn-{game}": f"/learn/{game}" for game in ("claim-it", "claim")},
        "learn-claim-it-closed": "/learn/claim-it/closed",
        "learn-claim-follow": "/learn/claim/follow",
        "learn-claim-seers": "/learn/claim/seers",
        "puzzles": "/puzzles",
        "puzzle-claim-it": "/puzzles/next?game=claim-it",
        "puzzle-claim": "/puzzles/next?game=claim",
        **{f"review-{name}": f"{tables[name]}/review" for name in REVIEWED},
        **{f"table-{name}": path for name, path in tables.items()},
    }


def context_of(
    browser: Browser, url: str, cookie: str, width: int, *, dark: bool, language: str
) -> BrowserContext:
    """A browser window of the person with this cookie."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": 800},
        color_scheme="dark" if dark else "light",
        locale=language,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "claimant", "value": cookie, "url": url}])
    return context


def take_pages(
    browser: Browser, url: str, folder: Path, paths: dict[str, str], cookie: str
) -> None:
    """Take every page in every language, theme and width."""
    for language in LANGUAGES:
        for theme in ("light", "dark"):
            for shape, width in WIDTHS.items():
                context = context_of(
                    browser, url, cookie, width, dark=theme == "dark", language=language
                )
                page = context.new_page()
                for name, path in paths.items():
                    page.goto(path, wait_until="load")
                    if name == "new-claim":
                        page.check("input[value='by hand']")
                    if name == "me":
                        page.click("form[action='/me/link'] button")
                    file = folder / f"{name}-{language}-{theme}-{shape}.png"
                    page.screenshot(path=file, full_page=True)
                context.close()


def take_games(browser: Browser, url: str, folder: Path, client: httpx.Client) -> None:
    """Take each game in play, on the person's turn."""
    client.post("/me", data={"name": "Ada", "colour": "2"})
    tables = {
        "claim-it": (create_table(client, "claim-it", "me bot:easy bot:easy"), 40, 800),
        "claim": (create_table(client, "claim", "me bot:novice", scenario="old-kingdom"), 18, 730),
    }
    cookie = client.cookies["claimant"]
    context = context_of(browser, url, cookie, 1000, dark=False, language="en")
    page = context.new_page()
    for name, (table, moves, height) in tables.items():
        play(client, table, moves)
        page.set_viewport_size({"width": 1000, "height": height})
        page.goto(table, wait_until="load")
        save(page, folder / f"{name}.png")
    context.close()


def save(page: Page, file: Path) -> None:
    """Save what the window shows, with few colours."""
    taken = Image.open(io.BytesIO(page.screenshot()))
    few = taken.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=4)
    few.save(file, optimize=True)


def take_teaching(browser: Browser, url: str, folder: Path, client: httpx.Client) -> None:
    """Take what `docs/teaching.md` shows: a course, a hint and a puzzle on a phone, and a
    review."""
    cookie = client.cookies["claimant"]
    context = context_of(browser, url, cookie, WIDTHS["narrow"], dark=False, language="en")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": WIDTHS["narrow"], "height": PHONE_HEIGHT})
    page.goto("/learn/claim-it/closed")
    page.click('#play button[value="4,5"]')
    page.wait_for_selector("[role=alert]")
    save(page, folder / "teaching-course.png")
    table = create_table(client, "claim", "me bot:normal", scenario="old-kingdom")
    play(client, table, 8)
    page.goto(table)
    page.click("[data-hint-form] button")
    page.click("#hint-values summary")
    save(page, folder / "teaching-hint.png")
    page.goto("/puzzles/next?game=claim-it")
    page.locator("#main").evaluate("main => main.scrollIntoView()")
    save(page, folder / "teaching-puzzle.png")
    page.set_viewport_size({"width": 1000, "height": 980})
    play(client, table, 100)
    page.goto(f"{table}/review")
    page.click(f"form[action='{table}/review'] button")
    page.wait_for_selector("#curve")
    page.locator(".review .back").evaluate("back => back.scrollIntoView()")
    save(page, folder / "teaching-review.png")
    context.close()


def take_terminal(folder: Path) -> None:
    """Draw the end of a session in the terminal as SVG."""
    played = subprocess.run(
        [sys.executable, "-m", *TERMINAL.split()],
        input="\n".join([*TYPED, "q"]) + "\n",
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    # From the last decision but one, without the word that ends the session.
    last = played.stdout.rpartition("your choice")[0]
    screen = last.rpartition("your choice")[2].partition("\n")[2] + "your choice (? for help):"
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(f"$ {TERMINAL}\n…\n{screen}"))
    svg = console.export_svg(title="claimant")
    # Without rich's links to fonts on the web: a monospaced font of the reader's will do.
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    (folder / "terminal.svg").write_text(svg, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readme", action="store_true", help="those of the README and docs")
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*", help="only pages whose names contain one of them")
    chosen = parser.parse_args()
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        with (
            running(fast_server(Path(data))) as server,
            httpx.Client(base_url=server.url, timeout=60) as client,
            httpx.Client(base_url=server.url, timeout=60) as other,
        ):
            if chosen.readme:
                take_games(browser, server.url, folder, client)
                take_teaching(browser, server.url, folder, client)
                take_terminal(folder)
            else:
                paths = pages(client, other)
                if chosen.words:
                    words = chosen.words
                    paths = {k: v for k, v in paths.items() if any(word in k for word in words)}
                take_pages(browser, server.url, folder, paths, client.cookies["claimant"])
        browser.close()
    print(f"{len(list(folder.iterdir()))} pictures in {folder}")


if __name__ == "__main__":
    main()
