"""What appears during a game hides nothing that a player needs, and moves nothing either."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PHONE, SIDEWAYS, WIDE, Guest, RecordedServer

from claimant.i18n import Text

TALL_PHONE = {"width": 390, "height": 844}
SCREENS = pytest.mark.parametrize(
    "screen", [PHONE, TALL_PHONE, SIDEWAYS, WIDE], ids=["360", "390", "sideways", "1280"]
)
NEEDED = ("#head", ".map", ".deck", ".middle", ".hand", ".player")
"""What to do, the board or the trick, the decision and the hand."""
# Notes what the second toast lies over, how wide it is, and taps it, before it goes by itself.
WATCH = """(needed) => {
  const apart = (one, two) => two.right <= one.left || one.right <= two.left
    || two.bottom <= one.top || one.bottom <= two.top;
  new MutationObserver(() => {
    const toasts = [...document.querySelectorAll('.toast')];
    if (toasts.length < 2 || window.found) return;
    const boxes = toasts.map((each) => each.getBoundingClientRect());
    const width = boxes[1].width;
    const covered = needed.flatMap((name) => [...document.querySelectorAll(name)]
      .filter((each) => each.checkVisibility()
        && !boxes.every((box) => apart(box, each.getBoundingClientRect())))
      .map(() => name));
    window.found = { covered, width };
    toasts[1].querySelector('.words').click();
  }).observe(document.getElementById('main'), { childList: true, subtree: true });
}"""


@SCREENS
@pytest.mark.parametrize("game", ["claim", "claim-it"])
def test_a_toast_covers_nothing_of_the_table(
    server: RecordedServer, browser: Browser, game: str, screen: dict[str, int]
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen, touch=screen is not WIDE)
    ben = Guest(browser, server, "Ben")
    table = ann.make(game, "me open")
    ben.join(table)
    ann.reach(server.table(table).version)
    ann.page.evaluate(WATCH, NEEDED)
    text = "I wish you all a wonderful evening, and may the best of us win this long game! " * 3
    for _ in range(2):  # the second lies on the first, and a tap on it opens the chat
        assert ben.context.request.post(f"/api/tables/{table}/talk", data={"text": text}).ok
    expect(ann.page.locator("#said")).to_be_visible()
    expect(ann.page.locator("#chat-drawer[data-news]")).to_have_count(0)
    seen = ann.page.evaluate("window.found")
    assert seen["covered"] == []
    assert seen["width"] >= 300
    assert ann.sideways() == 0
    for guest in (ann, ben):
        guest.close()


# As much as a trick ever has to say: why it was won, and what four powers did.
TELL = """() => {
  const where = () => [...document.querySelectorAll('.player, .standing, #trick, .hand')]
    .map((each) => Math.round(each.getBoundingClientRect().top));
  const before = where();
  const li = '<li><span></span><span>Trolls go to the loser of the trick and count for nobody '
    + 'until somebody wins them.</span></li>';
  document.getElementById('turn').textContent += ' You have no doppelganger: play any card.';
  document.getElementById('event').textContent += ' Ben draws a card from the pile.'.repeat(9);
  document.getElementById('told').innerHTML = `<ul>${li.repeat(2)}</ul>`;
  document.querySelector('.story').insertAdjacentHTML('beforeend', `<ul>${li.repeat(4)}</ul>`);
  return [before, where()];
}"""


@pytest.mark.parametrize("screen", [PHONE, TALL_PHONE], ids=["360", "390"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_longer_story_moves_nothing(
    server: RecordedServer, browser: Browser, players: int, screen: dict[str, int]
) -> None:
    ann = Guest(browser, server, "Ann", screen=screen, touch=True)
    options = {"options": {"scenario": "the hungry court"}} if players > 2 else {}
    table = ann.make("claim", "me" + " bot:random" * (players - 1), **options)
    luck = random.Random(3)
    ann.play_until(table, "#play[data-mine=yes] #last-trick", luck)
    before, after = ann.page.evaluate(TELL)
    assert before == after
    # What a player opens lies over the others, and nothing moves either.
    ann.page.click("#last-trick summary")
    expect(ann.page.locator("#last-trick .went")).to_be_in_viewport()
    assert ann.page.evaluate(TELL)[0] == before
    assert ann.sideways() == 0
    ann.page.reload()
    ann.play_until(table, "#play[data-mine=yes] .now .story", luck)
    before, after = ann.page.evaluate(TELL)
    assert before == after
    ann.close()


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_what_to_do_is_never_cut_off(
    server: RecordedServer, browser: Browser, language: str
) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE, language=language)
    ann.make("claim", "me bot:random")
    longest = Text("This trick is won already: discard any card.").say(language)
    ann.page.evaluate("words => { document.getElementById('turn').textContent = words; }", longest)
    whole = ann.page.evaluate("""() => {
      const [turn, head] = ['turn', 'head'].map((id) => document.getElementById(id));
      return turn.scrollHeight <= turn.clientHeight + 1
        && turn.getBoundingClientRect().bottom <= head.getBoundingClientRect().bottom;
    }""")
    assert whole
    # The line below it stays one line, with the longest name of a faction.
    faction = Text("led: {faction}", faction="xxxxxxxxxxxx").say(language)
    height = ann.page.evaluate(
        """(words) => {
          const line = document.getElementById('phase');
          const [phase, trick] = line.textContent.replace(/[0-9]+/g, 12).split(' · ');
          line.innerHTML = `${phase} · ${trick} · <span>${words}</span>`;
          return line.getBoundingClientRect().height;
        }""",
        faction,
    )
    assert height <= 30
    assert ann.sideways() == 0
    ann.close()
