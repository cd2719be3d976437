"""Home, the form for a new table and the waiting room, on a phone and on a large screen."""

from __future__ import annotations

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from support.browser import Guest, RecordedServer, play_out

from claimant.bots.characters import CHARACTERS

TALL_PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 360, "height": 740}
LARGE = {"width": 1280, "height": 800}
NAMES = {each.name for each in CHARACTERS}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def bottom(page: Page, selector: str) -> float:
    """Where the lowest of these elements ends, before anyone scrolls."""
    boxes = [each.bounding_box() for each in page.locator(selector).all()]
    assert boxes
    return max(box["y"] + box["height"] for box in boxes if box)


@pytest.mark.parametrize("screen", [TALL_PHONE, LARGE], ids=["phone", "large"])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_play_now_is_above_the_fold(
    server: RecordedServer, browser: Browser, screen: dict[str, int], language: str
) -> None:
    guest = Guest(browser, server, screen=screen, language=language)
    guest.page.goto("/")
    assert guest.page.locator(".play-now .primary").count() == 2
    assert bottom(guest.page, ".play-now .primary, .strength") <= screen["height"]
    guest.close()
    # Nor do tables that wait for one's move push it down: one of them is above it.
    ann = Guest(browser, server, "Ann", screen=screen, language=language)
    for _ in range(3):
        ann.make("claim-it", "me here:Maximiliana here:Ben")
    ann.page.goto("/")
    expect(ann.page.locator(".urgent .line")).to_have_count(1)
    expect(ann.page.locator("section[aria-labelledby=mine] .line")).to_have_count(2)
    assert bottom(ann.page, ".play-now .primary, .strength") <= screen["height"]
    ann.close()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_newcomer_sees_what_the_games_are_and_where_to_learn_them(
    server: RecordedServer, browser: Browser, language: str
) -> None:
    guest = Guest(browser, server, screen=TALL_PHONE, language=language)
    guest.page.goto("/")
    for game in ("claim-it", "claim"):
        card = guest.page.locator(f"section[aria-labelledby={game}]")
        expect(card.locator(".in-short")).to_be_in_viewport(ratio=1)
        learn = card.locator(f"a.button[href='/learn/{game}']")
        expect(learn).to_be_in_viewport(ratio=1)
        box = learn.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    puzzle, tables = (guest.page.locator(part) for part in ("a[href='/puzzles']", "#waiting"))
    above, below = puzzle.bounding_box(), tables.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    guest.close()


@pytest.mark.parametrize("screen", [TALL_PHONE, LARGE], ids=["phone", "large"])
@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_new_table_fits_one_screen(
    server: RecordedServer, browser: Browser, screen: dict[str, int], language: str
) -> None:
    guest = Guest(browser, server, screen=screen, language=language)
    page = guest.page
    page.goto("/new")
    for game in ("claim", "claim-it"):
        page.click(f".tabs a[href='/new?game={game}']")
        page.wait_for_url(f"**/new?game={game}")  # with its styles; without them it is very long
        whole = ".tabs, .numbers, .seats, .make .first fieldset:visible, .finish, .more summary"
        assert bottom(page, whole) <= screen["height"]
    for name in ("pace", "public", "series", "rotate"):
        assert not page.locator(f"[name={name}]").first.is_visible(), name
    page.click(".more summary")
    for name in ("pace", "public", "series", "rotate"):
        assert page.locator(f"[name={name}]").first.is_visible(), name
    page.goto("/evenings")
    page.click("a[href='/new#series']")
    expect(page.locator("#series")).to_be_in_viewport()
    guest.close()


