"""Sounds: each event that deserves one starts exactly one, and none without the setting."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser
from support.browser import PHONE, WIDE, Guest, RecordedServer

from claimant.game import View
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.view import ClaimItView

SCREENS = pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
# Notes the tones that the page starts; those that start together are one sound.
LISTEN = """
  window.heard = [];
  let sound = null;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    if (!sound) {
      window.heard.push(sound = []);
      setTimeout(() => { sound = null; });
    }
    sound.push(this.frequency.value);
    return start.apply(this, when);
  };
"""
SOUNDS = {
    "bust": [220, 175, 131],
    "last-round": [523, 523, 784],
    "phase-2": [392, 523, 659],
    "end": [523, 659, 784, 1047],
}
AROUND = {"dice": [180, 240, 300, 180], "trick": [440, 554], "turn": [660, 880]}
"""What may be heard before or after them."""


class Listener(Guest):
    """A person who hears the sounds of the table, if they are on."""

    def listen(self, sounds: str) -> None:
        self.page.add_init_script(LISTEN)
        self.post("/settings", sounds=sounds)

    @property
    def heard(self) -> list[list[int]]:
        """The pitches of the tones of each sound since the last call."""
        found: list[list[float]] = self.page.evaluate("window.heard.splice(0)")
        return [[round(pitch) for pitch in sound] for sound in found]


def moment(before: View, after: View) -> str | None:
    """The kind of the moment that an event leads to."""
    if after.outcome is not None:
        return "end"
    if isinstance(before, ClaimView) and isinstance(after, ClaimView):
        return "phase-2" if before.phase < after.phase else None
    assert isinstance(before, ClaimItView)
    assert isinstance(after, ClaimItView)
    if before.caller is None and after.caller is not None:
        return "last-round"
    bust = before.stage == "decide" and after.stage == "begin" and after.dice != before.dice
    return "bust" if bust else None


def sounds_of_a_game(
    server: RecordedServer, guests: list[Guest], table: str
) -> dict[str, list[list[int]]]:
    """Play a game to its end, fast only where there is a moment; what is heard with each."""
    ann = guests[0]
    assert isinstance(ann, Listener)
    here = server.table(table)
    found: dict[str, list[list[int]]] = {}
    while (actor := here.deciders(here.version).actor) is not None:
        view = here.view(actor)
        rolls = "roll" in view.legal and "bust" not in found  # rolling on ends in a bust
        event = "roll" if rolls else view.legal[-1]
        kind = moment(here.view(None), here.next_events(event)[-1].view(None))
        if kind in found:
            kind = None
        if kind is not None:
            tempo(ann, table, "fast")
            ann.reach(here.version)
            ann.page.mouse.click(1, 200)  # a phone plays nothing before it is touched
            assert ann.heard is not None
        version = here.version
        data = {"version": version, "event": event}
        answer = guests[actor].context.request.post(f"/api/tables/{table}/events", data=data)
        assert answer.ok, answer.text()
        if kind is not None:
            ann.reach(here.version)
            found[kind] = ann.heard
            tempo(ann, table, "instant")
    return found


def tempo(guest: Guest, table: str, name: str) -> None:
    answer = guest.context.request.post(f"/api/tables/{table}/tempo", data={"tempo": name})
    assert answer.ok, answer.text()
    guest.page.wait_for_selector(f"#table[data-tempo={name}]")


@SCREENS
@pytest.mark.parametrize("sounds", ["on", "off"])
@pytest.mark.parametrize(
    ("game", "kinds"), [("claim-it", {"bust", "last-round", "end"}), ("claim", {"phase-2", "end"})]
)
def test_each_moment_starts_one_sound(
    server: RecordedServer,
    browser: Browser,
    game: str,
    kinds: set[str],
    sounds: str,
    screen: dict[str, int],
) -> None:
    ann, ben = Listener(browser, server, "Ann", screen=screen), Guest(browser, server, "Ben")
    ann.listen(sounds)
    table = ann.make(game, "me open")
    ben.join(table)
    heard = sounds_of_a_game(server, [ann, ben], table)
    assert set(heard) == kinds
    for kind, found in heard.items():
        if sounds == "off":
            assert found == [], kind
            continue
        assert found.count(SOUNDS[kind]) == 1, (kind, found)
        others = [each for each in found if each != SOUNDS[kind]]
        known = [*AROUND.values(), SOUNDS["bust"]] if kind == "end" else list(AROUND.values())
        assert all(each in known for each in others), (kind, found)
    ann.close()
    ben.close()
