"""A real server, a real Chromium, and people who click what they can until a game is over."""

from __future__ import annotations

import asyncio
import random
import shutil
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from claimant.web.http import background
from claimant.web.http.server import Server
from claimant.web.tables.table import Table
from support.site import ManualClock, server_for_tests

T = TypeVar("T")

PATIENCE = 60_000
"""Milliseconds. A slow machine is not a failure."""
expect.set_options(timeout=PATIENCE)
CHROMIUM = shutil.which("chromium")  # None: the one that Playwright installs
FAMILY = "family.test"
"""A host name of the server that a browser does not trust the way it trusts its own machine."""
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
SIDEWAYS = {"width": 740, "height": 360}
NARROWEST = {"width": 320, "height": 640}
"""The width of a screen of 1280 pixels at a zoom of 400 % (WCAG 1.4.10)."""

BEGUN = "#play:not([data-status=waiting], [data-status=starting])"

# What can be clicked now: spaces, cards and buttons that make something happen. The version is read
# in the same step: the page may go on to the next one at any moment.
MAY = "#play .may, #play .acts button:not(.quiet)"
CLICK = """([may, pick]) => {
  const play = document.getElementById('play');
  if (play.dataset.mine !== 'yes' || play.ariaBusy === 'true') return null;
  const found = [...document.querySelectorAll(may)];
  if (!found.length) return null;
  const calm = found.find((b) => b.value === 'stop');
  const chosen = calm && pick < .6 ? calm : found[Math.floor(pick * found.length)];
  chosen.click();
  return [chosen.value, Number(play.dataset.version)];
}"""


class RecordedServer:
    """A server, and every byte it has sent, by the cookie of the request."""

    def __init__(self, server: Server, now: ManualClock) -> None:
        self.server = server
        self.now = now
        self.sent: dict[str, bytearray] = defaultdict(bytearray)
        app: Any = server.config.app

        async def recording(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return
            cookies = dict(scope["headers"]).get(b"cookie", b"").decode()
            key = next((c for c in cookies.split("; ") if c.startswith("claimant=")), "")

            async def kept(message: Any) -> None:
                self.sent[key] += message.get("body", b"")
                for name, value in message.get("headers", ()):
                    self.sent[key] += name + value
                await send(message)

            await app(scope, receive, kept)

        server.config.app = recording

    @property
    def url(self) -> str:
        return self.server.url

    def table(self, name: str) -> Table:
        """The server's own table, for what no page may show."""
        return self.run(self.server.services.tables.find(name))

    def ring(self) -> None:
        """Let the server act on deadlines that have passed."""
        self.run(self.server.services.deadlines.scan())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's event loop."""
        return asyncio.run_coroutine_threadsafe(work, self.server.loop).result()


class Guest:
    """A person with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        server: RecordedServer,
        name: str = "",
        *,
        language: str = "en",
        screen: dict[str, int] = WIDE,
        script: bool = True,
        motion: bool = False,
        dark: bool = False,
        touch: bool = False,
        workers: bool = False,
    ) -> None:
        """With `workers`, the service worker runs: it would hide requests from other tests."""
        self.server = server
        self.name = name
        self.context = browser.new_context(
            base_url=server.url,
            locale=language,
            viewport={"width": screen["width"], "height": screen["height"]},
            java_script_enabled=script,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            service_workers="allow" if workers else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        if name:
            self.post("/me", name=name, colour="0")
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._looked = 0

    def post(self, path: str, **form: str) -> None:
        answer = self.context.request.post(path, form=dict(form))
        assert answer.ok, answer.text()

    @property
    def sent(self) -> bytes:
        """Everything the server has sent to this person."""
        cookies = {c["name"]: c["value"] for c in self.context.cookies() if "name" in c}
        return bytes(self.server.sent[f"claimant={cookies.get('claimant', '')}"])

    def fresh(self) -> bytes:
        """What the server has sent since the last call."""
        sent = self.sent
        found, self._looked = sent[self._looked :], len(sent)
        return found

    def make(self, game: str, seats: str, **more: Any) -> str:
        """Create a table and go there; its id. Nothing is held up there unless a test is about
        that."""
        wanted = seats.split()
        options = {"scenario": "the old kingdom"} if game == "claim" else {}
        asked = {"game": game, "players": len(wanted), "seats": wanted, "options": options}
        asked |= {"tempo": "instant"} | more
        answer = self.context.request.post("/api/tables", data=asked)
        assert answer.status == 201, answer.text()
        table: str = answer.json()["table"]
        self.go(table)
        return table

    def go(self, table: str, query: str = "") -> None:
        self.page.goto(f"/tables/{table}{query}")

    def open(self, drawer: str) -> None:
        """Open the log, the chat or the table's menu, by its id."""
        if self.page.locator(f"#{drawer}").get_attribute("open") is None:
            self.page.click(f"#{drawer} > summary")

    def join(self, table: str, word: str = "") -> None:
        """Follow the link and sit down, as people do."""
        self.go(table)
        if word:
            self.page.click("#luck-word summary")
            self.page.fill("#join-word", word)
        self.page.click(".join button")
        self.page.wait_for_selector(BEGUN)

    def of_play(self, name: str) -> str:
        return self.page.locator("#play").get_attribute(f"data-{name}") or ""

    @property
    def version(self) -> int:
        return int(self.of_play("version"))

    @property
    def status(self) -> str:
        return self.of_play("status")

    def reach(self, version: int, page: Page | None = None) -> None:
        """Wait until the page shows at least this version."""
        (page or self.page).wait_for_function(
            "v => Number(document.getElementById('play').dataset.version) >= v", arg=version
        )

    def click_something(self, luck: random.Random) -> str | None:
        """Click one thing that can be clicked, if any; its event."""
        clicked: tuple[str, int] | None = self.page.evaluate(CLICK, [MAY, luck.random()])
        if clicked is None:
            return None
        chosen, version = clicked
        self.reach(version + 1)
        return chosen

    def play_until(self, table: str, selector: str, luck: random.Random) -> None:
        """Click until something appears on the page, which has to be before the game is over."""
        while not self.page.locator(selector).count():
            assert self.status == "running"
            if self.click_something(luck) is None:
                self.reach(min(self.server.table(table).version, self.version + 1))

    def resize(self, screen: dict[str, int]) -> None:
        self.page.set_viewport_size({"width": screen["width"], "height": screen["height"]})

    def sideways(self) -> int:
        """The number of pixels by which the page is wider than the screen."""
        found: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return found

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors


def play_out(table: str, luck: random.Random, *guests: Guest, most: int = 2000) -> int:
    """Let people click at random until the game is over on all screens; the number of clicks."""
    clicks = 0
    for _ in range(most):
        if all(guest.status == "over" for guest in guests):
            return clicks
        for guest in guests:
            if guest.click_something(luck) is not None:
                clicks += 1
                break
        else:
            # Someone's screen is behind: wait for the server's version to arrive.
            for guest in guests:
                guest.reach(min(guest.server.table(table).version, guest.version + 1))
    raise AssertionError("the game does not end")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordedServer]:
    """One server for all tests of a session."""
    now = ManualClock()
    recorded = RecordedServer(server_for_tests(tmp_path_factory.mktemp("server"), now), now)
    with background.running(recorded.server):
        yield recorded


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                *("--no-sandbox", "--disable-gpu"),
                f"--host-resolver-rules=MAP {FAMILY} 127.0.0.1",
            ],
        )
        yield chromium
        chromium.close()
