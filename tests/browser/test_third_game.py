"""Two people and a bot play a game that only the tests know, on the page that every game has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, Guest, RecordedServer, play_out
from support.ferry import ferry

from claimant.game import CHANCE
from claimant.record import loads, replay

__all__ = ["ferry"]


@pytest.fixture
def people(ferry: None, server: RecordedServer, browser: Browser) -> Iterator[tuple[Guest, Guest]]:
    ann = Guest(browser, server, "Ann")
    ben = Guest(browser, server, "Ben", language="de", screen=PHONE)
    yield ann, ben
    ann.close()
    ben.close()


def test_a_whole_game(server: RecordedServer, people: tuple[Guest, Guest]) -> None:
    ann, ben = people
    table = ann.make("ferry", "me open bot:greedy", options={"limit": "18"})
    ben.join(table, word="mist")
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    # The first decisions with a real pointer: nothing may cover what has to be clicked.
    for _ in range(2):
        guest = next((g for g in (ann, ben) if g.of_play("mine") == "yes"), None)
        if guest is None:
            break
        before = guest.version
        guest.page.locator("#play .may, #play .acts button:not(.quiet)").first.click()
        guest.reach(before + 1)
    requested: list[str] = []
    ben.page.on("request", lambda request: requested.append(request.url))
    assert play_out(table, random.Random(3), ann, ben) > 5
    assert ann.page.locator("#log li").count() == server.table(table).version
    assert ben.sideways() == 0
    record = server.table(table).record(None)
    assert record.headers["word 1"] == "mist"
    assert replay(record).outcome is not None
    expect(ann.page.locator("#turn")).to_contain_text("win")
    # Its replay goes from one player's turn to the next, without a word from the game.
    ben.page.click("[data-go=first]")
    ben.page.wait_for_selector("#play[data-version='1']")
    players = []
    for _ in range(4):
        before = ben.version
        ben.page.click("[data-go=turn-on]")
        ben.reach(before + 1)
        players.append(server.table(table).deciders(ben.version).actor)
    assert CHANCE not in players
    assert all(one != other for one, other in pairwise(players))  # (someone may have taken back)
    # The result was loaded once: another time would have ended the replay.
    assert sum(url.endswith(f"/tables/{table}") for url in requested) == 1
    ben.page.select_option("select[name=eyes]", label="alles offen")
    expect(ben.page.locator("#view")).not_to_contain_text("?")
    # The record on offer is the whole game.
    offered = ann.context.request.get(f"/tables/{table}/record")
    assert loads(offered.text()).events == record.events


def test_hidden_crates_are_not_on_the_page(
    server: RecordedServer, people: tuple[Guest, Guest]
) -> None:
    ann, ben = people
    table = ann.make("ferry", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    for guest, own in ((ann, slice(1, 4)), (ben, slice(4, 7))):
        guest.open("log-drawer")
        told = guest.page.locator("#log").inner_text()
        assert told.count("deal ?") == 3
        for event in server.table(table).events[own]:
            assert event in told


def test_a_table_by_the_form(people: tuple[Guest, Guest]) -> None:
    """The home page offers the game, and the form for a new table has its option."""
    ann, _ = people
    ann.page.goto("/")
    expect(ann.page.get_by_text("Ferry").first).to_be_visible()
    ann.page.goto("/new?game=ferry")
    ann.page.get_by_role("textbox", name="limit").fill("12")
    ann.page.locator("main form button.primary").click()
    ann.page.wait_for_url("**/tables/*")
    expect(ann.page.get_by_text("With a limit this low most ferries sink.").first).to_be_visible()


def test_the_rules(people: tuple[Guest, Guest]) -> None:
    ann, _ = people
    ann.page.goto("/rules/ferry")
    expect(ann.page.locator("main")).to_contain_text("the heaviest ferry")
