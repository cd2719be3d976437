"""Limits: works · over · others unaffected · a family at one address · in three languages."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.site import OLD_KINGDOM, at, running
from support.visitor import visitor

from claimant.web.http.limits import (
    MAX_KEYS,
    NO_LIMITS,
    ConcurrencyLimit,
    Limits,
    TokenBucket,
    client_address,
)

BOTS = ["bot:random", "bot:random"]


def newcomer(client: httpx.Client) -> dict[str, str]:
    person = client.post("/api/people", json={}).json()
    return {"Authorization": f"Bearer {person['token']}"}


def wanted(**more: Any) -> dict[str, Any]:
    return {"game": "claim-it", "players": 2, "seats": ["me", "open"]} | more


@given(
    st.floats(0.1, 100),
    st.integers(1, 50),
    st.lists(st.tuples(st.floats(0, 3), st.sampled_from("ab"), st.floats(0.1, 5)), max_size=60),
)
def test_a_bucket_gives_its_content_and_what_was_added_since(
    rate: float, burst: int, asked: list[tuple[float, str, float]]
) -> None:
    """Compared with the most obvious implementation of a bucket."""
    bucket, now = TokenBucket(rate, burst), 1000.0
    levels = dict.fromkeys("ab", (float(burst), now))
    for later, key, cost in asked:
        now += later
        level, before = levels[key]
        level = min(float(burst), level + rate * (now - before))
        wait = bucket.take(key, cost, now)
        if abs(level - cost) < 1e-6 * max(1.0, rate):
            return  # too close to tell: a bucket that is full in a microsecond counts as full
        assert (wait == 0.0) == (level > cost)
        if wait:
            assert wait == pytest.approx((cost - level) / rate, abs=1e-6)
        levels[key] = (level - cost if wait == 0.0 else level, now)


@given(st.floats(0, 1e8), st.integers(1, 1000))
def test_a_full_bucket_always_gives_its_whole_content(now: float, each: int) -> None:
    """Even if the sum of two times is rounded up."""
    assert TokenBucket(each / 3600, each / 2).take("a", each / 2, now) == 0.0


def test_a_bucket_does_not_grow_with_the_number_of_clients() -> None:
    bucket = TokenBucket(1.0, 10.0)
    for key in range(3 * MAX_KEYS):
        bucket.take(key, 1.0, 1000.0 + key / 1000)
    assert len(bucket) <= MAX_KEYS + 1


def test_requests_from_one_address_wait_for_their_turn() -> None:
    """A limited number at a time, in order, even if some give up; other addresses do not wait."""

    async def crowd() -> tuple[list[int], int]:
        turns, order, inside, most = ConcurrencyLimit(2), list[int](), 0, 0

        async def one(n: int) -> None:
            nonlocal inside, most
            if not turns.enter("here"):
                await turns.wait("here")
            try:
                inside += 1
                most = max(most, inside)
                order.append(n)
                await asyncio.sleep(0)
            finally:
                inside -= 1
                turns.leave("here")

        tasks = [asyncio.create_task(one(n)) for n in range(9)]
        await asyncio.sleep(0)
        tasks[5].cancel()
        assert turns.enter("there")
        turns.leave("there")
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not len(turns)
        return order, most

    order, most = asyncio.run(crowd())
    assert (order, most) == ([0, 1, 2, 3, 4, 6, 7, 8], 2)


def test_a_household_has_one_address() -> None:
    assert client_address("2001:db8:1:2::7") == client_address("2001:db8:1:2:ffff::1")
    assert client_address("2001:db8:1:2::7") != client_address("2001:db8:1:3::7")
    assert client_address("::ffff:192.0.2.1") == client_address("192.0.2.1") == "192.0.2.1"
    assert client_address("a:b") == "a:b"


def test_no_limits_are_none() -> None:
    assert NO_LIMITS.rate > 1e8
    assert Limits.of_rate(60) == Limits(
        60, 300, 4, 16, 200, 40, 120, 200, 480, 120, 1200, 40, 120, 40, 40, 40, 200
    )


def test_a_client_over_the_limit_has_to_wait_and_others_do_not(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(rate=0.01, burst=6, address_factor=3)) as site:
        flood, calm = newcomer(site.client), newcomer(site.client)
        answers = [site.client.get("/api/games", headers=flood).status_code for _ in range(7)]
        assert answers == [200] * 6 + [429]
        refused = site.client.get("/api/games", headers=flood | {"Accept-Language": "de"})
        assert refused.json()["code"] == "too-many"
        assert refused.json()["message"].startswith("zu viele Anfragen")
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.headers["x-content-type-options"] == "nosniff"
        assert refused.headers["x-request-id"]
        # Another person at the same address is not affected, nor is another address.
        assert site.client.get("/api/games", headers=calm).status_code == 200
        with at(site, "127.0.0.9") as elsewhere:
            assert elsewhere.get("/api/games").status_code == 200
        # Nobody can use up another person's allowance by naming them without the whole token.
        assert site.client.get("/healthz").status_code == 200


def test_a_page_is_refused_as_a_page_in_the_reader_s_language(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(rate=0.01, burst=11, address_factor=1)) as site:
        site.client.get("/rules")
        for language, words in (("en", "too many"), ("de", "zu viele"), ("nl", "te veel")):
            refused = site.client.get("/rules", headers={"Accept-Language": language})
            assert refused.status_code == 429
            assert refused.headers["content-type"] == "text/html; charset=utf-8"
            assert f'lang="{language}"' in refused.text
            assert words in refused.text


def test_moves_count_whichever_way_they_are_answered(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(rate=0.01, burst=5, address_factor=100)) as site:
        ann, _ = site.pair()
        answers = [ann.act("nonsense", 1).status_code for _ in range(6)]
        assert set(answers[:5]) <= {403, 422}
        assert answers[5] == 429


def test_the_open_feeds_of_a_person_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(streams=2, address_factor=2)) as site:
        ann, ben = site.pair()
        with ann.listen() as first, ann.listen() as second:
            next(first)
            next(second)
            for path in ("/feed", "/feed/", "//feed"):
                refused = ann.get(path)
                assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
            with ben.listen() as third:
                next(third)
        for _ in range(1000):  # until the server has noticed that they are gone
            if not site.services.rate_limits.streams:
                break
            site.client.get("/healthz")
        with ann.listen() as again:  # closed ones no longer count
            next(again)


def test_the_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(connections=2, address_factor=1)) as site:
        there = urlsplit(site.server.url)
        assert there.hostname is not None
        with ExitStack() as stack:
            wires = [
                stack.enter_context(socket.create_connection((there.hostname, there.port), 60))
                for _ in range(3)
            ]
            with suppress(ConnectionResetError):
                assert wires[2].recv(100) == b""  # hung up
            wires[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert wires[0].recv(100).startswith(b"HTTP/1.1 200")
            with at(site, "127.0.0.9") as elsewhere:
                assert elsewhere.get("/healthz").status_code == 200


def test_the_new_tables_of_a_person_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(tables=4, address_factor=3)) as site:
        ann, ben = newcomer(site.client), newcomer(site.client)
        made = [site.client.post("/api/tables", json=wanted(), headers=ann) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        assert int(made[2].headers["retry-after"]) > 60
        assert site.client.post("/api/tables", json=wanted(), headers=ben).status_code == 201
        # The web app refuses it too, in words.
        with visitor(site) as guest:
            for _ in range(2):
                guest.post("/play", game="claim-it")
            assert "many tables" in guest.post("/play", 429, game="claim-it").text


def test_the_unfinished_tables_of_a_person_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(open_tables=2)) as site:
        ann = newcomer(site.client)
        made = [site.client.post("/api/tables", json=wanted(), headers=ann) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        site.client.post(f"/api/tables/{made[0].json()['table']}/leave", headers=ann)
        assert site.client.post("/api/tables", json=wanted(), headers=ann).status_code == 201


def test_new_bots_and_guests_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(bots=4, people=4, address_factor=1)) as site:
        asked = wanted(seats=BOTS, game="claim", options=OLD_KINGDOM)
        made = [site.client.post("/api/tables", json=asked) for _ in range(2)]
        assert [answer.status_code for answer in made] == [201, 429]
        assert "bots" in made[1].json()["message"]
        assert site.client.post("/api/tables", json=wanted()).status_code == 201
        guests = [site.client.post("/api/people", json={}).status_code for _ in range(3)]
        assert guests == [201, 201, 429]


def test_bots_with_a_full_queue_are_not_given_more_work(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(queued_bots=-1)) as site:  # less than none wait
        refused = site.client.post("/api/tables", json=wanted(seats=BOTS))
        assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
        table = site.make(seats="me open")
        asked = table.post("/seats/1", {"seat": "bot:easy"})
        assert asked.status_code == 429
        assert table.post("/seats/1", {"seat": "open"}).status_code == 200
