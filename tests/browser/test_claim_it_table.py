"""The table of Claim It! on phones and large screens: what fills them, and what stays in place."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browser import PHONE, Guest, RecordedServer, play_out

from claimant.games.claim_it.view import ClaimItOutcome, ClaimItView
from claimant.games.claim_it.words import ranking

SMALL, NARROW = {"width": 390, "height": 844}, {"width": 360, "height": 740}
LARGE = [
    {"width": 1280, "height": 800},
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
DECIDING = "#play[data-mine=yes] #stop"
PLACING = "#play[data-mine=yes] .map .may"
BOXES = """(wanted) => Object.fromEntries(wanted.map((name) => {
  const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return [name, { left, top: top + scrollY, right, bottom: bottom + scrollY }]; }))"""
# Where the headline and the board were in each version that the page has shown.
WATCH = """() => {
  window.places = {};
  const look = () => {
    if (document.getElementById('play').dataset.status !== 'running') return;
    for (const name of ['#head', '.map']) {
      const { left, top, width, height } = document.querySelector(name).getBoundingClientRect();
      const place = [left, top + scrollY, width, height].map(Math.round).join();
      (window.places[name] ??= new Set()).add(place);
    }
  };
  const all = { childList: true, subtree: true };
  new MutationObserver(look).observe(document.getElementById('table'), all);
  look();
}"""
VISIBLE_MINES = """() => [...document.querySelectorAll('.mines > g')]
  .filter((g) => getComputedStyle(g).display !== 'none').map((g) => g.getAttribute('class'))"""


def boxes(guest: Guest, *wanted: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.page.evaluate(BOXES, list(wanted))
    return found


@pytest.mark.parametrize("screen", LARGE, ids=lambda s: f"{s['width']}")
@pytest.mark.parametrize("seats", [2, 5])
def test_the_board_fills_the_height_and_the_column_beside_it_is_full(
    server: RecordedServer, browser: Browser, screen: dict[str, int], seats: int
) -> None:
    ann = Guest(browser, server, "Maximiliana Donnersmarck", language="de", screen=screen)
    table = ann.make("claim-it", "me" + " bot:random" * (seats - 1))
    ann.play_until(table, DECIDING, random.Random(3))
    at = boxes(ann, ".map", "#head", ".deck", "#players", "#stop", "#roll")
    board, players = at[".map"], at["#players"]
    assert board["bottom"] >= screen["height"] - 24
    assert board["top"] <= 70
    assert board["left"] <= 24
    # Headline, dice and players follow each other from the board's top to its bottom.
    assert at["#head"]["left"] >= board["right"]
    assert abs(at["#head"]["top"] - board["top"]) <= 8
    assert at[".deck"]["top"] - at["#head"]["bottom"] <= 24
    assert players["top"] - at[".deck"]["bottom"] <= 24
    assert abs(players["bottom"] - board["bottom"]) <= 8
    assert players["right"] >= screen["width"] - 24
    for button in ("#roll", "#stop"):
        assert at[button]["bottom"] <= screen["height"]
    assert ann.page.evaluate("document.documentElement.scrollHeight") == screen["height"]
    assert ann.sideways() == 0
    ann.close()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
@pytest.mark.parametrize("screen", [SMALL, NARROW], ids=["390", "360"])
def test_on_a_phone_board_and_decision_are_on_the_screen_together(
    server: RecordedServer, browser: Browser, screen: dict[str, int], language: str
) -> None:
    ann = Guest(browser, server, "Ann", language=language, screen=screen, touch=True)
    table = ann.make("claim-it", "me bot:random bot:random")
    ann.play_until(table, DECIDING, random.Random(3))
    ann.page.evaluate("scrollTo(0, 0)")
    at = boxes(ann, "#head", ".map", ".deck", "#roll", "#stop", "#undo")
    assert at["#head"]["bottom"] <= at[".map"]["top"]
    assert at[".map"]["bottom"] <= at[".deck"]["top"] + 1
    for button in ("#roll", "#stop", "#undo"):
        assert at[button]["bottom"] <= screen["height"]
        assert at[button]["bottom"] - at[button]["top"] >= 43.5
    assert ann.sideways() == 0
    ann.close()


@pytest.mark.parametrize("screen", [SMALL, LARGE[1]], ids=["390", "1440"])
def test_nothing_jumps_in_a_whole_game_and_the_result_is_ranked(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen, touch=screen is SMALL)
    table = ann.make("claim-it", "me bot:random bot:random")
    ann.page.evaluate(WATCH)
    play_out(table, random.Random(5), ann)
    places = json.loads(
        ann.page.evaluate(
            "JSON.stringify(Object.entries(places).map(([name, where]) => [name, [...where]]))"
        )
    )
    assert [(name, len(where)) for name, where in places] == [("#head", 1), (".map", 1)], places
    outcome = server.table(table).view(None).outcome
    assert isinstance(outcome, ClaimItOutcome)
    rows = ann.page.locator("#ranking tbody tr")
    shown = [row.split() for row in rows.all_inner_texts()]
    names = server.table(table).names
    expected = [
        (f"{rank}.", str(names[seat]).split()[0], str(outcome.groups[seat]))
        for rank, seat in ranking(outcome)
    ]
    assert [(row[0], row[1], row[-3]) for row in shown] == expected
    # What decided is said once, above the table that shows the figures: as what the score counts,
    # or, of a tie, in a sentence.
    expect(ann.page.locator(".counted")).to_have_text("Largest mine")
    expect(ann.page.locator(".final-why")).to_have_count(int(outcome.reason != "group"))
    expect(ann.page.locator(".result")).not_to_contain_text("win")
    ann.close()


def test_a_space_shows_what_would_be_placed_there(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", screen=LARGE[0])
    table = ann.make("claim-it", "me bot:random")
    luck = random.Random(4)
    seen = set()
    for _ in range(12):
        ann.play_until(table, PLACING, luck)
        told = ann.page.locator(f"{PLACING} .unseen").all_inner_texts()
        said = sorted(
            f"squatter-{found[1]}" if (found := re.match(r"Put squatter (\d)", words)) else "cap"
            for words in told
        )
        drawn = ann.page.evaluate(
            "[...document.querySelectorAll('#ghosts use')]"
            ".map((use) => use.getAttribute('href').slice(1))"
        )
        assert sorted(drawn) == said
        seen.update(said)
        assert re.match(r"Tap (the|one of the \w+) marked space", ann.page.inner_text("#turn"))
        ann.click_something(luck)
        if ann.status != "running":
            break
    assert len(seen) > 1
    ann.close()


def test_players_see_their_own_mine_and_spectators_the_one_whose_turn_it_is(
    server: RecordedServer, browser: Browser
) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    eve = Guest(browser, server)
    table = ann.make("claim-it", "me open")
    ben.join(table)
    luck = random.Random(8)
    while not all(ann.page.locator(f".mines > .mine-{seat}").count() for seat in (0, 1)):
        if ann.click_something(luck) is None and ben.click_something(luck) is None:
            version = server.table(table).version
            ann.reach(version)
            ben.reach(version)
    ben.reach(server.table(table).version)
    assert ann.page.evaluate(VISIBLE_MINES) == ["mine-0"]
    assert ben.page.evaluate(VISIBLE_MINES) == ["mine-1"]
    eve.go(table)
    view = server.table(table).view(None)
    assert isinstance(view, ClaimItView)
    assert eve.page.evaluate(VISIBLE_MINES) == [f"mine-{view.turn}"]
    # A spectator is told so, and is nobody at this table.
    expect(eve.page.locator("#watching")).to_be_visible()
    assert not re.search(r"\byou\b", eve.page.inner_text("main"), re.IGNORECASE)
    assert eve.page.inner_text("#turn").startswith(("Ann ", "Ben "))
    for guest in (ann, ben, eve):
        guest.close()


def test_drawers_open_and_close_with_the_keyboard(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", screen=LARGE[0])
    ann.make("claim-it", "me bot:random")
    ann.page.focus("#log-drawer > summary")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#log")).to_be_visible()
    ann.page.keyboard.press("Tab")
    expect(ann.page.locator("#log-drawer .shut button")).to_be_focused()
    ann.page.keyboard.press("Tab")
    expect(ann.page.locator("#log")).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#log")).to_be_hidden()
    expect(ann.page.locator("#log-drawer > summary")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    ann.page.focus("#chat-drawer > summary")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("#said")).to_be_visible()
    expect(ann.page.locator("#log")).to_be_hidden()  # one at a time
    ann.page.evaluate("document.getElementById('log-drawer').dataset.news = ''")
    dot = "getComputedStyle(document.querySelector('#log-drawer > summary'), '::after').content"
    assert ann.page.evaluate(dot) == '""'
    ann.open("log-drawer")
    assert ann.page.evaluate(dot) == "none"
    ann.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("screen", [PHONE, LARGE[0]], ids=["phone", "large"])
def test_every_drawer_has_a_cross(
    server: RecordedServer, browser: Browser, screen: dict[str, int], script: bool
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen, script=script)
    table = ann.make("claim-it", "me bot:random")
    for drawer in ("log-drawer", "chat-drawer", "table-menu"):
        ann.open(drawer)
        cross = ann.page.locator(f"#{drawer}").get_by_role("button", name="Close", exact=True)
        expect(cross).to_be_in_viewport(ratio=1)
        box = cross.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        cross.click()
        expect(ann.page.locator(f"#{drawer} .drawer-in")).to_be_hidden()
        assert f"/tables/{table}" in ann.page.url
    ann.close()


def test_a_tap_beside_a_drawer_closes_it_if_it_covers_the_table(
    server: RecordedServer, browser: Browser
) -> None:
    ann = Guest(browser, server, "Ann", screen={"width": 700, "height": 900})
    ann.make("claim-it", "me bot:random")
    ann.open("chat-drawer")
    ann.page.mouse.click(20, 880)
    expect(ann.page.locator("#said")).to_be_hidden()
    ann.resize(LARGE[0])
    ann.open("chat-drawer")
    ann.page.mouse.click(20, 880)  # the table is beside it: one plays and chats
    expect(ann.page.locator("#said")).to_be_visible()
    ann.close()


def test_the_wall_shows_what_a_spectator_sees_whoever_opens_it(
    server: RecordedServer, browser: Browser
) -> None:
    ann, eve = Guest(browser, server, "Ann"), Guest(browser, server)
    table = ann.make("claim", "me bot:random")
    luck = random.Random(6)
    ann.play_until(table, "#play[data-mine=yes]", luck)
    play = "document.getElementById('play').outerHTML"
    ann.go(table, "?view=wall")
    eve.go(table, "?view=wall")
    assert ann.page.evaluate(play) == eve.page.evaluate(play)
    assert ann.page.locator("#table").get_attribute("data-seat") == ""
    for name in ("a:visible", "summary:visible", "#play form", "input:visible"):
        expect(ann.page.locator(name)).to_have_count(0)
    assert ann.sideways() == 0
    waiting = ann.context.request.post(
        "/api/tables", data={"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    ).json()["table"]
    ann.go(waiting, "?view=wall")
    expect(ann.page.locator(".qr-box svg")).to_be_visible()
    expect(ann.page.locator("button:visible")).to_have_count(0)
    ann.close()
    eve.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", [SMALL, LARGE[0]], ids=["390", "1280"])
def test_axe_finds_nothing_at_the_table(
    server: RecordedServer, browser: Browser, screen: dict[str, int], dark: bool
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen, dark=dark)
    table = ann.make("claim-it", "me bot:random bot:random")
    luck = random.Random(2)
    for selector, drawer in ((PLACING, "log-drawer"), (DECIDING, "chat-drawer")):
        ann.play_until(table, selector, luck)
        for opened in ("", drawer, "table-menu"):
            if opened:
                ann.open(opened)
            found = Axe().run(ann.page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
            told = [
                (rule["id"], [node["html"][:160] for node in rule["nodes"][:3]])
                for rule in found.response["violations"]
            ]
            assert told == [], (selector, opened)
        ann.page.keyboard.press("Escape")
    ann.close()
