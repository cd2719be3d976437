"""Passkeys and recovery codes: the same person on another device, and nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.authenticator import Authenticator
from support.databases import Database, running_on
from support.site import Site, running
from support.visitor import LANGUAGES, alert, said, visitor

from claimant.web.ops.settings import Settings
from claimant.web.people.passkeys import RelyingParty


def origin(site: Site) -> str:
    return site.server.url.replace("127.0.0.1", "localhost")


_open: list[httpx.Client] = []


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    """Close the browsers of a test."""
    yield
    while _open:
        _open.pop().close()


class Browser:
    """A browser with a cookie jar."""

    def __init__(self, site: Site, name: str = "") -> None:
        self.client = httpx.Client(base_url=site.server.url, timeout=60)
        _open.append(self.client)
        if name:
            self.client.post("/me", data={"name": name, "colour": "1"})

    def post(self, path: str, data: Any = None, **headers: str) -> httpx.Response:
        return self.client.post(f"/api{path}", json=data or {}, headers=headers)

    def add(self, key: Authenticator, name: str = "phone", **headers: str) -> httpx.Response:
        options = self.post("/me/passkeys/options", **headers).json()
        credential = key.create(options)
        return self.post("/me/passkeys", {"credential": credential, "name": name}, **headers)

    def sign_in(self, key: Authenticator, **headers: str) -> httpx.Response:
        options = self.post("/passkeys/options", **headers).json()
        return self.post("/passkeys", {"credential": key.sign(options)}, **headers)

    @property
    def name(self) -> str | None:
        me = self.client.get("/api/me")
        return str(me.json()["name"]) if me.status_code == 200 else None


def test_a_passkey_is_the_same_person_on_another_device(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        key, ann, phone = Authenticator(origin(site)), Browser(site, "Ann"), Browser(site)
        added = ann.add(key)
        assert added.status_code == 201, added.text
        assert phone.name is None
        for _ in range(2):
            assert phone.sign_in(key).status_code == 200
            assert phone.name == "Ann"
        (shown,) = ann.client.get("/api/me/passkeys").json()
        assert shown["name"] == "phone"
        assert shown["used"] is not None
        assert ann.client.delete(f"/api/me/passkeys/{shown['id']}").status_code == 204
        assert phone.sign_in(key).json()["code"] == "passkey"


def test_what_was_signed_works_once(site: Site) -> None:
    key, ann, eve = Authenticator(origin(site)), Browser(site, "Ann"), Browser(site)
    options = ann.post("/me/passkeys/options").json()
    credential = {"credential": key.create(options), "name": ""}
    assert ann.post("/me/passkeys", credential).status_code == 201
    assert ann.post("/me/passkeys", credential).json()["code"] == "challenge"
    signed = {"credential": key.sign(eve.post("/passkeys/options").json())}
    assert Browser(site).post("/passkeys", signed).status_code == 200
    assert eve.post("/passkeys", signed).json()["code"] == "challenge"
    assert eve.name is None


def test_a_challenge_is_for_one_person_and_a_few_minutes(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        key, ann, eve = Authenticator(origin(site)), Browser(site, "Ann"), Browser(site, "Eve")
        # Eve makes Ann's passkey one of her own, and would be Ann's way in.
        credential = {"credential": key.create(ann.post("/me/passkeys/options").json())}
        assert eve.post("/me/passkeys", credential).json()["code"] == "challenge"
        # A challenge for signing in creates no passkey.
        other = {"credential": key.create(ann.post("/passkeys/options").json())}
        assert ann.post("/me/passkeys", other).json()["code"] == "challenge"
        late = {"credential": key.create(ann.post("/me/passkeys/options").json())}
        site.time.now += 301
        assert ann.post("/me/passkeys", late).json()["code"] == "challenge"
        assert ann.add(key).status_code == 201
        assert eve.add(key).json()["code"] == "passkey"  # it is Ann's


def test_only_our_own_origin_is_signed_for_whatever_the_headers_say(site: Site) -> None:
    host = {"Host": "evil.example"}
    forged = Authenticator("http://evil.example", "evil.example")
    assert Browser(site, "Ann").add(forged, **host).json()["code"] == "passkey"
    options = Browser(site, "Ann").post("/me/passkeys/options", **host).json()
    assert options["rp"]["id"] == "localhost"
    # The right site, but another origin: a page on another port of this machine.
    ann, key = Browser(site, "Ann"), Authenticator(origin(site))
    assert ann.add(key).status_code == 201
    key.origin = "http://localhost:1"
    eve = Browser(site)
    assert eve.sign_in(key).json()["code"] == "passkey"
    assert eve.name is None


def test_the_public_address_is_the_origin() -> None:
    settings = Settings(Path(), public_url="https://games.example/")
    party = RelyingParty.of(settings, 8000)
    assert party == ("games.example", "https://games.example")
    assert RelyingParty.of(Settings(Path()), 8000) == ("localhost", "http://localhost:8000")


def test_a_copied_authenticator_is_noticed(site: Site) -> None:
    key, ann, eve = Authenticator(origin(site)), Browser(site, "Ann"), Browser(site)
    ann.add(key)
    key.count = 10
    assert ann.sign_in(key).status_code == 200
    key.count = 5
    assert eve.sign_in(key).json()["code"] == "passkey"


def test_a_forged_signature_opens_nothing(site: Site) -> None:
    key, ann, eve = Authenticator(origin(site)), Browser(site, "Ann"), Browser(site)
    ann.add(key)
    other = Authenticator(origin(site))
    other.id = key.id
    assert eve.sign_in(other).json()["code"] == "passkey"
    assert eve.sign_in(Authenticator(origin(site))).json()["code"] == "passkey"


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": "e30"}},
        {"response": {"clientDataJSON": "!"}},
        {"rawId": 7, "response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAieCJ9"}},
        {"response": {"clientDataJSON": ["x"]}},
    ],
)
def test_what_is_no_credential_is_refused(site: Site, credential: dict[str, Any]) -> None:
    ann = Browser(site, "Ann")
    for path in ("/me/passkeys", "/passkeys"):
        assert ann.post(path, {"credential": credential}).status_code == 422


def test_a_signed_challenge_without_the_rest_is_refused(site: Site) -> None:
    key, ann = Authenticator(origin(site)), Browser(site, "Ann")
    for drop in ("rawId", "id", "type"):
        credential = key.create(ann.post("/me/passkeys/options").json())
        del credential[drop]
        assert ann.post("/me/passkeys", {"credential": credential}).status_code == 422
        signed = key.sign(ann.post("/passkeys/options").json())
        del signed[drop]
        assert ann.post("/passkeys", {"credential": signed}).status_code == 403


def test_a_person_has_few_passkeys(site: Site) -> None:
    ann = Browser(site, "Ann")
    for _ in range(10):
        assert ann.add(Authenticator(origin(site))).status_code == 201
    assert ann.post("/me/passkeys/options").json()["code"] == "passkey"


def test_nobody_touches_the_passkeys_of_others(site: Site) -> None:
    key, ann, eve = Authenticator(origin(site)), Browser(site, "Ann"), Browser(site, "Eve")
    shown = ann.add(key).json()
    assert eve.client.delete(f"/api/me/passkeys/{shown['id']}").status_code == 404
    eve.client.post("/me/passkeys", data={"passkey": key.id.hex()})
    assert len(ann.client.get("/api/me/passkeys").json()) == 1
    assert Browser(site).client.get("/api/me/passkeys").status_code == 403
    ann.client.post("/me/passkeys", data={"passkey": key.id.hex()})
    assert ann.client.get("/api/me/passkeys").json() == []


# Recovery codes.


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recovery_code_lets_its_person_in_once(site: Site, language: str) -> None:
    with visitor(site, language) as ann, visitor(site, language) as later:
        ann.post("/me/recovery", 403)
        ann.post("/me", name="Ann", colour="1")
        codes = re.findall(r"<code>([\w-]+)</code>", ann.post("/me/recovery", 200).text)
        assert len(set(codes)) == 10
        typed = codes[3].upper().replace("-", " ")
        later.post("/sign-in", code=typed)
        assert later.name == "Ann"
        assert " 9 " in said(later.get("/me"))
        with visitor(site, language) as eve:
            assert alert(eve.post("/sign-in", 404, code=codes[3]).text)
            for guess in ("", "x", "a" * 1000):
                eve.post("/sign-in", 404, code=guess)
            # New codes make the old ones useless.
            ann.post("/me/recovery", 200)
            eve.post("/sign-in", 404, code=codes[0])


def test_recovery_codes_are_stored_as_hashes(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        ann = Browser(site, "Ann")
        codes = ann.post("/me/recovery-codes").json()
        rows = [bytes(row[0]) for row in database.ask("SELECT hash FROM recovery_codes")]
        assert len(rows) == len(codes) == 10
        assert all(len(row) == 32 for row in rows)
        for code in codes:
            assert not any(code.replace("-", "").encode() in row for row in rows)


def test_a_blocked_or_forgotten_person_does_not_come_back(site: Site) -> None:
    key, ann = Authenticator(origin(site)), Browser(site, "Ann")
    ann.add(key)
    code = ann.post("/me/recovery-codes").json()[0]
    ann.client.delete("/api/me")
    assert Browser(site).sign_in(key).json()["code"] == "passkey"
    with visitor(site) as eve:
        eve.post("/sign-in", 404, code=code)
