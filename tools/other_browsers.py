"""Play whole games in Firefox and WebKit: `make browsers`.

`python tools/other_browsers.py [FOLDER]` plays each game against bots on a wide and on a narrow
screen, reloads the page in the middle, steps back through the finished game and has the browser
verify the luck. It reports what went wrong and, given a folder, saves pictures there. It uses
Debian's browsers as they are: Firefox through WebDriver BiDi, WebKit through its own driver.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socket import socket
from typing import Any, Protocol

import httpx
from screenshots import fast_server
from websockets.sync.client import ClientConnection, connect

from claimant.web.http.background import running

PATIENCE = 60.0
"""Seconds. A slow machine is not a failure."""
SIZES = {"wide": (1280, 860), "narrow": (480, 800)}
"""WebKit's window cannot be narrower."""
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
WATCH = """
  window.errors = [];
  addEventListener('error', (event) => errors.push(event.message));
  addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));
"""
CLICK = """
  const play = document.getElementById('play');
  if (play.dataset.mine !== 'yes' || play.ariaBusy === 'true') return false;
  const may = [...document.querySelectorAll('#play .may, #play .acts button:not(.quiet)')];
  const calm = may.find((button) => button.value === 'stop');
  if (may.length) (calm && PICK < .6 ? calm : may[Math.floor(PICK * may.length)]).click();
  return true;
"""


class Browser(Protocol):
    def open(self, url: str) -> None: ...
    def resize(self, width: int, height: int) -> None: ...
    def run(self, script: str) -> Any:
        """Run the body of a function in the page; what it returns."""

    def picture(self) -> bytes: ...


class Firefox:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self._ask("session.new", capabilities={})
        self._context = {"context": self._ask("browsingContext.create", type="tab")["context"]}

    def _ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        asked = {"id": self._number, "method": method, "params": params}
        self._socket.send(json.dumps(asked))
        while (answer := json.loads(self._socket.recv())).get("id") != self._number:
            pass  # something else that happened
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", url=url, wait="complete", **self._context)

    def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", viewport=viewport, **self._context)

    def run(self, script: str) -> Any:
        found = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify((() => {{ {script} }})() ?? null)",
            target=self._context,
            awaitPromise=False,
        )
        return json.loads(found["result"]["value"])

    def picture(self) -> bytes:
        return base64.b64decode(
            self._ask("browsingContext.captureScreenshot", **self._context)["data"]
        )


