"""A fair match on a phone and a large screen: chosen on the home page, stated at the table."""

from __future__ import annotations

import random

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browser import BEGUN, PHONE, WIDE, Guest, RecordedServer, play_out

RULES = ["wcag2a", "wcag2aa", "wcag22aa"]


def count(server: RecordedServer) -> None:
    counted = server.server.services.results.count()
    server.run(counted)


def test_a_fair_match_follows_the_results(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, screen=PHONE)  # no name, no account: a guest
    page = guest.page
    page.goto("/")
    page.locator("label", has=page.locator("input[value=fair]")).click()
    assert guest.sideways() == 0
    page.locator("button[value=claim-it]").click()
    page.wait_for_selector(BEGUN)
    note = page.locator("#fair")
    luck = random.Random(5)
    for screen in (PHONE, WIDE, PHONE):
        guest.resize(screen)
        expect(note).to_contain_text("until you have played more games")
        table = page.url.rpartition("/")[2]
        before = server.table(table).seats[1].level
        expect(note).to_contain_text("Strength of the bots")
        assert guest.sideways() == 0
        play_out(table, luck, guest)
        server.now.now += 60
        count(server)
        with page.expect_navigation():
            page.locator(f"form[action='/tables/{table}/rematch'] button").first.click()
        page.wait_for_selector(BEGUN)
        assert server.table(page.url.rpartition("/")[2]).seats[1].level != before
    expect(note).to_contain_text("of the last 3.")
    found = Axe().run(page, options={"runOnly": RULES})
    assert found.violations_count == 0, found.generate_report()
    # Someone who watches sees the strength, and nobody's results.
    watcher = Guest(browser, server, language="de", screen=WIDE)
    watcher.page.goto(page.url)
    expect(watcher.page.locator("#fair")).to_contain_text("Auf Augenhöhe. Stärke der Bots:")
    expect(watcher.page.locator("#fair")).not_to_contain_text("gewonnen")
    assert not guest.errors
    for each in (guest, watcher):
        each.close()