def test_the_deck_can_be_chosen_without_scrolling_on_a_small_phone(
    server: RecordedServer, browser: Browser
) -> None:
    guest = Guest(browser, server, screen=SMALL_PHONE)
    guest.page.goto("/new?game=claim")
    button = guest.page.locator(".finish").bounding_box()
    assert button is not None
    assert bottom(guest.page, ".seats, .surprises, .decks") <= button["y"]
    guest.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_the_verdict_stays_in_sight_while_one_picks_on_a_phone(
    server: RecordedServer, browser: Browser, script: bool
) -> None:
    guest = Guest(browser, server, screen=SMALL_PHONE, script=script)
    page = guest.page
    page.goto("/new?game=claim")
    page.check("input[value='by hand']")
    for name in ("knights", "vikings"):  # at the top and at the bottom of the list
        page.check(f"input[value='{name}']")
        expect(page.locator("output")).to_be_in_viewport(ratio=1)
        expect(page.locator(".finish .primary")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL_PHONE["width"]
    guest.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_one_tap_picks_a_random_deck(
    server: RecordedServer, browser: Browser, script: bool
) -> None:
    guest = Guest(browser, server, script=script)
    guest.page.goto("/new?game=claim")
    guest.page.select_option("#seat1", "bot:novice")
    guest.page.click("button[name='random']")
    guest.page.wait_for_selector("output.good")
    picked = [each.get_attribute("value") for each in guest.page.locator(".pick :checked").all()]
    assert len(picked) == 5
    assert guest.page.locator("#seat1").input_value() == "bot:novice", "the rest stays as it was"
    guest.page.click(".finish .primary")
    guest.page.wait_for_url("**/tables/*")
    made = server.table(guest.page.url.rpartition("/")[2]).game.options["factions"]
    assert sorted(made.split()) == sorted(str(name) for name in picked)
    guest.close()


@pytest.mark.parametrize("screen", [TALL_PHONE, LARGE], ids=["phone", "large"])
def test_the_waiting_room_invites_and_explains(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    guest = Guest(browser, server, "Ann", screen=screen)
    guest.make("claim-it", "me bot:hard open")
    page = guest.page
    # In one step, because the page may be drawn anew at any moment.
    invitation, seats, rules = page.evaluate(
        """(found) => found.map(
          (each) => document.querySelector(each).getBoundingClientRect().toJSON())""",
        [".qr-box", ".room", ".explained"],
    )
    assert invitation["width"] >= 250
    assert page.locator(".explained li").count() == 4
    if screen["width"] > 900:  # who is there beside the invitation, and no half-empty column
        assert seats["x"] + seats["width"] <= invitation["x"]
        assert rules["x"] <= seats["x"]
        assert rules["x"] + rules["width"] >= invitation["x"] + invitation["width"]
    assert page.locator(".explained .example svg").count() == 2
    bot = page.locator(".room .who").nth(1)
    assert bot.locator(".name").inner_text() in NAMES
    assert bot.locator(".level").inner_text() == "hard"
    face: Any = bot.locator("img.face")
    assert face.evaluate("(image) => image.complete && image.naturalWidth > 0")
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
    guest.close()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_visitor_sees_a_balanced_waiting_room(
    server: RecordedServer, browser: Browser, language: str
) -> None:
    host = Guest(browser, server, "Ann")
    table = host.make("claim", "me bot:hard open open", options={"scenario": "the hungry court"})
    visitor = Guest(browser, server, screen=LARGE, language=language)
    visitor.go(table)
    ends = [bottom(visitor.page, part) for part in (".room", ".explained")]
    assert max(ends) <= 1.25 * min(ends)
    assert bottom(visitor.page, ".join button") <= LARGE["height"]
    host.close()
    visitor.close()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Ann invites you to Claim"),
        ("de", "Ann lädt dich zu Claim ein"),
        ("nl", "Ann nodigt je uit voor Claim"),
    ],
)
def test_a_guest_sees_who_invites_them_and_can_sit_down_at_once(
    server: RecordedServer, browser: Browser, language: str, words: str
) -> None:
    host = Guest(browser, server, "Ann")
    table = host.make("claim", "me open")
    guest = Guest(browser, server, screen=TALL_PHONE, language=language)
    guest.go(table)
    expect(guest.page.locator(".join h2")).to_have_text(words)
    expect(guest.page.locator("#watching")).to_have_count(0)
    expect(guest.page.locator("#join-word")).to_be_hidden()
    for part in (".join button", ".room .name >> nth=0"):
        expect(guest.page.locator(part)).to_be_in_viewport(ratio=1)
    guest.page.click("#luck-word summary")
    expect(guest.page.locator("#join-word")).to_be_visible()
    host.close()
    guest.close()


@pytest.mark.parametrize("screen", [TALL_PHONE, LARGE], ids=["phone", "large"])
def test_a_rematch_waits_for_the_player_it_is_reserved_for(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    ann, ben = Guest(browser, server, "Ann", screen=screen), Guest(browser, server, "Ben")
    table = ann.make("claim-it", "me open")
    ben.join(table)
    play_out(table, random.Random(5), ann, ben)
    ann.page.click(".ending form[action$='/rematch'] button")
    ann.page.wait_for_url(lambda url: table not in url)
    expect(ann.page.locator("#turn")).to_have_text("Waiting for Ben")
    expect(ann.page.locator(".qr-box")).to_be_hidden()
    # In one step, because the page may be drawn anew at any moment.
    width = "document.querySelector('.seats select').getBoundingClientRect().width"
    assert ann.page.evaluate(width) >= 119
    assert ann.sideways() == 0
    ann.page.click("#invitation > summary")
    expect(ann.page.locator(".qr-box")).to_be_visible()
    ann.close()
    ben.close()


def test_the_link_is_shared_the_way_the_system_does_it(
    server: RecordedServer, browser: Browser
) -> None:
    guest = Guest(browser, server, "Ann")
    guest.page.add_init_script("navigator.share = async (what) => { document.title = what.url }")
    guest.make("claim-it", "me open")
    guest.page.reload()
    link = guest.page.input_value("#invite-link")
    guest.page.click("[data-share]")
    expect(guest.page).to_have_title(link)
    guest.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/new?game=claim", "/new?game=claim-it", "room"])
def test_everyone_can_use_them(
    server: RecordedServer, browser: Browser, path: str, theme: str
) -> None:
    guest = Guest(browser, server, screen=TALL_PHONE)
    guest.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    if path == "room":
        guest.make("claim", "me bot:hard open")
    else:
        guest.page.goto(path)
    found = Axe().run(guest.page, options={"runOnly": {"type": "tag", "values": TAGS}})
    assert found.violations_count == 0, found.generate_report()
    guest.close()
