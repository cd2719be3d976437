"""A server that sends messages to a push service and a mailbox on this machine."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from support.databases import Database, running_on
from support.messages import Mailbox, PushService, arrived, mail_server, push_service
from support.site import Player, Site, mover

SITE = "https://games.example"


@pytest.fixture
def push() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as box:
        yield box


class Friend:
    """A person with a token, at a table with Ben."""

    def __init__(self, site: Site, name: str = "Ann", language: str = "en") -> None:
        made = site.client.post("/api/people", json={"name": name}).json()
        self.site, self.id = site, made["person"]
        self.headers = {
            "Authorization": f"Bearer {made['token']}",
            "Accept-Language": language,
            "User-Agent": "Mozilla/5.0 (Android 16) Chrome/150",
        }

    def post(self, path: str, data: Any = None) -> httpx.Response:
        return self.site.client.post(f"/api{path}", headers=self.headers, json=data)

    def subscribe(self, push: PushService, device: str = "phone", **more: str) -> httpx.Response:
        return self.post("/me/notifications/push", push.subscription(device) | more)

    @property
    def messages(self) -> dict[str, Any]:
        answer = self.site.client.get("/api/me/notifications", headers=self.headers)
        result: dict[str, Any] = answer.json()
        return result

    def table(self, **more: Any) -> tuple[Player, Player]:
        asked = {"game": "claim-it", "players": 2, "seats": ["me", "open"]} | more
        mine = Player(self.site, **self.post("/tables", asked).json())
        return mine, mine.invite(name="Ben")


def turn_of(mine: Player, other: Player) -> None:
    """Play until it is this player's turn."""
    while (found := mover(mine, other))[0] is not mine:
        player, seen = found
        player.act("stop" if "stop" in seen["legal"] else seen["legal"][0])


def settled(site: Site) -> None:
    """Wait until everything that is due now has been considered and sent or put off."""
    watcher, outbox = site.services.notifications.watcher, site.services.notifications.outbox
    store = site.services.store

    async def settle() -> None:
        await watcher._looks.run_now()
        while True:
            await asyncio.gather(*outbox._sending["push"], *outbox._sending["email"])
            for looks in outbox._looks:
                await looks.run_now()
            now = site.time.now
            due = [await store.due_notices(channel, now, 9) for channel in ("push", "email")]
            if not any(due) and not any(outbox._sending.values()):
                return

    site.run(settle())


def has_open(site: Site, friend: Friend, table: str) -> bool:
    """Whether someone has a table's page open."""

    async def look() -> bool:
        return site.services.feed.is_open(table, friend.id)

    return site.run(look())


@contextmanager
def served(database: Database, folder: Path, **more: Any) -> Iterator[Site]:
    with running_on(database, folder, push_anywhere=True, public_url=SITE, **more) as site:
        yield site


def cookie_of(site: Site, friend: Friend) -> dict[str, str]:
    person = site.run(site.services.people.find(friend.id))
    assert person is not None
    return {"Cookie": f"claimant={site.services.people.cookie_for(person)}"}


def enter(site: Site, friend: Friend, address: str) -> httpx.Response:
    form = {"address": address, "zone": "Europe/Berlin"}
    return site.client.post("/me/email", data=form, headers=cookie_of(site, friend))


def links(letter: Any) -> list[str]:
    return [url.removeprefix(SITE) for url in re.findall(r"https://\S+", letter.get_content())]


def confirm(site: Site, mailbox: Mailbox, entered: httpx.Response) -> None:
    assert entered.status_code == 303, entered.text
    known = len(mailbox.letters)
    letter = arrived(lambda: mailbox.letters[-1] if len(mailbox.letters) >= max(1, known) else None)
    path = links(letter)[0]
    assert site.client.get(path).status_code == 200
    assert site.client.post(path).status_code == 200
