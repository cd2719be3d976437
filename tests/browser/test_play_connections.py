"""How the page of a table copes with a lost, slow or silent connection."""

from __future__ import annotations

import random
import re

from playwright.sync_api import APIResponse, Browser, Route, expect
from support.browser import Guest, RecordedServer


def test_a_reload_and_a_second_device_show_the_current_state(
    server: RecordedServer,
    browser: Browser,
) -> None:
    ann = Guest(browser, server, "Ann")
    table = ann.make("claim", "me bot:random")
    luck = random.Random(6)
    for _ in range(5):
        ann.reach(server.table(table).version)
        ann.click_something(luck)
    other = ann.context.new_page()
    other.goto(ann.page.url)
    ann.page.reload()
    now = server.table(table).version
    ann.reach(now)
    hand = "[...document.querySelectorAll('.hand button')].map((b) => b.value).join()"
    ann.reach(now, other)  # (a bot may have moved on since: that leaves Ann's hand as it is)
    assert other.evaluate(hand) == ann.page.evaluate(hand)
    ann.close()


def test_a_lost_connection_says_so_and_comes_back_by_itself(
    server: RecordedServer,
    browser: Browser,
) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    table = ann.make("claim-it", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    one, two = (ann, ben) if ann.of_play("mine") == "yes" else (ben, ann)
    two.context.set_offline(True)
    expect(two.page.locator("#lost")).to_be_visible()
    one.click_something(random.Random(7))
    two.context.set_offline(False)
    two.reach(server.table(table).version)
    expect(two.page.locator("#lost")).to_be_hidden()
    ann.close()
    ben.close()


def test_a_page_that_reconnects_to_a_server_with_newer_scripts_loads_them(
    server: RecordedServer, browser: Browser
) -> None:
    """For as long as people sit at a table, the server may be replaced by a newer one."""
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    table = ann.make("claim-it", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")

    def newer(route: Route) -> None:
        if route.request.resource_type != "fetch":
            return route.continue_()
        answer = route.fetch()
        text = re.sub(r"(live\.js\?)\w+", r"\g<1>0123456789", answer.text())
        return route.fulfill(response=answer, body=text)

    ann.page.route(f"**/tables/{table}", newer)
    ann.context.set_offline(True)
    expect(ann.page.locator("#lost")).to_be_visible()
    with ann.page.expect_event("load"):
        ann.context.set_offline(False)
    expect(ann.page.locator("#play")).to_be_visible()
    ann.close()
    ben.close()


def test_a_late_page_does_not_replace_a_newer_one(server: RecordedServer, browser: Browser) -> None:
    """Someone changes their name, and a move is made while the page is being fetched again."""
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    table = ann.make("claim-it", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    one, two = (ann, ben) if ann.of_play("mine") == "yes" else (ben, ann)
    late: list[tuple[Route, APIResponse]] = []
    pattern = f"**/tables/{table}"
    two.page.route(
        pattern,
        lambda route: route.continue_() if late else late.append((route, route.fetch())),
    )
    with two.page.expect_request(pattern):
        one.post("/me", name="Zoe", colour="3")
    while not late:
        two.page.title()  # meanwhile the route is handled
    one.click_something(random.Random(3))
    now = server.table(table).version
    route, answer = late[0]
    route.fulfill(response=answer)
    expect(two.page.locator("#play")).to_contain_text("Zoe")
    two.reach(now)
    ann.close()
    ben.close()


def test_chat_is_there_later_even_if_nobody_was_looking(
    server: RecordedServer, browser: Browser
) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    ann.page.clock.install()
    table = ann.make("claim-it", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    ann.page.evaluate(hide, True)
    with ann.page.expect_request("**/moment"):
        ann.page.clock.run_for(21_000)  # the hidden tab gives its connection back
    ben.open("chat-drawer")
    for text in ("are you there?", "hello?"):
        ben.page.fill("#talk-text", text)
        ben.page.press("#talk-text", "Enter")
        expect(ben.page.locator("#said")).to_contain_text(text)
    ann.page.evaluate(hide, False)
    expect(ann.page.locator("#said li")).to_have_count(2)
    expect(ann.page.locator("#said")).to_contain_text("are you there?")
    ann.close()
    ben.close()


def test_a_stream_that_has_fallen_silent_is_reopened(
    server: RecordedServer, browser: Browser
) -> None:
    """After a phone has slept, its connection may be dead without an error."""
    ann = Guest(browser, server, "Ann")
    ann.page.clock.install()
    with ann.page.expect_response(lambda answer: "/feed?" in answer.url):
        ann.make("claim-it", "me open")
    with ann.page.expect_request(lambda request: "/feed?" in request.url):
        ann.page.clock.fast_forward(60_000)
    expect(ann.page.locator("#lost")).to_be_hidden()
    ann.close()
