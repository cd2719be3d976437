"""Home: play at once, join by code or link, the lists, the settings, and what is not there."""

from __future__ import annotations

import re

import pytest
from support.site import Site, play_out
from support.visitor import LANGUAGES, Visitor, alert, said, visitor

from claimant.web.tables.moves import Moves
from claimant.web.tables.table import Table

LOADED = re.compile(r'="(/[^"]+\.(?:css|js|svg|png|webmanifest)\b[^"]*)"')
"""What the browser may load for a page, besides the page."""
SLOGANS = {"en": "Stake your claim.", "de": "Steck deinen Claim ab.", "nl": "Baken je land af."}


def play_pages(*guests: Visitor, table: str) -> None:
    """Let people play to the end, each with their own cookie."""
    while True:
        for guest in guests:
            seen = guest.client.get(f"/api{table}").json()
            if seen["over"]:
                return
            if seen["actor"] == seen["seat"]:
                event = {"version": seen["version"], "event": seen["legal"][-1]}
                assert guest.client.post(f"/api{table}/events", json=event).is_success


def test_home_shows_a_rematch_with_a_reserved_seat(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        ann.post("/me", name="Ann", colour="0")
        ben.post("/me", name="Ben", colour="1")
        table = ann.make("claim-it", "me open")
        ben.post(f"{table}/join", name="Ben")
        play_pages(ann, ben, table=table)
        assert "Join the rematch" not in said(ben.get("/"))
        again = ann.post(f"{table}/rematch").headers["location"]
        assert "Join the rematch" in said(ben.get("/"))
        assert "Join the rematch" not in said(ann.get("/"))
        assert ben.post(f"{table}/rematch").headers["location"] == again
        assert "Join the rematch" not in said(ben.get("/"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_shows_both_games_in_every_language(site: Site, language: str) -> None:
    with visitor(site, language) as ann:
        home = ann.get("/")
    assert f'<html lang="{language}"' in home
    assert SLOGANS[language] in said(home)
    assert len(re.findall('class="art picture"', home)) == 2
    assert re.findall(r'name="game" value="([\w-]+)"', home) == ["claim-it", "claim"]


def test_the_first_page_is_small(site: Site) -> None:
    """Everything that a browser loads for it, uncompressed, stays below 100 KB."""
    with visitor(site) as ann:
        home = ann.get("/")
        named = LOADED.findall(home)
        assert any("site.css" in name for name in named)
        assert any("face-" in name for name in named)
        files = [ann.client.get(name) for name in named]
        assert all(file.status_code == 200 for file in files)
    assert len(home.encode()) + sum(len(file.content) for file in files) < 100_000


async def play_on(moves: Moves, table: Table, until: int) -> None:
    """Play for everyone, with long turns."""
    while not table.over and table.version < until:
        choices = table.state.choices()
        choice = "roll" if "roll" in choices and table.version % 5 else choices[-1]
        await moves.bot_act(table, table.version, choice)


def weight(guest: Visitor, path: str) -> int:
    """The bytes that a browser with scripts loads for a table, as they are sent. It loads past.js,
    which every table names, once the game is over."""
    page = guest.client.get(path)
    named = {name for name in LOADED.findall(page.text) if "no-script.css" not in name}
    assert any("live.js" in name for name in named)
    assert any("past.js" in name for name in named)
    if 'data-status="over"' not in page.text:
        named = {name for name in named if "past.js" not in name}
    files = [guest.client.get(name) for name in named]
    assert all(file.status_code == 200 for file in files)
    return page.num_bytes_downloaded + sum(file.num_bytes_downloaded for file in files)


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("claim-it", 5, {}), ("claim", 4, {"scenario": "the hungry court"})],
)
def test_a_table_is_small(site: Site, game: str, players: int, options: dict[str, str]) -> None:
    """Everything that a browser loads for it stays below 120 KB: for a new table, when a long game
    is almost over, and when it can be replayed."""
    seats = ["me", *["open"] * (players - 1)]
    wanted = {"game": game, "players": players, "seats": seats, "options": options}
    with visitor(site) as ann:
        ann.post("/me", name="Wilhelmina van der Valk", colour="1")
        made = ann.client.post("/api/tables", json=wanted).json()["table"]
        path = f"/tables/{made}"
        assert weight(ann, path) < 120_000
        for n in range(1, players):
            name = f"Maximiliana {n}"
            assert site.client.post(f"/api{path}/join", json={"name": name}).is_success
        table = site.services.tables.in_memory[made]
        while not table.over:
            more = play_on(site.services.moves, table, until=table.version + 75)
            site.run(more)
            assert weight(ann, path) < 120_000, table.version


def test_only_pages_without_secrets_are_compressed(site: Site) -> None:
    """The size of a compressed page would tell how alike its secrets and what others type are."""
    ann, ben = site.pair("claim")
    running = site.client.get(f"/tables/{ann.table}", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in running.headers
    play_out(ann, ben)
    for accepted, encoding in (("gzip", "gzip"), ("identity", None)):
        over = site.client.get(f"/tables/{ann.table}", headers={"Accept-Encoding": accepted})
        assert over.headers.get("content-encoding") == encoding
        assert "Accept-Encoding" in over.headers["vary"]
        assert 'id="ending"' in over.text


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, br", "gzip"), ("br;q=1, GZIP; q=0.5", "gzip"), ("gzip;q=0", None), ("", None)],
)
def test_files_are_compressed_for_those_who_can_read_them(
    site: Site, accepted: str, encoding: str | None
) -> None:
    plain = site.client.get("/static/site.css", headers={"Accept-Encoding": "identity"})
    sent = site.client.get("/static/site.css", headers={"Accept-Encoding": accepted})
    assert sent.headers.get("content-encoding") == encoding
    assert sent.headers["vary"] == "Accept-Encoding"
    assert sent.text == plain.text


def test_pages_hold_no_style_or_script_of_their_own(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="1")
        for path in ("/", "/new?game=claim", "/new?game=claim-it", "/me", "/rules/claim"):
            page = ann.get(path)
            assert not re.search(r"<style|\sstyle=|<script(?! src)|\son\w+=", page), path


def test_files_are_cached_forever_under_their_hash(site: Site) -> None:
    with visitor(site) as ann:
        link = re.search(r'href="(/static/site.css\?\w+)"', ann.get("/"))
        assert link is not None
        assert "immutable" in ann.client.get(link[1]).headers["cache-control"]
        assert "immutable" not in ann.client.get("/static/site.css").headers["cache-control"]
        assert ann.client.get("/static/../home.py").status_code == 404
        assert ann.client.get("/static/nothing.css").status_code == 404
        assert ann.client.get("/robots.txt").text.startswith("User-agent")
        assert ann.client.get("/favicon.ico").status_code == 200


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_one_click_plays_against_bots(site: Site, game: str) -> None:
    with visitor(site) as ann:
        table = ann.post("/play", game=game).headers["location"]
        seen = ann.client.get(f"/api{table}").json()
        assert seen["game"] == game
        assert seen["version"] > 0
        assert ann.name != "Who am I?"  # a guest now


def test_home_remembers_how_someone_likes_to_play(site: Site) -> None:
    """The level, the game and the number of opponents, until they choose otherwise."""
    with visitor(site) as ann:
        assert re.search(r'value="normal" checked', ann.get("/"))
        chosen = {"game": "claim", "level": "hard", "opponents-claim": "2"}
        table = ann.post("/play", 303, **chosen).headers["location"]
        seats = ann.client.get(f"/api{table}").json()["seats"]
        assert [seat["level"] for seat in seats] == [None, "hard", "hard"]
        home = ann.get("/")
        assert re.findall(r'value="([\w-]+)" checked', home) == ["hard", "2", "2"]
        assert home.index('id="claim"') < home.index('id="claim-it"')
        again = ann.post("/play", game="claim-it").headers["location"]
        seats = ann.client.get(f"/api{again}").json()["seats"]
        assert [seat["level"] for seat in seats] == [None, "hard", "hard"]


@pytest.mark.parametrize("cookie", ["chess.brutal.99", "....", "nonsense"])
def test_a_strange_choice_is_not_remembered(site: Site, cookie: str) -> None:
    with visitor(site) as ann:
        ann.client.cookies.set("play", cookie)
        assert re.findall(r'value="([\w-]+)" checked', ann.get("/")) == ["normal", "2", "1"]
        table = ann.post("/play", 303, **{"game": "claim", "level": "?", "opponents-claim": "7"})
        seats = ann.client.get(f"/api{table.headers['location']}").json()["seats"]
        assert [seat["level"] for seat in seats] == [None, "normal"]


def test_only_our_games_can_be_played(site: Site) -> None:
    with visitor(site) as ann:
        assert "There is no such game." in said(ann.post("/play", 422, game="chess").text)
        assert "There is no such game." in said(ann.post("/play", 422).text)


def test_a_code_or_a_link_leads_to_the_table(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        table = ann.make("claim-it", "me open")
        code = site.services.tables.in_memory[table.removeprefix("/tables/")].row.code
        spoken = f" {code[:4].upper()}-{code[4:]} "
        for typed in (code, spoken, f"http://example.org{table}", f"http://x/join/{code}"):
            answer = ben.client.get("/join", params={"code": typed})
            assert answer.status_code == 303, typed
            assert answer.headers["location"] == table
        assert ben.client.get(f"/join/{code}").headers["location"] == table


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "Type the code from your invitation."),
        ("abc", "A code has eight letters and digits."),
        ("zzzzzzzz", "No table with this code is waiting for players. Perhaps the game has begun?"),
        ("<b>\0ü" * 60, "A code has eight letters and digits."),
    ],
)
def test_a_code_that_is_none_is_explained(site: Site, typed: str, reason: str) -> None:
    with visitor(site) as ann:
        answer = ann.client.get("/join", params={"code": typed})
        assert answer.status_code == 404
        assert alert(answer.text) == reason
        assert "<b>" not in answer.text.partition("<main")[2].partition("worlds")[0]