class WebKit:
    def __init__(self, driver: httpx.Client) -> None:
        (program,) = Path("/").glob(MINI_BROWSER[1:])
        options = {"binary": str(program), "args": ["--automation"]}
        self._driver = driver
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._ask("POST", "/session", capabilities=wanted)["sessionId"]
        self._session = f"/session/{session}"

    def _ask(self, verb: str, path: str, **params: Any) -> Any:
        answer = self._driver.request(verb, path, json=params if verb == "POST" else None)
        if answer.is_error:
            raise RuntimeError(f"{path}: {answer.text}")
        return answer.json()["value"]

    def open(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", url=url)

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", f"{self._session}/window/rect", width=width, height=height)

    def run(self, script: str) -> Any:
        return self._ask("POST", f"{self._session}/execute/sync", script=script, args=[])

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", f"{self._session}/screenshot"))


@contextmanager
def firefox(folder: str) -> Iterator[Browser]:
    name = shutil.which("firefox-esr") or shutil.which("firefox") or "firefox"
    command = [name, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", folder]
    with started(command, subprocess.PIPE) as program:
        assert program.stdout is not None
        said = (re.search(r"listening on (ws://\S+)", line) for line in program.stdout)
        found = next((match for match in said if match), None)
        if found is None:
            raise SystemExit("Firefox did not start")
        threading.Thread(
            target=program.stdout.read, daemon=True
        ).start()  # drain what else it prints
        with connect(f"{found[1]}/session", max_size=None) as socket:
            yield Firefox(socket)


@contextmanager
def webkit(folder: str) -> Iterator[Browser]:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        started(["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]),
        httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as driver,
    ):
        end = time.monotonic() + PATIENCE
        while not answers(driver):
            if time.monotonic() > end:
                raise SystemExit("WebKit did not start")
            time.sleep(0.1)
        yield WebKit(driver)


def answers(driver: httpx.Client) -> bool:
    try:
        return driver.get("/status").is_success
    except httpx.TransportError:
        return False


BROWSERS: dict[str, Callable[[str], Any]] = {"Firefox": firefox, "WebKit": webkit}


@contextmanager
def started(command: list[str], said: int = subprocess.DEVNULL) -> Iterator[subprocess.Popen[str]]:
    """A program, which is terminated with everything it started."""
    program = subprocess.Popen(
        command, stdout=said, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        yield program
    finally:
        os.killpg(program.pid, signal.SIGTERM)
        program.wait()


class Trial:
    """One game in one browser."""

    def __init__(self, browser: Browser, name: str, folder: Path | None) -> None:
        self.browser = browser
        self.name = name
        self.folder = folder
        self.luck = random.Random(name)

    def play(self, home: str, game: str) -> None:
        """Play from the first click on the home page to the verification of the luck."""
        run = self.browser.run
        self.browser.open(home)
        self.keep("home")
        run(f"document.querySelector('button[name=game][value={game}]').click()")
        self.wait("return location.pathname.startsWith('/tables/') && !!window.EventSource")
        self.wait("return document.readyState === 'complete'")
        run(WATCH)
        reloaded = False
        while (status := self.status()) != "over":
            if status != "running":
                raise SystemExit(f"{self.name}: the table is {status}")
            before = self.version()
            if not run(CLICK.replace("PICK", str(self.luck.random()))):
                time.sleep(0.02)
                continue
            self.wait(f"return Number(document.getElementById('play').dataset.version) > {before}")
            if not reloaded and self.version() > 20:
                reloaded = True
                self.look("play")
                self.browser.open(run("return location.href"))
                run(WATCH)
        self.look("over")
        self.browser.open(run("return location.href"))  # the finished game, with its script
        run(WATCH)
        self.wait("return !document.getElementById('check').disabled")
        run("document.getElementById('check').click()")
        self.wait("return /\\d/.test(document.getElementById('checked').textContent)")
        last = self.version()
        run("document.querySelector('[data-go=back]').click()")
        self.wait(f"return Number(document.getElementById('play').dataset.version) === {last - 1}")
        self.look("past")

    def status(self) -> str:
        return str(self.browser.run("return document.getElementById('play').dataset.status"))

    def version(self) -> int:
        return int(self.browser.run("return document.getElementById('play').dataset.version"))

    def wait(self, condition: str) -> None:
        end = time.monotonic() + PATIENCE
        while not self.browser.run(condition):
            if time.monotonic() > end:
                self.keep("stuck")
                raise SystemExit(f"{self.name}: never became true: {condition}")
            time.sleep(0.02)

    def look(self, what: str) -> None:
        """Check that nothing went wrong in the page and that it fits the screen."""
        self.keep(what)
        errors = self.browser.run("return window.errors ?? ['the page was reloaded']")
        wider = self.browser.run("return document.documentElement.scrollWidth - innerWidth")
        if errors or wider > 0:
            raise SystemExit(f"{self.name}, {what}: {errors}, {wider} pixels too wide")

    def keep(self, what: str) -> None:
        if self.folder is not None:
            file = re.sub(r"\W+", "-", f"{self.name} {what}".lower()) + ".png"
            (self.folder / file).write_bytes(self.browser.picture())


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        home = stack.enter_context(running(fast_server(Path(data)))).url
        for name, start in BROWSERS.items():
            with tempfile.TemporaryDirectory() as profile, start(profile) as browser:
                for size, (width, height) in SIZES.items():
                    browser.resize(width, height)
                    for game in ("claim-it", "claim"):
                        trial = Trial(browser, f"{name}, {size}, {game}", folder)
                        trial.play(home, game)
                        print(f"{trial.name}: played, reloaded, stepped back, luck checked")


if __name__ == "__main__":
    main()
