"""The pages around the table in a real browser: on every screen, for everyone, without script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route, expect
from support.browser import NARROWEST, PHONE, WIDE, Guest, RecordedServer

from claimant.i18n import LANGUAGES

PAGES = (
    "/",
    "/join?code=nothing",
    "/new",
    "/new?game=claim-it&players=5",
    "/new?game=claim&players=4",
    "/me",
    "/sign-in",
    "/rules",
    "/rules/claim-it",
    "/rules/claim",
    "/study/claim-it",
    "/study/claim",
    "/learn/claim-it",
    "/puzzles",
    "/fairness",
    "/evenings",
    "/tournaments/new?game=claim",
    "/me/games",
    "/nowhere",
)
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What may be pressed or typed into and is smaller than a fingertip. Links inside a sentence are
# as high as the sentence, and the boxes of choices lie in a label that is large enough.
SMALL = """() => [...document.querySelectorAll('button, .button, select, input, summary,'
    + 'label.choice, label.pick, label.check, header a, footer a, .line, .contents a, .tabs a')]
  .filter((e) => e.checkVisibility() && !['hidden', 'radio', 'checkbox'].includes(e.type))
  .filter((e) => { const box = e.getBoundingClientRect();
    return box.height < 43.5 || box.width < 43.5; })
  .map((e) => e.outerHTML.slice(0, 90))"""
# What Safari magnifies the page for, as soon as one types into it.
ZOOMED = """() => [...document.querySelectorAll('input, select, textarea')]
  .filter((e) => e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 16)
  .filter((e) => !['radio', 'checkbox', 'range'].includes(e.type))
  .map((e) => e.outerHTML.slice(0, 90))"""
INNER = """() => [...document.querySelectorAll('main *')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible'
    && !e.matches('.unseen, input, select'))
  .map((e) => e.outerHTML.slice(0, 90))"""

PAINTED = """() => new Promise((done) => new PerformanceObserver(() => done())
  .observe({ type: 'paint', buffered: true }))"""
# What has moved without anybody doing anything.
SHIFTS = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().filter((each) => each.value)
    .flatMap((each) => each.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? ''))))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([]))));
})"""


@pytest.fixture(scope="module")
def tables(server: RecordedServer, browser: Browser) -> Iterator[None]:
    """Tables for the home page, with the longest possible names."""
    bea = Guest(browser, server, "Wilhelmina van der Valk")
    bea.make("claim-it", "me open open open", public=True)
    bea.make("claim", "me bot:normal", public=True)
    yield
    bea.close()


