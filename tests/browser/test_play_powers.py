"""The choices that only some factions bring, made with a finger: a seer's look, cards laid off for
automatons, loot."""

from __future__ import annotations

import random

from playwright.sync_api import Browser
from support.browser import PHONE, Guest, RecordedServer

DECK = "giants gnomes seers automatons raccoons dragons griffins"


def test_seers_automatons_and_loot_on_a_phone(server: RecordedServer, browser: Browser) -> None:
    # A name without a place to break, and as long as names may be.
    ann = Guest(browser, server, "W" * 24, language="de", screen=PHONE)
    luck = random.Random(4)
    made: set[str] = set()
    for _ in range(40):  # luck decides which choices come up: most times in the first game or two
        table = ann.make(
            "claim", "me bot:random bot:random", options={"factions": DECK, "raccoons": "deck"}
        )
        while ann.status == "running":
            # (An event is a verb and a card; if nothing can be clicked, it is someone else's turn.)
            event = ann.click_something(luck)
            if event is None:
                ann.reach(min(server.table(table).version, ann.version + 1))
            else:
                made.add(event.partition(" ")[0])
            assert ann.sideways() == 0
        if made >= {"play", "take", "discard", "loot"}:
            break
    assert made >= {"play", "take", "discard", "loot"}
    ann.page.reload()  # the finished game, to step through
    assert ann.sideways() == 0
    ann.close()
