"""Puzzles in the browser: the puzzle of the day on a phone, a timed run on a large screen."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer

from claimant.teaching.puzzles import find, of_day


def test_the_puzzle_of_the_day_on_a_phone(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, screen=PHONE)
    page = guest.page
    today = of_day(server.server.services.puzzles.today())
    assert today is not None
    page.goto("/")
    page.click("a[href='/puzzles']")
    page.click(f"a[href='/puzzles/{today.id}']")
    assert guest.sideways() == 0
    expect(page.locator(".answers button")).to_have_count(len(today.puzzle.view.legal))
    # By keyboard, too.
    page.focus(f'.answers button[value="{today.puzzle.best}"]')
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text("Right!")
    expect(page.locator(".values .best")).to_contain_text("your answer")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    # The line is played out on the board.
    before = page.locator(".board").inner_html()
    page.click(".line-steps li:nth-child(2) a")
    expect(page.locator(".line-steps [aria-current]")).to_have_count(1)
    assert page.locator(".board").inner_html() != before
    assert guest.sideways() == 0
    page.goto("/puzzles")
    expect(page.locator(".streak")).to_have_text("1 day in a row")
    assert not guest.errors
    guest.close()


def test_a_timed_run_on_a_large_screen(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, screen=WIDE)
    page = guest.page
    page.goto("/puzzles")
    page.click("form[action='/puzzles/run'] button")
    for right in (True, False):
        expect(page.locator(".clock")).to_contain_text(":")
        listed = find(page.url.partition("?")[0].rpartition("/")[2])
        assert listed is not None
        best = listed.puzzle.best
        other = next(choice for choice in listed.puzzle.view.legal if choice != best)
        page.click(f'.answers button[value="{best if right else other}"]')
        expect(page.locator(".last")).to_contain_text("Right!" if right else "not the best")
        assert guest.sideways() == 0
    expect(page.locator(".run-status")).to_contain_text("1 solved so far")
    assert not guest.errors
    guest.close()