def someone(server: RecordedServer, browser: Browser, **more: Any) -> Guest:
    guest = Guest(browser, server, "Maximiliana Donnersmarck", **more)
    guest.context.request.post(
        "/api/tables",
        data={"game": "claim-it", "players": 3, "seats": ["me", "bot:normal", "bot:normal"]},
    )
    return guest


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_scrolls_sideways_on_a_phone(
    server: RecordedServer, browser: Browser, language: str
) -> None:
    guest = someone(server, browser, language=language, screen=PHONE)
    for path in PAGES:
        guest.page.goto(path)
        if "game=claim&" in path:
            guest.page.check("input[value='by hand']")
        assert guest.page.evaluate(SMALL) == [], path
        assert guest.page.evaluate(ZOOMED) == [], path
        for screen in (PHONE, NARROWEST):
            guest.resize(screen)
            assert guest.sideways() == 0, path
            # (The row of decks is there to be swiped.)
            inner = [box for box in guest.page.evaluate(INNER) if "choices decks" not in box]
            assert inner == [], path
        assert guest.page.evaluate(SMALL) == [], path
        guest.page.click("details.menu summary")
        assert guest.sideways() == 0, path
        guest.resize(PHONE)
        assert guest.sideways() == 0, path
    guest.page.goto("/me")
    guest.page.click("form[action='/me/link'] button")
    guest.page.wait_for_selector(".qr-box")
    for screen in (PHONE, NARROWEST):
        guest.resize(screen)
        assert guest.sideways() == 0
    guest.close()


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(("screen", "dark"), [(WIDE, False), (PHONE, True)])
def test_axe_finds_nothing(
    server: RecordedServer, browser: Browser, screen: dict[str, int], dark: bool
) -> None:
    guest = someone(server, browser, screen=screen, dark=dark)
    for path in (*PAGES, "/offline/en"):
        guest.page.goto(path)
        if "game=claim&" in path:
            guest.page.check("input[value='by hand']")
        found = Axe().run(guest.page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
        told = [
            (rule["id"], [node["html"][:120] for node in rule["nodes"][:3]])
            for rule in found.response["violations"]
        ]
        assert told == [], path
    guest.close()


@pytest.mark.usefixtures("tables")
def test_the_content_security_policy_blocks_nothing_of_ours(
    server: RecordedServer, browser: Browser
) -> None:
    """Nothing on a page is blocked by the strict policy, and no script fails."""
    guest = someone(server, browser, language="nl")
    said: list[str] = []
    guest.page.on("console", lambda message: said.append(message.text))
    for path in PAGES:
        said.clear()
        guest.page.goto(path)
        # (Tests keep the service worker out, so that it hides no request from them.)
        ours = [line for line in said if "404" not in line and "Service Worker" not in line]
        assert ours == [], path
    guest.close()


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_one_click_starts_a_game(server: RecordedServer, browser: Browser, game: str) -> None:
    """Without script, and on a first visit."""
    guest = Guest(browser, server, script=False, screen=PHONE)
    guest.page.goto("/")
    guest.page.click(f"form[action='/play'] button[value='{game}']")
    guest.page.wait_for_url("**/tables/*")
    assert server.table(guest.page.url.rpartition("/")[2]).game.name == game
    guest.close()


def test_the_deck_is_checked_while_one_picks(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, language="de")
    guest.page.goto("/new?game=claim")
    verdict = guest.page.locator("output")
    assert not verdict.is_visible()
    guest.page.check("input[value='by hand']")
    for name in ("knights", "goblins", "undead", "dwarves"):
        guest.page.check(f"input[value='{name}']")
    expect(verdict).to_have_text("42 von 52 Karten: Es fehlen noch 10.")
    guest.page.check("input[value='seers']")
    guest.page.wait_for_selector("output.good")
    assert verdict.inner_text() == "52 Karten: Das ist ein Deck."
    guest.page.check("input[name='players'][value='3']")
    guest.page.wait_for_selector("output:not(.good)")
    guest.page.check("input[name='players'][value='2']")
    guest.page.select_option("#seat1", "bot:normal")
    guest.page.wait_for_selector("output.good")
    guest.page.click("text=Tisch eröffnen")
    guest.page.wait_for_url("**/tables/*")
    table = server.table(guest.page.url.rpartition("/")[2])
    assert table.game.options["factions"] == "knights goblins dwarves seers undead"
    guest.close()


def test_a_table_is_made_without_script(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, script=False)
    guest.page.goto("/new?game=claim")
    guest.page.check("input[value='by hand']")
    guest.page.check("input[value='kings']")
    guest.page.click("button[name='check']")
    expect(guest.page.locator("output")).to_have_text("9 of 52 cards: 43 to go.")
    assert guest.page.is_checked("input[value='kings']")
    guest.page.check("input[value='the old kingdom']")
    # Only as many seats show as there are players.
    assert guest.page.locator(".seats li:visible").count() == 2
    guest.page.check("input[name='players'][value='4']")
    assert guest.page.locator(".seats li:visible").count() == 4
    assert guest.page.locator("text=seats 1 and 3 play against seats 2 and 4").is_visible()
    guest.page.click("text=Open the table")
    guest.page.wait_for_url("**/tables/*")
    assert server.table(guest.page.url.rpartition("/")[2]).game.players == 4
    guest.close()


def test_settings_by_keyboard(server: RecordedServer, browser: Browser) -> None:
    guest = Guest(browser, server, language="en")
    page = guest.page
    page.goto("/fairness")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.focus("details.menu summary")
    page.keyboard.press("Enter")
    assert page.locator(".menu-in").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".menu-in").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.keyboard.press("Enter")
    page.focus(".menu-in button[value='dark']")
    page.keyboard.press("Enter")
    page.wait_for_selector("html[data-theme='dark']")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 22, 27)"
    assert page.url.endswith("/fairness")
    page.click("details.menu summary")
    page.click(".menu-in button[value='nl']")
    page.wait_for_selector("html[lang='nl']")
    guest.close()


OVERLAPS = """() => {
  const all = [...document.querySelectorAll("header.site :is(a, summary), .table-bar :is(summary, button)")];
  const boxes = all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())
    .filter((box) => box.top < 48 && box.width > 1).sort((one, other) => one.left - other.left);
  return [boxes.length, boxes.filter((box, n) => n && box.left < boxes[n - 1].right - 1).length];
}"""  # noqa: E501


def test_nothing_in_the_header_of_a_table_overlaps(
    server: RecordedServer, browser: Browser
) -> None:
    """With hints and reactions, and in the language with the longest words."""
    ann = Guest(browser, server, "Annegret Hohenstein", language="de")
    ann.make("claim-it", "me bot:easy")
    for width in (360, 390, 900, 1024, 1199, 1280, 1920):
        ann.page.set_viewport_size({"width": width, "height": 800})
        shown, overlapping = ann.page.evaluate(OVERLAPS)
        assert shown >= 7, width
        assert overlapping == 0, width


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_nothing_moves_once_a_page_is_shown(
    server: RecordedServer, browser: Browser, tables: None, screen: dict[str, int]
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen)
    page = ann.page
    held: list[Route] = []
    moved = {}
    for path in PAGES:
        page.route("**/*.js*", lambda route: held.append(route))  # as late as on a slow line
        page.goto(path, wait_until="commit")
        page.evaluate(PAINTED)
        page.unroute("**/*.js*")  # lets them through
        held.clear()
        page.wait_for_load_state("load")
        if found := page.evaluate(SHIFTS):
            moved[path] = found
    assert moved == {}
    ann.close()


def test_what_needs_a_script_is_hidden_without(server: RecordedServer, browser: Browser) -> None:
    with_script, without = (Guest(browser, server, "Ann", script=has) for has in (True, False))
    for path, needed in (("/sign-in", "form[data-passkey]"), ("/me", "form[data-passkey]")):
        for guest, scripted in ((with_script, True), (without, False)):
            guest.page.goto(path)
            expect(guest.page.locator(needed)).to_be_visible(visible=scripted)
    for guest, buttons in ((with_script, 0), (without, 1)):
        guest.page.goto("/new?game=claim")
        guest.page.check("[name=scenario][value='by hand']")
        expect(guest.page.locator("[name=check]")).to_have_count(buttons)
    with_script.close()
    without.close()
