"""The page of a table without script: seeing, joining, playing, being refused, and afterwards."""

from __future__ import annotations

import re

import pytest
from support.site import Site, mover, play_out
from support.visitor import LANGUAGES, Visitor, alert, said, visitor

from claimant.components import lengthened
from claimant.games.claim.result_words import shares
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.games.claim_it import odds
from claimant.games.claim_it.view import ClaimItView
from claimant.record import loads
from claimant.web.pages.table.page import render_table


def of_play(page: str, name: str) -> str:
    found = re.search(rf'<section id="play"[^>]* data-{name}="([^"]*)"', page)
    assert found is not None
    return found[1]


def may(page: str) -> list[str]:
    """The decisions that the buttons offer."""
    play = page.partition('<section id="play"')[2].partition("</section>")[0]
    buttons = re.findall(r"<button[^>]*>", play)
    return [
        found[1]
        for button in buttons
        if "aria-disabled" not in button and (found := re.search(r'value="([^"]*)"', button))
    ]


def do(guest: Visitor, table: str, event: str, status: int = 303) -> str:
    version = of_play(guest.get(table), "version")
    return guest.post(f"{table}/events", status, version=version, event=event).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_table_in_every_language_and_state(site: Site, game: str, language: str) -> None:
    with visitor(site, language) as ann:
        ann.post("/me", name="Ann", colour="2")
        for seats in ("me open", "me bot:random"):
            page = ann.get(ann.make(game, seats))
            assert f'<html lang="{language}"' in page
            assert "Ann" in said(page)
            assert not re.search(r"<style|\sstyle=|<script(?! (?:type=\"module\" )?src)", page)


def test_names_and_talk_are_words_not_markup(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="<b>Ann</b>&", colour="2")
        table = ann.make("claim-it", "me bot:random")
        ann.post(f"{table}/talk", text="<i>hello</i>")
        page = ann.get(table)
    assert "<b>Ann" not in page
    assert "<i>hello" not in page
    assert "<b>Ann</b>&" in said(page)
    assert "<i>hello</i>" in said(page)


