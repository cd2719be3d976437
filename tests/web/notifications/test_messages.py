"""Messages to people who have closed the page: who gets them, when, and what they say."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, File, Served
from support.messages import Mailbox, PushService, arrived, until
from support.notified import (
    Friend,
    confirm,
    cookie_of,
    enter,
    has_open,
    mailbox,
    push,
    served,
    settled,
    turn_of,
)
from support.site import Site, mover, play_out

__all__ = ["mailbox", "push"]


def test_one_message_per_turn_once_the_player_has_not_come(
    database: Database, tmp_path: Path, push: PushService
) -> None:
    with served(database, tmp_path) as site:
        ann = Friend(site)
        assert ann.subscribe(push).status_code == 201
        mine, ben = ann.table()
        turn_of(mine, ben)
        settled(site)
        assert push.received == []  # a minute has not passed
        site.time.now += 61
        (message,) = arrived(lambda: push.received)
        assert message["title"] == "It's your turn"
        assert message["body"] == "Claim It!: Ben is waiting for you."
        assert message["path"] == f"/tables/{mine.table}"
        assert push.headers[0]["content-encoding"] == "aes128gcm"
        assert push.headers[0]["authorization"].startswith("vapid t=")
        for _ in range(3):
            site.time.now += 3600
            site.run(site.services.notifications.watcher.sweep())
            settled(site)
        seen = mine.see()
        mine.act(next(event for event in seen["legal"] if event != "stop"))
        site.time.now += 61
        settled(site)
        assert len(push.received) == 1  # still the same turn, or Ben's
        while mover(mine, ben)[0] is mine:
            legal = mine.see()["legal"]
            mine.act("stop" if "stop" in legal else legal[0])
        turn_of(mine, ben)
        site.time.now += 61
        arrived(lambda: len(push.received) == 2, "the message of the next turn")


def test_the_message_is_in_the_person_s_language_and_says_nothing_secret(
    site_at: Site, push: PushService
) -> None:
    ann = Friend(site_at, language="de")
    ann.subscribe(push)
    mine, ben = ann.table(game="claim", options={"scenario": "the old kingdom"})
    turn_of(mine, ben)
    site_at.time.now += 61
    (message,) = arrived(lambda: push.received)
    stop = message.pop("stop")
    assert message == {
        "title": "Du bist dran",
        "body": "Claim: Ben wartet auf dich.",
        "path": f"/tables/{mine.table}",
        "tag": mine.table,
        "language": "de",
    }
    assert stop["label"] == "Keine Nachrichten mehr"


@pytest.fixture
def site_at(tmp_path: Path) -> Iterator[Site]:
    with served(File(tmp_path), tmp_path) as site:
        yield site


def test_nothing_is_sent_while_the_page_is_open(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    mine, ben = ann.table()
    turn_of(ben, mine)  # or else she has seen already that it is her turn
    url = f"/api/tables/{mine.table}/feed"
    with site_at.client.stream("GET", url, headers=ann.headers) as feed:
        lines = feed.iter_lines()  # which ends the stream when it is dropped
        next(lines)
        until(lambda: has_open(site_at, ann, mine.table))
        site_at.time.now += 1
        turn_of(mine, ben)
        for _ in range(3):
            site_at.time.now += 61
            settled(site_at)
        assert push.received == []
    until(lambda: not has_open(site_at, ann, mine.table))
    site_at.time.now += 61
    arrived(lambda: push.received, "the message after the page was closed")


def test_opening_the_table_during_the_turn_is_enough(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    mine, ben = ann.table()
    turn_of(mine, ben)
    site_at.time.now += 5
    url = f"/api/tables/{mine.table}/feed"
    with site_at.client.stream("GET", url, headers=ann.headers) as feed:
        lines = feed.iter_lines()  # which ends the stream when it is dropped
        next(lines)
        until(lambda: has_open(site_at, ann, mine.table))
    until(lambda: not has_open(site_at, ann, mine.table))
    for _ in range(3):
        site_at.time.now += 61
        settled(site_at)
    assert push.received == []


def test_quiet_hours_put_a_message_off(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    night = 1_800_054_000.0  # 00:00 in Amsterdam, in January
    site_at.time.now = night
    form = {"quiet": "yes", "from": "22:00", "until": "08:00", "zone": "Europe/Amsterdam"}
    answer = site_at.client.post("/me/quiet", data=form, headers=cookie_of(site_at, ann))
    assert answer.status_code == 303
    mine, ben = ann.table()
    turn_of(mine, ben)
    site_at.time.now = night + 7 * 3600
    settled(site_at)
    assert push.received == []
    site_at.time.now = night + 8 * 3600 + 1
    arrived(lambda: push.received, "the message in the morning")


def test_a_finished_game_and_a_rematch_are_news_once(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    mine, ben = ann.table()
    play_out(mine, ben)
    site_at.time.now += 61
    assert arrived(lambda: push.received)[-1]["title"] == "The game is over"
    ben.post("/rematch")
    site_at.time.now += 61
    arrived(lambda: len(push.received) == 2)
    assert (
        push.received[-1]["body"] == "Claim It!: Ben wants to play again and has saved you a seat."
    )
    site_at.time.now += 3600
    site_at.run(site_at.services.notifications.watcher.sweep())
    settled(site_at)
    assert len(push.received) == 2


def test_a_game_with_bots_alone_waits_for_nobody(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    asked = {"game": "claim-it", "players": 2, "seats": ["me", "bot:easy"]}
    ann.post("/tables", asked)
    site_at.time.now += 61
    settled(site_at)
    assert push.received == []


def test_an_ended_subscription_is_removed_and_e_mail_takes_over(
    tmp_path: Path, push: PushService, mailbox: Mailbox, database: Database
) -> None:
    with served(database, tmp_path, smtp=mailbox.smtp) as site:
        ann = Friend(site)
        ann.subscribe(push)
        confirm(site, mailbox, enter(site, ann, "ann@example.org"))
        mine, ben = ann.table()
        turn_of(mine, ben)
        push.status = 410
        site.time.now += 61
        arrived(lambda: len(mailbox.letters) == 2, "the e-mail instead")
        assert [contact["channel"] for contact in ann.messages["contacts"]] == ["email"]
        settled(site)
        assert push.asked == 1


@pytest.mark.parametrize("status", [500, 429, 301])
def test_a_push_service_in_trouble_is_asked_again_later_also_after_a_restart(
    tmp_path: Path, push: PushService, status: int, database: Database
) -> None:
    with served(database, tmp_path) as site:
        ann = Friend(site)
        ann.subscribe(push)
        mine, ben = ann.table()
        turn_of(mine, ben)
        push.status = status
        site.time.now += 61
        arrived(lambda: push.asked == 1)
        settled(site)
        now = site.time.now
    with served(database, tmp_path) as site:
        site.time.now = now
        settled(site)
        assert push.asked == 1  # not before its time
        push.status = 201
        site.time.now += 61
        arrived(lambda: push.received, "the second attempt")


def test_a_hanging_push_service_delays_no_e_mail_and_nobody_at_a_table(
    tmp_path: Path, push: PushService, mailbox: Mailbox
) -> None:
    push.hang = threading.Event()
    with served(File(tmp_path), tmp_path, smtp=mailbox.smtp) as site:
        ann = Friend(site)
        ann.subscribe(push)
        mine, ben = ann.table()
        turn_of(mine, ben)
        site.time.now += 61
        arrived(lambda: push.asked == 1)
        confirm(site, mailbox, enter(site, Friend(site, "Cleo"), "cleo@example.org"))
        legal = mine.see()["legal"]
        assert mine.act(legal[0]).status_code == 200


def test_two_servers_send_one_message(tmp_path: Path, push: PushService, postgresql: Any) -> None:
    shared = Served(postgresql)
    with (
        served(shared, tmp_path / "one") as site,
        served(shared, tmp_path / "two") as other,
    ):
        other.time.now = site.time.now
        ann = Friend(site)
        ann.subscribe(push)
        mine, ben = ann.table()
        other.client.get(f"/api/tables/{mine.table}")  # both have it in memory
        turn_of(mine, ben)
        other.time.now = site.time.now = site.time.now + 61
        arrived(lambda: push.received)
        settled(site)
        settled(other)
        assert push.asked == 1


def test_a_page_that_is_open_on_another_server_counts(
    tmp_path: Path, push: PushService, postgresql: Any
) -> None:
    shared = Served(postgresql)
    with (
        served(shared, tmp_path / "one") as site,
        served(shared, tmp_path / "two") as other,
    ):
        other.time.now = site.time.now
        ann = Friend(site)
        ann.subscribe(push)
        mine, ben = ann.table()
        url = f"/api/tables/{mine.table}/feed"
        with other.client.stream("GET", url, headers=ann.headers) as feed:
            lines = feed.iter_lines()  # which ends the stream when it is dropped
            next(lines)
            until(lambda: shared.ask("SELECT 1 FROM presence WHERE open"))
            # A clock that jumps by a minute looks like a server that has died; this one moves on.
            other.time.now = site.time.now = site.time.now + 1
            turn_of(mine, ben)
            other.time.now = site.time.now = site.time.now + 59
            settled(site)
            settled(other)
            assert push.received == []
