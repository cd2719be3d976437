"""Large screens that are touched, such as tablets."""

from __future__ import annotations

from typing import Any, cast

import pytest
from playwright.sync_api import Browser
from support.browser import WIDE, Guest, RecordedServer

DECK = "the hungry court"


@pytest.mark.parametrize("players", [3, 4])
def test_factions_can_be_tapped_with_a_finger(
    server: RecordedServer, browser: Browser, players: int
) -> None:
    ann = Guest(browser, server, "Ann", screen=WIDE)
    table = ann.make("claim", "me" + " bot:random" * (players - 1), options={"scenario": DECK})
    height = "Math.min(...[...document.querySelectorAll('.race')].map((e) => e.offsetHeight))"
    assert ann.page.evaluate(height) >= 24  # enough for a mouse (WCAG 2.5.8)
    tablet = browser.new_context(
        base_url=server.url,
        viewport={"width": WIDE["width"], "height": WIDE["height"]},
        is_mobile=True,
        has_touch=True,
    )
    tablet.add_cookies(cast(Any, ann.context.cookies()))
    page = tablet.new_page()
    page.goto(f"/tables/{table}")
    assert page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert page.evaluate(height) >= 44
    assert (
        page.evaluate("""() => document.querySelector('.standing').getBoundingClientRect().top
      - document.querySelector('.rivals > .player:last-child').getBoundingClientRect().bottom""")
        >= 0
    )
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    tablet.close()
    ann.close()
