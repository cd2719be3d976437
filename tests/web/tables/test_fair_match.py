"""A fair match: bots as strong as a person's results say, openly, and drifting slowly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, running_on
from support.evenings import Participant
from support.site import Site
from support.visitor import Visitor, said, visitor

from claimant.bots.mixture import mixture, strength_of
from claimant.record import loads, replay
from claimant.teaching.fair_match import FIRST_STEP, START
from claimant.web.store.results import ResultRow

GAME = "claim-it"


def add(site: Site, person: str, results: str, opponents: str = "normal", players: int = 2) -> None:
    """Store results of a person: `w`on, `l`ost, `n`obody or l`e`ft."""
    words = {"w": "won", "l": "lost", "n": "nobody", "e": "left"}
    store: Any = site.services.store
    columns = ", ".join(ResultRow._fields).replace("table", '"table"')
    for letter in results:
        site.time.now += 60
        row = ResultRow(
            *(person, GAME, site.time.now, f"gone{site.time.now}", 0, players, "", opponents),
            *(words[letter], "{}"),
        )
        values = ", ".join("NULL" if v is None else repr(v) for v in row)
        site.run(store._execute((f"INSERT INTO results ({columns}) VALUES ({values})", ())))
    site.time.now += 60


def fair(who: Participant, seats: str = "me bot:fair") -> str:
    wanted = seats.split()
    made = who.post("/tables", {"game": GAME, "players": len(wanted), "seats": wanted})
    return str(made["table"])


def level(site: Site, table: str) -> str:
    seats = site.client.get(f"/api/tables/{table}").json()["seats"]
    (found,) = {seat["level"] for seat in seats if seat["kind"] == "bot"}
    return str(found)


def strength(site: Site, table: str) -> float:
    found = strength_of(level(site, table))
    assert found is not None
    return found


async def _finish(site: Site, name: str) -> None:
    table = await site.services.tables.find(name)
    while not table.over:
        await site.services.moves.bot_act(table, table.version, table.state.choices()[-1])


def finish(site: Site, table: str) -> str:
    """Play a game to its end; how it ended for the only person."""
    site.run(_finish(site, table))
    site.run(site.services.results.count())
    seen = site.client.get(f"/api/tables/{table}").json()
    return "won" if 0 in seen["result"]["winners"] else "lost"


def test_it_follows_the_results_step_by_step(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        ann = Participant(site, "Ann")
        before = START
        for number in range(1, 4):
            table = fair(ann)
            now = strength(site, table)
            assert abs(now - before) <= FIRST_STEP / max(1, number - 1)
            result = finish(site, table)
            site.time.now += 60
            after = strength(site, fair(ann))
            assert after > now if result == "won" else after < now
            before = now
        listed = ann.get(f"/me/results/{GAME}")["results"]
        assert all(mixture(row["opponents"]) for row in listed)
        assert [one["key"] for one in ann.get(f"/me/figures/{GAME}")["opponents"]] == ["fair"]
        # Nothing is stored but the results, which go with the person.
        assert site.client.delete("/api/me", headers=ann.headers).status_code == 204
        assert database.ask("SELECT * FROM results") == []


def test_results_against_levels_count_too_but_not_those_of_other_kinds(site: Site) -> None:
    strong, weak, new = (Participant(site, name) for name in ("Ann", "Ben", "Cleo"))
    add(site, strong.id, "wwwwww", "hard")
    add(site, weak.id, "llllll", "easy")
    for against, players in (("people", 2), ("hard", 3), ("random", 2), ("mixed", 2)):
        add(site, new.id, "wwww", against, players)
    add(site, new.id, "nnee", "hard")
    found = [strength(site, fair(each)) for each in (weak, new, strong)]
    assert found == sorted(found)
    assert found[1] == START
    assert found[0] < 0.5
    assert found[2] > 3


def test_people_together_get_the_average_and_their_games_count(site: Site) -> None:
    strong, weak = Participant(site, "Ann"), Participant(site, "Ben")
    add(site, strong.id, "wwwwww", "hard", players=3)
    add(site, weak.id, "llllll", "easy", players=3)
    alone = [strength(site, fair(each, "me bot:fair bot:fair")) for each in (strong, weak)]
    table = fair(strong, "me open bot:fair")
    assert level(site, table) == "fair", "it is settled when the game begins"
    weak.post(f"/tables/{table}/join", {})
    together = strength(site, table)
    assert together == pytest.approx(sum(alone) / 2, abs=0.02)
    site.run(_finish(site, table))
    site.run(site.services.results.count())
    for each in (strong, weak):
        (latest, *_) = each.get(f"/me/results/{GAME}")["results"]
        assert latest["opponents"] == f"mixed {level(site, table)}"
        assert {one["key"] for one in each.get(f"/me/figures/{GAME}")["opponents"]} >= {"mixed"}
    site.time.now += 60
    again = [strength(site, fair(each, "me bot:fair bot:fair")) for each in (strong, weak)]
    assert again != alone


def test_the_record_says_which_strength_played_and_replays(site: Site) -> None:
    ann = Participant(site, "Ann")
    table = fair(ann)
    playing = level(site, table)
    finish(site, table)
    record = loads(site.client.get(f"/api/tables/{table}/record").text)
    assert record.names == ("Ann", f"bot {playing}")
    assert replay(record).actor is None


def test_a_rematch_settles_it_anew(site: Site) -> None:
    ann = Participant(site, "Ann")
    table = fair(ann)
    before, result = strength(site, table), finish(site, table)
    site.time.now += 60
    again = ann.at(table).post("/rematch").json()["table"]
    after = strength(site, again)
    assert after > before if result == "won" else after < before


def test_only_a_fair_match_can_be_asked_for_not_a_strength(site: Site) -> None:
    ann = Participant(site, "Ann")
    asked = {"game": GAME, "players": 2, "seats": ["me", "bot:normal+40"]}
    refused = site.client.post("/api/tables", json=asked, headers=ann.headers)
    assert refused.status_code == 422
    assert "bot:fair" in refused.text


def note(guest: Visitor, table: str) -> str:
    found = re.search(r'<p class="fair" id="fair">(.*?)</p>', guest.get(table))
    return "" if found is None else found[1]


def test_the_table_states_it_openly_and_gives_the_reason_to_the_person_alone(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as watching:
        ann.post("/me", name="Ann", colour="1")
        me = ann.client.get("/api/me").json()["person"]
        table = ann.make(GAME, "me bot:fair")
        assert "between easy and normal, until you have played more games" in note(ann, table)
        add(site, me, "wwwlw", "normal")
        table = ann.make(GAME, "me bot:fair")
        mine = note(ann, table)
        assert mine.endswith("because you won 4 of the last 5.")
        badge = re.search(r'class="badge level">(.*?)<', ann.get(table))
        assert badge is not None
        assert badge[1] in mine
        theirs = note(watching, table)
        assert badge[1] in theirs
        assert "won" not in theirs
        assert note(ann, ann.make(GAME, "me bot:easy")) == ""
        add(site, me, "lllll", "normal")  # what comes later changes nothing at this table
        assert note(ann, table) == mine
        assert "settled when the game begins" in note(ann, ann.make(GAME, "me open bot:fair"))
        german = ann.client.get(table, headers={"Accept-Language": "de"}).text
        assert "denn du hast 4 der letzten 5 Spiele gewonnen" in german


def test_it_can_be_chosen_wherever_a_level_can(site: Site) -> None:
    with visitor(site) as ann:
        assert "my level" in said(ann.get("/"))
        ann.post("/play", game=GAME, level="fair")
        assert re.search(r'value="fair" checked', ann.get("/"))
        assert "a bot: my level (as strong as you" in said(ann.get(f"/new?game={GAME}"))
        table = ann.make(GAME, "me open")
        assert '<option value="bot:fair">my level' in ann.get(table)
        ann.post(f"{table}/seats", seat="1", who="bot:fair")
        assert mixture(level(site, table.rpartition("/")[2]))
