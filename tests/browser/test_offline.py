"""Without a connection, installed on a device, and told by a push message."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer
from support.messages import push_service, until

READY = "() => navigator.serviceWorker.controller !== null"
KNOWN = """async (who) => {
  for (const name of await caches.keys()) {
    const noted = await (await (await caches.open(name)).match('/-/who'))?.json();
    if (noted) return Boolean(noted.person) === who;
  }
  return false;
}"""
SAVED = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (new URL(url).pathname.startsWith('/tables/')) found.push(new URL(url).pathname);
  return found;
}"""


def ready(page: Page, known: bool = True) -> None:
    """Wait for the service worker to know who is here."""
    # Not `wait_for_function`, which evaluates a text in the page, as the site's policy forbids.
    until(lambda: page.evaluate(READY), "taking over")
    until(lambda: page.evaluate(KNOWN, known), "being known")


@pytest.fixture
def ann(browser: Browser, server: RecordedServer) -> Guest:
    return Guest(browser, server, "Ann", workers=True)


def at_a_table(ann: Guest) -> str:
    """Let Ann sit at a table that waits for others; its path."""
    page = ann.page
    made = ann.make("claim-it", "me open")
    ready(page)
    return f"/tables/{made}"


def leave(page: Page) -> None:
    page.goto("/rules")
    until(lambda: page.evaluate(SAVED), "saving the table")


def test_a_table_stays_visible_without_a_connection_and_other_pages_say_so(ann: Guest) -> None:
    path, page = at_a_table(ann), ann.page
    leave(page)
    ann.context.set_offline(True)
    page.goto(path)
    expect(page.locator("#play")).to_contain_text("Ann")
    expect(page.locator("#lost")).to_be_visible()
    page.goto("/new")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    box, screen = page.locator(".lost").bounding_box(), page.viewport_size
    assert box
    assert screen
    assert abs(box["x"] + box["width"] / 2 - screen["width"] / 2) < 2, "in the middle"
    ann.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
    page.goto(path)
    expect(page.locator("#lost")).to_be_hidden()


def test_signing_out_leaves_nothing_of_the_table(ann: Guest) -> None:
    path, page = at_a_table(ann), ann.page
    leave(page)
    page.goto("/me")
    page.get_by_text("Sign out…").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/")
    until(lambda: not page.evaluate(SAVED), "dropping the table")
    ready(page, known=False)
    ann.context.set_offline(True)
    page.goto(path)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_a_saved_table_has_the_same_security_policy(ann: Guest) -> None:
    path, page = at_a_table(ann), ann.page
    leave(page)
    ann.context.set_offline(True)
    shown = page.goto(path)
    assert shown is not None
    assert "default-src 'none'" in shown.headers["content-security-policy"]


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_page_registers_a_subscription_and_the_worker_shows_what_it_is_sent(
    browser: Browser, server: RecordedServer, screen: dict[str, int]
) -> None:
    """Headless Chromium has no push service: the subscription is made up, everything after it is
    real."""
    ann = Guest(browser, server, "Ann", workers=True, screen=screen, touch=screen is PHONE)
    at_a_table(ann)
    page = ann.page
    ann.context.grant_permissions(["notifications"], origin=server.url)
    page.goto("/me")
    expect(page.get_by_role("button", name="Notify me in this browser")).to_be_visible()
    with push_service() as service:
        made = service.subscription()
    subscription = {
        "endpoint": "https://push.example.org/one",
        "keys": {"p256dh": made["p256dh"], "auth": made["auth"]},
    }
    script = page.locator("script[src*='notifications.js']").get_attribute("src")
    page.evaluate(
        "async ([script, made]) => (await import(script)).register(made)", [script, subscription]
    )
    page.reload()
    expect(page.locator("[data-endpoint='https://push.example.org/one']")).to_contain_text("Chrome")
    expect(page.get_by_role("button", name="Send a test message")).to_be_visible()

    session = ann.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(r["registrationId"] for r in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and found)
    message = {"title": "It's your turn", "body": "Ben is waiting", "path": "/tables/x", "tag": "x"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url, "registrationId": found[-1], "data": json.dumps(message)},
    )
    shown = until(
        lambda: page.evaluate(
            """async () => {
              const shown = await (await navigator.serviceWorker.ready).getNotifications();
              return shown.map((one) => [one.title, one.body, one.data.path]);
            }"""
        )
    )
    assert shown == [["It's your turn", "Ben is waiting", "/tables/x"]]


def test_the_site_can_be_installed(ann: Guest) -> None:
    page = ann.page
    page.goto("/")
    ready(page)
    session = ann.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],  # what a test's browser is
    )
    manifest = json.loads(session.send("Page.getAppManifest")["data"])
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
