"""Messages by e-mail: confirmed before the first, stopped with one click."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.databases import Database, File, running_on
from support.messages import Mailbox, PushService, arrived, until
from support.notified import (
    SITE,
    Friend,
    confirm,
    cookie_of,
    enter,
    links,
    mailbox,
    push,
    served,
    settled,
    turn_of,
)

from claimant.web.notifications.mail import is_address

__all__ = ["mailbox", "push"]


def test_an_address_gets_nothing_until_it_is_confirmed(
    database: Database, tmp_path: Path, mailbox: Mailbox
) -> None:
    with served(database, tmp_path, smtp=mailbox.smtp) as site:
        ann = Friend(site, "Buy my pills")
        assert enter(site, ann, "stranger@example.org").status_code == 303
        letter = arrived(lambda: mailbox.letters)[0]
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
        site.run(site.services.notifications.watcher.sweep())
        letter = arrived(lambda: mailbox.letters[1:])[0]
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
        letter = arrived(lambda: mailbox.letters[1:])[0]
        message = arrived(lambda: push.received)[0]
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
        arrived(lambda: len(mailbox.letters) == 3)
        never = links(mailbox.letters[0])[-1]
        assert never.startswith("/never/")
        assert site.client.post(never).status_code == 200
        site.time.now += 3 * 86_400
        site.run(site.services.notifications.watcher.sweep())
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
        arrived(lambda: mailbox.letters)


def test_e_mail_is_offered_only_if_it_can_work(tmp_path: Path, mailbox: Mailbox) -> None:
    with running_on(File(tmp_path), tmp_path, smtp=mailbox.smtp) as site:  # no public address
        ann = Friend(site)
        assert enter(site, ann, "ann@example.org").status_code == 422
        assert ann.messages["email"] is False
        assert 'name="address"' not in site.client.get("/me", headers=cookie_of(site, ann)).text