def test_joining_by_link_and_by_code(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben, visitor(site) as eve:
        ann.post("/me", name="Ann", colour="0")
        table = ann.make("claim-it", "me open open")
        code = re.search(r'<b class="code">(\w+)</b>', ann.get(table))
        assert code is not None
        there = ben.client.get(f"/tables/{code[1]}")
        assert there.headers["location"] == table
        ben.post(f"{table}/join", name="Ben", word="pick\u202eaxe")
        assert (
            site.services.tables.in_memory[table.removeprefix("/tables/")].seats[1].word
            == "pickaxe"
        )
        assert "Ben" in said(ann.get(table))
        assert "Take a seat" not in said(ben.get(table))
        wrong = eve.post(f"{table}/join", 422, name="Eve", word="x" * 41)
        assert "40" in alert(wrong.text)
        eve.post(f"{table}/join", name="Eve")
        assert of_play(eve.get(table), "status") == "running"
        late = eve.post(f"{table}/join", name="Eve")  # twice is the same seat
        assert late.headers["location"] == table


def test_a_game_by_forms_alone(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        ann.post("/me", name="Ann", colour="0")
        ben.post("/me", name="Ben", colour="0")
        table = ann.make("claim-it", "me open")
        ben.post(f"{table}/join", name="Ben")
        guests = (ann, ben)
        mover = next(g for g in guests if of_play(g.get(table), "mine") == "yes")
        other = next(g for g in guests if g is not mover)
        page = mover.get(table)
        assert may(page) == ["roll"]
        # wrong seat · malformed · unknown · stale · twice
        assert "not your turn" in alert(do(other, table, "roll", 403))
        assert "Roll the dice before placing." in alert(do(mover, table, "3,3", 422))
        assert "means nothing" in alert(do(mover, table, "dance", 422))
        assert mover.client.post(f"{table}/events", data={"event": "roll"}).status_code == 400
        version = of_play(page, "version")
        mover.post(f"{table}/events", version=version, event="roll")
        mover.post(f"{table}/events", version=version, event="roll")
        assert "moved on" in alert(
            mover.post(f"{table}/events", 409, version=version, event="stop").text
        )
        with visitor(site) as eve:
            assert not may(eve.get(table))
            assert do(eve, table, "roll", 403)


def test_a_player_who_leaves_can_come_back(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="0")
        table = ann.make("claim", "me bot:random")
        assert ann.post(f"{table}/leave").headers["location"] == "/"
        page = ann.get(table)
        if of_play(page, "status") == "running":
            assert "while you are away" in said(page)
            assert of_play(page, "mine") == "no"  # it is the bot's turn, if anyone's
            ann.post(f"{table}/back")
            assert "while you are away" not in said(ann.get(table))


def test_only_the_host_sees_what_the_host_can_do(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        ann.post("/me", name="Ann", colour="0")
        table = ann.make("claim-it", "me open open")
        ben.post(f"{table}/join", name="Ben")
        assert 'class="give"' in ann.get(table)
        assert 'class="give"' not in ben.get(table)
        ben.post(f"{table}/seats", 403, seat="2", who="bot:random")
        ann.post(f"{table}/seats", seat="2", who="bot:random")
        assert of_play(ben.get(table), "status") == "running"


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_finished_game_explains_itself_and_can_be_stepped_through(site: Site, game: str) -> None:
    ann, ben = site.pair(game)
    play_out(ann, ben)
    with visitor(site) as eve:
        path = f"/tables/{ann.table}"
        page = eve.get(path)
        last = int(of_play(page, "version"))
        assert re.search(r"Checked by this server: all \d+ draws follow", said(page))
        assert page.count("<li") > last
        for at in (1, 2, last // 2, last):
            assert of_play(eve.get(f"{path}?at={at}"), "version") == str(at)
        for odd in ("0", "x", "-1", "99999999999", "1&eyes=9", "1&eyes=0"):
            eve.get(f"{path}?at={odd}")
        text = eve.client.get(f"{path}/record")
        assert "attachment" in text.headers["content-disposition"]
        assert loads(text.text).headers["seed"]


def test_the_cards_beside_a_count_are_what_was_counted(site: Site) -> None:
    """R-P14: loot is shown with the faction it counts for. R-P12: so is what counts twice."""
    ann, ben = site.pair("claim", options={"scenario": "the hungry court"})
    play_out(ann, ben)
    with visitor(site) as eve:
        page = eve.get(f"/tables/{ann.table}")
    view = site.services.tables.in_memory[ann.table].view(None)
    assert isinstance(view, ClaimView)
    assert isinstance(view.outcome, ClaimOutcome)
    rows = page.split('<ul class="won-factions">')[1].split("</ul>")[0].split("<li>")[1:]
    for name, row in zip(view.factions, rows, strict=True):
        counts = view.outcome.counts[name]
        twice = sum(len(share.twice) for share in shares(view, name))
        assert [int(n) for n in re.findall(r"<b>(\d+)</b>", row)] == [*counts]
        assert row.count('class="mini"') + twice == sum(counts)
        assert ("A viking counts twice" in row) == bool(twice)
        assert ("Loot counts here too." in row) == (name in view.loot) == ('"loot"' in row)


def test_nobody_steps_through_a_running_game(site: Site) -> None:
    """Otherwise a player could ask for another player's view."""
    ann, _ = site.pair("claim")
    with visitor(site) as eve:
        page = eve.get(f"/tables/{ann.table}?at=2&eyes=0")
        assert of_play(page, "status") == "running"
        assert 'class="hand' not in page


def test_nobody_sees_all_cards_of_a_running_game(site: Site) -> None:
    ann, ben = site.pair("claim")
    for _ in range(5):
        player, seen = mover(ann, ben)
        player.act(seen["legal"][0])
    table = site.services.tables.in_memory[ann.table]
    with pytest.raises(PermissionError):
        table.full_view(4)
    with visitor(site) as eve:
        usual = eve.client.get(f"/tables/{ann.table}/moment").text
        for eyes in ("all", "0", "1"):
            moment = eve.client.get(f"/tables/{ann.table}/moment?at=4&eyes={eyes}")
            assert moment.text == usual
            path = f"/tables/{ann.table}/scenes?at=4&eyes={eyes}"
            assert eve.client.get(path).status_code == 404
            assert 'class="hand' not in eve.get(f"/tables/{ann.table}?at=4&eyes={eyes}")
        play_out(ann, ben)
        opened = eve.client.get(f"/tables/{ann.table}/scenes?at=4&eyes=all").json()
        assert opened["about"]["version"] == "4"
        view = table.full_view(4)
        assert isinstance(view, ClaimView)
        parts = dict(opened["parts"])
        for seat, hand in enumerate(view.hands):
            assert lengthened(parts[f"held-{seat}"]).count('class="mini"') == len(hand)
            assert "face-down" not in parts[f"held-{seat}"]
        # What one reader opened is not what others get.
        closed = dict(eve.client.get(f"/tables/{ann.table}/scenes?at=4&eyes=none").json()["parts"])
        assert "face-down" in closed["held-0"]


def test_the_chance_to_bust_after_a_placement_is_what_the_board_then_has(site: Site) -> None:
    """The page predicts before a placement what it shows after it."""
    ann = site.make(seats="me open", name="Ann")
    ben = ann.invite(name="Ben")
    table = site.services.tables.in_memory[ann.table]
    told = 0
    players = {0: ann, 1: ben}
    for _ in range(60):
        seen = ann.see()
        if seen["over"]:
            break
        mover = players[seen["actor"]]
        seen = mover.see()
        view = table.view(mover.seat)
        event = seen["legal"][0]
        if "roll" in seen["legal"] and "stop" in seen["legal"]:
            event = "roll"
        assert isinstance(view, ClaimItView)
        foretold = None
        if view.stage == "place":
            foretold = odds.ways_to_bust_after(view).get(event)
        mover.act(event)
        if foretold is not None:
            page = str(render_table(table, site.services.settings, mover.seat, "en"))
            assert f">{foretold} of 216 rolls<" in page
            told += 1
    assert told > 5


def test_a_refusal_shows_nothing_to_a_person_who_may_not_watch(site: Site) -> None:
    ann = site.make("claim", "me open", spectators=False)
    ann.invite(name="Ben")
    with visitor(site) as eve:
        for path, form in (
            ("events", {"version": "1", "event": "roll"}),
            ("join", {"name": "Eve"}),
        ):
            refused = eve.client.post(f"/tables/{ann.table}/{path}", data=form)
            assert refused.status_code == 403
            assert 'id="play"' not in refused.text
            assert "spectators" in said(refused.text)


def test_a_person_who_cannot_sit_down_is_remembered(site: Site) -> None:
    table = site.make("claim-it", "me open").table
    with visitor(site) as eve:
        for _ in range(3):
            eve.post(f"/tables/{table}/join", 422, name="Evelien", word="x" * 41)
        eve.post(f"/tables/{table}/join", name="Evelien")
        assert eve.client.cookies["claimant"]
    people = site.services.store._read("SELECT id FROM people WHERE name = 'Evelien'")  # type: ignore[attr-defined]
    found = site.run(people)
    assert len(found) == 1


@pytest.mark.parametrize("seats", ["me open", "me bot:random"])
def test_the_promise_of_the_luck_is_there_before_the_luck_is(site: Site, seats: str) -> None:
    with visitor(site) as ann:
        page = ann.get(ann.make("claim-it", seats))
    found = re.search(r"<code>([0-9a-f]{64})</code>", page)
    table = re.search(r'data-table="([^"]+)"', page)
    assert found is not None
    assert table is not None
    assert found[1] == site.services.tables.in_memory[table[1]].commitment


def test_a_player_who_left_sees_on_the_home_page_that_a_bot_plays(site: Site) -> None:
    with visitor(site) as ann:
        table = ann.make("claim", "me bot:random", pace="1d")
        assert "a bot plays for you" not in said(ann.get("/"))
        ann.post(f"{table}/leave")
        page = said(ann.get("/"))
        assert "a bot plays for you" in page or of_play(ann.get(table), "status") == "over"
