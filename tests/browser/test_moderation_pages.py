"""The pages of moderation in a real browser, and talk as it arrives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer
from support.site import ManualClock, server_for_tests

from claimant.web.http import background

TOKEN = "an admin token that is long enough"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LONG = "Wilhelmina van der Valk"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordedServer]:
    """A server with an operator's page."""
    now = ManualClock()
    folder = tmp_path_factory.mktemp("house")
    recorded = RecordedServer(server_for_tests(folder, now, admin_token=TOKEN), now)
    with background.running(recorded.server):
        yield recorded


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_pages_are_for_everyone(house: RecordedServer, browser: Browser, dark: bool) -> None:
    ann = Guest(browser, house, "Maximiliana Donnersmarck", screen=PHONE, dark=dark)
    ben = Guest(browser, house, LONG)
    table = ann.make("claim-it", "me open open", public=True)
    ben.post(f"/tables/{table}/join", name=LONG)
    ben.post(f"/tables/{table}/talk", text="blah " * 50)
    line = f"/tables/{table}/talk/1"
    ann.post(f"{line}/report", reason="rude " * 50)
    ann.post("/admin/in", token=TOKEN)
    ann.post("/admin/block", subject="198.51.100.0/24", reason="spam")
    for path in (f"/tables/{table}", line, "/admin"):
        for screen in (PHONE, WIDE):
            ann.resize(screen)
            ann.page.goto(path)
            assert ann.sideways() <= 0, path
            options = {"runOnly": TAGS, "resultTypes": ["violations"]}
            found = Axe().run(ann.page, options=options).response["violations"]
            told = [(rule["id"], rule["nodes"][0]["html"][:120]) for rule in found]
            assert told == [], path
    ann.close()
    ben.close()


def test_a_line_that_arrives_can_be_muted(house: RecordedServer, browser: Browser) -> None:
    ann, ben = Guest(browser, house, "Ann"), Guest(browser, house, "Ben")
    table = ann.make("claim-it", "me open open", public=True)
    ben.post(f"/tables/{table}/join", name="Ben")
    expect(ann.page.get_by_text("Ben", exact=True)).to_be_visible()
    ben.go(table)
    ben.open("chat-drawer")
    ben.page.fill("#talk-text", "blah")
    ben.page.click("[data-talk] button")
    expect(ben.page.locator("#said li")).to_have_text("Ben blah")  # no link: it is one's own
    said = ann.page.locator("#said li")
    expect(said).to_contain_text("Ben blah")
    ann.open("chat-drawer")
    more = said.get_by_role("link", name="Mute or report Ben")
    more.click()
    ann.page.get_by_role("button", name="Mute").click()
    expect(ann.page.locator("#said li")).to_have_count(0)
    # The host removes Ben, whose page shows it, and turns off chat.
    ann.page.get_by_role("button", name="Remove Ben").click()
    expect(ben.page.locator("form.join")).to_be_visible()
    ann.close()
    ben.close()


def test_the_host_turns_chat_off_in_the_menu_after_confirming_it(
    house: RecordedServer, browser: Browser
) -> None:
    ann, ben = Guest(browser, house, "Ann"), Guest(browser, house, "Ben")
    table = ann.make("claim-it", "me open")
    ben.join(table)
    ben.open("table-menu")
    expect(ben.page.locator(".no-chat")).to_have_count(0)  # the host's
    ann.open("chat-drawer")
    expect(ann.page.locator("#talk-text")).to_be_visible()
    expect(ann.page.locator("#chat-drawer form[action$='/chat']")).to_have_count(0)
    ann.open("table-menu")
    ann.page.click(".no-chat summary")
    ann.page.get_by_role("button", name="Turn off chat for everyone").click()
    expect(ann.page.locator("#talk-text")).to_have_count(0)
    ann.open("table-menu")
    ann.page.get_by_role("button", name="Turn chat back on").click()
    expect(ann.page.locator("#talk-text")).to_have_count(1)
    ann.make("claim-it", "me bot:easy")
    ann.open("table-menu")
    expect(ann.page.locator(".no-chat")).to_have_count(0)  # nobody else is there
    ann.close()
    ben.close()
