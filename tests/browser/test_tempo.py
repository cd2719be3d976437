"""Cause before effect: what happens is shown in order, long enough to be read, and never in the way
of the player. Nothing here measures time: a scene is stopped at by holding it, or skipped by a tap.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from support.browser import WIDE, Guest, RecordedServer

from claimant.components.scenes import MOMENT
from claimant.games.claim.page.scenes import TRICK
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.view import ClaimItView
from claimant.web.tables.tempo import TEMPOS, shown_seconds

PHONE = {"width": 390, "height": 844}
SCREENS = pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])

# Notes every scene as it is put on the screen, and what the page shows then.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const play = document.getElementById('play');
    // Whether anything lies over the board.
    const covering = () => {
      const [map, lid] = [document.querySelector('.map'), document.querySelector('#moment b')]
        .map((each) => each?.getBoundingClientRect());
      return Boolean(map && lid && lid.bottom > map.top && lid.top < map.bottom
        && lid.right > map.left && lid.left < map.right);
    };
    const text = (id) => document.getElementById(id)?.textContent ?? '';
    const now = {
      scene: play.dataset.scene ?? '', version: Number(play.dataset.version),
      headline: text('turn'),
      line: text('event'), covering: covering(),
      dice: text('dice'), pieces: document.querySelectorAll('.map .piece').length,
      won: document.querySelectorAll('.trick figure.won').length,
      played: document.querySelectorAll('.trick figure').length,
      may: document.querySelectorAll('#play .may').length,
      mine: document.getElementById('play').dataset.mine === 'yes',
    };
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
  };
  const all = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
}"""

# Taps on a card, once per scene, as soon as the trick is complete.
TAP = """() => {
  window.tapped = 0;
  new MutationObserver(() => {
    const card = document.querySelector('#play[data-scene=trick] .hand button');
    if (!card || card.dataset.tapped) return;
    card.dataset.tapped = 'yes';
    window.tapped += 1;
    card.click();
  }).observe(document.body, { childList: true, subtree: true });
}"""


