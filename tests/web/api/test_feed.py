"""GET /api/tables/{id}/feed: works · wrong seat · spectator · resumed · malformed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from support.app_client import AppClient
from support.feed import Reader
from support.site import OLD_KINGDOM, Player, Site, mover, running, versions

from claimant.web.api.routes import JsonRenderer
from claimant.web.ops.settings import Settings
from claimant.web.services import Services
from claimant.web.store.sqlite import SqliteStore
from claimant.web.tables.feed import MAX_CATCH_UP
from claimant.web.tables.listener import Listener
from claimant.web.tables.requests import TableRequest
from claimant.web.tables.visitors import Visitor


def test_every_version_arrives_in_order_as_each_sees_it(site: Site) -> None:
    ann, ben = site.pair()
    with ann.listen() as stream:
        assert versions(stream, 1)[0] == ann.see()
        player, _ = mover(ann, ben)
        player.act("roll")
        heard = versions(stream, 3)
        assert [view["version"] for view in heard] == [2, 3]
        assert heard[-1] == ann.see()


def test_a_stream_resumes_after_the_last_version_seen(site: Site) -> None:
    ann, ben = site.pair()
    player, _ = mover(ann, ben)
    player.act("roll")
    player.act(player.see()["legal"][0])
    with ann.listen(since=1) as stream:
        assert [view["version"] for view in versions(stream, 4)] == [2, 3, 4]
    with ann.listen(since=99) as stream:  # not of this table: begin with what is
        assert [view["version"] for view in versions(stream, 4)] == [4]


def test_a_spectator_hears_what_lies_open(site: Site) -> None:
    ann, _ = site.pair("claim")
    with site.spectator(ann).listen() as stream:
        view = versions(stream, 2)[0]
    assert {card for hand in view["view"]["hands"] for card in hand} == {"?"}


def test_a_waiting_player_is_sent_the_beginning_of_the_game(site: Site) -> None:
    ann = site.make()
    with ann.listen() as stream:
        assert next(stream).data["status"] == "waiting"
        ann.invite(name="Ben")
        kinds = []
        for heard in stream:
            kinds.append(heard.kind)
            if heard.kind == "table" and heard.data["seats"][1]["name"] == "Ben":
                break
        assert [view["version"] for view in versions(stream, 1)] in ([1], [0, 1])


def test_talk_is_heard(site: Site) -> None:
    ann, ben = site.pair()
    with ann.listen() as stream:
        versions(stream, 1)
        ben.post("/talk", {"text": "hello"})
        heard = next(heard for heard in stream if heard.kind == "talk")
        assert (heard.data["seat"], heard.data["text"]) == (ben.seat, "hello")


def test_a_player_who_left_receives_nothing_of_the_next_one_on_the_seat(site: Site) -> None:
    ann = site.make("claim", "me open open")
    ben = ann.invite(name="Ben")
    with ben.listen() as stream:
        next(stream)
        ben.post("/leave")
        ann.invite(name="Cleo")
        ann.invite(name="Dan")
        # The stream of the seat ends and contains nothing that Cleo, who has the seat now, sees.
        assert all(heard.data.get("version", 0) == 0 for heard in stream)


def test_a_slow_feed_shows_nothing_to_the_previous_player_of_a_seat(tmp_path: Path) -> None:
    """A feed belongs to the player who had the seat when it was opened, however late it is sent."""

    async def asked() -> None:
        client = AppClient(tmp_path)
        services = client.services
        await services.open()
        try:
            ann = await services.lifecycle.create(
                TableRequest("claim", 3, ["me", "open", "open"], OLD_KINGDOM)
            )
            table = ann.table
            ben = await services.seating.join(table, None, "Ben")
            reads = asyncio.Event()
            token = b"Bearer " + ben.token.encode()
            feed = f"/api/tables/{table.id}/feed"
            listens = client.ask("GET", feed, (b"authorization", token), reads=reads)
            listening = asyncio.create_task(listens)
            for _ in range(50):
                await asyncio.sleep(0)
            await services.seating.leave(
                await services.visitors.identify(table.id, token=ben.token)
            )
            for name in ("Cleo", "Dan"):
                await services.seating.join(table, None, name)
            assert table.status == "running"
            reads.set()
            sent = (await listening).body
            assert b"retry:" in sent
            assert b'"version"' not in sent
        finally:
            await services.close()

    asyncio.run(asked())


def test_spectators_streams_end_when_a_closed_game_begins(site: Site) -> None:
    ann = site.make("claim", spectators=False)
    with site.spectator(ann).listen() as stream:
        assert next(stream).data["status"] == "waiting"
        ann.invite(name="Ben")
        told = {heard.data["status"] for heard in stream if "status" in heard.data}
    assert told <= {"waiting", "starting"}
    assert site.spectator(ann).get("/feed").status_code == 403
    with ann.listen() as stream:
        assert versions(stream, ann.see()["version"])


def test_a_program_is_sent_every_version_however_long_it_was_away(site: Site) -> None:
    ann, ben = site.pair()
    players = {0: ann, 1: ben}
    seen = ann.see()
    while seen["version"] < MAX_CATCH_UP + 10 and not seen["over"]:
        player = players[seen["actor"]]
        seen = player.see()
        player.act(seen["legal"][-1], seen["version"])
        seen = ann.see()
    last = seen["version"]
    assert last > MAX_CATCH_UP
    with ann.listen(since=1) as stream:
        assert [view["version"] for view in versions(stream, last)] == list(range(2, last + 1))


def test_the_heartbeat_can_be_noticed_by_a_page(site: Site) -> None:
    """A script does not see comments, and could not tell silence from a dead connection."""
    ann = site.make()
    said = {}
    for path in (f"/tables/{ann.table}/feed?since=0", f"/api/tables/{ann.table}/feed"):
        with site.client.stream("GET", path) as response:
            lines = response.iter_lines()
            next(line for line in lines if line.startswith("data: "))
            for _ in range(2):
                site.server.loop.call_soon_threadsafe(site.services.feed.beat)
            said[path[:5]] = next(line for line in lines if line in (":", "event: beat"))
    assert said == {"/tabl": "event: beat", "/api/": ":"}


def test_a_page_receives_what_was_said_before_it_listened(site: Site) -> None:
    ann = site.make()
    for text in ("one", "two", "three"):
        ann.post("/talk", {"text": text})
    for since, missed in (("", []), ("&talk=0", ["one", "two", "three"]), ("&talk=2", ["three"])):
        with site.client.stream("GET", f"/tables/{ann.table}/feed?since=0{since}") as response:
            ann.post("/talk", {"text": "now"})
            heard = []
            for line in response.iter_lines():
                if line.startswith('data: {"n":'):
                    heard.append(json.loads(line.removeprefix("data: "))["text"])
                    if heard[-1] == "now":
                        break
        assert heard[: len(missed)] == missed
        assert heard[-1] == "now"


def test_a_wrong_token_is_refused(site: Site) -> None:
    ann, _ = site.pair()
    assert Player(site, ann.table, 0, "wrong").get("/feed").status_code == 403


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "9" * 40, "²"])
def test_a_malformed_last_id_starts_with_the_current_version(site: Site, last: str) -> None:
    ann, _ = site.pair()
    headers = ann.headers | {b"Last-Event-ID": last.encode()}
    url = f"/api/tables/{ann.table}/feed"
    with site.client.stream("GET", url, headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = (line for line in response.iter_lines() if line.startswith("id:"))
        assert next(lines) == "id: 1"


def test_the_server_stops_with_open_streams(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann, _ = site.pair()
        with ann.listen() as stream:
            versions(stream, 1)
            site.server.stop()
            assert all(heard.kind == "table" for heard in stream)  # and it ends


def test_a_slow_reader_misses_nothing_and_delays_nobody(tmp_path: Path) -> None:
    """There are two listeners; the connection of one is full until the very end."""

    async def play() -> tuple[list[bytes], list[bytes]]:
        settings = Settings(tmp_path, bot_processes=0)
        services = Services(SqliteStore(tmp_path / "games.sqlite"), settings)
        services.prepare()
        services.feed.renderers["json"] = JsonRenderer(services.settings)
        await services.open()
        seats = ["open", "open"]
        made = await services.lifecycle.create(
            TableRequest("claim-it", 2, seats, {}, "none", False, True, "")
        )
        table = made.table
        for name in ("Ann", "Ben"):
            await services.seating.join(table, None, name)
        heard: tuple[list[bytes], list[bytes]] = ([], [])
        room = asyncio.Event()

        async def quick(message: Any) -> None:
            heard[0].append(message["body"])

        async def slow(message: Any) -> None:
            await room.wait()
            heard[1].append(message["body"])

        listeners = [Listener(table, None, "json", "en", None) for _ in range(2)]
        listeners[0].send, listeners[1].send = quick, slow
        listeners[0].output, listeners[1].output = Reader(), Reader(writable=False)
        for listener in listeners:
            services.feed.add(listener)
        for _ in range(6):
            visitor = Visitor(table, table.state.actor, None, False)
            await services.moves.act(visitor, table.version, table.state.choices()[0])
        await asyncio.sleep(0)  # the end of this turn of the loop: what was drawn goes out
        assert len(heard[0]) == 7
        assert not heard[1]
        room.set()
        task = listeners[1].catching_up
        assert task is not None
        await task
        for listener in listeners:
            services.feed.remove(listener)
        await services.close()
        return heard

    quick, slow = asyncio.run(play())
    assert b"".join(slow) == b"".join(quick)


def test_a_page_is_sent_the_last_moment_and_a_line_for_each_before(site: Site) -> None:
    ann, ben = site.pair()
    player, _ = mover(ann, ben)
    player.act("roll")
    with site.client.stream("GET", f"/tables/{ann.table}/feed?since=1") as response:
        lines = iter(response.iter_lines())
        heard = []
        for line in lines:
            heard.append(line)
            if line.startswith("id:"):
                heard.append(next(lines))
                break
    told = heard.index("event: line")
    assert heard[told + 1].startswith("data: 2 ")
    assert "rolls" in heard[told + 1]
    assert heard[-2] == "id: 3"  # the dice, which came with the roll
    assert json.loads(heard[-1].removeprefix("data: "))["about"]["version"] == "3"
    assert sum('"about":' in line for line in heard) == 1
