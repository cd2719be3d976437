"""A hint, the review of the game and playing on from it, on a phone and a large screen."""

from __future__ import annotations

import random
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer, play_out

RULES = ["wcag2a", "wcag2aa", "wcag22aa"]


def accessible(page: Page) -> None:
    found = Axe().run(page, options={"runOnly": RULES})
    assert found.violations_count == 0, found.generate_report()


def reach_a_choice(guest: Guest, table: str, luck: random.Random) -> None:
    """Play until there is more than one legal decision: a review leaves out the others."""
    guest.play_until(table, "#play[data-mine=yes]", luck)
    while len(guest.server.table(table).view(0).legal) < 2:
        guest.click_something(luck)
        guest.play_until(table, "#play[data-mine=yes]", luck)


def take_a_hint(guest: Guest) -> None:
    """Ask for a hint, look at the value of every choice, and make the best one."""
    page = guest.page
    page.click("[data-hint-form] button")
    expect(page.locator("#hint li").first).not_to_be_empty()
    page.click("#hint-values summary")
    values = page.locator("#hint-values [data-event]")
    assert values.count() == len(guest.server.table(page.url.split("/")[4]).view(0).legal)
    best = values.first.get_attribute("data-event")
    button = page.locator(f'#play .may[name=event][value="{best}"]')  # one of several equal cards
    expect(button).to_have_attribute("data-worth", values.first.locator("b").inner_text())
    assert guest.sideways() == 0
    accessible(page)
    button.dispatch_event("click")
    expect(page.locator("#hint")).to_have_count(0)


def test_a_hint_a_review_and_playing_on_from_a_phone_to_a_large_screen(
    server: RecordedServer, browser: Browser
) -> None:
    guest = Guest(browser, server, "Ann", screen=PHONE)
    page = guest.page
    table = guest.make("claim", "me bot:easy", swift=True)
    luck = random.Random(1)
    reach_a_choice(guest, table, luck)
    take_a_hint(guest)
    play_out(table, luck, guest)
    record = guest.context.request.get(f"/api/tables/{table}/record").text()
    assert record.count("# hint") >= 1  # once more if the decision was taken back
    # The review is asked for on the page of the finished game.
    page.click(f"form[action='/tables/{table}/review'] button")
    expect(page.locator("#curve")).to_be_visible()
    expect(page.locator("details .list li", has_text="after a hint")).to_have_count(1)
    assert guest.sideways() == 0
    accessible(page)
    for screen in (PHONE, WIDE):
        guest.resize(screen)
        # Step along: with the slider by keyboard, by the buttons, and on the curve.
        page.focus("#moment input[type=range]")
        page.keyboard.press("Home")
        expect(page.locator("#moment-title")).to_contain_text("Event 1 of")
        expect(page.locator("#moment input[type=range]")).to_be_focused()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#moment-title")).to_contain_text("Event 2 of")
        page.get_by_role("link", name="One event on").click()
        expect(page.locator("#moment-title")).to_contain_text("Event 3 of")
        page.locator("#curve").click(position={"x": 2, "y": 30})
        expect(page.locator("#moment-title")).to_contain_text("Event 1 of")
        assert guest.sideways() == 0
    page.click("summary:has-text('All decisions')")
    page.locator("details .list a", has_text="after a hint").click()
    expect(page.locator("#moment .verdict")).to_contain_text("after a hint")
    n = int(page.locator("#moment").get_attribute("data-at") or "0")
    moment = page.url
    for screen in (PHONE, WIDE):
        guest.resize(screen)
        page.goto(moment)
        page.click(".play-on button")
        page.wait_for_selector("#play[data-mine=yes]")
        again = page.url.rpartition("/")[2]
        assert again != table
        continued = server.table(again)
        assert continued.options.continued == n - 1
        assert continued.events[: n - 1] == server.table(table).events[: n - 1]
        before = guest.version
        assert guest.click_something(random.Random(2)) is not None
        assert guest.version > before
        assert guest.sideways() == 0
    assert not guest.errors
    guest.close()


def test_a_hint_on_the_board_of_a_large_screen(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, "Ann", screen=WIDE)
    table = guest.make("claim-it", "me bot:easy", swift=True)
    luck = random.Random(3)
    while guest.page.locator("#play button.may[name=event]").count() < 2:  # spaces to choose from
        if guest.click_something(luck) is None:
            guest.reach(min(server.table(table).version, guest.version + 1))
    take_a_hint(guest)
    assert not guest.errors
    guest.close()


INSIDE = """([inner, outer]) => {
  const edge = document.querySelector(outer).getBoundingClientRect();
  return [...document.querySelectorAll(inner)].every((one) => {
    const box = one.getBoundingClientRect();
    return box.left >= edge.left - 1 && box.right <= edge.right + 1;
  });
}"""


def test_hint_and_review_fit_a_phone_in_german(server: RecordedServer, browser: Browser) -> None:
    """German words are long."""
    guest = Guest(browser, server, "Ada", language="de", screen=PHONE)
    guest.post("/me", name="Ada", colour="4")
    page = guest.page
    table = guest.make("claim-it", "me bot:easy", swift=True)
    luck = random.Random(5)
    guest.play_until(table, "#play[data-mine=yes] #stop", luck)
    page.click("[data-hint-form] button")
    page.click("#hint-values summary")
    for button in ("#roll", "#stop"):
        expect(page.locator(button)).to_have_attribute("data-worth", re.compile(r"\d+\s%"))
        placed = page.locator(button).evaluate("button => getComputedStyle(button).position")
        assert placed != "static", "the figure stands on its button"
    play_out(table, luck, guest)
    page.click(f"form[action='/tables/{table}/review'] button")
    expect(page.locator("#curve")).to_be_visible()
    for screen in (PHONE, WIDE):
        guest.resize(screen)
        assert guest.sideways() == 0
        assert page.evaluate(INSIDE, [".review .figures, .position svg, .list a", ".review .sheet"])
    # The position is drawn with the tokens of the table.
    token = page.locator(".people .token").first.inner_html()
    assert "--seat4" in token
    assert "--seat4" in page.locator(".position").inner_html()
    assert not guest.errors
    guest.close()
