"""Two people and a bot play whole games of both, on a wide and a narrow screen, in all languages,
and nobody is ever sent what they may not know."""

from __future__ import annotations

import random
import re
from dataclasses import asdict

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer, play_out

from claimant.games.claim.names import card
from claimant.games.claim.view import ClaimView
from claimant.web.tables.table import Table


def test_a_whole_game_of_claim_it(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", language="de", motion=True)
    ben = Guest(browser, server, "Ben", language="nl", screen=PHONE)
    table = ann.make("claim-it", "me open bot:normal")
    ben.join(table, word="pickaxe")
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    # The first moves by a real pointer: nothing may lie over what is to be clicked.
    luck = random.Random(1)
    for _ in range(4):
        guest = next((g for g in (ann, ben) if g.of_play("mine") == "yes"), None)
        if guest is None:
            break
        before = guest.version
        guest.page.locator("#play .may, #play .acts button:not(.quiet)").first.click()
        guest.reach(before + 1)
    assert play_out(table, luck, ann, ben) > 5
    assert ann.page.locator("#turn").inner_text().endswith(("gewinnt!", "gewinnen!"))
    assert ben.page.locator("#turn").inner_text().endswith(("wint!", "winnen!"))
    assert ann.page.locator("#log li").count() == server.table(table).version
    assert ben.page.locator(".mine").count() > 0, "the mines are drawn on the board"
    assert ben.sideways() == 0
    assert server.table(table).record(None).headers["word 1"] == "pickaxe"
    ann.close()
    ben.close()


def test_a_whole_game_of_claim_and_its_secrets(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", language="en", screen=PHONE)
    ben = Guest(browser, server, "Ben", language="de", screen=WIDE)
    eve = Guest(browser, server, "Eve", language="nl")
    table = ann.make("claim", "me open bot:normal")
    ben.join(table)
    eve.go(table)
    ann.page.wait_for_selector("#play:not([data-status=waiting])")
    luck = random.Random(2)
    watched = {ann: ("en", 0), ben: ("de", 1), eve: ("nl", None)}
    searched = 0
    while not all(guest.status == "over" for guest in watched):
        here = server.table(table)
        guest = next((g for g in (ann, ben) if g.click_something(luck) is not None), None)
        if guest is None:
            ann.reach(min(here.version, ann.version + 1))
            ben.reach(min(here.version, ben.version + 1))
        eve.reach(min(ann.version, ben.version))
        version = here.version
        if here.deciders(version).actor in (0, 1):  # while a bot is to play, more is on its way
            for guest, (language, seat) in watched.items():
                searched += search(guest, version, here, seat, language)
    assert searched > 500, "too little was hidden to be looked for"
    for guest in watched:  # what was searched is what the page was sent, move by move
        assert guest.sent.count(b'"parts":{') > 20
    assert ann.page.locator(".won-factions > li").count() == 7
    for guest in watched:
        assert guest.sideways() == 0
        guest.close()


def search(guest: Guest, version: int, table: Table, seat: int | None, language: str) -> int:
    """Look for the cards that others hold, and this seat has never seen, in what it was sent since
    the last look. (What is hidden now was hidden then.)"""
    view = table.view(seat, version)
    assert isinstance(view, ClaimView)
    known = set(_CODE.findall(str(asdict(view))))
    # The page defines the pictures of all cards of the deck, whoever has them.
    sent = _SYMBOL.sub("", guest.fresh().decode(errors="replace"))
    hidden: set[str] = set()
    for other in range(view.players):
        theirs = table.view(other, version)
        assert isinstance(theirs, ClaimView)
        hidden |= {*theirs.hands[other], *theirs.followers[other]} - known - {"?"}
    assert not hidden & set(_CODE.findall(sent)), guest.name
    names = {card(code).say(language) for code in hidden}
    assert not names & set(_NAME.findall(sent)), guest.name
    return len(hidden)


_CODE = re.compile(r"[a-z]+-\d+")
_SYMBOL = re.compile(r'<symbol id="[\w-]+"')
_NAME = re.compile(r"\w+ \d+")


@pytest.mark.parametrize(
    ("game", "seats"), [("claim-it", "me bot:normal"), ("claim", "me bot:random")]
)
def test_a_whole_game_without_script(
    server: RecordedServer,
    browser: Browser,
    game: str,
    seats: str,
) -> None:
    ann = Guest(browser, server, "Ann", language="de", screen=PHONE, script=False)
    table = ann.make(game, seats)
    luck = random.Random(3)
    for _ in range(1500):
        if ann.status == "over":
            break
        buttons = ann.page.locator("#play .may, #play .acts button:not(.quiet)")
        if ann.of_play("mine") == "no":
            # Without script the page asks again by itself; here we do not wait for that.
            assert ann.page.locator("noscript meta, meta[http-equiv=refresh]").count()
            ann.go(table)
            continue
        values = buttons.evaluate_all("found => found.map((b) => b.value)")
        n = values.index("stop") if "stop" in values else luck.randrange(len(values))
        with ann.page.expect_navigation(wait_until="commit"):
            buttons.nth(n).click(no_wait_after=True)
    assert ann.status == "over"
    assert ann.page.locator(".won-factions li, .ranking tbody tr").count() >= 2
    assert ann.sideways() == 0
    ann.page.click("[data-go=back]")
    expect(ann.page.locator("#play")).to_have_attribute("data-status", "past")
    ann.close()
