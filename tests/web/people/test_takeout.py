"""Everything about a person in one download, and nothing about anybody else."""

from __future__ import annotations

import json
from pathlib import Path

from support.databases import Database, running_on
from support.site import Player, Site, play_out
from support.visitor import visitor

from claimant.luck import verify
from claimant.record import loads

CARDS = {"game": "claim", "players": 2, "options": {"scenario": "the old kingdom"}}


def test_the_download_has_everything(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        made = site.client.post("/api/people", json={"name": "Ann", "colour": 2}).json()
        ann = {"Authorization": f"Bearer {made['token']}"}
        wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"], "word": "pickaxe"}
        done = site.client.post("/api/tables", json=wanted, headers=ann).json()
        ben = Player(site, done["table"], None, None).invite(name="Ben", word="shovel")
        Player(site, **done).post("/talk", {"text": "good luck"})
        ben.post("/talk", {"text": "to you, too"})
        play_out(Player(site, **done), ben)
        asked = CARDS | {"seats": ["me", "open"]}
        running = site.client.post("/api/tables", json=asked, headers=ann).json()
        Player(site, running["table"], None, None).invite(name="Cleo")
        answer = site.client.get("/api/me/data", headers=ann)
        assert answer.headers["content-type"] == "application/json"
        assert "attachment" in answer.headers["content-disposition"]
        data = answer.json()
        assert (data["person"], data["name"], data["colour"]) == (made["person"], "Ann", 2)
        assert data["personal_link"] is True
        assert [line["text"] for line in data["talk"]] == ["good luck"]
        tables = {table["table"]: table for table in data["tables"]}
        assert {name: table["status"] for name, table in tables.items()} == {
            done["table"]: "over",
            running["table"]: "running",
        }
        over = tables[done["table"]]
        assert (over["seat"], over["word"], over["host"]) == (0, "pickaxe", True)
        assert verify(loads(over["record"])) > 0
        # The record of a running game is the one that the person may read.
        mine = Player(site, **running).get("/record").text
        assert tables[running["table"]]["record"] == mine
        assert "seed" not in loads(mine).headers
        assert made["token"] not in answer.text


def test_a_long_life_comes_in_pieces(site: Site) -> None:
    made = site.client.post("/api/people", json={"name": "Ann"}).json()
    ann = {"Authorization": f"Bearer {made['token']}"}
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    tables = set()
    for n in range(60):  # more than are read at a time
        table = site.client.post("/api/tables", json=wanted, headers=ann).json()
        tables.add(table["table"])
        Player(site, **table).post("/talk", {"text": str(n)})
    data = site.client.get("/api/me/data", headers=ann).json()
    assert {table["table"] for table in data["tables"]} == tables
    assert sorted(int(line["text"]) for line in data["talk"]) == list(range(60))


def test_the_profile_page_leads_to_it(site: Site) -> None:
    with visitor(site) as ann:
        assert ann.client.get("/me/data").status_code == 403
        ann.post("/me", name="Ann", colour="1")
        assert 'href="/me/data"' in ann.get("/me")
        answer = ann.client.get("/me/data")
        assert json.loads(answer.text)["name"] == "Ann"
        assert answer.headers["cache-control"] == "no-store"
