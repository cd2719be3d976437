"""Every way to play a card of Claim."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, Guest, RecordedServer
from support.claim_table import MY_TURN, SMALL_SCREEN, sit, tap


def test_on_a_touch_screen_a_card_is_selected_and_then_confirmed(
    server: RecordedServer, browser: Browser
) -> None:
    ann, table = sit(browser, server, 2, PHONE, touch=True)
    ann.play_until(table, MY_TURN, random.Random(2))
    # A headless browser has no touch screen to detect, so the setting is made by hand.
    ann.post("/settings", confirm="always")
    ann.page.reload()
    before = ann.version
    card = ann.page.locator(".hand .may").first
    name = card.get_attribute("title") or ""
    tap(ann, ".hand .may")
    confirm = ann.page.locator(".confirm")
    expect(confirm).to_have_text(f"Play {name}")
    expect(ann.page.locator(".hand .chosen")).to_have_count(1)
    assert ann.version == before
    tap(ann, ".hand .chosen")  # a second tap withdraws it
    expect(confirm).to_have_count(0)
    tap(ann, ".hand .may")
    confirm.click()
    ann.reach(before + 1)
    ann.close()


@pytest.mark.parametrize("wanted", ["always", "never"])
def test_the_settings_say_whether_moves_are_confirmed(
    server: RecordedServer, browser: Browser, wanted: str
) -> None:
    ann, table = sit(browser, server, 2, SMALL_SCREEN)
    ann.page.click("header.site .menu summary")
    ann.page.click(f".menu button[name=confirm][value={wanted}]")
    ann.play_until(table, MY_TURN, random.Random(2))
    before = ann.version
    tap(ann, ".hand .may")
    if wanted == "never":
        ann.reach(before + 1)
    else:
        expect(ann.page.locator(".confirm")).to_be_visible()
        assert ann.version == before
    ann.close()


@pytest.mark.parametrize("screen", [SMALL_SCREEN, PHONE])
def test_a_card_is_dragged_to_the_table(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    ann, table = sit(browser, server, 2, screen)
    ann.play_until(table, MY_TURN, random.Random(2))
    before = ann.version
    mouse = ann.page.mouse

    def drag(to: str) -> None:
        start, end = (ann.page.locator(part).first.bounding_box() for part in (".hand .may", to))
        assert start is not None
        assert end is not None
        mouse.move(start["x"] + 10, start["y"] + 20)
        mouse.down()
        mouse.move(start["x"] + 10, start["y"] - 10, steps=3)
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
        mouse.up()

    drag(".hand .cards")  # back into the hand: nothing happens
    assert ann.version == before
    expect(ann.page.locator(".hand .dragged")).to_have_count(0)
    drag("#trick")
    ann.reach(before + 1)
    ann.close()


def test_a_card_is_played_with_arrows_and_enter(server: RecordedServer, browser: Browser) -> None:
    ann, table = sit(browser, server, 2, SMALL_SCREEN)
    ann.play_until(table, f"{MY_TURN}, .x", random.Random(2))
    ann.post("/settings", confirm="always")
    ann.page.reload()
    before = ann.version
    ann.page.locator(".hand .cardbox").first.focus()
    while not ann.page.evaluate("document.activeElement.matches('.may')"):
        ann.page.keyboard.press("ArrowRight")
    ann.page.keyboard.press("Enter")
    ann.reach(before + 1)
    ann.close()


def faction_of(event: str) -> str:
    """The faction of the card in an event, in the singular."""
    return event.split(" ")[1].rsplit("-", 1)[0]


def two_people(browser: Browser, server: RecordedServer) -> tuple[Guest, Guest, str]:
    """Two people at a table, the first of them to lead."""
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben", screen=PHONE)
    table = ann.make("claim", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play[data-status=running]")
    if ann.of_play("mine") != "yes":
        ann, ben = ben, ann
    return ann, ben, table


def test_a_card_selected_in_advance_is_played_when_the_turn_comes(
    server: RecordedServer, browser: Browser
) -> None:
    leads, waits, table = two_people(browser, server)
    lead = server.table(table).state.choices()[0]
    mine = waits.page.locator(".hand .cardbox")
    cards = [mine.nth(i).get_attribute("value") or "" for i in range(mine.count())]
    legal = [card for card in cards if faction_of(card) == faction_of(lead)] or cards
    before = waits.version
    sent = len(server.table(table).events)
    tap(waits, f".hand .cardbox[value='{legal[0]}']")
    expect(waits.page.locator(".plan")).to_be_visible()
    assert len(server.table(table).events) == sent  # nothing has left the browser
    waits.page.click("#withdraw")
    expect(waits.page.locator(".plan")).to_have_count(0)
    tap(waits, f".hand .cardbox[value='{legal[0]}']")
    tap(leads, f".hand .may[value='{lead}']")
    waits.reach(before + 2)
    assert server.table(table).events[before + 1] == legal[0]
    leads.close()
    waits.close()


def test_a_card_selected_in_advance_is_dropped_if_it_is_not_legal(
    server: RecordedServer, browser: Browser
) -> None:
    leads, waits, table = two_people(browser, server)
    mine = waits.page.locator(".hand .cardbox")
    cards = [mine.nth(i).get_attribute("value") or "" for i in range(mine.count())]
    held = set(map(faction_of, cards))
    lead, card = next(  # of thirteen cards some are of different factions
        (lead, card)
        for lead in server.table(table).state.choices()
        for card in cards
        if faction_of(lead) in held and faction_of(card) not in (faction_of(lead), "doppelganger")
    )
    before = waits.version
    tap(waits, f".hand .cardbox[value='{card}']")
    expect(waits.page.locator(".plan")).to_be_visible()
    tap(leads, f".hand .may[value='{lead}']")
    waits.reach(before + 1)
    expect(waits.page.locator("#note")).to_contain_text("You may not play")
    expect(waits.page.locator(".plan")).to_have_count(0)
    assert waits.version == before + 1
    leads.close()
    waits.close()
