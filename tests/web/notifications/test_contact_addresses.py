"""Where people can be reached: encrypted, theirs alone, forgotten with them, and never a way in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, running_on
from support.messages import push_service
from support.site import Site

from claimant.cli import main
from claimant.web.notifications.mail import MailServer
from claimant.web.notifications.push import Gone, PublicResolver, Subscription, is_public
from claimant.web.notifications.quiet import sending_time
from claimant.web.store.contacts import PreferenceRow

ENDPOINT = "https://push.example.org/wpush/v2/secret-of-this-browser"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CLAIMANT_DATABASE", raising=False)


def keys() -> dict[str, str]:
    with push_service() as service:
        return service.subscription()


def person(site: Site) -> dict[str, str]:
    made = site.client.post("/api/people", json={"name": "Ann"}).json()
    return {"Authorization": f"Bearer {made['token']}"}


def subscribe(site: Site, me: dict[str, str], endpoint: str = ENDPOINT) -> Any:
    asked = keys() | {"endpoint": endpoint}
    return site.client.post("/api/me/notifications/push", json=asked, headers=me)


def contacts(site: Site, me: dict[str, str]) -> list[str]:
    shown = site.client.get("/api/me/notifications", headers=me).json()
    return [row["address"] for row in shown["contacts"]]


def stored(database: Database) -> bytes:
    return b"".join(bytes(row[0]) for row in database.ask("SELECT sealed FROM contacts"))


def test_addresses_are_encrypted_and_a_new_key_loses_none(
    database: Database, tmp_path: Path
) -> None:
    where = ["--database", database.address] if database.address else ["--data", str(tmp_path)]
    with running_on(database, tmp_path) as site:
        me = person(site)
        assert subscribe(site, me).status_code == 201
        before = stored(database)
        assert before
        assert b"push.example.org" not in before
        for more in ([], ["--drop-old"]):
            assert main(["new-key", *more, *where]) == 0
        assert b"push.example.org" not in stored(database)
        assert stored(database)[:8] != before[:8]
        ((value,),) = database.ask("SELECT value FROM kept WHERE name = 'keys of the addresses'")
        assert bytes(value).count(b'"key"') == 1
    with running_on(database, tmp_path) as site:
        # Dropping the keys has signed everybody out of the browser; a token stays.
        assert contacts(site, me) == [ENDPOINT]


def test_without_the_operator_s_secret_the_database_reveals_nothing(
    database: Database, tmp_path: Path
) -> None:
    with running_on(database, tmp_path, address_secret="of the operator") as site:
        me = person(site)
        subscribe(site, me)
        assert contacts(site, me) == [ENDPOINT]
    with running_on(database, tmp_path, address_secret="another") as site:
        assert contacts(site, me) == [""]


def test_a_person_is_forgotten_with_their_addresses(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        me, other = person(site), person(site)
        subscribe(site, me)
        subscribe(site, other, ENDPOINT + "-of-another")
        data = site.client.get("/api/me/data", headers=me).json()
        assert [row["address"] for row in data["messages"]["to"]] == [ENDPOINT]
        assert site.client.delete("/api/me", headers=me).status_code == 204
        assert database.ask("SELECT count(*) FROM contacts") == [(1,)]
        assert database.ask("SELECT count(*) FROM preferences") == [(1,)]


def test_a_browser_belongs_to_the_person_who_used_it_last(
    database: Database, tmp_path: Path
) -> None:
    with running_on(database, tmp_path) as site:
        me, other = person(site), person(site)
        subscribe(site, me)
        subscribe(site, other)
        assert (contacts(site, me), contacts(site, other)) == ([], [ENDPOINT])


def test_signing_out_everywhere_else_stops_messages(site: Site) -> None:
    me = person(site)
    subscribe(site, me)
    answer = site.client.post("/api/me/revoke", headers=me)
    me = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert contacts(site, me) == []


def test_nobody_can_remove_or_list_what_is_not_theirs(site: Site) -> None:
    me, other = person(site), person(site)
    mine = subscribe(site, me, ENDPOINT + "-mine").json()["id"]
    assert site.client.delete(f"/api/me/notifications/{mine}", headers=other).status_code == 404
    assert site.client.get("/api/me/notifications").status_code == 403
    assert site.client.delete(f"/api/me/notifications/{mine}", headers=me).status_code == 204


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://2130706433/x",
        "https://localhost/x",
        "https://printer.local/x",
        "https://router/x",
        "https://push.example.org:8080/x",
        "https://user:password@push.example.org/x",
        "https://push.example.org/x\r\nHost: y",
        "ftp://push.example.org/x",
        "https:///x",
        "https://[/x",
        "",
    ],
)
def test_a_push_service_is_a_public_https_host(site: Site, endpoint: str) -> None:
    answer = subscribe(site, person(site), endpoint)
    assert (answer.status_code, answer.json()["code"]) == (422, "push"), answer.text


@pytest.mark.parametrize("field", ["p256dh", "auth"])
@pytest.mark.parametrize("value", ["", "AAAA", "é", "A" * 87])
def test_a_key_that_cannot_be_used_is_refused(site: Site, field: str, value: str) -> None:
    asked = keys() | {"endpoint": ENDPOINT, field: value}
    answer = site.client.post("/api/me/notifications/push", json=asked, headers=person(site))
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f::1", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", False),
    ],
)
def test_only_public_addresses_are_connected_to(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_that_leads_home_is_refused() -> None:
    async def resolve() -> None:
        resolver = PublicResolver()
        try:
            await resolver.resolve("localhost", 443)
        finally:
            await resolver.close()

    with pytest.raises(Gone):
        asyncio.run(resolve())


def test_a_subscription_of_a_real_browser_is_accepted() -> None:
    given = keys()
    for host in ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"):
        Subscription(f"https://{host}/a/b", given["p256dh"], given["auth"]).check(False)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("smtps://u:p%40ss@mail.example?from=a@b.example", ("mail.example", 465, "p@ss", True)),
        ("smtp://mail.example:2525?from=a@b.example", ("mail.example", 2525, None, False)),
    ],
)
def test_the_address_of_a_mail_server(address: str, expected: tuple[Any, ...]) -> None:
    server = MailServer.parse(address)
    assert (server.host, server.port, server.password, server.tls) == expected
    assert server.starttls is not server.tls


@pytest.mark.parametrize(
    "address",
    ["http://x?from=a@b.example", "smtp://x", "smtp://?from=a@b.example", "smtp://x?from=a&tls=1"],
)
def test_what_is_no_mail_server_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match=r"mtp|http"):
        MailServer.parse(address)


@pytest.mark.parametrize(
    ("quiet", "hours", "expected"),
    [
        ((22, 8), 21.5, 21.5),
        ((22, 8), 22, 32),
        ((22, 8), 3, 8),
        ((22, 8), 8, 8),
        ((13, 15), 14, 15),
        ((13, 15), 15, 15),
        ((0, 0), 3, 3),
    ],
)
def test_quiet_hours(quiet: tuple[int, int], hours: float, expected: float) -> None:
    midnight = 1_799_971_200.0  # in UTC
    wanted = PreferenceRow("ann", quiet_from=quiet[0] * 60, quiet_until=quiet[1] * 60)
    assert sending_time(wanted, midnight + hours * 3600) == midnight + expected * 3600


def test_quiet_hours_follow_the_clock_on_the_wall() -> None:
    """In the night in which Berlin changes to summer time, eight o'clock comes an hour sooner."""
    wanted = PreferenceRow("ann", zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=8 * 60)
    evening = 1_806_184_800.0  # 2027-03-27, 22:00 in UTC
    assert sending_time(wanted, evening) - evening == 8 * 3600  # 06:00 in UTC
