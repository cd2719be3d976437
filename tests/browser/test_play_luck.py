"""The luck in a browser: it contributes by itself, remembers the promise, and compares."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Browser, expect
from support.browser import BEGUN, Guest, RecordedServer, play_out

from claimant.luck import verify
from claimant.record import Record
from claimant.web.tables.opening import PATIENCE

COMMITTED = "() => JSON.parse(document.getElementById('table').dataset.commits)[0]"
REVEALED = "() => document.getElementById('table').dataset.bits.length === 32"
BITS = re.compile("[0-9a-f]{32}")


def record_of(server: RecordedServer, guest: Guest) -> Record:
    return server.table(table_of(guest)).record(None)


def table_of(guest: Guest) -> str:
    return guest.page.url.rpartition("/")[2]


def test_two_people_and_a_bot_draw_together(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann")
    ben = Guest(browser, server, "Ben", language="de")
    posted: list[str] = []
    ben.page.on("request", lambda request: posted.append(request.post_data or ""))
    table = ann.make("claim-it", "me open bot:random")
    ben.join(table, word="Spitz\u200bhacke")
    ann.page.wait_for_selector(BEGUN)
    # The word was sent in the reveal alone, when it could no longer be changed.
    with_word = [sent for sent in posted if "hacke" in sent]
    assert with_word
    assert all(sent.startswith('{"contribution":') for sent in with_word)
    play_out(table, random.Random(11), ann, ben)
    headers = server.table(table).record(None).headers
    assert headers["luck"] == "2"
    assert all(BITS.fullmatch(headers[f"contribution {seat}"]) for seat in (0, 1))
    assert "contribution 2" not in headers
    assert headers["word 1"] == "Spitzhacke"
    assert verify(server.table(table).record(None)) > 0
    for guest, words in (
        (ann, "This browser compared: the fingerprint is the one it was shown first."),
        (ben, "Sein eigener Beitrag zum Glück steht in der Aufzeichnung."),
    ):
        expect(guest.page.locator("#promise")).to_contain_text(words)
        expect(guest.page.locator("#checked")).to_have_attribute("data-fair", "yes")
    ann.close()
    ben.close()


def test_a_game_against_bots_begins_after_two_taps_and_so_does_the_rematch(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server)
    ann.page.goto("/")
    ann.page.click("form[action='/play'] button[value='claim']")
    ann.page.wait_for_selector(BEGUN)
    first = record_of(server, ann)
    assert BITS.fullmatch(first.headers["contribution 0"])
    play_out(table_of(ann), random.Random(12), ann)
    ann.page.click("form[action$='/rematch'] button")
    ann.page.wait_for_selector(f"{BEGUN}[data-status=running]")
    again = record_of(server, ann)
    assert BITS.fullmatch(again.headers["contribution 0"])
    for key in ("contribution 0", "commitment"):
        assert again.headers[key] != first.headers[key]
    ann.close()


def test_a_browser_says_if_the_promise_was_not_kept(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server)
    ann.page.goto("/")
    ann.page.click("form[action='/play'] button[value='claim']")
    ann.page.wait_for_selector(BEGUN)
    play_out(table_of(ann), random.Random(13), ann)
    promise = ann.page.locator("#promise")
    for change, words in (
        ("bits: '0'.repeat(32)", "revealed its contribution to the luck in time"),
        ("commits: '[]'", "was swapped after this browser had revealed its own"),
        ("commitment: '0'.repeat(64)", "was first shown another fingerprint"),
    ):
        expect(promise).to_have_attribute("data-kept", "yes")
        before = ann.page.evaluate("localStorage.getItem('luck')")
        ann.page.evaluate(
            f"""(table) => {{
              const known = JSON.parse(localStorage.getItem('luck'));
              Object.assign(known[table], {{ {change} }});
              localStorage.setItem('luck', JSON.stringify(known));
            }}""",
            table_of(ann),
        )
        ann.page.reload()
        expect(promise).to_contain_text(words)
        expect(promise).to_have_attribute("data-kept", "no")
        ann.page.evaluate("(luck) => localStorage.setItem('luck', luck)", before)
        ann.page.reload()
    ann.close()


def test_without_script_a_typed_word_is_used_and_the_table_says_what_that_means(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, script=False)
    ann.page.goto("/new?game=claim-it")
    expect(ann.page.locator("noscript p")).to_contain_text("Scripts are off in this browser")
    ann.page.select_option("#seat1", "bot:novice")
    ann.page.click("details.more > summary")
    ann.page.fill("#word", "pickaxe")
    ann.page.click(".finish .primary")
    ann.page.wait_for_selector(BEGUN)
    ann.open("table-menu")
    notes = ann.page.locator("details.luck")
    notes.locator("summary").click()
    expect(notes).to_contain_text("contributed only a typed word, which the server knew before")
    expect(notes).to_contain_text("the secret and the words alone decide")
    headers = record_of(server, ann).headers
    assert headers["word 0"] == "pickaxe"
    assert "contribution 0" not in headers
    ann.close()


def test_a_sleeping_phone_holds_up_nobody(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann")
    ben = Guest(browser, server, "Ben")
    table = ann.make("claim-it", "me open")
    ann.page.wait_for_function(COMMITTED)
    ann.page.goto("about:blank")
    ben.go(table)
    ben.page.click(".join button")
    ben.page.wait_for_selector("#play[data-status=starting]")
    expect(ben.page.locator("#turn")).to_have_text("The game is about to begin")
    ben.page.wait_for_function(REVEALED)
    server.now.now += PATIENCE + 1
    ben.page.wait_for_selector(BEGUN)
    ben.open("table-menu")
    notes = ben.page.locator("details.luck")
    notes.locator("summary").click()
    expect(notes).to_contain_text("The contribution of Ann did not arrive within 10 seconds")
    headers = server.table(table).record(None).headers
    assert headers["contribution 0"] == "missing"
    assert BITS.fullmatch(headers["contribution 1"])
    ann.close()
    ben.close()
