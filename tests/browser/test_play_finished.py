"""A finished game: stepping through it, and checking its luck in the browser."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer, play_out

from claimant.record import dumps

# What may be pressed and is smaller than a fingertip.
SMALL = """() => [...document.querySelectorAll('main button, main .button, main select,'
    + 'main input:not([type=hidden]):not([type=checkbox]), .tools a, label.check')]
  .filter((e) => e.checkVisibility())
  .filter((e) => { const box = e.getBoundingClientRect();
    return box.height < 43.5 || box.width < 43.5; })
  .map((e) => e.outerHTML.slice(0, 90) + JSON.stringify(e.getBoundingClientRect()))"""


@pytest.fixture(scope="module")
def finished(server: RecordedServer, browser: Browser) -> dict[str, str]:
    """A finished game of each kind."""
    ann = Guest(browser, server, "Ann")
    tables = {}
    for game in ("claim-it", "claim"):
        tables[game] = ann.make(game, "me bot:normal", word="pickaxe")
        play_out(tables[game], random.Random(10), ann)
    ann.close()
    return tables


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_stepping_by_button_key_and_slider(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
) -> None:
    eve = Guest(browser, server, language="de", screen=PHONE, touch=True)
    table = finished[game]
    last = server.table(table).version
    eve.go(table)

    def shows(version: int) -> None:
        eve.page.wait_for_selector(f"#play[data-version='{version}']")

    eve.page.click("[data-go=back]")
    shows(last - 1)
    expect(eve.page.locator("#check")).to_be_enabled()  # keys are heard from now on
    eve.page.locator("#play").focus()
    eve.page.keyboard.press("ArrowLeft")
    shows(last - 2)
    eve.page.keyboard.press("Home")
    shows(1)
    eve.page.keyboard.press("ArrowRight")
    shows(2)
    # What cannot be gone to is grey, and the line of the moment is there to be read.
    expect(eve.page.locator("[data-go=first]")).not_to_have_attribute("aria-disabled", "true")
    expect(eve.page.locator("[data-go=on]")).not_to_have_attribute("aria-disabled", "true")
    eve.page.click("[data-go=first]")
    shows(1)
    expect(eve.page.locator("[data-go=back]")).to_have_attribute("aria-disabled", "true")
    assert eve.page.evaluate("""() => {
      const [around, inside] = ['#log', '#log [aria-current]']
        .map((found) => document.querySelector(found).getBoundingClientRect());
      return inside.top >= around.top - 1 && inside.bottom <= around.bottom + 1;
    }""")
    eve.page.locator("#stepping input[type=range]").fill("7")
    shows(7)
    assert eve.page.locator("#play button[name=event]").count() == 0
    assert eve.sideways() == 0
    # Every line of the log can be hit with a finger.
    lines = eve.page.locator("#log a").evaluate_all("all => all.map((e) => e.offsetHeight)")
    assert len(lines) == last
    assert min(lines) >= 44
    eve.page.keyboard.press("Escape")
    eve.go(table, "?at=5")
    shows(5)
    eve.close()


def test_a_past_hand_is_seen_through_its_owners_eyes(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
) -> None:
    eve = Guest(browser, server)
    eve.go(finished["claim"], "?at=4&eyes=none")
    assert eve.page.locator(".hand li").count() == 0
    eve.page.select_option("select[name=eyes]", "1")
    expect(eve.page.locator(".hand li").first).to_be_visible()
    eve.close()


def test_a_choice_made_before_the_script_loaded_is_shown_afterwards(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
) -> None:
    eve = Guest(browser, server)
    held: list[Route] = []
    eve.page.route("**/past*.js*", lambda route: held.append(route))
    with eve.page.expect_request("**/past*.js*"):
        eve.go(finished["claim"], "?at=4&eyes=none")
    expect(eve.page.locator("#check")).to_be_disabled()
    eve.page.select_option("select[name=eyes]", "1")
    eve.page.locator("#stepping input[type=range]").fill("6")
    assert eve.version == 4
    held[0].continue_()
    eve.page.wait_for_selector("#play[data-version='6'] .hand li")
    expect(eve.page.locator("#check")).to_be_enabled()
    eve.close()


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_luck_is_checked_in_the_browser(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
) -> None:
    eve = Guest(browser, server)
    eve.go(finished[game])
    eve.page.click("#check")
    expect(eve.page.locator("#checked")).to_have_attribute("data-fair", "yes")
    record = dumps(server.table(finished[game]).record(None))
    check = """async (record) => {
      const past = await import(document.getElementById('table').dataset.script);
      const game = await import(document.getElementById('check').dataset.luck);
      return past.verify(record, game.draws);
    }"""
    assert set(eve.page.evaluate(check, record)) == {"right"}
    other = record.replace("\nfirst 0\n", "\nfirst x\n").replace("\nfirst 1\n", "\nfirst 0\n")
    assert eve.page.evaluate(check, other.replace("first x", "first 1")) == {"wrong": 1}
    seed = server.table(finished[game]).seed or ""
    assert eve.page.evaluate(check, record.replace(seed, seed[::-1])) == {"wrong": 0}
    eve.close()


@pytest.mark.parametrize("game", ["claim-it", "claim"])
@pytest.mark.parametrize("dark", [False, True])
def test_every_stage_of_a_table_is_accessible(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
    dark: bool,
) -> None:
    ann = Guest(browser, server, "Ann", language="nl", screen=PHONE if dark else WIDE, dark=dark)
    waiting = ann.make(game, "me open")
    running = ann.make(game, "me bot:random bot:random")
    for table in (waiting, running, finished[game]):
        ann.go(table)
        found = Axe().run(ann.page).response["violations"]
        assert not found, [(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found]
        assert ann.sideways() == 0
        assert ann.page.evaluate(SMALL) == []
    ann.close()
