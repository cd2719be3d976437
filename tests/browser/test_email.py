"""E-mail as a person meets it: ask for it, confirm, get a message, and stop it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer
from support.messages import Mailbox, arrived, mail_server, until
from support.site import ManualClock, server_for_tests

from claimant.web.http import background

SITE = "https://games.example"


def link_in(mailbox: Mailbox, n: int, kind: str) -> str:
    """The path of a link in the message of this number."""
    arrived(lambda: len(mailbox.letters) > n, "the message")
    body = mailbox.letters[n].get_body(("plain",))
    assert body is not None
    links = re.findall(rf"{SITE}\S+", body.get_content())
    found: str = next(path for path in (urlsplit(link).path for link in links) if kind in path)
    return found


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_person_asks_for_e_mail_gets_it_and_stops_it(
    browser: Browser, tmp_path: Path, screen: dict[str, int]
) -> None:
    now = ManualClock()
    with mail_server() as mailbox:
        made = server_for_tests(tmp_path, now, smtp=mailbox.smtp, public_url=SITE)
        server = RecordedServer(made, now)
        with background.running(made):
            ann = Guest(browser, server, "Ann", screen=screen, touch=screen is PHONE)
            ben = Guest(browser, server, "Ben")
            page = ann.page
            page.goto("/me")
            page.get_by_label("Or by e-mail").fill("ann@example.org")
            page.get_by_role("button", name="Send me a link").click()
            page.goto(link_in(mailbox, 0, "confirm"))
            expect(page.get_by_role("heading", name="Is this your e-mail address?")).to_be_visible()
            assert ann.sideways() == 0
            page.get_by_role("button", name="Yes, this is my address").click()
            expect(page.get_by_role("heading", name="That is settled")).to_be_visible()
            page.goto("/me")
            expect(page.locator("main")).to_contain_text("@example.org")
            table = ann.make("claim-it", "me open")
            ben.join(table)
            here = server.table(table)

            def until_turn_of(seat: int) -> None:
                while (actor := here.deciders(here.version).actor) != seat:
                    assert actor is not None
                    legal = here.view(actor).legal
                    event = "stop" if "stop" in legal else legal[0]
                    data = {"version": here.version, "event": event}
                    path = f"/api/tables/{table}/events"
                    assert (ann, ben)[actor].context.request.post(path, data=data).ok

            until_turn_of(1)
            page.goto("about:blank")  # she closes the page before it is her turn

            async def has_left() -> bool:
                return not made.services.feed.is_open(table, here.seats[0].person or "")

            until(lambda: server.run(has_left()))
            now.now += 1  # what she has seen is older than her turn
            until_turn_of(0)
            now.now += 61
            arrived(lambda: len(mailbox.letters) == 2, "the message of her turn")
            letter = mailbox.letters[1]
            assert letter["To"] == "ann@example.org"
            assert "your turn" in letter["Subject"]
            page.goto(link_in(mailbox, 1, "/tables/"))
            expect(page.locator("#play[data-mine=yes] #head")).to_be_visible()
            page.goto(link_in(mailbox, 1, "stop"))
            page.get_by_role("button", name="Stop these messages").click()
            expect(page.get_by_role("heading", name="We have stopped")).to_be_visible()
            page.goto("/me")
            expect(page.locator("main")).not_to_contain_text("@example.org")
            for guest in (ann, ben):
                guest.close()
