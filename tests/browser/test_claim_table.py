"""The table of Claim: as large as the screen allows, and every way to play a card."""

from __future__ import annotations

import itertools
import random
from typing import Any, cast

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer, play_out

SMALL_SCREEN = {"width": 1440, "height": 900}
LARGE_SCREEN = {"width": 1920, "height": 1080}
FORMER_WIDTHS = {".hand .cardbox": 83.2, ".trick .cardbox": 80.0}
"""How wide the cards were when the table was a column of panels, from 736 px up."""
SEATS = {n: " ".join(["me"] + ["bot:random"] * (n - 1)) for n in (2, 3, 4)}
DECKS = {2: "the old kingdom", 3: "the hungry court", 4: "the clockwork war"}
MY_TURN = "#play[data-mine=yes] .hand .may"
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


def sit(
    browser: Browser, server: RecordedServer, players: int, screen: dict[str, int], **more: Any
) -> tuple[Guest, str]:
    """Someone at a table of Claim."""
    guest = Guest(browser, server, "Ann", screen=screen, **more)
    table = guest.make("claim", SEATS[players], options={"scenario": DECKS[players]})
    return guest, table


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


def tap(guest: Guest, card: str) -> None:
    """Tap the part of a card that the next one in the hand does not cover, enabled or not."""
    guest.page.locator(card).first.click(position={"x": 12, "y": 20}, force=True)


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
    ann.play_until(table, ".aside:not(:has(.fresh))", random.Random(5))
    without = ann.page.evaluate(BOXES, ".rivals")[0][1]
    ann.play_until(table, ".story.fresh li", random.Random(5))
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
