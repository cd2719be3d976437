"""Reactions across the table, on a phone and on a large screen, and one's own games afterwards."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(guest: Guest) -> list[str]:
    options = {"runOnly": TAGS, "resultTypes": ["violations"]}
    return [rule["id"] for rule in Axe().run(guest.page, options=options).response["violations"]]


def test_a_reaction_is_seen_beside_the_player_and_in_the_chat(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann", screen=WIDE, dark=True)
    ben = Guest(browser, server, "Ben", screen=PHONE)
    table = ann.make("claim", "me open")
    ben.join(table)
    ann.go(table)
    expect(ann.page.locator("#play.running")).to_be_visible()
    ann.page.get_by_role("button", name="Well played!").click()  # one click on a large screen
    expect(ben.page.locator(".bubble use")).to_have_attribute("href", "#reaction-bravo")
    expect(ben.page.locator("#live")).to_contain_text("Ann: Well played!")
    ben.page.get_by_role("button", name="Reactions").click()
    assert ben.sideways() <= 0
    assert violations(ben) == []
    ben.page.get_by_role("button", name="Thank you!").click()
    expect(ben.page.locator("#reactions")).to_be_hidden()
    expect(ann.page.locator(".bubble[data-seat='1']")).to_be_in_viewport()
    expect(ann.page.locator("#said li")).to_have_count(2)
    expect(ann.page.locator(".bubble")).to_have_count(0)  # after a few seconds
    assert violations(ann) == []
    for guest in (ann, ben):
        guest.page.goto("/me/games")
        expect(guest.page.get_by_role("heading", name="My games")).to_be_visible()
        assert guest.sideways() <= 0
        assert violations(guest) == []
        guest.close()
