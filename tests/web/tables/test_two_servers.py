"""Two servers sharing one PostgreSQL: players can use either of them."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from support.databases import PostgresServer, Served
from support.processes import bearer, begin, play_both, server
from support.site import Heard, listening

from claimant.luck import verify
from claimant.record import loads
from claimant.web.store.interface import Change, SeatRow, TableRow, TableSummary
from claimant.web.store.postgresql import PostgresqlStore


@pytest.fixture(scope="module")
def pair(
    postgresql: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    address = Served(postgresql).address
    data = tmp_path_factory.mktemp("servers")
    with server(data, address) as (_, one), server(data, address) as (_, two):
        yield one, two


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_game_goes_on_over_two_servers(
    pair: tuple[httpx.Client, httpx.Client], game: str
) -> None:
    path, tokens = begin(*pair, game)
    for versions in play_both(path, tokens, pair, whole=True):
        # Nothing is missed or sent twice.
        assert versions == list(range(1, 1 + len(versions)))
    records = [client.get(f"{path}/record").text for client in pair]
    assert records[0] == records[1]
    assert verify(loads(records[0])) > 0


def test_a_cookie_is_valid_at_both_servers(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    one, two = pair
    cookies = {"claimant": one.post("/me", data={"name": "Cleo"}).cookies["claimant"]}
    assert "Cleo" in two.get("/rules", headers={"Cookie": f"claimant={cookies['claimant']}"}).text


def test_signing_out_everywhere_at_one_server_covers_the_other(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    one, two = pair
    ann = bearer(one.post("/api/people", json={"name": "Ann"}).json()["token"])
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    made = one.post("/api/tables", json=wanted, headers=ann).json()
    path, seat = f"/api/tables/{made['table']}", bearer(made["token"])
    with two.stream("GET", f"{path}/feed", headers=seat) as response:
        heard = listening(response)
        next(heard)
        assert one.post("/api/me/revoke", headers=ann).status_code == 200
        list(heard)  # it ends
    assert two.get(path, headers=seat).status_code == 403
    assert two.get("/api/me", headers=ann).status_code == 403


def test_seats_names_and_talk_reach_the_other_server(
    pair: tuple[httpx.Client, httpx.Client],
) -> None:
    one, two = pair
    made = one.post(
        "/api/tables", json={"game": "claim-it", "players": 3, "seats": ["me", "open", "open"]}
    ).json()
    path = f"/api/tables/{made['table']}"
    ben = two.post("/api/people", json={"name": "Ben"}).json()
    with one.stream("GET", f"{path}/feed", headers=bearer(made["token"])) as response:
        heard = listening(response)
        assert next(heard).data["status"] == "waiting"
        two.post(f"{path}/join", json={}, headers=bearer(ben["token"]))
        assert "Ben" in names(heard)
        two.post("/api/me", json={"name": "Benno"}, headers=bearer(ben["token"]))
        assert "Benno" in names(heard, "Benno")
        two.post(f"{path}/talk", json={"text": "hello"}, headers=bearer(ben["token"]))
        talk = next(message for message in heard if message.kind == "talk")
        assert (talk.data["seat"], talk.data["text"]) == (1, "hello")


def names(heard: Iterator[Heard], name: str = "Ben") -> list[str]:
    """The players' names, once they include this one."""
    for message in heard:
        if message.kind == "table":
            shown = [seat["name"] for seat in message.data["seats"]]
            if name in shown:
                return shown
    raise AssertionError("the stream has ended")


def test_when_one_server_is_killed_the_game_ends_at_the_other(
    postgresql: PostgresServer, tmp_path: Path
) -> None:
    address = Served(postgresql).address
    with server(tmp_path, address) as (_, left):
        with server(tmp_path, address) as (killed, right):
            path, tokens = begin(left, right, "claim-it")
            play_both(path, tokens, (left, right), 30)
            killed.send_signal(signal.SIGKILL)
        play_both(path, tokens, (left, left))
        assert verify(loads(left.get(f"{path}/record").text)) > 0


def test_both_servers_stop_on_a_signal_although_feeds_are_open(
    postgresql: PostgresServer, tmp_path: Path
) -> None:
    address = Served(postgresql).address
    with server(tmp_path, address) as (one, left), server(tmp_path, address) as (two, right):
        path, tokens = begin(left, right, "claim")
        with (
            left.stream("GET", f"{path}/feed", headers=bearer(tokens[0])) as first,
            right.stream("GET", f"{path}/feed", headers=bearer(tokens[1])) as second,
        ):
            for response in (first, second):
                next(listening(response))
            for process in (one, two):
                process.send_signal(signal.SIGTERM)
            for process in (one, two):
                assert process.wait(timeout=60) == 0


@asynccontextmanager
async def stores(address: str) -> AsyncIterator[tuple[PostgresqlStore, PostgresqlStore]]:
    one, two = PostgresqlStore(address), PostgresqlStore(address)
    one.prepare()
    for store in (one, two):
        await store.open()
    try:
        yield one, two
    finally:
        for store in (one, two):
            await store.close()


def test_one_process_at_a_time_decides_for_the_bots_of_a_table(postgresql: PostgresServer) -> None:
    async def test() -> None:
        async with stores(Served(postgresql).address) as (one, two):
            async with one.bot_lock("t") as mine:
                assert mine
                async with two.bot_lock("t") as theirs, two.bot_lock("u") as other:
                    assert (theirs, other) == (False, True)
            await one.close()  # which releases its locks
            async with two.bot_lock("t") as theirs:
                assert theirs

    asyncio.run(test())


def test_changes_are_announced_without_their_content(postgresql: PostgresServer) -> None:
    async def test() -> None:
        waiting, running = TableSummary("waiting", None, None), TableSummary("running", 0, None)
        row = TableRow("t", "code", "{}", bytes(32), False, None, 1.0, waiting)
        async with (
            stores(Served(postgresql).address) as (one, two),
            aclosing(one.changes()) as changes,
        ):
            assert await anext(changes) is None  # something may have been missed before
            await one.create(row, [SeatRow(0, "open")])
            await one.append("t", 0, b"", ["first 0"], 1.0, running)  # its own are not announced
            await two.append("t", 1, b"", ["roll", "dice 1 2 3"], 1.0, running)
            await two.add_talk("t", 0, "hello", 1.0)
            await two.change_seats("t", 0, [SeatRow(0, "bot", "random")], running)
            told = [await anext(changes) for _ in range(3)]
            assert told == [Change("t", 3), Change("t", 0, 1), Change("t", 3)]

    asyncio.run(test())
