"""Series over the API: the same people play until someone has won it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, running_on
from support.evenings import Participant
from support.site import Site, play_out, running


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found


def begin(site: Site, people: list[Participant], game: str = "claim-it", **series: Any) -> str:
    """A series of these people; the id of its first table."""
    asked = {
        "game": game,
        "players": len(people),
        "seats": ["me", *["open"] * (len(people) - 1)],
        "options": {"scenario": "the old kingdom"} if game == "claim" else {},
        "series": series,
    }
    table: str = people[0].post("/tables", asked)["table"]
    for person in people[1:]:
        person.post(f"/tables/{table}/join", {})
    return table


def series_of(site: Site, table: str) -> Any:
    rows = site.services.store
    name = site.run(rows.evening_of(table))
    assert name is not None
    return site.client.get(f"/api/series/{name}").json()


def next_table(people: list[Participant], table: str) -> str:
    found = {person.post(f"/tables/{table}/rematch")["table"] for person in people}
    assert len(found) == 1
    return str(found.pop())


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_best_of_three_ends_with_a_winner(site: Site, game: str) -> None:
    people = [Participant(site, name) for name in ("Ann", "Ben")]
    table = begin(site, people, game, games=3, rotate=True)
    for played in range(1, 14):
        won = play_out(*(person.at(table) for person in people))["result"]["winners"]
        seen = series_of(site, table)
        assert len(seen["played"]) == played
        last = seen["played"][-1]
        assert last["winners"] == [last["seating"][seat] for seat in won]
        assert last["decided_by"] == "game"
        if seen["status"] == "over":
            break
        following = next_table(people, table)
        # They have changed places, and it is still Ann who is Ann.
        assert people[0].at(following).seat != people[0].at(table).seat
        assert [p["name"] for p in series_of(site, following)["players"]] == ["Ann", "Ben"]
        table = following
    assert seen["status"] == "over"
    assert len(seen["leaders"]) == 1
    assert seen["standings"][0]["player"] == seen["leaders"][0]
    assert seen["standings"][0]["points"] > seen["standings"][1]["points"]
    # Afterwards they can play a rematch, which does not count.
    again = next_table(people, table)
    assert people[0].get(f"/tables/{again}")["status"] == "running"
    assert len(series_of(site, table)["played"]) == len(seen["played"])


def test_a_finished_game_becomes_the_first_of_a_series(site: Site) -> None:
    ann, ben = people = [Participant(site, name) for name in ("Ann", "Ben")]
    table = ann.post("/tables", {"game": "claim-it", "players": 2, "seats": ["me", "open"]})[
        "table"
    ]
    ben.post(f"/tables/{table}/join", {})
    early = ann.try_post(f"/tables/{table}/series", {"games": 3})
    assert early.json()["code"] == "not-over"
    play_out(ann.at(table), ben.at(table))
    bad = ann.try_post(f"/tables/{table}/series", {"games": 4})
    assert (bad.status_code, bad.json()["code"]) == (422, "series")
    made = ann.post(f"/tables/{table}/series", {"games": 5})["series"]
    assert ben.post(f"/tables/{table}/series", {"games": 3})["series"] == made  # there is one
    seen = ann.get(f"/series/{made}")
    assert (seen["games"], len(seen["played"])) == (5, 1)
    assert seen["played"][0]["winners"] is not None
    assert ben.try_post(f"/series/{made}/end").status_code == 403
    following = next_table(people, table)
    assert ann.get(f"/tables/{following}")["status"] == "running"
    ann.post(f"/series/{made}/end")
    assert ann.get(f"/series/{made}")["status"] == "over"


def test_players_without_a_name_of_their_own_can_play_a_series(site: Site) -> None:
    """Programs that know nothing but the token of their seat."""
    ann, ben = site.pair()
    play_out(ann, ben)
    made = ann.post("/series", {"games": 2, "best_of": False, "rotate": True})
    assert made.status_code == 201, made.text
    first = ben.post("/rematch").json()
    second = ann.post("/rematch").json()
    assert first["table"] == second["table"]
    assert (first["seat"], second["seat"]) == (0, 1)


def test_each_game_can_have_another_deck(site: Site) -> None:
    people = [Participant(site, name) for name in ("Ann", "Ben")]
    table = begin(site, people, "claim", games=3, redraw=True)
    decks = set()
    for _ in range(3):
        decks.add(people[0].get(f"/tables/{table}")["options"]["factions"])
        play_out(*(person.at(table) for person in people))
        table = next_table(people, table)
    assert len(decks) > 1


def test_bots_stay_and_someone_who_left_can_be_replaced(site: Site) -> None:
    ann, ben, cas = (Participant(site, name) for name in ("Ann", "Ben", "Cas"))
    asked = {"game": "claim-it", "players": 3, "seats": ["me", "open", "bot:random"]}
    table = ann.post("/tables", asked | {"series": {"games": 3, "best_of": False}})["table"]
    ben.post(f"/tables/{table}/join", {})
    ben.post(f"/tables/{table}/leave")  # a bot plays on for Ben
    moving = ann.at(table)
    while not (seen := moving.see())["over"]:
        if seen["actor"] == moving.seat:
            moving.act(seen["legal"][-1], seen["version"])
    following = ann.post(f"/tables/{table}/rematch")["table"]
    assert ann.get(f"/tables/{following}")["status"] == "waiting"  # for Ben
    ann.post(f"/tables/{following}/seats/1", {"seat": "open"})
    cas.post(f"/tables/{following}/join", {})
    seen = series_of(site, following)
    assert [player["name"] for player in seen["players"]][:2] == ["Ann", "Cas"]
    assert seen["players"][2]["bot"] == "random"


@pytest.mark.parametrize("_", range(3))
def test_all_who_ask_for_the_next_game_at_once_get_the_same(
    database: Database, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, _: int
) -> None:
    other = tmp_path_factory.mktemp("other")
    with running_on(database, tmp_path) as site:
        people = [Participant(site, name) for name in ("Ann", "Ben")]
        table = begin(site, people, games=3)
        play_out(*(person.at(table) for person in people))
        if database.kind == "sqlite":
            found = {next_table(people, table)}
        else:
            with running_on(database, other) as second, ThreadPoolExecutor() as pool:
                urls = [site.server.url, second.server.url]
                asked = [
                    pool.submit(
                        site.client.post,
                        f"{url}/api/tables/{table}/rematch",
                        headers=person.headers,
                    )
                    for person, url in zip(people, urls, strict=True)
                ]
                found = {each.result().json()["table"] for each in asked}
        assert len(found) == 1
        assert len(series_of(site, table)["played"]) == 2


def test_what_a_series_shows_is_no_more_than_the_result(site: Site) -> None:
    people = [Participant(site, name) for name in ("Ann", "Ben")]
    table = begin(site, people, "claim", games=3)
    seen = series_of(site, table)
    assert seen["played"] == [
        {"table": table, "seating": [0, 1], "winners": None, "decided_by": None}
    ]
