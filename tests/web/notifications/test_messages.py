"""Messages to people who have closed the page: who gets them, when, and what they say."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.databases import Database, File, Served, running_on
from support.messages import Mailbox, PushService, mail_server, push_service, until
from support.site import Player, Site, mover, play_out

from claimant.web.notifications.mail import is_address

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


def run(site: Site, work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run_coroutine_threadsafe(work, site.server.loop).result(60)


def settled(site: Site) -> None:
    """Wait until everything that is due now has been considered and sent or put off."""
    watcher, outbox = site.services.notifications.watcher, site.services.notifications.outbox

    def idle() -> bool:
        now = site.time.now
        waiting = [at for at in list(watcher._waiting.values()) if at <= now]
        sending = any(outbox._sending.values())
        due = [run(site, site.services.store.due_notices(c, now, 9)) for c in ("push", "email")]
        return not waiting and not sending and not any(due)

    # Twice: what has been considered may only now be due.
    until(idle), until(idle)


@contextmanager
def served(database: Database, folder: Path, **more: Any) -> Iterator[Site]:
    with running_on(database, folder, push_anywhere=True, public_url=SITE, **more) as site:
        yield site


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
        (message,) = until(lambda: push.received)
        assert message["title"] == "It's your turn"
        assert message["body"] == "Claim It!: Ben is waiting for you."
        assert message["path"] == f"/tables/{mine.table}"
        assert push.headers[0]["content-encoding"] == "aes128gcm"
        assert push.headers[0]["authorization"].startswith("vapid t=")
        for _ in range(3):
            site.time.now += 3600
            run(site, site.services.notifications.watcher.sweep())
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
        until(lambda: len(push.received) == 2, "the message of the next turn")


def test_the_message_is_in_the_person_s_language_and_says_nothing_secret(
    site_at: Site, push: PushService
) -> None:
    ann = Friend(site_at, language="de")
    ann.subscribe(push)
    mine, ben = ann.table(game="claim", options={"scenario": "the old kingdom"})
    turn_of(mine, ben)
    site_at.time.now += 61
    (message,) = until(lambda: push.received)
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
        until(lambda: site_at.services.feed.is_open(mine.table, ann.id))
        site_at.time.now += 1
        turn_of(mine, ben)
        for _ in range(3):
            site_at.time.now += 61
            settled(site_at)
        assert push.received == []
    until(lambda: not site_at.services.feed.is_open(mine.table, ann.id))
    site_at.time.now += 61
    until(lambda: push.received, "the message after the page was closed")


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
        until(lambda: site_at.services.feed.is_open(mine.table, ann.id))
    until(lambda: not site_at.services.feed.is_open(mine.table, ann.id))
    for _ in range(3):
        site_at.time.now += 61
        settled(site_at)
    assert push.received == []


def test_quiet_hours_put_a_message_off(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    night = 1_800_054_000.0  # 00:00 in Amsterdam, in January
    site_at.time.now = night
    cookie = site_at.services.people.cookie_for(run(site_at, site_at.services.people.find(ann.id)))
    form = {"quiet": "yes", "from": "22:00", "until": "08:00", "zone": "Europe/Amsterdam"}
    answer = site_at.client.post("/me/quiet", data=form, headers={"Cookie": f"claimant={cookie}"})
    assert answer.status_code == 303
    mine, ben = ann.table()
    turn_of(mine, ben)
    site_at.time.now = night + 7 * 3600
    settled(site_at)
    assert push.received == []
    site_at.time.now = night + 8 * 3600 + 1
    until(lambda: push.received, "the message in the morning")


def test_a_finished_game_and_a_rematch_are_news_once(site_at: Site, push: PushService) -> None:
    ann = Friend(site_at)
    ann.subscribe(push)
    mine, ben = ann.table()
    play_out(mine, ben)
    site_at.time.now += 61
    assert until(lambda: push.received)[-1]["title"] == "The game is over"
    ben.post("/rematch")
    site_at.time.now += 61
    until(lambda: len(push.received) == 2)
    assert (
        push.received[-1]["body"] == "Claim It!: Ben wants to play again and has saved you a seat."
    )
    site_at.time.now += 3600
    run(site_at, site_at.services.notifications.watcher.sweep())
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
        until(lambda: len(mailbox.letters) == 2, "the e-mail instead")
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
        until(lambda: push.asked == 1)
        settled(site)
        now = site.time.now
    with served(database, tmp_path) as site:
        site.time.now = now
        settled(site)
        assert push.asked == 1  # not before its time
        push.status = 201
        site.time.now += 61
        until(lambda: push.received, "the second attempt")


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
        until(lambda: push.asked == 1)
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
        until(lambda: push.received)
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


# E-mail.


def cookie_of(site: Site, friend: Friend) -> dict[str, str]:
    person = run(site, site.services.people.find(friend.id))
    return {"Cookie": f"claimant={site.services.people.cookie_for(person)}"}


def enter(site: Site, friend: Friend, address: str) -> httpx.Response:
    form = {"address": address, "zone": "Europe/Berlin"}
    return site.client.post("/me/email", data=form, headers=cookie_of(site, friend))


def links(letter: Any) -> list[str]:
    return [url.removeprefix(SITE) for url in re.findall(r"https://\S+", letter.get_content())]


def confirm(site: Site, mailbox: Mailbox, entered: httpx.Response) -> None:
    assert entered.status_code == 303, entered.text
    known = len(mailbox.letters)
    letter = until(lambda: mailbox.letters[-1] if len(mailbox.letters) >= max(1, known) else None)
    path = links(letter)[0]
    assert site.client.get(path).status_code == 200
    assert site.client.post(path).status_code == 200


def test_an_address_gets_nothing_until_it_is_confirmed(
    database: Database, tmp_path: Path, mailbox: Mailbox
) -> None:
    with served(database, tmp_path, smtp=mailbox.smtp) as site:
        ann = Friend(site, "Buy my pills")
        assert enter(site, ann, "stranger@example.org").status_code == 303
        letter = until(lambda: mailbox.letters)[0]
        assert letter["Subject"] == "Is this your e-mail address?"
        assert "pills" not in str(letter)
        mine, ben = ann.table()
        turn_of(mine, ben)
        site.time.now += 61
        settled(site)
        site.client.get(links(letter)[0])  # as the scanner of a mail server does
        settled(site)
        assert len(mailbox.letters) == 1
        assert site.client.post(links(letter)[0]).status_code == 200
        run(site, site.services.notifications.watcher.sweep())
        letter = until(lambda: mailbox.letters[1:])[0]
        assert letter["Subject"] == "It's your turn"
        assert "Claim It!: Ben is waiting for you." in letter.get_content()
        assert links(letter)[0] == f"/tables/{mine.table}"


def test_every_message_can_be_stopped_with_one_click_and_without_a_cookie(
    database: Database, tmp_path: Path, mailbox: Mailbox, push: PushService
) -> None:
    with served(database, tmp_path, smtp=mailbox.smtp) as site:
        ann = Friend(site)
        confirm(site, mailbox, enter(site, ann, "ann@example.org"))
        ann.subscribe(push)
        ann_test = site.client.post("/me/test", headers=cookie_of(site, ann))
        assert ann_test.status_code == 303
        letter = until(lambda: mailbox.letters[1:])[0]
        message = until(lambda: push.received)[0]
        assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        url = letter["List-Unsubscribe"].strip("<>").removeprefix(SITE)
        assert url in links(letter)
        assert len(ann.messages["contacts"]) == 2
        assert site.client.get(url).status_code == 200
        assert len(ann.messages["contacts"]) == 2  # opening the link alone does nothing
        one_click = {"List-Unsubscribe": "One-Click"}
        assert site.client.post(url, data=one_click).status_code == 200
        assert site.client.post(url, data=one_click).status_code == 200  # twice is the same
        assert [row["channel"] for row in ann.messages["contacts"]] == ["push"]
        assert site.client.post(message["stop"]["path"]).status_code == 200
        assert ann.messages["contacts"] == []
        forged = url[:-1] + ("A" if url[-1] != "A" else "B")
        assert site.client.post(forged).status_code == 404
        foreign = {"Sec-Fetch-Site": "cross-site"}
        assert site.client.post(url, headers=foreign).status_code == 403


def test_nobody_can_flood_a_stranger(tmp_path: Path, mailbox: Mailbox) -> None:
    with served(File(tmp_path), tmp_path, smtp=mailbox.smtp) as site:
        answers = [
            enter(site, Friend(site), address).status_code
            for address in (
                *("victim@example.org", "Victim@EXAMPLE.org", "vic.tim+1@example.org"),
                *("victim+2@example.org", "v.i.c.t.i.m@example.org"),
            )
        ]
        assert answers == [303, 303, 303, 429, 429]
        until(lambda: len(mailbox.letters) == 3)
        never = links(mailbox.letters[0])[-1]
        assert never.startswith("/never/")
        assert site.client.post(never).status_code == 200
        site.time.now += 3 * 86_400
        run(site, site.services.notifications.watcher.sweep())
        assert enter(site, Friend(site), "victim@example.org").status_code == 429
        settled(site)
        assert len(mailbox.letters) == 3


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ann",
        "ann@localhost",
        "ann@example.org\r\nBcc: all@example.org",
        "ann@example.org, ben@example.org",
        '"a b"@example.org',
        "ann@[127.0.0.1]",
        f"{'a' * 65}@example.org",
        f"ann@{'example.' * 40}org",
    ],
)
def test_what_is_not_an_address_is_refused(address: str) -> None:
    assert not is_address(address)


def test_an_address_that_the_mail_server_rejects_is_removed(
    tmp_path: Path, mailbox: Mailbox
) -> None:
    with served(File(tmp_path), tmp_path, smtp=mailbox.smtp) as site:
        ann = Friend(site)
        mailbox.refuse = "550 no such user"
        enter(site, ann, "nobody@example.org")
        until(lambda: ann.messages["contacts"] == [])
        mailbox.refuse = "451 try again later"
        enter(site, ann, "busy@example.org")
        settled(site)
        assert [row["address"] for row in ann.messages["contacts"]] == ["busy@example.org"]
        mailbox.refuse = None
        site.time.now += 61
        until(lambda: mailbox.letters)


def test_e_mail_is_offered_only_if_it_can_work(tmp_path: Path, mailbox: Mailbox) -> None:
    with running_on(File(tmp_path), tmp_path, smtp=mailbox.smtp) as site:  # no public address
        ann = Friend(site)
        assert enter(site, ann, "ann@example.org").status_code == 422
        assert ann.messages["email"] is False
        assert 'name="address"' not in site.client.get("/me", headers=cookie_of(site, ann)).text
