"""Tournaments over the API: people, rounds, results, corrections."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, running_on
from support.evenings import Participant, Tournament
from support.ferry import ferry
from support.site import Player, Site, at, play_out, running

from claimant.web.evenings.plans import MAX_ARRIVALS, MAX_RESULTS
from claimant.web.http.limits import Limits
from claimant.web.store.chain import first_link

__all__ = ["ferry"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as found:
        yield found


def tick(site: Site) -> None:
    site.run(site.services.evening_clock.tick())


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_round_robin_from_the_first_round_to_the_last(site: Site, game: str) -> None:
    club = Tournament(site, 4, game, system="round-robin")
    assert club.see()["status"] == "open"
    met = set()
    for number in range(1, 4):
        games = club.start()
        assert club.see()["status"] == "running"
        for each in games:
            met.add(frozenset(each["seating"]))
            winners = club.play(each)
            shown = club.see()["rounds"][number - 1]["games"][games.index(each)]
            assert shown["winners"] == winners
    assert len(met) == 6
    seen = club.see()
    assert (seen["status"], seen["rounds_planned"]) == ("over", 3)
    assert sum(line["points"] for line in seen["standings"]) == 6
    assert seen["standings"][0]["rank"] == 1
    assert club.organiser.get(f"{club.path}/standings") == seen["standings"]
    assert club.organiser.get(f"{club.path}/rounds") == seen["rounds"]


def test_the_third_game_has_tournaments_and_series(site: Site, ferry: None) -> None:
    club = Tournament(site, 4, "ferry")
    for game in club.start():
        club.play(game)
    assert sum(line["points"] for line in club.see()["standings"]) == 2


def test_a_swiss_tournament_of_five(site: Site) -> None:
    club = Tournament(site, 5)
    met, byes = set(), []
    for number in range(1, 4):
        games = club.start()
        byes += club.see()["rounds"][number - 1]["byes"]
        for n, game in enumerate(games, 1):
            pair = frozenset(game["seating"])
            assert pair not in met
            met.add(pair)
            club.decide(number, n, min(game["seating"]))
    assert len(set(byes)) == 3
    assert club.see()["status"] == "over"


def test_larger_tables_are_filled_with_bots(site: Site) -> None:
    club = Tournament(site, 5, players=4)
    games = club.start()
    assert sorted(len([p for p in game["seating"] if p >= 0]) for game in games) == [2, 3]
    seats = club.organiser.get(f"/tables/{games[0]['table']}")["seats"]
    assert [seat["kind"] for seat in seats].count("bot") == games[0]["seating"].count(-1)


def test_a_round_is_started_once(site: Site) -> None:
    club = Tournament(site)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(club.organiser.try_post, f"{club.path}/rounds") for _ in range(8)]
        statuses = sorted(each.result().status_code for each in asked)
    assert statuses == [201, *[409] * 7]
    assert len(club.see()["rounds"]) == 1


def test_nobody_fills_the_log_by_coming_and_going(site: Site) -> None:
    club = Tournament(site)
    person = club.people[1]
    for _ in range(MAX_ARRIVALS - 1):
        person.post(f"{club.path}/withdraw")
        assert person.post(f"{club.path}/join") == {"player": 1}
    person.post(f"{club.path}/withdraw")
    length = len(person.get(f"{club.path}/log"))
    refused = person.try_post(f"{club.path}/join")
    assert (refused.status_code, refused.json()["code"]) == (422, "player")
    assert len(person.get(f"{club.path}/log")) == length
    assert club.people[2].post(f"{club.path}/join") == {"player": 2}


def test_nobody_fills_the_log_with_corrections(site: Site) -> None:
    club = Tournament(site)
    seating = club.start()[0]["seating"]
    for n in range(MAX_RESULTS):
        club.decide(1, 1, seating[n % 2])
    path = f"{club.path}/rounds/1/games/1/result"
    refused = club.organiser.try_post(path, {"winners": seating[:1]})
    assert (refused.status_code, refused.json()["code"]) == (422, "decided")
    assert club.see()["rounds"][0]["games"][0]["winners"] == [seating[(MAX_RESULTS - 1) % 2]]
    club.decide(1, 2, club.see()["rounds"][0]["games"][1]["seating"][0])


@pytest.mark.parametrize(
    "path", ["/api{0}", "/api{0}/rounds", "/api{0}/standings", "/api{0}/log", "{0}", "{0}/wall"]
)
def test_a_long_tournament_costs_more_to_look_at(tmp_path: Path, path: str) -> None:
    with running(tmp_path) as site:
        short, long = Tournament(site, 1), Tournament(site, 4)
        for _ in range(MAX_ARRIVALS - 1):
            for person in long.people:
                person.post(f"{long.path}/withdraw")
                person.post(f"{long.path}/join")
    limits = Limits(rate=1e-6, burst=11, address_factor=1)
    with (
        running(tmp_path, limits=limits) as site,
        at(site, "127.0.0.8") as first,
        at(site, "127.0.0.9") as second,
    ):
        assert first.get(path.format(short.path)).status_code == 200
        statuses = {second.get(path.format(long.path)).status_code for _ in range(2)}
        assert 429 in statuses


def test_two_servers_start_one_round(
    database: Database, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if database.kind == "sqlite":  # which has one server only
        return
    with (
        running_on(database, tmp_path) as one,
        running_on(database, tmp_path_factory.mktemp("other")) as other,
        ThreadPoolExecutor(2) as pool,
    ):
        club = Tournament(one)
        asked = [
            pool.submit(site.client.post, f"/api{club.path}/rounds", headers=club.organiser.headers)
            for site in (one, other)
        ]
        assert sorted(each.result().status_code for each in asked) == [201, 409]
        seen = other.client.get(f"/api{club.path}").json()
        assert len(seen["rounds"]) == 1
        tables = database.ask("SELECT status FROM tables")
        assert len(tables) == 2


def test_a_server_that_was_killed_after_a_game_leaves_no_result_behind(
    database: Database, tmp_path: Path
) -> None:
    """The last move is written and the result is not: the next server notes it."""
    with running_on(database, tmp_path) as site:
        club = Tournament(site)
        game = club.start()[0]
        winners = club.play(game)
        assert club.see()["rounds"][0]["games"][0]["winners"] == winners
        version = club.see()["version"]
    # As if the process had ended just before: without its last entry.
    database.ask(f"DELETE FROM evening_events WHERE version = {version}")
    database.ask(f"UPDATE evenings SET version = {version - 1}")
    database.ask(
        "UPDATE evening_games SET decided = " + ("0" if database.kind == "sqlite" else "FALSE")
    )
    with running_on(database, tmp_path) as site:
        tick(site)
        assert database.ask("SELECT version FROM evenings") == [(version,)]
        shown = site.client.get(f"/api{club.path}").json()
        assert shown["rounds"][0]["games"][0]["winners"] == winners


def test_a_round_that_was_stored_is_played_although_the_server_was_killed(
    database: Database, tmp_path: Path
) -> None:
    """The tables are there in the same moment as the round; their games begin by themselves."""
    with running_on(database, tmp_path) as site:
        club = Tournament(site)
        games = club.start()
    # As if the process had ended right after the commit, before anything was drawn.
    database.ask("DELETE FROM events")
    for name, header, secret in database.ask("SELECT id, header, secret FROM tables"):
        head = first_link(name, header, bytes(secret)).hex()
        literal = f"X'{head}'" if database.kind == "sqlite" else f"'\\x{head}'"
        database.ask(
            f"UPDATE tables SET version = 0, status = 'starting', due = 0, head = {literal}"
            f" WHERE id = '{name}'"
        )
    with running_on(database, tmp_path) as site:
        scan = site.services.deadlines.scan()
        site.run(scan)
        for game in games:
            player = Player(site, game["table"], 0, club.people[game["seating"][0]].token)
            with player.listen(0) as heard:
                assert next(h for h in heard if h.kind == "message").data["status"] == "running"


def test_time_is_up_and_the_next_round_starts_by_itself(site: Site) -> None:
    club = Tournament(site, minutes=10, automatic=True)
    club.start()
    tick(site)
    assert club.see()["rounds"][0]["games"][0]["winners"] is None
    site.time.now += 601
    tick(site)
    seen = club.see()
    assert [game["decided_by"] for game in seen["rounds"][0]["games"]] == ["time", "time"]
    assert {line["points"] for line in seen["standings"]} == {0.5}
    tick(site)
    assert len(club.see()["rounds"]) == 1  # the break
    site.time.now += 46
    tick(site)
    assert len(club.see()["rounds"]) == 2


def test_late_arrivals_withdrawals_and_absence(site: Site) -> None:
    club = Tournament(site, 4)
    games = club.start()
    late = Participant(site, "Late")
    assert late.post(f"{club.path}/join") == {"player": 4}
    assert late.post(f"{club.path}/join") == {"player": 4}
    absent = games[0]["seating"][1]
    path = f"{club.path}/rounds/1/games/1/absent"
    assert club.people[1].try_post(path, {"player": absent}).status_code == 403
    club.organiser.post(path, {"player": absent})
    shown = club.see()["rounds"][0]["games"][0]
    assert (shown["winners"], shown["decided_by"]) == ([games[0]["seating"][0]], "absence")
    again = club.organiser.try_post(path, {"player": absent})
    assert again.json()["code"] == "decided"
    club.decide(1, 2, *games[1]["seating"])
    club.people[3].post(f"{club.path}/withdraw")
    club.organiser.post(f"{club.path}/players/2/withdraw")
    assert club.people[1].try_post(f"{club.path}/players/4/withdraw").status_code == 403
    second = club.start()
    seated = {player for game in second for player in game["seating"]}
    assert seated | set(club.see()["rounds"][1]["byes"]) == {0, 1, 4}
    club.people[3].post(f"{club.path}/join")
    assert [p["present"] for p in club.see()["players"]] == [True, True, False, True, True]


def test_a_correction_leaves_a_trace(site: Site) -> None:
    club = Tournament(site)
    game = club.start()[0]
    a, b = game["seating"]
    club.decide(1, 1, a)
    club.decide(1, 1, b)
    outsider = next(n for n in range(4) if n not in (a, b))
    path = f"{club.path}/rounds/1/games/1/result"
    wrong = club.organiser.try_post(path, {"winners": [outsider]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "winners")
    assert (
        club.organiser.try_post(f"{club.path}/rounds/1/games/9/result", {"winners": []}).status_code
        == 404
    )
    assert club.people[1].try_post(path, {"winners": [a]}).status_code == 403
    log = club.organiser.get(f"{club.path}/log")
    results = [entry["event"] for entry in log if entry["event"]["event"] == "result"]
    assert [(r["winners"], r["by"]) for r in results] == [([a], "organiser"), ([b], "organiser")]
    # What the table says afterwards does not change it.
    players = [club.people[number].at(game["table"]) for number in game["seating"]]
    play_out(*players)
    tick(site)
    assert club.see()["rounds"][0]["games"][0]["winners"] == [b]


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"game": "chess"}, "game"),
        ({"players": 9}, "players"),
        ({"system": "round-robin", "players": 3}, "system"),
        ({"rounds": 64}, "rounds"),
        ({"minutes": 601}, "minutes"),
        ({"pace": "slow"}, "pace"),
        ({"title": "x" * 61}, "title"),
    ],
)
def test_impossible_tournaments_are_refused_with_a_reason(
    site: Site, plan: dict[str, Any], code: str
) -> None:
    ann = Participant(site, "Ann")
    refused = ann.try_post("/tournaments", {"game": "claim-it"} | plan)
    assert refused.status_code == 422, refused.text
    assert refused.json()["code"] == code
    assert refused.json()["message"]


def test_what_is_refused_at_a_tournament(site: Site) -> None:
    small = Tournament(site, 3)
    assert small.organiser.try_post(f"{small.path}/rounds").json()["code"] == "people"
    assert small.people[1].try_post(f"{small.path}/rounds").status_code == 403
    assert site.client.post(f"/api{small.path}/join").status_code == 403
    assert site.client.get("/api/tournaments/nowhere").status_code == 404
    assert site.client.get(f"/api/series/{small.id}").status_code == 404
    small.organiser.post(f"{small.path}/end")
    assert Participant(site, "Late").try_post(f"{small.path}/join").json()["code"] == "over"
    assert small.organiser.try_post(f"{small.path}/rounds").json()["code"] == "over"


def test_organising_has_limits(tmp_path: Path) -> None:
    limits = Limits(evenings=8, open_evenings=3)
    with running(tmp_path, limits=limits) as site:
        ann = Participant(site, "Ann")
        asked = [ann.try_post("/tournaments", {"game": "claim-it"}) for _ in range(4)]
        assert [each.status_code for each in asked] == [201, 201, 201, 429]
        assert int(asked[-1].headers["retry-after"]) > 0


def test_nobody_but_the_players_sees_their_cards(site: Site) -> None:
    club = Tournament(site, 4, "claim", spectators=False)
    game = club.start()[0]
    outsider = next(p for n, p in enumerate(club.people) if n not in game["seating"])
    refused = site.client.get(f"/api/tables/{game['table']}", headers=outsider.headers)
    assert refused.status_code == 403
    mine, theirs = (club.people[n].at(game["table"]).see()["view"] for n in game["seating"])
    assert mine != theirs


def test_forgetting_and_taking_away(site: Site) -> None:
    club = Tournament(site)
    ben = club.people[1]
    club.start()
    taken = site.client.get("/api/me/data", headers=ben.headers).json()
    assert taken["evenings"][0]["evening"] == club.id
    assert taken["evenings"][0]["players"] == [{"number": 1, "name": ben.name}]
    assert site.client.delete("/api/me", headers=ben.headers).status_code == 204
    seen = club.see()
    assert ben.name not in str(seen)
    number = next(
        n for n, game in enumerate(seen["rounds"][0]["games"], 1) if 1 not in game["seating"]
    )
    club.decide(1, number, *seen["rounds"][0]["games"][number - 1]["seating"])
    club.decide(1, 3 - number, 1)
    second = club.start()  # without the one who is gone
    assert 1 not in {player for game in second for player in game["seating"]}
