"""Newcomers who learn a game in the browser: from the home page to the end of the course."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer

from claimant.teaching.course import CourseStep, courses


def walk(page: Page, step: CourseStep) -> None:
    """Do what a step asks for, as it is asked, and see what it says at the end."""
    words = step.text("en")
    for task, move in zip(words.tasks, step.moves, strict=True):
        expect(page.locator("#task")).to_contain_text(task)
        button = page.locator(f'#play button[name=event][value="{move.expect[0]}"]').first
        button.click(position={"x": 12, "y": 24})  # the rest may lie under the next card
    expect(page.locator("#task")).to_contain_text(words.done)


def go_wrong(page: Page, step: CourseStep) -> None:
    """Try what is not possible or not meant."""
    alert = page.get_by_role("alert")
    if step.id == "closed":
        # The game itself says why a space is closed, the step why another one is not meant.
        page.click('#play button[value="5,1"]', force=True)
        expect(alert).to_contain_text("it has a claim marker already")
        page.click('#play button[value="4,5"]')
        expect(alert).to_have_text(step.text("en").wrong["squatter"])
        # It stays where it was, and the heading is not read again.
        expect(page.locator('#play button[value="4,5"]')).to_be_focused()
    if step.id == "follow":
        page.locator('#play button[value="play undead-8"]').dispatch_event("click")
        expect(alert).to_contain_text("goblins were led, so you must follow")
    if step.id in ("closed", "follow"):
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag22aa"]})
        assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("game", courses())
def test_a_newcomer_learns_on_a_phone(server: RecordedServer, browser: Browser, game: str) -> None:
    guest = Guest(browser, server, screen=PHONE)
    page = guest.page
    page.goto("/")
    page.click(f"a[href='/learn/{game}']")
    basics = courses()[game].basics
    page.click(".actions .primary")
    page.wait_for_url(f"**/learn/{game}/{basics[0].id}")
    page.evaluate("window.same = true")
    for step in basics:
        expect(page.locator("#turn")).to_have_text(step.text("en").title)
        go_wrong(page, step)
        walk(page, step)
        assert guest.sideways() == 0
        expect(page.locator("#onward")).to_be_focused()
        expect(page.locator("#onward")).to_be_in_viewport(ratio=1)
        if step is not basics[-1]:
            page.keyboard.press("Enter")
    assert page.evaluate("window.same"), "no page was loaded between the steps"
    # The way back shows the steps, and each has its own address.
    last = basics[-1]
    page.go_back()
    page.wait_for_url(f"**/learn/{game}/{last.id}")
    expect(page.locator("#task")).to_contain_text(last.text("en").tasks[0])
    page.goto(f"/learn/{game}")
    assert page.locator(".lessons .done").count() == len(basics)
    page.goto(f"/learn/{game}/{last.id}")
    walk(page, last)
    course = courses()[game]
    if course.first_game:
        expect(page.locator("#onward")).to_have_text(course.first_game["en"])
        page.click("#onward")
        page.wait_for_url("**?first-game=yes")
        assert guest.sideways() == 0
        page.go_back()
    page.click("#first-game" if course.first_game else "#onward")
    page.wait_for_url("**/tables/*")
    expect(page.locator("#play")).to_have_class(f"play {game} running")
    assert not guest.errors
    guest.close()


def test_someone_learns_a_deck_on_a_large_screen(server: RecordedServer, browser: Browser) -> None:
    """From a table that is waiting for players, and back to it."""
    ann = Guest(browser, server, "Ann")
    table = ann.make("claim", "me open")
    guest = Guest(browser, server, screen=WIDE)
    page = guest.page
    guest.go(table)
    page.get_by_role("link", name="I have never played this").click()
    course = courses()["claim"]
    for step in course.basics:
        page.goto(f"/learn/claim/{step.id}?table={table}")
        if step.id == "follow":
            page.locator('#play button[value="play undead-8"]').dispatch_event("click")
            expect(page.get_by_role("alert")).to_contain_text(
                "goblins were led, so you must follow"
            )
        walk(page, step)
    page.get_by_role("link", name="Learn Claim", exact=True).click()
    here = page.locator("#here + .lessons a")
    assert here.count() == 5
    here.first.click()
    for step in course.extras_for(course.steps[0].record.game.options):
        expect(page.locator("#turn")).to_have_text(step.text("en").title)
        walk(page, step)
        page.click("#onward")
    page.wait_for_url(f"**/tables/{table}")
    assert not guest.errors
    for each in (ann, guest):
        each.close()


WATCH_TOP = """() => {
  window.tops = [];
  const look = () => {
    const board = document.querySelector('#play .map');
    const top = board && Math.round(board.getBoundingClientRect().top + scrollY);
    if (board && !window.tops.includes(top)) window.tops.push(top);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_coach_helps_in_the_first_game(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, screen=PHONE)
    page = guest.page
    page.goto("/learn/claim-it")
    page.click(".first-game button")
    page.wait_for_url("**/tables/*")
    page.wait_for_selector("#play[data-mine=yes]")
    words = page.locator("#coach-words")
    expect(words).not_to_be_empty()
    page.evaluate(WATCH_TOP)
    page.click("#roll")
    expect(words).to_contain_text("My advice")
    page.locator("#play .space[data-advised]").first.dispatch_event("click")
    expect(page.locator("#roll[data-advised], #stop[data-advised]").first).to_be_visible()
    page.click("#roll")
    page.wait_for_selector("#play .space[data-advised]")
    # A hint, too, lies over the heading.
    page.click("[data-hint-form] button")
    expect(page.locator("#hint")).to_be_visible()
    assert page.locator("#play [data-advised]").count() > 0
    page.click("[data-hint-close]")
    expect(page.locator("#hint")).to_have_count(0)
    assert len(page.evaluate("window.tops")) == 1, "the board stays where it is"
    assert guest.sideways() == 0
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    # Whoever looks over the shoulder is not told.
    watcher = Guest(browser, server)
    watcher.page.goto(page.url)
    assert watcher.page.locator("#coach").count() == 0
    assert watcher.context.request.get(f"{page.url}/coach").text() == ""
    page.click("#coach button")
    expect(page.locator("#coach")).to_have_count(0)
    assert not guest.errors
    for each in (guest, watcher):
        each.close()


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_header_of_a_step_ends_at_the_right_and_going_back_is_small(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    guest = Guest(browser, server, screen=screen)
    page = guest.page
    page.goto("/learn/claim-it/" + courses()["claim-it"].basics[0].id)
    box = page.locator("header.site .me").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] >= screen["width"] - 40
    page.locator(".map .may, .acts button:not(.quiet)").first.click()
    size = "(e) => parseFloat(getComputedStyle(e).fontSize)"
    assert page.locator(".afresh a").evaluate(size) < page.locator("#task").evaluate(size)
    guest.close()
