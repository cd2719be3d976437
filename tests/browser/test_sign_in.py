"""Passkeys in a real browser, with Chromium's virtual authenticator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect
from support.browser import PATIENCE, RecordedServer

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Device:
    """A browser with an authenticator built in."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.cdp: CDPSession = context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable")
        added = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.authenticator: str = added["authenticatorId"]

    def add_passkey(self, name: str) -> None:
        self.page.goto("/me")
        self.page.fill("#passkey-name", name)
        self.page.click("form[data-passkey=create] button")
        self.page.wait_for_url("**/me?passkey=yes")

    def sign_in(self) -> None:
        self.page.goto("/sign-in")
        self.page.click("form[data-passkey=use] button")


@pytest.fixture
def device(browser: Browser, server: RecordedServer) -> Iterator[Device]:
    url = server.url.replace("127.0.0.1", "localhost")
    context = browser.new_context(base_url=url, locale="en")
    context.set_default_timeout(PATIENCE)
    device = Device(context)
    assert context.request.post("/me", form={"name": "Ann", "colour": "2"}).ok
    yield device
    context.close()


def test_a_passkey_brings_a_person_back(device: Device) -> None:
    page = device.page
    device.add_passkey("my laptop")
    expect(page.locator(".people")).to_contain_text("my laptop")
    device.context.clear_cookies()
    device.sign_in()
    page.wait_for_url("**/")
    expect(page.locator("header .me")).to_contain_text("Ann")
    # Once more: the browser counts what it has signed.
    device.context.clear_cookies()
    device.sign_in()
    page.wait_for_url("**/")
    page.goto("/me")
    expect(page.locator(".people")).to_contain_text("last used")
    page.click(".people button")
    expect(page.locator(".people")).to_have_count(0)
    device.context.clear_cookies()
    device.sign_in()
    expect(page.locator("form[data-passkey=use] [role=alert]")).to_have_text(
        "Nobody here has this passkey."
    )


def test_who_changes_their_mind_is_told_so(device: Device) -> None:
    # A device that cannot store a passkey.
    device.cdp.send(
        "WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device.authenticator}
    )
    options = AUTHENTICATOR | {"hasResidentKey": False}
    device.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    device.page.goto("/me")
    device.page.click("form[data-passkey=create] button")
    expect(device.page.locator("form[data-passkey=create] [role=alert]")).to_have_text(
        "That did not work, or you changed your mind."
    )
