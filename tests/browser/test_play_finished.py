"""A finished game: its end, stepping through it, and checking its luck in the browser."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route, expect
from support.browser import PHONE, WIDE, Guest, RecordedServer, play_out

from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.view import ClaimItView
from claimant.record import dumps

# What may be pressed and is smaller than a fingertip; with a mouse, the factions may be lower.
SMALL = """() => [...document.querySelectorAll('main button, main .button, main select,'
    + 'main input:not([type=hidden]):not([type=checkbox]), .tools a, label.check')]
  .filter((e) => e.checkVisibility())
  .filter((e) => { const box = e.getBoundingClientRect();
    const mouse = matchMedia('(pointer: fine) and (min-width: 900px)').matches;
    return box.height < (mouse && e.matches('.race') ? 24 : 43.5) || box.width < 43.5; })
  .map((e) => e.outerHTML.slice(0, 90) + JSON.stringify(e.getBoundingClientRect()))"""


@pytest.fixture(scope="module")
def finished(server: RecordedServer, browser: Browser) -> dict[str, str]:
    """A finished game of each kind."""
    ann = Guest(browser, server, "Ann")
    tables = {}
    for game in ("claim-it", "claim"):
        tables[game] = ann.make(game, "me bot:normal", word="pickaxe")
        play_out(tables[game], random.Random(10), ann)
    ann.close()
    return tables


def test_the_end_on_a_phone_and_on_a_large_screen(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE, touch=True)
    eve = Guest(browser, server, "Eve", language="nl")
    wall = Guest(browser, server)
    table = ann.make("claim", "me bot:random")
    eve.go(table)
    wall.go(table, "?view=wall")
    play_out(table, random.Random(14), ann)
    outcome = server.table(table).view(None).outcome
    assert outcome is not None
    won = outcome.winners == (0,)
    figures = sorted(outcome.figure(seat) or 0 for seat in (0, 1))
    for guest in (ann, eve):
        # It comes by itself, at the top of the page, and is there again when the page is loaded.
        for _ in range(2):
            expect(guest.page.locator(".final-who")).to_be_in_viewport()
            shown = guest.page.locator(".final-score b").all_inner_texts()
            assert sorted(map(int, shown)) == figures
            expect(guest.page.locator("#secret code").first).to_be_hidden()
            assert guest.sideways() == 0
            guest.page.reload()
    words = "You win!" if won else f"{server.table(table).names[outcome.winners[0]]} wins!"
    expect(ann.page.locator(".final-who")).to_have_text(words)
    eve.page.click("#secret summary")
    expect(eve.page.locator("#secret code").first).to_be_visible()
    # The rematch is at the thumb for as long as the explanation is read, and then out of the way.
    again = ann.page.locator(".ending form[action$='/rematch'] button")
    box = again.bounding_box()
    assert box is not None
    assert box["y"] > PHONE["height"] / 2
    assert box["y"] + box["height"] <= PHONE["height"]
    expect(eve.page.locator("form[action$='/rematch']")).to_have_count(0)
    ann.page.click(".ending a[href='#replay']")
    expect(ann.page.locator("#stepping")).to_be_in_viewport()
    ann.page.wait_for_function(
        "() => document.querySelector('.ending').getBoundingClientRect().bottom"
        " <= document.querySelector('header.site').getBoundingClientRect().bottom"
    )
    again.click()
    ann.page.wait_for_url(lambda url: table not in url)
    # A spectator who is still there is told, and a big screen goes there by itself.
    expect(eve.page.locator(".toast a")).to_have_text("De revanche bekijken")
    expect(eve.page.locator(".ending a.primary")).to_have_text("De revanche bekijken")
    wall.page.wait_for_url(lambda url: table not in url and url.endswith("?view=wall"))
    for guest in (ann, eve, wall):
        guest.close()


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_stepping_by_button_key_and_slider(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
) -> None:
    eve = Guest(browser, server, language="de", screen=PHONE, touch=True)
    table = finished[game]
    last = server.table(table).version
    eve.go(table)

    def shows(version: int) -> None:
        eve.page.wait_for_selector(f"#play[data-version='{version}']")

    eve.page.click("[data-go=back]")
    shows(last - 1)
    expect(eve.page.locator("#check")).to_be_enabled()  # keys are heard from now on
    eve.page.locator("#play").focus()
    eve.page.keyboard.press("ArrowLeft")
    shows(last - 2)
    eve.page.keyboard.press("Home")
    shows(1)
    eve.page.keyboard.press("ArrowRight")
    shows(2)
    # What cannot be gone to is grey, and the line of the moment is there to be read.
    expect(eve.page.locator("[data-go=first]")).not_to_have_attribute("aria-disabled", "true")
    expect(eve.page.locator("[data-go=on]")).not_to_have_attribute("aria-disabled", "true")
    eve.page.click("[data-go=first]")
    shows(1)
    expect(eve.page.locator("[data-go=back]")).to_have_attribute("aria-disabled", "true")
    eve.open("log-drawer")
    eve.page.keyboard.press("End")
    shows(last)
    eve.page.keyboard.press("Home")
    shows(1)
    assert eve.page.evaluate("""() => {
      const [around, inside] = ['#log', '#log [aria-current]']
        .map((found) => document.querySelector(found).getBoundingClientRect());
      return inside.top >= around.top - 1 && inside.bottom <= around.bottom + 1;
    }""")
    eve.page.keyboard.press("Escape")  # closes the log
    eve.page.locator("#stepping input[type=range]").fill("7")
    shows(7)
    assert eve.page.locator("#play button[name=event]").count() == 0
    assert eve.sideways() == 0
    # Every line of the log can be hit with a finger.
    eve.open("log-drawer")
    lines = eve.page.locator("#log a").evaluate_all("all => all.map((e) => e.offsetHeight)")
    assert len(lines) == last
    assert min(lines) >= 44
    eve.page.keyboard.press("Escape")
    eve.go(table, "?at=5")
    shows(5)
    eve.close()


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["360", "1280"])
@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_replay_plays_by_itself_and_stops_when_asked(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
    screen: dict[str, int],
) -> None:
    eve = Guest(browser, server, screen=screen, touch=screen is PHONE)
    table = finished[game]
    last = server.table(table).version
    eve.go(table, "?at=1#replay")
    expect(eve.page.locator("#check")).to_be_enabled()
    expect(eve.page.locator("#stepping")).to_be_in_viewport(ratio=0.9)
    eve.page.select_option("#steps", label="Step by step")
    eve.page.select_option("#speed", label="Fast")
    button = eve.page.locator("#autoplay")
    expect(button).to_have_accessible_name("Play the game")
    eve.page.on("request", lambda request: asked.append(request.url))
    asked: list[str] = []
    button.click()
    expect(button).to_have_accessible_name("Pause")
    eve.reach(4)
    button.click()
    expect(button).to_have_accessible_name("Play the game")
    # What is on the screen is announced and where the slider is, and nothing more comes.
    eve.page.wait_for_function(
        "() => Number(document.getElementById('play').dataset.version)"
        " === Number(document.querySelector('#stepping [name=at]').value)"
    )
    stopped = eve.version
    assert [url for url in asked if f"scenes?at={stopped + 1}&" in url] == []
    told = eve.page.locator("#live").inner_text()
    assert told == eve.page.locator("#event").inner_text()
    # Someone who looks at another moment has taken over.
    button.click()
    eve.page.click("[data-go=first]")
    eve.page.wait_for_selector("#play[data-version='1']")
    expect(button).to_have_accessible_name("Play the game")
    # At the end it stops, and begins anew when it is played again.
    eve.go(table, f"?at={last - 2}#replay")
    expect(eve.page.locator("#check")).to_be_enabled()
    eve.page.select_option("#speed", label="Fast")
    button.click()
    eve.page.wait_for_selector(f"#play[data-version='{last}']")
    expect(button).to_have_accessible_name("Play the game")
    button.click()
    eve.page.wait_for_selector("#play[data-version='1']")
    assert eve.sideways() == 0
    eve.close()


@pytest.mark.parametrize(
    ("game", "words"), [("claim-it", "Turn by turn"), ("claim", "Trick by trick")]
)
def test_the_replay_plays_by_turns_unless_asked_otherwise(
    server: RecordedServer, browser: Browser, finished: dict[str, str], game: str, words: str
) -> None:
    eve = Guest(browser, server, screen=PHONE, touch=True)
    eve.go(finished[game], "?at=1#replay")
    expect(eve.page.locator("#check")).to_be_enabled()
    expect(eve.page.locator("#steps option:checked")).to_have_text(words)
    turns = (eve.page.locator("#stepping").get_attribute("data-turns") or "").split()
    eve.page.select_option("#speed", label="Fast")
    asked: list[str] = []
    eve.page.on("request", lambda request: asked.append(request.url))
    eve.page.click("#autoplay")
    eve.reach(int(turns[3]))
    eve.page.click("#autoplay")
    shown = [url.partition("scenes?at=")[2].partition("&")[0] for url in asked if "scenes" in url]
    assert len(shown) >= 3
    begun = [turn for turn in turns if turn != "1"]
    assert shown == begun[: len(shown)]
    eve.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "links"])
@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_replay_goes_by_turn_or_by_trick(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
    script: bool,
) -> None:
    eve = Guest(browser, server, screen=PHONE, script=script)
    table = server.table(finished[game])
    begins = []
    for version in range(2, table.version):
        view = table.view(None, version)
        if isinstance(view, ClaimItView) and view.stage == "begin":
            begins.append(version)
        if isinstance(view, ClaimView) and view.stage == "play" and not view.table:
            begins.append(version)
    assert len(begins) > 10
    eve.go(table.id, "?at=1#replay")
    if script:
        expect(eve.page.locator("#check")).to_be_enabled()
    assert eve.page.locator("#autoplay").is_visible() == script
    for version in begins[:3]:
        eve.page.click("[data-go=turn-on]")
        eve.page.wait_for_selector(f"#play[data-version='{version}']")
    eve.page.click("[data-go=on]")
    eve.page.wait_for_selector(f"#play[data-version='{begins[2] + 1}']")
    for version in (*begins[2::-1], 1):
        eve.page.click("[data-go=turn-back]")
        eve.page.wait_for_selector(f"#play[data-version='{version}']")
    named = "trick" if game == "claim" else "turn"
    expect(eve.page.locator("[data-go=turn-on]")).to_have_accessible_name(f"One {named} on")
    if script:
        eve.page.locator("#play").focus()
        eve.page.keyboard.press("Shift+ArrowRight")
        eve.page.wait_for_selector(f"#play[data-version='{begins[0]}']")
    eve.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "forms"])
def test_all_cards_are_open_if_wanted(
    server: RecordedServer, browser: Browser, finished: dict[str, str], script: bool
) -> None:
    eve = Guest(browser, server, screen=WIDE if script else PHONE, script=script)
    table = server.table(finished["claim"])
    eve.go(table.id, "?at=4&eyes=none#replay")
    backs = eve.page.locator(".has [href='#face-down']")
    assert backs.count() > 20
    eve.page.select_option("select[name=eyes]", label="all cards open")
    if not script:
        eve.page.click("#stepping .go")
    expect(backs).to_have_count(0)
    view = table.full_view(4)
    assert isinstance(view, ClaimView)
    hands = [eve.page.locator(f"#held-{seat} .mini").count() for seat in range(table.game.players)]
    assert hands == [len(hand) for hand in view.hands]
    eve.page.click("[data-go=on]")  # it stays so
    eve.page.wait_for_selector("#play[data-version='5']")
    expect(backs).to_have_count(0)
    assert eve.sideways() == 0
    eve.close()


def test_a_past_hand_is_seen_through_its_owners_eyes(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
) -> None:
    eve = Guest(browser, server)
    eve.go(finished["claim"], "?at=4&eyes=none")
    assert eve.page.locator(".hand li").count() == 0
    eve.page.select_option("select[name=eyes]", "1")
    expect(eve.page.locator(".hand li").first).to_be_visible()
    eve.close()


def test_a_choice_made_before_the_script_loaded_is_shown_afterwards(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
) -> None:
    eve = Guest(browser, server)
    held: list[Route] = []
    eve.page.route("**/past*.js*", lambda route: held.append(route))
    with eve.page.expect_request("**/past*.js*"):
        eve.go(finished["claim"], "?at=4&eyes=none")
    expect(eve.page.locator("#check")).to_be_disabled()
    eve.page.select_option("select[name=eyes]", "1")
    eve.page.locator("#stepping input[type=range]").fill("6")
    assert eve.version == 4
    held[0].continue_()
    eve.page.wait_for_selector("#play[data-version='6'] .hand li")
    expect(eve.page.locator("#check")).to_be_enabled()
    eve.close()


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_luck_is_checked_in_the_browser(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
) -> None:
    eve = Guest(browser, server)
    eve.go(finished[game])
    eve.page.click("#check")
    expect(eve.page.locator("#checked")).to_have_attribute("data-fair", "yes")
    record = dumps(server.table(finished[game]).record(None))
    check = """async (record) => {
      const past = await import(document.getElementById('table').dataset.script);
      const game = await import(document.getElementById('check').dataset.luck);
      return past.verify(record, game.draws);
    }"""
    assert set(eve.page.evaluate(check, record)) == {"right"}
    other = record.replace("\nfirst 0\n", "\nfirst x\n").replace("\nfirst 1\n", "\nfirst 0\n")
    assert eve.page.evaluate(check, other.replace("first x", "first 1")) == {"wrong": 1}
    seed = server.table(finished[game]).seed or ""
    assert eve.page.evaluate(check, record.replace(seed, seed[::-1])) == {"wrong": 0}
    eve.close()


@pytest.mark.parametrize("game", ["claim-it", "claim"])
@pytest.mark.parametrize("dark", [False, True])
def test_every_stage_of_a_table_is_accessible(
    server: RecordedServer,
    browser: Browser,
    finished: dict[str, str],
    game: str,
    dark: bool,
) -> None:
    ann = Guest(browser, server, "Ann", language="nl", screen=PHONE if dark else WIDE, dark=dark)
    waiting = ann.make(game, "me open")
    running = ann.make(game, "me bot:random bot:random")
    for table in (waiting, running, finished[game]):
        ann.go(table)
        found = Axe().run(ann.page).response["violations"]
        assert not found, [(v["id"], [n["html"][:200] for n in v["nodes"][:3]]) for v in found]
        assert ann.sideways() == 0
        assert ann.page.evaluate(SMALL) == []
    ann.close()
