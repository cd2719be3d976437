"""Other ways to be at a table: by keyboard alone, as a spectator, too late, in company; and what
the page says when something is not allowed."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from playwright.sync_api import Browser, expect
from support.browser import FAMILY, MAY, PHONE, SIDEWAYS, Guest, RecordedServer, play_out


def by_keys(guest: Guest, luck: random.Random) -> None:
    """Move the focus with Tab to something that can be done, and press Enter."""
    before = guest.version
    wanted = luck.randrange(guest.page.locator(MAY).count())
    for _ in range(200):
        guest.page.keyboard.press("Tab")
        if guest.page.evaluate("may => document.activeElement.matches(may)", MAY):
            if wanted == 0:
                break
            wanted -= 1
    guest.page.keyboard.press("Enter")
    guest.reach(before + 1)


@pytest.mark.parametrize("game", ["claim", "claim-it"])
def test_a_game_by_keyboard_alone(server: RecordedServer, browser: Browser, game: str) -> None:
    ann = Guest(browser, server, "Ann", language="nl")
    table = ann.make(game, "me bot:random")
    luck = random.Random(4)
    done = 0
    while ann.status == "running" and done < 60:
        ann.reach(server.table(table).version)
        if ann.of_play("mine") == "yes":
            by_keys(ann, luck)
            done += 1
    assert done == 60 or ann.status == "over"
    assert ann.page.locator("#live").inner_text() or ann.status == "over"
    ann.close()


def test_arrow_keys_walk_over_the_board(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann")
    ann.make("claim-it", "me bot:random")
    ann.page.wait_for_selector("#roll")
    ann.page.locator("#s3\\,3").focus()
    for key in ("ArrowUp", "ArrowRight"):
        ann.page.keyboard.press(key)
    assert ann.page.evaluate("document.activeElement.value") == "4,4"
    ann.close()


def test_arrow_keys_walk_along_the_hand(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann")
    ann.make("claim", "me bot:random")
    cards = ann.page.locator(".hand .cardbox")
    cards.nth(1).focus()
    for key, place in (("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowLeft", 0), ("ArrowLeft", 0)):
        ann.page.keyboard.press(key)
        expect(cards.nth(place)).to_be_focused()
    ann.close()


def test_refusals_are_explained(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", language="en")
    table = ann.make("claim-it", "me bot:random")
    ann.play_until(table, ".map .may", random.Random(11))
    space = ann.page.locator(".map button:not(.may)").first
    name = space.get_attribute("value") or ""
    space.click(force=True)  # it is greyed, and still tells why
    expect(ann.page.locator("#note")).to_contain_text(name)
    expect(ann.page.locator("#note")).to_contain_text("not possible")
    ann.close()


def test_players_see_who_their_partner_is(server: RecordedServer, browser: Browser) -> None:
    ann, eve = Guest(browser, server, "Ann"), Guest(browser, server)
    table = ann.make("claim", "bot:random me bot:random bot:random")
    marked = ".badge:text-is('partner')"
    expect(ann.page.locator(f"#seat-3 {marked}")).to_be_visible()
    expect(ann.page.locator(f"{marked}:visible")).to_have_count(1)
    expect(ann.page.locator("#play .badge:text-is('you'):visible")).to_have_count(1)
    eve.go(table)
    expect(eve.page.locator("#play .badge:not(.level):visible")).to_have_count(0)
    ann.close()
    eve.close()


def test_a_placement_can_be_taken_back(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann")
    table = ann.make("claim-it", "me bot:random")
    ann.play_until(table, "#undo", random.Random(5))
    assert ann.page.title().startswith("Your turn")
    assert "turn" in (ann.page.locator("link[rel=icon]").get_attribute("href") or "")
    places = ann.page.locator(".map .may").count()
    assert not places
    ann.page.click("#undo")
    expect(ann.page.locator(".map .may").first).to_be_attached()
    ann.close()


def test_the_chance_to_bust_after_each_placement_is_shown_on_demand(
    server: RecordedServer,
    browser: Browser,
) -> None:
    ann = Guest(browser, server, "Ann")
    table = ann.make("claim-it", "me bot:random")
    ann.play_until(table, "#risks", random.Random(12))
    expect(ann.page.locator(".risk").first).to_be_hidden()
    ann.page.check("#risks")
    expect(ann.page.locator(".risk").first).to_be_visible()
    assert (ann.page.locator(".risk").first.text_content() or "").endswith("%")
    ann.close()


def test_time_that_is_up(server: RecordedServer, browser: Browser) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben", screen=PHONE)
    table = ann.make("claim-it", "me open", pace="1m")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    late = ann if ann.of_play("mine") == "yes" else ben
    assert ":" in late.page.locator(".clock").inner_text()
    before = late.version
    server.now.now += 61
    server.ring()
    late.reach(before + 1)
    expect(late.page.locator(".away-bar")).to_be_visible()
    late.page.click(".away-bar button")
    expect(late.page.locator(".away-bar")).to_have_count(0)
    seats = server.table(table).seats
    assert not any(seat.away for seat in seats)
    ann.close()
    ben.close()


def test_a_spectator_sees_and_cannot_touch(server: RecordedServer, browser: Browser) -> None:
    ann, eve = Guest(browser, server, "Ann"), Guest(browser, server)
    table = ann.make("claim", "me bot:random")
    eve.go(table)
    assert eve.page.locator("#play button[name=event]").count() == 0
    assert eve.page.locator(".hand").count() == 0
    luck = random.Random(8)
    for _ in range(4):
        ann.reach(server.table(table).version)
        ann.click_something(luck)
    eve.reach(server.table(table).version)
    board = ann.make("claim-it", "me bot:random")
    eve.go(board)
    eve.page.locator("#s3\\,3").click(force=True)
    expect(eve.page.locator("#note")).to_contain_text("Only the people at this table can do that")
    alone = ann.make("claim", "me bot:random", spectators=False)
    answer = eve.page.goto(f"/tables/{alone}")
    assert answer is not None
    assert answer.status == 403
    ann.close()
    eve.close()


def test_people_talk_leave_come_back_and_play_again(
    server: RecordedServer,
    browser: Browser,
) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben", screen=PHONE)
    table = ann.make("claim", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    ben.open("chat-drawer")
    ben.page.fill("#talk-text", "<b>hello</b> & good luck")
    ben.page.press("#talk-text", "Enter")
    expect(ann.page.locator("#said li")).to_contain_text("<b>hello</b> & good luck")
    ann.open("chat-drawer")
    ann.page.check("#mute")
    expect(ann.page.locator("#said")).to_be_hidden()
    ben.open("table-menu")
    ben.page.click(".leave summary")  # it asks before
    ben.page.click(".leave button")
    expect(ann.page.locator(".badge.away")).to_be_visible()
    ben.go(table)
    ben.page.click(".away-bar button")
    expect(ann.page.locator(".badge.away")).to_have_count(0)
    play_out(table, random.Random(9), ann, ben)
    ann.page.click(".ending form[action$='/rematch'] button")
    ann.page.wait_for_url(lambda url: table not in url)
    expect(ben.page.locator(".ending form[action$='/rematch'] button")).to_have_text(
        "Join the rematch"
    )
    ben.page.click(".ending form[action$='/rematch'] button")
    ben.page.wait_for_url(ann.page.url)
    ann.page.wait_for_selector("#play[data-status=running]")
    ann.close()
    ben.close()


@pytest.mark.parametrize("where", ["the table", "who am I"])
def test_a_link_is_copied(server: RecordedServer, browser: Browser, where: str) -> None:
    ann = Guest(browser, server, "Ann")
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    if where == "the table":
        ann.make("claim-it", "me open")
    else:
        ann.page.goto("/me")
        ann.page.click("form[action='/me/link'] button")
        ann.page.wait_for_selector("#link")
    button = ann.page.locator("[data-copy]")
    button.click()
    expect(button).to_have_text("Copied")
    link = ann.page.locator("input[readonly]").input_value()
    assert ann.page.evaluate("() => navigator.clipboard.readText()") == link
    ann.close()


def test_the_host_fills_the_seats_with_bots(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", language="de", screen=PHONE)
    ann.make("claim-it", "me open open")
    assert ann.page.locator(".code").inner_text()
    assert ann.page.locator(".qr-box svg").count() == 1
    assert ann.sideways() == 0
    for _ in range(2):
        bots = ann.page.locator(".give:has(select) button")
        left = bots.count()
        bots.first.click()
        expect(bots).not_to_have_count(left)
    ann.page.wait_for_selector("#play[data-status=running]")
    ann.close()


def test_what_is_said_does_not_move_the_page(server: RecordedServer, browser: Browser) -> None:
    ann, ben = Guest(browser, server, "Ann", screen=PHONE), Guest(browser, server, "Ben")
    table = ann.make("claim", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    ann.page.evaluate("scrollTo(0, 0)")
    ben.open("chat-drawer")
    ben.page.fill("#talk-text", "hello")
    ben.page.press("#talk-text", "Enter")
    expect(ann.page.locator("#said li")).to_have_count(1)
    assert ann.page.evaluate("scrollY") == 0
    ann.close()
    ben.close()


def test_a_personal_link_works_on_a_server_without_https(
    server: RecordedServer, browser: Browser
) -> None:
    """Without https, browsers send the origin of a form but not whether it is the same site."""
    home = server.url.replace("127.0.0.1", FAMILY)
    laptop, phone = Guest(browser, server), Guest(browser, server, screen=PHONE)
    laptop.page.goto(f"{home}/me")
    laptop.page.fill("#name", "Ada")
    laptop.page.click("form[action='/me'] button")
    laptop.page.click("form[action='/me/link'] button")
    phone.page.goto(laptop.page.input_value("#link"))
    phone.page.click("form[action='/hello'] button")
    expect(phone.page.locator("header.site a.me")).to_contain_text("Ada")
    laptop.close()
    phone.close()


def test_a_moving_card_can_be_tapped(server: RecordedServer, browser: Browser) -> None:
    """While a card is moving, a tap hits only the place below it."""
    ann = Guest(browser, server, "Ann")
    table = ann.make("claim", "me bot:random")
    ann.play_until(table, ".hand .may", random.Random(1))
    before = ann.version
    ann.page.locator(".hand li:has(.may)").first.evaluate("place => place.click()")
    ann.reach(before + 1)
    ann.close()


# Where things are on the screen, and what is too small for a finger there.
SIGHT = """(wanted) => wanted.map((found) => {
  const box = document.querySelector(found).getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom]; })"""
HARD_TO_HIT = """() => [...document.querySelectorAll('#play button')]
  .filter((e) => e.checkVisibility()).map((e) => [e.id, e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([id]) => id)"""


@pytest.mark.parametrize(
    ("game", "seats", "wanted"),
    [
        ("claim-it", "me bot:random", ["#turn", ".map", "#dice", "#roll"]),
        ("claim-it", "me bot:random bot:random bot:random", ["#turn", ".map", "#dice", "#stop"]),
        ("claim", "me bot:random", ["#turn", "#stock", "#trick", "#hand"]),
        ("claim", "me bot:random bot:random", ["#turn", "#stock", "#trick", "#hand"]),
        ("claim", "me bot:random bot:random bot:random", ["#turn", "#stock", "#trick", "#hand"]),
    ],
)
def test_a_phone_held_sideways_shows_everything_needed_to_decide(
    server: RecordedServer, browser: Browser, game: str, seats: str, wanted: list[str]
) -> None:
    ann = Guest(browser, server, "Maximiliana Donnersmarck", language="de", screen=SIDEWAYS)
    options = {"scenario": "the hungry court" if seats.count("bot") > 1 else "the old kingdom"}
    table = ann.make(game, seats, options=options if game == "claim" else {})
    deciding = f" {wanted[-1]}" if game == "claim-it" else ":has(#trick figure) #hand:has(.may)"
    ann.play_until(table, f"#play[data-mine=yes]{deciding}", random.Random(7))
    boxes = ann.page.evaluate(SIGHT, wanted)
    for name, (left, top, right, bottom) in zip(wanted, boxes, strict=True):
        assert left >= 0, name
        assert top >= 0, name
        assert right <= SIDEWAYS["width"], name
        assert bottom <= SIDEWAYS["height"], name
    for one, two in combinations(range(len(wanted)), 2):
        a, b = boxes[one], boxes[two]
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (wanted[one], wanted[two])
    assert ann.page.evaluate(HARD_TO_HIT) == []
    assert ann.sideways() == 0
    ann.close()


def test_the_page_of_a_refusal_is_a_live_table(server: RecordedServer, browser: Browser) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    table = ann.make("claim", "me open")
    ben.join(table)
    ann.open("table-menu")
    ann.page.click(".gone summary")
    ann.page.click(".gone button")
    expect(ann.page.locator("#note")).to_contain_text("five minutes")
    ann.page.wait_for_url(f"**/tables/{table}")
    play_out(table, random.Random(2), ann, ben)
    ann.close()
    ben.close()
