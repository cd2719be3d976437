"""An evening in the browser: a best-of-three on a phone, and a tournament with its wall."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from support.browser import BEGUN, PHONE, WIDE, Guest, RecordedServer

LARGE = {"width": 1920, "height": 1080}


def axe_finds_nothing(guest: Guest) -> None:
    """In both themes."""
    for theme in ("dark", "light"):
        guest.page.emulate_media(color_scheme=theme)
        assert not Axe().run(guest.page).response["violations"], theme


def elsewhere_than(table: str) -> Callable[[str], bool]:
    """Whether a page has left a table, by its address."""
    return lambda url: not url.endswith(table)


def finish(server: RecordedServer, name: str) -> None:
    """Play a game to its end for both players, which other tests do with clicks."""

    async def play() -> None:
        services = server.server.services
        table = await services.tables.find(name)
        while not table.over:
            await services.moves.bot_act(table, table.version, table.state.choices()[-1])

    server.run(play())


def test_a_best_of_three_of_two_people_on_phones(server: RecordedServer, browser: Browser) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE, touch=True)
    ben = Guest(browser, server, "Ben", screen=PHONE, touch=True)
    ann.page.goto("/new?game=claim-it")
    ann.page.click("details.more > summary")
    ann.page.select_option("#series", "best-3")
    ann.page.check("input[name=rotate]")
    ann.page.click("form.make button.primary")
    ann.page.wait_for_url("**/tables/*")
    table = ann.page.url.rsplit("/", 1)[1]
    expect(ann.page.locator(".evening-line")).to_contain_text("Game 1 of best of 3")
    ben.join(table)
    ann.page.wait_for_selector(BEGUN)
    for _ in range(13):
        ann.page.wait_for_selector(BEGUN)
        for guest in (ann, ben):  # a page that falls behind reloads itself, at any time
            guest.page.goto("about:blank")
        finish(server, table)
        ann.go(table)
        if ann.page.locator(".evening-line", has_text="series").count():
            break
        # One tap for each of them.
        ann.page.click(".ending form[action$='/rematch'] button")
        ann.page.wait_for_url(elsewhere_than(table))
        ben.go(table)
        ben.page.click(".ending form[action$='/rematch'] button")
        ben.page.wait_for_url(elsewhere_than(table))
        table = ann.page.url.rsplit("/", 1)[1]
        ann.page.wait_for_selector(BEGUN)
        ben.page.wait_for_selector(BEGUN)
    expect(ann.page.locator(".evening-line")).to_contain_text("series")
    ann.page.click(".evening-line a")
    expect(ann.page.locator(".score")).to_contain_text("Ann")
    expect(ann.page.locator(".standings tbody tr")).to_have_count(2)
    expect(ann.page.locator("main [role=status]")).to_contain_text("the series")
    assert ann.sideways() == 0
    axe_finds_nothing(ann)
    # What they have played is counted, and shown with plots.
    ann.page.goto("/me/games")
    while ann.page.locator(".note").count():
        ann.page.reload()
    expect(ann.page.locator(".plots svg.plot").last).to_be_visible()
    for screen in (PHONE, WIDE):
        ann.resize(screen)
        assert ann.sideways() == 0
        axe_finds_nothing(ann)
    for guest in (ann, ben):
        guest.close()


@pytest.mark.parametrize("screen", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_line_of_a_series_can_be_read_on_the_felt(
    server: RecordedServer, browser: Browser, screen: dict[str, int]
) -> None:
    """A table of Claim has colours of its own."""
    ann = Guest(browser, server, "Ann", screen=screen)
    ann.page.goto("/new?game=claim&players=2")
    ann.page.select_option("#seat1", "bot:easy")
    ann.page.click("details.more > summary")
    ann.page.select_option("#series", "best-3")
    ann.page.click("form.make button.primary")
    ann.page.wait_for_url("**/tables/*")
    ann.page.wait_for_selector(BEGUN)
    expect(ann.page.locator(".evening-line")).to_contain_text("Game 1 of best of 3")
    axe_finds_nothing(ann)
    ann.close()


@pytest.fixture
def club(server: RecordedServer, browser: Browser) -> list[Guest]:
    return [
        Guest(browser, server, name, screen=PHONE if n else WIDE, touch=bool(n))
        for n, name in enumerate(("Ann", "Ben", "Cas", "Dora"))
    ]


def test_a_tournament_of_four_with_the_wall(
    server: RecordedServer, browser: Browser, club: list[Guest]
) -> None:
    ann = club[0]
    ann.page.goto("/evenings")
    ann.page.click("a[href='/tournaments/new']")
    ann.page.fill("#title", "Club night")
    ann.page.click("form.make button.primary")
    ann.page.wait_for_selector("#evening")
    path = "/" + ann.page.url.split("/", 3)[3]
    wall = Guest(browser, server, screen=LARGE)
    wall.page.goto(f"{path}/wall")
    expect(wall.page.locator(".wall-big").first).to_have_text("Scan to take part")
    for guest in club[1:]:
        guest.page.goto(path)
        guest.page.click("form.join button")
        expect(guest.page.locator(".your-game")).to_contain_text("You take part")
    # The wall follows without being touched, and there is nothing to press on it.
    expect(wall.page.locator(".wall-people li")).to_have_count(4)
    assert wall.page.locator("main :is(a, button, input, select)").count() == 0
    ann.page.click("form[action$='/rounds'] button")
    expect(wall.page.locator(".wall-pairings li")).to_have_count(2)
    # Each phone leads to its table.
    tables = []
    for guest in club:
        expect(guest.page.locator(".your-game h2")).to_contain_text("table")
        guest.page.click(".your-game .primary")
        guest.page.wait_for_selector(BEGUN)
        tables.append(guest.page.url.rsplit("/", 1)[1])
    assert len(set(tables)) == 2
    first = [guest for guest, table in zip(club, tables, strict=True) if table == tables[1]]
    first[0].page.goto("about:blank")
    finish(server, tables[1])
    first[0].go(tables[1])
    first[0].page.click(".ending a.button[href^='/tournaments/']")
    expect(first[0].page.locator(".your-game")).to_contain_text("Your game is over")
    # Nobody plays at the other table: the organiser enters the result, and corrects it.
    ann.page.goto(path)
    open_game = ann.page.locator(".pairings > li", has_text="playing")
    open_game.locator("summary").click()
    open_game.locator("input[name=winner]").first.check()
    open_game.locator("button", has_text="Save").click()
    expect(ann.page.locator(".organiser .primary")).to_have_text("Start round 2")
    expect(wall.page.locator(".wall-standings li")).to_have_count(4)
    expect(wall.page.locator(".wall-pairings li.done")).to_have_count(2)
    # Readable from five metres: the letters of names are at least 1/35 of the screen's height.
    sizes = wall.page.locator(".wall-standings .who").evaluate_all(
        "all => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 1080 / 35
    for guest in (ann, club[1], wall):
        assert guest.sideways() == 0
        axe_finds_nothing(guest)
    for guest in (*club, wall):
        guest.close()


NAMES = ("Wilhelmina van der Valk", "Maximiliana", "Jo", "Frederik", "Ann-Sophie", "Mia", "Olga")


@pytest.mark.parametrize("people", [8, 16, 32, 64])
def test_the_wall_shows_everyone_without_scrolling(
    server: RecordedServer, browser: Browser, people: int
) -> None:
    wall = Guest(browser, server, "Ann", screen=LARGE, language="de", dark=people > 16)
    made = wall.context.request.post(
        "/api/tournaments", data={"game": "claim-it", "title": "Club night, Tuesday"}
    )
    path = f"/tournaments/{made.json()['tournament']}"
    for n in range(people):
        fresh = wall.context.request.post("/api/people", data={"name": NAMES[n % len(NAMES)]})
        token = {"Authorization": f"Bearer {fresh.json()['token']}"}
        assert wall.context.request.post(f"/api{path}/join", headers=token).ok
    for _ in ("everyone is here", "round 1"):
        wall.page.goto(f"{path}/wall")
        names = wall.page.locator(".wall-people li, .wall-standings li")
        expect(names).to_have_count(people)
        for each in (names.first, names.last):
            expect(each).to_be_in_viewport(ratio=1)
        assert wall.page.evaluate("document.documentElement.scrollHeight") <= LARGE["height"]
        assert wall.sideways() == 0
        wall.context.request.post(f"{path}/rounds")
    wall.close()


@pytest.mark.parametrize("dark", [False, True])
def test_the_pages_work_without_script_and_in_both_themes(
    server: RecordedServer, browser: Browser, dark: bool
) -> None:
    ann = Guest(browser, server, "Ann", screen=PHONE, script=False, language="de", dark=dark)
    ann.page.goto("/tournaments/new?game=claim")
    ann.page.click("form.make button.primary")
    expect(ann.page.locator("h1")).to_have_text("Turnier")
    expect(ann.page.locator(".your-game")).to_contain_text("Du machst mit")
    assert ann.sideways() == 0
    ann.close()
    seen = Guest(browser, server, "Ben", dark=dark)
    for path in ("/evenings", "/tournaments/new"):
        seen.page.goto(path)
        assert not Axe().run(seen.page).response["violations"]
    seen.close()
