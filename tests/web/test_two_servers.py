"""Two servers over one PostgreSQL: whoever sits at a table may come by either of them."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from databases import PostgresServer, Served
from playing import OLD_KINGDOM, Heard, listening
from test_crash import free_port

from claimant.chance import verify
from claimant.record import loads
from claimant.web.postgresql import PostgreSQL
from claimant.web.store import Change, SeatRow, Standing, TableRow

SERVE = """
import sys
from pathlib import Path
from claimant.web.limits import NONE
from claimant.web.serve import serve
from claimant.web.settings import Settings
data = Path(sys.argv[2])
chosen = {"bot_pace": 0, "stand_in": "random", "bot_processes": 0, "limits": NONE}
chosen["thinks_for"] = sys.argv[4]
settings = Settings(data, sys.argv[3], **chosen)
serve("127.0.0.1", int(sys.argv[1]), data, settings)
"""


@contextmanager
def server(
    address: str, data: Path, bots: str = "its own"
) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    port = free_port()
    started = subprocess.Popen([sys.executable, "-c", SERVE, str(port), str(data), address, bots])
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while True:
                assert started.poll() is None, "the server did not start"
                try:
                    client.get("/api/games")
                    break
                except httpx.TransportError:
                    time.sleep(0.05)
            yield started, client
    finally:
        started.kill()
        started.wait()


@pytest.fixture(scope="module")
def pair(
    postgresql: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    address = Served(postgresql).address
    data = tmp_path_factory.mktemp("servers")
    with server(address, data) as (_, one), server(address, data) as (_, two):
        yield one, two


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def begin(makes: httpx.Client, joins: httpx.Client, game: str) -> tuple[str, list[str]]:
    """A table of two people and a bot; its path and the tokens."""
    asked: dict[str, Any] = {"game": game, "players": 3, "seats": ["me", "open", "bot:random"]}
    asked["name"] = "Ann"
    asked["options"] = OLD_KINGDOM if game == "claim" else {}
    made = makes.post("/api/tables", json=asked).json()
    path = f"/api/tables/{made['table']}"
    joined = joins.post(f"{path}/join", json={"name": "Ben"})
    assert joined.status_code == 200, joined.text
    return path, [made["token"], joined.json()["token"]]


def play(
    path: str, token: str, client: httpx.Client, until: int, since: dict[str, str]
) -> list[int]:
    """Play a seat by what its own server tells; the versions that were heard, to the end."""
    versions = []
    with client.stream("GET", f"{path}/feed", headers=bearer(token) | since) as response:
        for heard in listening(response):
            if heard.kind != "message":
                continue
            seen = heard.data
            versions.append(seen["version"])
            if seen["over"] or seen["version"] >= until:
                break
            if seen["actor"] == seen["seat"]:
                said = {"version": seen["version"], "event": seen["legal"][-1]}
                done = client.post(f"{path}/events", json=said, headers=bearer(token))
                assert done.status_code == 200, done.text
    return versions


def play_both(
    path: str,
    tokens: list[str],
    clients: Sequence[httpx.Client],
    until: int = 10_000,
    *,
    whole: bool = False,
) -> list[list[int]]:
    """`whole`: both hear of the game from its first event, whoever comes first."""
    since = {"Last-Event-ID": "0"} if whole else {}
    with ThreadPoolExecutor(2) as both:
        playing = [
            both.submit(play, path, token, client, until, since)
            for token, client in zip(tokens, clients, strict=True)
        ]
        return [one.result() for one in playing]


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_game_goes_on_over_two_servers(
    pair: tuple[httpx.Client, httpx.Client], game: str
) -> None:
    path, tokens = begin(*pair, game)
    for versions in play_both(path, tokens, pair, whole=True):
        # Nothing is missed, nothing comes twice.
        assert versions == list(range(1, 1 + len(versions)))
    records = [client.get(f"{path}/record").text for client in pair]
    assert records[0] == records[1]
    assert verify(loads(records[0])) > 0


def test_who_is_known_to_one_is_known_to_the_other(pair: tuple[httpx.Client, httpx.Client]) -> None:
    one, two = pair
    cookies = {"claimant": one.post("/me", data={"name": "Cleo"}).cookies["claimant"]}
    assert "Cleo" in two.get("/rules", headers={"Cookie": f"claimant={cookies['claimant']}"}).text


def test_who_signs_out_everywhere_at_one_is_out_at_the_other(
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


def test_seats_names_and_talk_are_seen_at_the_other_server(
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
    """Who sits there, once that one does."""
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
    with server(address, tmp_path) as (_, left):
        with server(address, tmp_path) as (killed, right):
            path, tokens = begin(left, right, "claim-it")
            play_both(path, tokens, (left, right), 30)
            killed.send_signal(signal.SIGKILL)
        play_both(path, tokens, (left, left))
        assert verify(loads(left.get(f"{path}/record").text)) > 0


def test_told_to_stop_both_stop_although_streams_are_open(
    postgresql: PostgresServer, tmp_path: Path
) -> None:
    address = Served(postgresql).address
    with server(address, tmp_path) as (one, left), server(address, tmp_path) as (two, right):
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
async def stores(address: str) -> AsyncIterator[tuple[PostgreSQL, PostgreSQL]]:
    one, two = PostgreSQL(address), PostgreSQL(address)
    one.prepare()
    for store in (one, two):
        await store.open()
    try:
        yield one, two
    finally:
        for store in (one, two):
            await store.close()


def test_one_process_alone_thinks_for_a_table(postgresql: PostgresServer) -> None:
    async def test() -> None:
        async with stores(Served(postgresql).address) as (one, two):
            async with one.sole("t") as mine:
                assert mine
                async with two.sole("t") as theirs, two.sole("u") as other:
                    assert (theirs, other) == (False, True)
            await one.close()  # with a process its claims end
            async with two.sole("t") as theirs:
                assert theirs

    asyncio.run(test())


def test_what_others_write_is_told_without_its_content(postgresql: PostgresServer) -> None:
    async def test() -> None:
        waiting, running = Standing("waiting", None, None), Standing("running", 0, None)
        row = TableRow("t", "code", "{}", bytes(32), False, None, 1.0, waiting)
        async with (
            stores(Served(postgresql).address) as (one, two),
            aclosing(one.changes()) as changes,
        ):
            assert await anext(changes) is None  # whatever was before
            await one.create(row, [SeatRow(0, "open")])
            await one.append("t", 0, ["first 0"], 1.0, running)  # one's own is not told
            await two.append("t", 1, ["roll", "dice 1 2 3"], 1.0, running)
            await two.say("t", 0, "hello", 1.0)
            await two.change_seats("t", 0, [SeatRow(0, "bot", "random")], running)
            told = [await anext(changes) for _ in range(3)]
            assert told == [Change("t", 3), Change("t", 0, 1), Change("t", 3)]

    asyncio.run(test())
