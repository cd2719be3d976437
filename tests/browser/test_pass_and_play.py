"""Pass and play in a browser: whole games on a phone and on a large screen, alone, with a bot and
with someone on another device, and no card of a player who has not tapped their name."""

from __future__ import annotations

import random
import re
from dataclasses import asdict

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, SIDEWAYS, WIDE, Guest, RecordedServer

from claimant.games.claim.view import ClaimView
from claimant.web.tables.table import Table

_CODE = re.compile(r"[a-z]+-\d+")
_SYMBOL = re.compile(r'<symbol id="[\w-]+"')


def hidden_from(table: Table, seat: int | None) -> set[str]:
    """The cards in hands that this seat cannot know."""
    view = table.view(seat)
    known = set(_CODE.findall(str(asdict(view))))
    hidden: set[str] = set()
    for other in range(view.players):
        theirs = table.view(other)
        assert isinstance(theirs, ClaimView)
        hidden |= {*theirs.hands[other], *theirs.followers[other]} - known - {"?"}
    return hidden


def check(guest: Guest, table: Table, seat: int | None) -> int:
    """Nothing in the document is a card that the player in front cannot know."""
    shown = set(_CODE.findall(_SYMBOL.sub("", guest.page.content())))
    hidden = hidden_from(table, seat)
    assert not hidden & shown, (seat, hidden & shown)
    return len(hidden)


def take(guest: Guest) -> None:
    """Whoever the curtain names takes the device."""
    guest.page.locator(".curtain [data-look] button").click()
    guest.page.wait_for_selector(".device-bar")


def play_on_device(guest: Guest, table: str, luck: random.Random, *others: Guest) -> int:
    """Play to the end, and look for hidden cards all the way; how many were looked for."""
    searched = 0
    for _ in range(2000):
        here = guest.server.table(table)
        if here.over:
            break
        front = guest.of_play("front")
        if front.startswith("next "):
            # What was sent since the curtain fell is a spectator's.
            if here.version == guest.version:
                searched += check(guest, here, None)
            take(guest)
            guest.fresh()
            continue
        if guest.click_something(luck) is not None:
            continue
        if not any(other.click_something(luck) is not None for other in others):
            guest.reach(min(guest.server.table(table).version, guest.version + 1))
    for screen in (guest, *others):
        screen.page.wait_for_selector("#play[data-status=over]")
    return searched


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_two_people_play_claim_on_one_device(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen)
    table = ann.make("claim", "me here:Ben")
    ann.page.wait_for_selector(".curtain")
    assert play_on_device(ann, table, random.Random(1)) > 200
    assert ann.sideways() == 0
    ann.close()


def test_two_on_one_device_and_a_bot_play_claim(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", language="de", screen=PHONE)
    table = ann.make("claim", "me here:Ben bot:random", swift=True)
    ann.page.wait_for_selector("#play[data-status=running]")
    assert play_on_device(ann, table, random.Random(2)) > 100
    ann.close()


def test_two_on_one_device_and_one_on_their_own(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", language="nl", screen=PHONE)
    dan = Guest(browser, server, "Dan", screen=WIDE)
    table = ann.make("claim", "me here:Ben open")
    dan.join(table)
    ann.page.wait_for_selector("#play[data-status=running]")
    assert play_on_device(ann, table, random.Random(3), dan) > 100
    dan.close()
    ann.close()


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_two_people_play_claim_it_on_one_device(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen)
    table = ann.make("claim-it", "me here:Ben")
    ann.page.wait_for_selector("#play[data-status=running]")
    luck, named = random.Random(4), set()
    while not server.table(table).over:
        assert not ann.page.locator(".curtain").count()
        named.add(ann.page.locator("#turn").inner_text().partition(":")[0])
        if ann.click_something(luck) is None:
            ann.reach(min(server.table(table).version, ann.version + 1))
    assert {"Ann", "Ben"} <= named
    ann.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_going_back_or_reloading_shows_no_hidden_cards(
    server: RecordedServer, browser: Browser, script: bool
) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE, script=script)
    table = ann.make("claim", "me here:Ben")
    ann.page.wait_for_selector(".curtain")
    first = server.table(table).deciders(server.table(table).version).actor
    assert first is not None
    take(ann)
    assert hidden_from(server.table(table), None) & set(_CODE.findall(ann.page.content()))
    ann.page.locator("#play .may").first.click()
    expect(ann.page.locator(".curtain")).to_be_visible()
    assert ann.page.locator("#next").inner_text().endswith("Ben" if first == 0 else "Ann")
    assert check(ann, server.table(table), None) > 10
    for _ in range(4):
        ann.page.go_back()
        if "/tables/" not in ann.page.url:
            break
        expect(ann.page.locator(".curtain")).to_be_visible()
        check(ann, server.table(table), None)
    ann.go(table)
    ann.page.reload()
    expect(ann.page.locator(".curtain")).to_be_visible()
    check(ann, server.table(table), None)
    second = ann.context.new_page()
    second.goto(f"/tables/{table}")
    expect(second.locator(".curtain")).to_be_visible()
    ann.close()


def test_someone_joins_on_this_device_in_the_waiting_room(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE)
    ann.make("claim", "me open")
    ann.page.fill("#guest-name", "Ben")
    ann.page.click(".on-device button:not(.quiet)")
    expect(ann.page.locator(".curtain")).to_be_visible()
    ann.close()


def test_the_curtain_fits_the_screen(server: RecordedServer, browser: Browser) -> None:
    """Also in front of a long table, and with a button to take a decision back."""
    ann = Guest(browser, server, "Ann", language="de", screen=PHONE)
    ann.make("claim", "me here:Maximiliana here:Ben", options={"scenario": "the hungry court"})
    ann.page.wait_for_selector(".curtain")
    for screen in (PHONE, SIDEWAYS, WIDE):
        ann.resize(screen)
        ann.page.evaluate("scrollTo(0, 0)")
        for shown in ("#next", ".curtain .event", ".curtain [data-look] button"):
            expect(ann.page.locator(shown)).to_be_in_viewport(ratio=1)
        event = ann.page.locator(".curtain .event")
        assert event.evaluate("(event) => event.scrollHeight <= event.clientHeight + 1")
    ann.close()


def test_a_page_that_is_covered_forgets_what_it_showed(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE)
    table = ann.make("claim", "me here:Ben")
    ann.page.wait_for_selector(".curtain")
    take(ann)
    ann.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert check(ann, server.table(table), None) > 10
    ann.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    ann.page.wait_for_selector(".device-bar")
    ann.close()
