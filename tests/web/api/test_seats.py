"""POST …/leave, …/back, …/stand-in, …/rematch, …/seats/{n}: works · wrong seat · spectator · stale
· twice · malformed. And the clock: a seat whose time is up is played by a bot until its player
returns."""

from __future__ import annotations

from typing import Any

import pytest
from support.site import Player, Site, mover, play_out, versions


def wait_for(player: Player, version: int) -> dict[str, Any]:
    """The view at this version, as the feed delivers it."""
    with player.listen(since=version - 1) as stream:
        return versions(stream, version)[-1]


def ring(site: Site) -> None:
    """Make the server check its clock now."""
    services = site.services
    site.run(services.deadlines.scan())


def test_a_seat_left_before_the_game_is_free_again(site: Site) -> None:
    ann = site.make(seats="me open open")
    ben = ann.invite(name="Ben")
    left = ben.post("/leave")
    assert left.status_code == 200
    assert left.json()["seats"][1]["kind"] == "open"
    assert ben.get().status_code == 403  # the token went with the seat
    assert ann.invite(name="Cleo").seat == 1


def test_a_table_that_all_have_left_is_closed(site: Site) -> None:
    ann = site.make(public=True)
    assert ann.post("/leave").json()["status"] == "closed"
    assert ann.table not in [t["table"] for t in site.client.get("/api/tables").json()]
    refused = site.client.post(f"/api/tables/{ann.table}/join", json={})
    assert refused.status_code == 422


def test_a_bot_plays_for_a_player_who_left_until_they_return(site: Site) -> None:
    ann, ben = site.pair()
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    assert player.post("/leave").json()["seats"][player.seat or 0]["away"]
    with other.listen(since=seen["version"]) as stream:
        # The bot plays whole turns; then it is the other player's turn.
        last = next(h.data for h in stream if h.data.get("actor") == other.seat and h.version)
    assert last["version"] > seen["version"]
    back = player.post("/back")
    assert not back.json()["seats"][player.seat or 0]["away"]
    assert player.post("/back").status_code == 200  # twice does no harm


def test_a_player_who_acts_is_back(site: Site) -> None:
    ann, ben = site.pair()
    player, _ = mover(ann, ben)
    other = ben if player is ann else ann
    other.post("/leave")
    assert player.see()["seats"][other.seat or 0]["away"]
    other.post("/back")
    player.act("roll")
    assert not player.see()["seats"][other.seat or 0]["away"]


def test_time_that_is_up_passes_to_a_bot_and_the_player_can_return(site: Site) -> None:
    ann, ben = site.pair(pace="1m")
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    assert seen["due"] == pytest.approx(site.time.now + 60)
    site.time.now += 59
    ring(site)
    assert player.see()["version"] == seen["version"]
    with other.listen(since=seen["version"]) as stream:
        site.time.now += 2
        ring(site)
        heard = next(h for h in stream if h.kind == "message")
    assert heard.data["event"] == "roll"
    assert player.see()["seats"][player.seat or 0]["away"]
    player.post("/back")
    assert not player.see()["seats"][player.seat or 0]["away"]


def test_taking_back_gives_no_new_time(site: Site) -> None:
    player, _ = mover(*site.pair(pace="1m"))
    player.act("roll")
    rolled = player.see()
    site.time.now += 30
    player.act(rolled["legal"][0])
    player.act("undo")
    assert player.see()["due"] == rolled["due"]


def test_nobody_has_more_time_because_someone_came_back(site: Site) -> None:
    ann, ben = site.pair(pace="1m")
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    site.time.now += 50
    assert other.post("/leave").status_code == 200
    assert other.post("/back").status_code == 200
    assert player.see()["due"] == seen["due"]


def gone(player: Player) -> tuple[int, str]:
    refused = player.post("/stand-in")
    return refused.status_code, refused.json()["code"]


def test_a_bot_stands_in_for_a_player_who_keeps_others_waiting(site: Site) -> None:
    ann, ben = site.pair()
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    site.time.now += 299
    assert gone(other) == (422, "not-gone")
    site.time.now += 2
    assert gone(player) == (422, "not-gone")  # it is for the others to say
    with other.listen(since=seen["version"]) as stream:
        assert other.post("/stand-in").json()["seats"][player.seat or 0]["away"]
        assert next(h for h in stream if h.kind == "message").data["event"] == "roll"
    player.post("/back")
    assert not player.see()["seats"][player.seat or 0]["away"]
    assert gone(other) == (422, "not-gone")  # they are here


def test_a_player_who_undoes_something_is_not_gone(site: Site) -> None:
    player, _ = mover(*(both := site.pair()))
    other = both[0] if player is both[1] else both[1]
    player.act("roll")
    site.time.now += 600
    player.act(player.see()["legal"][0])
    player.act("undo")
    assert gone(other) == (422, "not-gone")


def test_a_table_with_a_pace_has_its_clock_for_that(site: Site) -> None:
    ann, ben = site.pair(pace="3d")
    player, _ = mover(ann, ben)
    site.time.now += 3600
    assert gone(ben if player is ann else ann) == (422, "not-gone")


