"""The table of Claim: as large as the screen allows, and every way to play a card."""

from __future__ import annotations

import itertools
import random
from typing import Any, cast

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer, play_out
from support.claim_table import MY_TURN, SEATS, SMALL_SCREEN, sit

LARGE_SCREEN = {"width": 1920, "height": 1080}
FORMER_WIDTHS = {".hand .cardbox": 83.2, ".trick .cardbox": 80.0}
"""How wide the cards were when the table was a column of panels, from 736 px up."""
BOXES = """(found) => [...document.querySelectorAll(found)].map((e) => {
  const box = e.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; })"""

# axe does not see what lies behind a panel with a fixed position.
CONTRAST = """(found) => {
  const { color, backgroundColor } = getComputedStyle(document.querySelector(found));
  const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, n) => sum + part * [.2126, .7152, .0722][n], .05);
  const [one, other] = [light(color), light(backgroundColor)];
  return Math.max(one, other) / Math.min(one, other); }"""


def width(page: Page, found: str) -> float:
    """In one step, because the page may be drawn anew at any moment."""
    width_of = "(found) => document.querySelector(found).getBoundingClientRect().width"
    value: float = page.evaluate(width_of, found)
    return value


@pytest.mark.parametrize(("screen", "times"), [(SMALL_SCREEN, 1.5), (LARGE_SCREEN, 2)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_are_as_large_as_the_screen_allows(
    server: RecordedServer, browser: Browser, players: int, screen: dict[str, int], times: float
) -> None:
    ann, table = sit(browser, server, players, screen)
    for phase in (1, 2):
        there = f"#play:has(#phase:text('Phase {phase}')):has(.trick figure:not(.empty))"
        ann.play_until(table, f"{there}[data-mine=yes]:has(.hand .may)", random.Random(3))
        for cards, former in FORMER_WIDTHS.items():
            assert width(ann.page, cards) >= times * former, (phase, cards)
        tall = ann.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert tall <= 0, phase
        assert ann.sideways() == 0
        screen_box = (0, 0, screen["width"], screen["height"])
        for part in (".player", ".trick figure", ".hand li", ".standing", "#turn"):
            for left, top, right, bottom in ann.page.evaluate(BOXES, part):
                assert left >= screen_box[0], part
                assert top >= screen_box[1], part
                assert right <= screen_box[2], part
                assert bottom <= screen_box[3] + 1, part
    ann.close()


@pytest.mark.parametrize("players", [3, 4])
def test_large_piles_cover_nothing(server: RecordedServer, browser: Browser, players: int) -> None:
    ann, table = sit(browser, server, players, WIDE)
    ann.play_until(table, "#play:has(#phase:text('Phase 2'))", random.Random(3))
    # Nobody has more cards than these.
    ann.page.evaluate("""() => document.querySelectorAll('.rivals .fan').forEach((fan) =>
      fan.append(...Array.from({ length: 20 }, () => fan.firstElementChild?.cloneNode(true) ?? '')))
    """)
    parts = (".rivals > .player:last-child", ".standing")
    ((_, _, _, bottom), (_, top, _, _)) = (ann.page.evaluate(BOXES, part)[0] for part in parts)
    assert bottom <= top
    ann.close()


def test_partners_sit_opposite_and_play_goes_clockwise(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann", screen=SMALL_SCREEN)
    ann.make("claim", "bot:random me bot:random bot:random")
    middles = {}
    for seat in range(4):
        ((left, top, right, bottom),) = ann.page.evaluate(BOXES, f"#seat-{seat}")
        middles[seat] = ((left + right) / 2, (top + bottom) / 2)
    assert middles[1][1] > max(middles[seat][1] for seat in (0, 2, 3))  # Ann, at the bottom
    assert middles[3][1] < min(middles[seat][1] for seat in (0, 1, 2))  # her partner
    assert middles[2][0] < middles[3][0] < middles[0][0]  # the next player is on her left
    ann.close()


@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_headline_trick_and_hand_at_once(
    server: RecordedServer, browser: Browser, players: int
) -> None:
    ann, table = sit(browser, server, players, PHONE, touch=True)
    ann.play_until(table, f"{MY_TURN}, .x", random.Random(2))
    boxes = [ann.page.evaluate(BOXES, part)[0] for part in ("#turn", "#trick", "#hand")]
    assert [box[1] for box in boxes] == sorted(box[1] for box in boxes)
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= PHONE["width"]
        assert bottom <= PHONE["height"]
    assert ann.sideways() == 0
    ann.close()


@pytest.mark.parametrize("script", [True, False])
def test_the_last_trick_can_be_reviewed(
    server: RecordedServer, browser: Browser, script: bool
) -> None:
    ann, table = sit(browser, server, 2, SMALL_SCREEN)
    ann.play_until(table, "#play[data-mine=yes] #last-trick", random.Random(4))
    if not script:
        plain = Guest(browser, server, script=False, screen=PHONE)
        plain.context.add_cookies(cast(Any, ann.context.cookies()))
        plain.go(table)
        page = plain.page
    else:
        page = ann.page
    page.click("#last-trick summary")
    expect(page.locator("#last-trick .played li")).to_have_count(2)
    expect(page.locator("#last-trick .played .won")).to_have_count(1)
    expect(page.locator("#last-trick .why")).to_be_visible()
    expect(page.locator("#last-trick .went")).to_contain_text("phase 1")
    if not script:
        plain.close()
    ann.close()


def test_the_headline_says_what_to_do(server: RecordedServer, browser: Browser) -> None:
    wanted = {"Lead", "Follow", "You"}  # the last: "You have no …: play any card."
    luck = random.Random(6)
    seen: set[str] = set()
    for _ in range(8):  # in a single game, nobody need ever lack the faction that was led
        seen |= first_words(server, browser, luck, wanted - seen)
        if seen >= wanted:
            break
    assert seen >= wanted


def first_words(
    server: RecordedServer, browser: Browser, luck: random.Random, wanted: set[str]
) -> set[str]:
    """The first words of a player's headlines, in a game that ends early once it has shown all
    that are wanted. Whatever the headline says, nothing below it moves."""
    ann, table = sit(browser, server, 2, PHONE)
    seen: set[str] = set()
    tops = set()
    while ann.status == "running" and not seen >= wanted:
        words = ann.page.locator("#turn").inner_text()
        assert words.strip()
        if ann.of_play("mine") == "yes":
            seen.add(words.split()[0])
        top = ann.page.evaluate(BOXES, "#trick, #phase")[0][1]
        if ann.status == "running":  # else the result stands above it
            tops.add(top)
        if ann.click_something(luck) is None:
            ann.reach(min(server.table(table).version, ann.version + 1))
    assert len(tops) == 1
    ann.close()
    return seen


def test_a_hint_makes_the_table_smaller_and_covers_nothing(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann", screen=WIDE, language="de")
    table = ann.make("claim", SEATS[2])
    ann.play_until(table, f"{MY_TURN}, .x", random.Random(5))
    large = width(ann.page, ".hand .cardbox")
    ann.page.click("[data-hint-form] button")
    expect(ann.page.locator("#hint")).to_be_visible()
    # As much as a hint ever says, and the longest story.
    ann.page.evaluate("""() => {
      const [hint, story] = ['<li>Damit gewinnst du den Stich.</li>', 'Lina zieht eine Karte. '];
      document.querySelector('#hint ul').innerHTML = hint.repeat(9);
      document.getElementById('event').textContent = story.repeat(15);
    }""")
    parts = ["#hint", ".player:not(.own *)", "#turn", "#event", ".phase", ".trick", ".hand .cards"]
    found = [ann.page.evaluate(BOXES, part)[0] for part in parts]
    for (_, _, _, bottom), (_, top, _, _) in itertools.pairwise(found):
        assert top >= bottom - 1, (parts, found)
    assert width(ann.page, ".hand .cardbox") < large
    ann.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["360", "1280"])
def test_everyone_can_read_what_is_in_the_drawers(
    server: RecordedServer, browser: Browser, screen: dict[str, int], dark: bool
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen, dark=dark)
    table = ann.make("claim", "me open")
    ben = Guest(browser, server, "Ben")
    ben.join(table)
    assert ben.context.request.post(f"/api/tables/{table}/talk", data={"text": "hello"}).ok
    expect(ann.page.locator("#said li")).to_have_count(1)
    for drawer in ("log-drawer", "chat-drawer", "table-menu"):
        ann.open(drawer)
        assert ann.page.evaluate(CONTRAST, f"#{drawer} .drawer-in") >= 4.5, drawer
        found = Axe().run(ann.page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"][:150]) for each in found] == [], drawer
    ann.close()
    ben.close()


def test_what_a_trick_did_moves_nothing_on_a_phone(
    server: RecordedServer, browser: Browser
) -> None:
    ann, table = sit(browser, server, 2, {"width": 390, "height": 844}, touch=True)
    ann.play_until(table, ".aside:not(:has(.now))", random.Random(5))
    without = ann.page.evaluate(BOXES, ".rivals")[0][1]
    ann.play_until(table, ".now .story li", random.Random(5))
    assert ann.page.evaluate(BOXES, ".rivals")[0][1] == without
    ann.close()


def test_a_big_screen_shows_the_table_to_a_room(server: RecordedServer, browser: Browser) -> None:
    ann, table = sit(browser, server, 4, SMALL_SCREEN)
    ann.play_until(table, MY_TURN, random.Random(4))
    wall = Guest(browser, server, screen=LARGE_SCREEN)
    wall.go(table, "?view=wall")
    size = "(e) => parseFloat(getComputedStyle(e).fontSize)"
    assert wall.page.locator("#turn").evaluate(size) >= 48
    for name in wall.page.locator(".player .name").all():
        assert name.evaluate(size) >= 28
    assert width(wall.page, ".trick .cardbox") >= 160
    assert wall.page.locator(".hand").count() == 0
    assert wall.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert wall.sideways() == 0
    ann.close()
    wall.close()


def test_the_table_fits_beside_an_open_chat(server: RecordedServer, browser: Browser) -> None:
    """The cards of the hand show their numbers, and what controls the replay stays whole."""
    ann, table = sit(browser, server, 2, SMALL_SCREEN)
    ann.play_until(table, f"{MY_TURN}, .x", random.Random(5))
    ann.open("chat-drawer")
    boxes = ann.page.evaluate(BOXES, ".hand .cardbox")
    for (left, _, right, _), (beside, *_) in itertools.pairwise(boxes):
        assert beside - left >= 0.31 * (right - left)  # a number is as wide
    play_out(table, random.Random(5), ann)
    ann.page.click(".ending a[href='#replay']")
    cut = ann.page.locator(".stepping select").evaluate_all("""all => all.filter((select) => {
      const whole = select.cloneNode(true);
      Object.assign(whole.style, { position: 'absolute', width: 'max-content', maxWidth: 'none' });
      select.after(whole);
      const wanted = whole.getBoundingClientRect().width;
      whole.remove();
      return select.getBoundingClientRect().width < wanted - 1; }).length""")
    assert cut == 0
    ((_, top, _, bottom),) = ann.page.evaluate(BOXES, ".stepping output")
    assert bottom - top < 40  # one line
    ((_, top, _, bottom),) = ann.page.evaluate(BOXES, ".stepping")
    assert bottom - top < 140  # two rows
    ann.close()


def test_a_figure_of_the_result_stays_in_one_line_on_a_phone(
    server: RecordedServer, browser: Browser
) -> None:
    ann, table = sit(browser, server, 2, {"width": 390, "height": 844})
    play_out(table, random.Random(5), ann)
    heights = """() => [...document.querySelectorAll('.share')].map((share) => {
      const [figure, fan] = ['b', '.fan'].map((part) => share.querySelector(part));
      figure.textContent = '10';
      const [card] = document.querySelectorAll('.share .mini');
      fan.replaceChildren(...Array.from({ length: 10 }, () => card.cloneNode(true)));
      return figure.getBoundingClientRect().height; })"""
    assert max(ann.page.evaluate(heights)) < 40
    assert ann.sideways() == 0
    ann.close()


def test_the_numbers_of_the_explanation_can_be_read(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann")
    ann.make("claim", "me open")
    contrast = CONTRAST.replace("(found))", "(found), '::before')")
    assert "::before" in contrast
    assert ann.page.evaluate(contrast, ".explained li") >= 4.5
    ann.close()