class Watcher(Guest):
    """A person whose page notes everything that it shows, one after the other."""

    def begin(self) -> None:
        self.page.evaluate(WATCH)

    @property
    def seen(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.seen")
        return found


def watcher(browser: Browser, server: RecordedServer, name: str, screen: Any) -> Watcher:
    return Watcher(browser, server, name, screen=screen, touch=screen is PHONE)


def act(server: RecordedServer, guest: Guest, table: str, event: str) -> None:
    """Let a person act, whatever their page shows at the moment."""
    version = server.table(table).version
    answer = guest.context.request.post(
        f"/api/tables/{table}/events", data={"version": version, "event": event}
    )
    assert answer.ok, answer.text()


def until_a_bust(server: RecordedServer, guests: list[Guest], table: str) -> int:
    """Play until the next roll is a bust that costs something, without rolling it; whose it is."""
    here = server.table(table)
    while True:
        actor = here.deciders(here.version).actor
        assert actor is not None
        view = here.view(actor)
        assert isinstance(view, ClaimItView)
        if view.stage == "decide":
            rolled = here.next_events("roll")[1].view(None)
            assert isinstance(rolled, ClaimItView)
            if rolled.stage == "begin":
                return actor
        act(server, guests[actor], table, view.legal[0])


@SCREENS
def test_a_bust_is_announced_while_the_board_still_stands(
    server: RecordedServer, browser: Browser, screen: Any
) -> None:
    ann = watcher(browser, server, "Ann", screen)
    ben = watcher(browser, server, "Ben", screen)
    table = ann.make("claim-it", "me open", tempo="instant")
    ben.join(table)
    people = [ann, ben]
    actor = until_a_bust(server, [ann, ben], table)
    act_version = server.table(table).version
    assert ann.context.request.post(f"/api/tables/{table}/tempo", data={"tempo": "fast"}).ok
    for guest in people:
        guest.reach(act_version)
        expect(guest.page.locator("#table")).to_have_attribute("data-tempo", "fast")
        guest.begin()
    act(server, people[actor], table, "roll")
    for seat, guest in enumerate(people):
        guest.reach(act_version + 2)
        seen = guest.seen
        scenes = list(dict.fromkeys(now["scene"] for now in seen if now["scene"]))
        assert scenes == ["dice", "bust"]
        before = next(now for now in seen if now["scene"] == "dice")
        bust = next(now for now in seen if now["scene"] == "bust")
        after = next(now for now in seen if now["version"] == act_version + 2)
        assert bust["headline"] == "Bust!"
        assert not any(now["covering"] for now in seen if now["scene"])
        # The dice can be read, and everything still lies where it lay.
        assert before["dice"] == bust["dice"] == after["dice"]
        assert before["pieces"] == bust["pieces"] != after["pieces"]
        assert ("you bust" in bust["line"]) == (seat == actor)
    for guest in people:
        guest.close()


@SCREENS
def test_a_complete_trick_stays_with_its_winner_until_it_is_tapped(
    server: RecordedServer, browser: Browser, screen: Any
) -> None:
    ann = watcher(browser, server, "Ann", screen)
    ben = watcher(browser, server, "Ben", screen)
    table = ann.make("claim", "me open", tempo="calm")
    ben.join(table)
    people, here = [ann, ben], server.table(table)
    for guest in people:
        guest.reach(here.version)
        guest.begin()
        guest.page.evaluate(TAP)
    for _ in range(2):
        actor = here.deciders(here.version).actor
        assert actor is not None
        act(server, people[actor], table, here.view(actor).legal[0])
    for seat, guest in enumerate(people):
        guest.reach(here.version)
        trick = next(now for now in guest.seen if now["scene"] == "trick")
        assert trick["version"] < here.version, "what the trick leads to is not shown yet"
        assert (trick["played"], trick["won"], trick["may"]) == (2, 1, 0)
        view = here.view(seat)
        assert isinstance(view, ClaimView)
        mine = view.last_winner == seat
        assert trick["headline"] == ("You win the trick" if mine else (
            f"{'Ben' if seat == 0 else 'Ann'} wins the trick"
        ))  # fmt: skip
        assert trick["line"].endswith(".")
        assert not trick["mine"], "nothing can be done, so the headline is not lit"
        # A tap on a card during the scene only goes on: nothing is played by mistake.
        assert guest.page.evaluate("window.tapped") >= 1
        expect(guest.page.locator("#play[data-scene]")).to_have_count(0)
    assert here.version == ann.version == ben.version
    for guest in people:
        guest.close()


def test_bots_wait_until_a_trick_and_the_words_of_a_new_phase_have_been_seen(
    server: RecordedServer, browser: Browser
) -> None:
    ann, ben = Guest(browser, server, "Ann"), Guest(browser, server, "Ben")
    table = ann.make("claim", "me open", tempo="calm")
    ben.join(table)
    people, here, shown = [ann, ben], server.table(table), set()
    view = here.view(None)
    while isinstance(view, ClaimView) and view.phase == 1:
        actor = here.deciders(here.version).actor
        assert actor is not None
        act(server, people[actor], table, here.view(actor).legal[0])
        view = here.view(None)
        assert isinstance(view, ClaimView)
        shown.add((bool(view.table), view.phase, shown_seconds(here)))
    trick, phase = TEMPOS["calm"] * TRICK, TEMPOS["calm"] * (TRICK + MOMENT)
    assert shown == {(True, 1, 0.0), (False, 1, trick), (False, 2, phase)}
    ann.close()
    ben.close()


@SCREENS
def test_chat_and_another_tempo_are_noticed_wherever_one_looks(
    server: RecordedServer, browser: Browser, screen: Any
) -> None:
    ann = watcher(browser, server, "Ann", screen)
    ben = watcher(browser, server, "Ben", screen)
    table = ann.make("claim-it", "me open")
    ben.join(table)
    ann.page.wait_for_selector("#table[data-here='0 1']")
    assert ben.context.request.post(f"/api/tables/{table}/talk", data={"text": "hello"}).ok
    expect(ann.page.locator(".toast .words").last).to_have_text("Ben: hello")
    expect(ann.page.locator("#chat-drawer[data-news]")).to_have_count(1)
    ann.page.click("#chat-drawer > summary")
    expect(ann.page.locator("#chat-drawer[data-news]")).to_have_count(0)
    assert ben.context.request.post(f"/api/tables/{table}/tempo", data={"tempo": "calm"}).ok
    expect(ann.page.locator(".toast .words").last).to_have_text("The tempo is now: Calm.")
    expect(ann.page.locator("#table")).to_have_attribute("data-tempo", "calm")
    ben.close()
    expect(ann.page.locator("#table")).to_have_attribute("data-here", "0")
    ann.close()


def test_the_tempo_can_be_changed_without_script(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE, script=False)
    table = ann.make("claim-it", "me bot:random")
    ann.page.click("#table-menu > summary")
    ann.page.click(".tempo button[value=fast]")
    ann.page.wait_for_selector("#table[data-tempo=fast]")
    assert server.table(table).row.tempo == "fast"
    ann.close()
