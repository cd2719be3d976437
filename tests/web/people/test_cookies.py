"""The signed cookie, and cookies that earlier versions signed in another way."""

from __future__ import annotations

import base64
import hashlib
import hmac
from pathlib import Path

import httpx
import pytest
from support.site import running

from claimant.web.people.cookies import COOKIE_NAME, CookieSigner, Identity

KEY = b"a key that an earlier version stored"
SIGNER = CookieSigner([KEY])


def earlier(identity: Identity, key: bytes = KEY) -> str:
    """A cookie as versions before itsdangerous issued it."""
    signed = f"{identity.person}.{identity.epoch}" if identity.epoch else identity.person
    seal = hmac.digest(hashlib.sha256(key).digest(), f"person {signed}".encode(), "sha256")
    return f"{signed}.{base64.urlsafe_b64encode(seal[:24]).decode()}"


@pytest.mark.parametrize("identity", [Identity("k3_Wq-x9Yz1A", 0), Identity("-_-_-_-_-_-_", 12)])
def test_both_kinds_of_cookie_identify_a_person(identity: Identity) -> None:
    assert SIGNER.read(SIGNER.sign(identity)) == identity
    assert SIGNER.read(earlier(identity)) == identity
    assert SIGNER.sign(identity) != earlier(identity)


def test_a_cookie_of_an_earlier_version_word_for_word() -> None:
    assert earlier(Identity("k3_Wq-x9Yz1A", 2)) == "k3_Wq-x9Yz1A.2.WKlmLFMGnugd7KYM8uJoA7qGQ-HzOx2V"


@pytest.mark.parametrize("cookie", [SIGNER.sign(Identity("ann", 3)), earlier(Identity("ann", 3))])
def test_a_cookie_that_was_changed_identifies_nobody(cookie: str) -> None:
    person, epoch, signature = cookie.split(".")
    for changed in (
        f"ben.{epoch}.{signature}",
        f"{person}.4.{signature}",
        f"{person}.{signature}",
        cookie[:-1],
        cookie + "A",
        f"{person}.{epoch}.",
        f"{person}.{epoch}",
        f"é\udc80.{signature}",
        "",
    ):
        assert SIGNER.read(changed) is None


def test_a_cookie_signed_with_another_key_identifies_nobody() -> None:
    other = CookieSigner([b"another"])
    assert other.read(SIGNER.sign(Identity("ann", 0))) is None
    assert other.read(earlier(Identity("ann", 0))) is None


def test_a_browser_keeps_its_person_after_an_update(tmp_path: Path) -> None:
    """The key used to be a file in the server's folder."""
    (tmp_path / "key").write_bytes(KEY)
    with running(tmp_path) as site:
        ann = site.client.post("/api/people", json={"name": "Ann"}).json()
        cookies = {COOKIE_NAME: earlier(Identity(ann["person"], 0))}
        with httpx.Client(base_url=site.server.url, cookies=cookies, timeout=60) as browser:
            assert browser.get("/api/me").json()["person"] == ann["person"]
