"""What is counted of finished games: for whom, how, and once only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.databases import Database, running_on
from support.evenings import Participant
from support.site import Site, play_out
from support.visitor import visitor

GAME = "claim-it"


def count(site: Site) -> None:
    site.run(site.services.results.count())


def play(first: Participant, *others: Participant, game: str = GAME) -> str:
    """Play a whole game; its table."""
    options = {"scenario": "the old kingdom"} if game == "claim" else {}
    seats = ["me", *["open" for _ in others]]
    asked = {"game": game, "players": len(seats), "seats": seats, "options": options}
    first.site.time.now += 60
    table: str = first.post("/tables", asked)["table"]
    for other in others:
        other.post(f"/tables/{table}/join", {})
    play_out(first.at(table), *(other.at(table) for other in others))
    return table


def test_both_players_find_the_game_in_their_figures(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        ann, ben = Participant(site, "Ann"), Participant(site, "Ben")
        tables = [play(ann, ben), play(ann, ben), play(ben, ann, game="claim")]
        count(site)
        count(site)  # a second time adds nothing
        found = [person.get(f"/me/figures/{GAME}?rating=true") for person in (ann, ben)]
        assert [each["games"] for each in found] == [2, 2]
        assert sum(each["won"] + each["shared"] / 2 for each in found) == 2
        assert found[0]["opponents"][0]["key"] == "people"
        assert found[0]["facts"]["turns"] > 0
        better, worse = sorted(found, key=lambda each: -each["won"])
        if better["won"] > worse["won"]:
            assert better["rating"]["mu"] > worse["rating"]["mu"]
        assert better["rating"]["sigma"] < 25 / 3
        assert ann.get(f"/me/figures/{GAME}")["rating"] is None
        cards = ben.get("/me/results/claim")["results"]
        assert [row["table"] for row in cards] == [tables[2]]
        assert sum(name.startswith("won.") for name in cards[0]["facts"]) == 5
        page = ann.get(f"/me/results/{GAME}?limit=1")
        rest = ann.get(f"/me/results/{GAME}?limit=1&before={page['next']}")
        assert [page["results"][0]["table"], rest["results"][0]["table"]] == [tables[1], tables[0]]
        assert rest["next"] is None
        taken = ann.get("/me/data")["results"]
        assert {row["table"] for row in taken} == set(tables)


def test_the_figures_go_with_the_person_and_stay_when_a_table_goes(
    database: Database, tmp_path: Path
) -> None:
    with running_on(database, tmp_path) as site:
        ann, ben = Participant(site, "Ann"), Participant(site, "Ben")
        table = play(ann, ben)
        count(site)
        assert site.run(site.services.store.remove_table(table, 1e18))
        assert [row["table"] for row in ann.get(f"/me/results/{GAME}")["results"]] == [table]
        assert site.client.delete("/api/me", headers=ann.headers).status_code == 204
        assert database.ask("SELECT DISTINCT person FROM results") == [(ben.id,)]


def test_someone_forgotten_before_the_game_was_counted_has_no_figures(site: Site) -> None:
    ann, ben = Participant(site, "Ann"), Participant(site, "Ben")
    table = play(ann, ben)
    store = site.services.store
    site.run(store.forget(ann.id))

    async def rows() -> list[str]:
        await site.services.results.count()
        names = [await store.results_of(each.id, GAME, None, 9) for each in (ann, ben)]
        return [row.table for found in names for row in found]

    assert site.run(rows()) == [table]


def test_a_game_that_a_bot_finishes_is_listed_but_neither_won_nor_lost(site: Site) -> None:
    ann = Participant(site, "Ann")
    ben = Participant(site, "Ben")
    table = ann.post("/tables", {"game": GAME, "players": 2, "seats": ["me", "open"]})["table"]
    ben.post(f"/tables/{table}/join", {})
    ann.at(table).post("/leave")
    site.run(_finish(site, table))
    count(site)
    figures = ann.get(f"/me/figures/{GAME}")
    assert (figures["games"], figures["left"]) == (0, 1)
    assert ann.get(f"/me/results/{GAME}")["results"][0]["result"] == "left"
    assert ben.get(f"/me/figures/{GAME}?rating=true")["rating"] is None
    assert ben.get(f"/me/figures/{GAME}")["games"] == 1


async def _finish(site: Site, name: str) -> None:
    table = await site.services.tables.find(name)
    while not table.over:
        await site.services.moves.bot_act(table, table.version, table.state.choices()[-1])


def test_a_game_against_bots_counts_by_their_level(site: Site) -> None:
    ann = Participant(site, "Ann")
    asked = {"game": GAME, "players": 3, "seats": ["me", "bot:easy", "bot:easy"]}
    table = ann.post("/tables", asked)["table"]
    site.run(_finish(site, table))
    count(site)
    figures = ann.get(f"/me/figures/{GAME}?rating=true")
    assert [(one["key"], one["games"]) for one in figures["opponents"]] == [("easy", 1)]
    assert [(one["key"], one["games"]) for one in figures["players"]] == [("3", 1)]
    assert figures["rating"] is None


def test_the_page_shows_thousands_of_games_to_their_player_only(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        assert "No account needed" in ann.get("/me/games")
        ann.post("/me", name="Ann", colour=1)
        ben.post("/me", name="Ben", colour=2)
        me = ann.client.get("/api/me").json()["person"]
        facts = json.dumps({"turns": 4, "busts": 1, "mine": 7, "claims": 2})
        columns = 'person, game, ended, "table", seat, players, deck, opponents, result, facts'
        values = ", ".join(
            f"('{me}', '{GAME}', {1e9 + n}, 'gone{n}', 0, 2, '', 'hard',"
            f" '{'won' if n % 4 else 'lost'}', '{facts}')"
            for n in range(6000)
        )
        insert = f"INSERT INTO results ({columns}) VALUES {values}"

        async def add() -> None:
            store: Any = site.services.store
            await store._execute((insert, ()))

        site.run(add())
        page = ann.get(f"/me/games?game={GAME}")
        assert "<b>5000</b>" in page
        assert "<b>75%</b>" in page
        assert "<b>25%</b> <span>Turns that end in a bust</span>" in page
        assert page.count('class="result ') == 25
        assert "± 16.7" in page
        assert len(page) < 40_000
        assert 'href="/tables/gone' not in page  # these have been removed
        assert "Show my rating" in page
        ann.post("/settings", rating="show", back="/me/games")
        assert "Hide my rating" in ann.get(f"/me/games?game={GAME}")
        earlier = ann.get(f"/me/games?game={GAME}&before={1e9 + 10}:gone10")
        assert earlier.count('class="result ') == 10
        assert "Earlier games" not in earlier
        assert 'class="result' not in ben.get(f"/me/games?game={GAME}")