def test_nobody_is_gone_before_the_game_or_after_it(site: Site) -> None:
    ann = site.make()
    site.time.now += 3600
    assert gone(ann) == (422, "not-gone")
    ben = ann.invite()
    play_out(ann, ben)
    site.time.now += 3600
    assert gone(ann) == (422, "not-gone")


def test_a_table_without_pace_waits_for_ever(site: Site) -> None:
    player, seen = mover(*site.pair())
    assert seen["due"] is None
    site.time.now += 1e6
    ring(site)
    assert player.see()["version"] == seen["version"]


def test_the_host_gives_an_open_seat_to_a_bot_and_the_game_begins(site: Site) -> None:
    ann = site.make()
    filled = ann.post("/seats/1", {"seat": "bot:random"})
    assert filled.json()["seats"][1]["kind"] == "bot"
    assert ann.see()["status"] != "waiting"
    again = ann.post("/seats/1", {"seat": "bot:random"})
    assert (again.status_code, again.json()["code"]) == (422, "begun")


def test_only_the_host_fills_seats(site: Site) -> None:
    ann = site.make(seats="me open open")
    ben = ann.invite()
    for player in (ben, site.spectator(ann)):
        refused = player.post("/seats/2", {"seat": "bot:random"})
        assert (refused.status_code, refused.json()["code"]) == (403, "host")


@pytest.mark.parametrize("seat", ["me", "bot:", "bot:nobody", "dog", ""])
def test_a_seat_gets_a_bot_or_nothing(site: Site, seat: str) -> None:
    assert site.make().post("/seats/1", {"seat": seat}).status_code == 422


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (None, "the request has no body: a JSON object is expected"),
        ({}, "“seat” is missing"),
        ([1], "a JSON object is expected, not a list"),
        ({"seat": 1}, "“seat”: a text is expected, not a whole number"),
        ({"seat": "open", "n": 1}, "there is no field “n” here, only seat"),
    ],
)
def test_malformed_requests_are_refused(site: Site, data: Any, words: str) -> None:
    refused = site.make().post("/seats/1", data)
    assert refused.status_code == 400, refused.text
    assert refused.json() == {"code": "malformed", "message": words}


def test_a_seat_has_a_number(site: Site) -> None:
    refused = site.make().post("/seats/one", {"seat": "open"})
    assert (refused.status_code, refused.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("path", ["/leave", "/back", "/stand-in", "/rematch"])
def test_a_spectator_has_no_seat_to_leave(site: Site, path: str) -> None:
    ann, _ = site.pair()
    refused = site.spectator(ann).post(path)
    assert (refused.status_code, refused.json()["code"]) == (403, "spectator")
    assert Player(site, ann.table, 0, "wrong").post(path).json()["code"] == "token"


def test_a_rematch_seats_all_as_before(site: Site) -> None:
    ann, ben = site.pair()
    early = ann.post("/rematch")
    assert (early.status_code, early.json()["code"]) == (422, "not-over")
    play_out(ann, ben)
    first = ann.post("/rematch").json()
    assert ben.see()["rematch"] == first["table"]
    # The seat is held for Ben: nobody else gets it.
    refused = site.client.post(f"/api/tables/{first['table']}/join", json={})
    assert (refused.status_code, refused.json()["code"]) == (422, "full")
    second = ben.post("/rematch").json()
    assert second["table"] == first["table"]
    assert (first["seat"], second["seat"]) == (ann.seat, ben.seat)
    again = Player(site, **second).see()
    assert again["status"] == "running"
    assert [seat["name"] for seat in again["seats"]] == ["Ann", "Ben"]


def test_a_rematch_requested_twice_gets_the_same_response(site: Site) -> None:
    """Even for the player who created it: the response with the new token may have been lost."""
    ann, ben = site.pair()
    play_out(ann, ben)
    for player in (ann, ben):
        told = [player.post("/rematch").json() for _ in range(2)]
        assert told[0] == told[1]
        assert told[0]["seat"] == player.seat
    again = Player(site, **told[0])
    assert again.see()["seat"] == ben.seat
    assert again.see()["status"] == "running"


def test_the_host_can_open_a_held_seat(site: Site) -> None:
    ann, ben = site.pair()
    play_out(ann, ben)
    again = Player(site, **ann.post("/rematch").json())
    assert again.post("/seats/1", {"seat": "open"}).status_code == 200
    assert again.invite(name="Cleo").seat == 1
    late = ben.post("/rematch")
    assert (late.status_code, late.json()["code"]) == (422, "full")


def test_the_creator_of_a_table_is_its_host_wherever_others_sit_down(site: Site) -> None:
    ann = site.make(seats="open me open")
    eve = ann.invite(name="Eve")
    assert eve.seat == 0
    assert eve.post("/seats/2", {"seat": "bot:random"}).status_code == 403
    assert ann.post("/seats/2", {"seat": "bot:random"}).status_code == 200
    ann = site.make(seats="open me open")  # who goes leaves that to the first who sits there
    eve = ann.invite(name="Eve")
    assert ann.post("/leave").status_code == 200
    zoe = ann.invite(name="Zoe", seat=1)
    assert zoe.post("/seats/2", {"seat": "bot:random"}).status_code == 403
    assert eve.post("/seats/2", {"seat": "bot:random"}).status_code == 200