def test_public_tables_wait_on_the_home_page_and_others_do_not(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        public = ann.make("claim-it", "me open", public="yes")
        hidden = ann.make("claim-it", "me open", public="no")
        assert public in ben.get("/").partition('id="waiting"')[2]
        assert hidden not in ben.get("/")
        mine = ann.get("/").partition('id="mine"')[2].partition('class="worlds"')[0]
        assert public in mine
        assert hidden in mine


def test_my_tables_say_whose_turn_it_is(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        table = ann.make("claim-it", "me open")
        ben.post("/me", name="Ben", colour="1")
        ben.client.post(f"/api{table}/join", json={})
        ann_seen = ann.client.get(f"/api{table}").json()
        mine, other = (ann, ben) if ann_seen["actor"] == ann_seen["seat"] else (ben, ann)
        assert "Your turn" in said(mine.get("/"))
        assert "Your turn" not in said(other.get("/"))
        assert f"it is {mine.name}'s turn" in said(other.get("/"))


def test_finished_games_say_who_won(site: Site) -> None:
    ann, ben = site.pair(public=True)
    play_out(ann, ben)
    outcome = site.services.tables.in_memory[ann.table].view(None).outcome
    assert outcome is not None
    winner = ("Ann", "Ben")[outcome.winners[0]]
    with visitor(site) as eva:
        finished = eva.get("/").partition('id="finished"')[2]
    assert f"/tables/{ann.table}" in finished
    assert f"{winner} won" in said(finished)


def test_settings_are_stored_and_lead_back(site: Site) -> None:
    with visitor(site) as ann:
        back = ann.post("/settings", language="de", back="/rules/claim#bards")
        assert back.headers["location"] == "/rules/claim#bards"
        assert '<html lang="de" data-sounds="off" ' in ann.get("/")
        ann.post("/settings", theme="dark")
        ann.post("/settings", sounds="on")
        assert '<html lang="de" data-theme="dark" data-sounds="on" ' in ann.get("/")
        ann.post("/settings", theme="system", language="klingon")
        assert '<html lang="de" data-sounds="on" ' in ann.get("/")


@pytest.mark.parametrize("away", ["https://example.org/", "//example.org", "/\\example.org", "x"])
def test_settings_never_lead_to_another_site(site: Site, away: str) -> None:
    with visitor(site) as ann:
        assert ann.post("/settings", theme="dark", back=away).headers["location"] == "/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_page_is_reported_on_a_page(site: Site, language: str) -> None:
    words = {"en": "There is nothing here.", "de": "Hier ist nichts.", "nl": "Hier is niets."}
    with visitor(site, language) as ann:
        for path in ("/nowhere", "/rules/chess", "/factions/elves", "/hello"):
            page = ann.client.get(path)
            if page.status_code == 404:
                assert words[language] in said(page.text)
            assert page.status_code in (404, 405)
            assert 'href="/"' in page.text
        assert ann.client.post("/rules").status_code == 405


def test_what_another_site_sends_is_refused(site: Site) -> None:
    with visitor(site) as ann:
        answer = ann.client.post(
            "/play", data={"game": "claim"}, headers={"Origin": "https://example.org"}
        )
        assert answer.status_code == 403
        assert "This was sent by another site and is refused." in said(answer.text)
