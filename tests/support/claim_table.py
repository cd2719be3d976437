"""People at a table of Claim in the browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from support.browser import Guest, RecordedServer

SMALL_SCREEN = {"width": 1440, "height": 900}
SEATS = {n: " ".join(["me"] + ["bot:random"] * (n - 1)) for n in (2, 3, 4)}
DECKS = {2: "the old kingdom", 3: "the hungry court", 4: "the clockwork war"}
MY_TURN = "#play[data-mine=yes] .hand .may"


def sit(
    browser: Browser, server: RecordedServer, players: int, screen: dict[str, int], **more: Any
) -> tuple[Guest, str]:
    """Someone at a table of Claim."""
    guest = Guest(browser, server, "Ann", screen=screen, **more)
    table = guest.make("claim", SEATS[players], options={"scenario": DECKS[players]})
    return guest, table


def tap(guest: Guest, card: str) -> None:
    """Tap the part of a card that the next one in the hand does not cover, enabled or not."""
    guest.page.locator(card).first.click(position={"x": 12, "y": 20}, force=True)
