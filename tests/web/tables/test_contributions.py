"""Contributions to the luck, by commit and reveal: nobody can choose it, and nobody waits long."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from support.contributions import Contributor
from support.databases import PostgresServer, Served
from support.processes import bearer, server
from support.site import Player, Site, mover, play_out, running

from claimant.luck import Secret, commit_to, new_bits, verify
from claimant.record import Record, loads
from claimant.web.tables.opening import PATIENCE

MINE: dict[str, Any] = {"contributes": True}


def two(site: Site, game: str = "claim-it") -> tuple[Contributor, Contributor]:
    """Two players who are going to contribute, at a table that is starting."""
    ann = Contributor(site.make(game, name="Ann", **MINE), "pickaxe")
    return ann, Contributor(ann.player.invite(name="Ben", **MINE))


def record_of(player: Player) -> Record:
    return loads(player.get("/record").text)


def wait_until_begun(player: Player) -> dict[str, object]:
    with player.listen(since=0) as stream:
        return next(heard.data for heard in stream if heard.version)


def refused(answer: httpx.Response) -> str:
    assert answer.status_code == 422
    return str(answer.json()["message"])


def look_at_the_clock(site: Site) -> None:
    scan = site.services.deadlines.scan()
    site.run(scan)


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_game_begins_once_everyone_has_committed_and_revealed(site: Site, game: str) -> None:
    ann = Contributor(site.make(game, name="Ann", **MINE), "pickaxe")
    assert ann.commits()["status"] == "waiting"
    ben = Contributor(ann.player.invite(name="Ben", **MINE))
    seen = ben.player.see()
    assert (seen["status"], seen["revealing"]) == ("starting", False)
    assert [seat["commit"] for seat in seen["seats"]] == [ann.commit, None]
    assert refused(ann.reveals()) == "not everyone has committed yet: keep it secret"
    shown = ben.commits()
    assert (shown["status"], shown["revealing"]) == ("starting", True)
    assert [seat["commit"] for seat in shown["seats"]] == [ann.commit, ben.commit]
    assert refused(ann.player.act("roll")) == "the game has not begun"
    assert ann.reveals().status_code == 200
    assert ann.reveals().status_code == 200  # twice does no harm
    seen = ben.player.see()
    assert seen["version"] == 0
    assert [seat["contribution"] for seat in seen["seats"]] == ["revealed", "awaited"]
    assert list(record_of(ben.player).headers)[-2:] == ["luck", "commitment"]
    shown_now = [ben.player.get().text, ben.player.get("/record").text]
    shown_now.append(site.client.get(f"/tables/{ann.player.table}").text)
    assert ann.commit in shown_now[0]
    assert not any(ann.bits in text or ann.word in text for text in shown_now)
    assert ben.reveals().json()["status"] == "running"
    play_out(ann.player, ben.player)
    record = record_of(ann.player)
    assert list(record.headers.items())[-8:] == [
        ("luck", "2"),
        ("commitment", ann.promise),
        ("word 0", "pickaxe"),
        ("contribution 0", ann.bits),
        ("commit 0", ann.commit),
        ("contribution 1", ben.bits),
        ("commit 1", ben.commit),
        ("seed", ann.player.see()["seed"]),
    ]
    assert verify(record) > 0


def test_a_feed_says_when_to_reveal(site: Site) -> None:
    ann, ben = two(site)
    ann.commits()
    with ann.player.listen() as stream:
        ben.commits()
        assert next(h for h in stream if h.data.get("revealing")).kind == "table"


def test_the_commitment_is_there_before_anyone_contributes(site: Site) -> None:
    """Also in games against bots, and in the rematch, which has a secret of its own."""
    ann = Contributor(site.make(seats="me bot:random", **MINE))
    assert ann.player.see()["version"] == 0
    ann.commits()
    ann.reveals()
    play_out_alone(ann.player)
    assert Secret.of(record_of(ann.player), ann.player.see()["seed"]).commitment == ann.promise
    again = Player(site, **ann.player.post("/rematch").json())
    next_one = Contributor(again, "shovel")
    assert next_one.promise != ann.promise
    assert again.see()["version"] == 0
    next_one.commits()
    assert next_one.reveals().json()["status"] == "running"


def play_out_alone(player: Player) -> None:
    """Play against bots, which move whenever it is their turn."""
    seen = player.see()
    while not seen["over"]:
        if seen["actor"] == player.seat:
            assert player.act(seen["legal"][-1], seen["version"]).status_code == 200
            seen = player.see()
            continue
        with player.listen(since=seen["version"]) as stream:
            seen = next(
                h.data
                for h in stream
                if h.version and (h.data["over"] or h.data["actor"] == player.seat)
            )


def test_a_word_is_carried_over_to_the_rematch(site: Site) -> None:
    ann = site.make(name="Ann", word="pickaxe")
    ben = ann.invite(name="Ben", word="shovel")
    play_out(ann, ben)
    again = [Player(site, **player.post("/rematch").json()) for player in (ann, ben)]
    assert record_of(again[0]).words == ("pickaxe", "shovel")
    assert again[0].see()["commitment"] != ann.see()["commitment"]


def test_who_does_not_reveal_plays_without_a_contribution(site: Site) -> None:
    ann, ben = two(site)
    ann.commits()
    ben.commits()
    ann.reveals()
    site.time.now += PATIENCE - 1
    look_at_the_clock(site)
    assert ann.player.see()["version"] == 0
    site.time.now += 2
    wait_until_begun(ann.player)
    assert [s["contribution"] for s in ann.player.see()["seats"]] == [ann.bits, "missing"]
    assert refused(ben.reveals()) == "it is too late to reveal a contribution"
    play_out(ann.player, ben.player)
    record = record_of(ann.player)
    assert record.headers["contribution 1"] == "missing"
    assert record.headers["commit 1"] == ben.commit
    assert verify(record) > 0


def test_who_does_not_commit_is_not_waited_for_either(site: Site) -> None:
    ann, ben = two(site)
    ann.commits()
    with ann.player.listen() as stream:
        site.time.now += PATIENCE + 1
        next(h for h in stream if h.data.get("revealing"))
    assert refused(ben.player.post("/commit", {"commit": ben.commit})).startswith("it is too late")
    assert ann.reveals().json()["status"] == "running"
    assert ann.player.see()["seats"][1]["contribution"] == "missing"
    assert "commit 1" not in record_of(ann.player).headers


def test_who_leaves_is_not_waited_for(site: Site) -> None:
    ann, ben = two(site)
    ann.commits()
    ben.commits()
    ann.reveals()
    assert ben.player.post("/leave").json()["status"] == "running"


def test_a_seat_that_was_left_takes_its_commit_along(site: Site) -> None:
    ann = Contributor(site.make(seats="me open open", **MINE))
    ben = Contributor(ann.player.invite(**MINE))
    ben.commits()
    ben.player.post("/leave")
    assert ann.player.see()["seats"][1]["commit"] is None


def test_a_wrong_reveal_is_refused(site: Site) -> None:
    ann, ben = two(site)
    ann.commits()
    ben.commits()
    for wrong in ({"contribution": new_bits()}, {"word": "shovel"}, {"word": ""}):
        assert refused(ann.reveals(**wrong)) == "this is not what was committed to"
    assert refused(ann.reveals(contribution="0" * 31)).startswith("a contribution has 32")
    assert refused(ann.reveals(contribution=ann.bits.upper() + "é")).startswith("a contribution")
    assert refused(ann.player.post("/commit", {"commit": "x"})).startswith("a commit has 64")
    assert site.spectator(ann.player).post("/commit", {"commit": ann.commit}).status_code == 403


def test_programs_that_know_only_words_are_not_waited_for(site: Site) -> None:
    ann = site.make(name="Ann", word="pickaxe")
    ben = ann.invite(name="Ben", word="shovel")
    assert ann.see()["version"] > 0
    assert record_of(ben).words == ("pickaxe", "shovel")


# The operator: knows the secret, plays at the other seats, and joins last.


def outcome(site: Site, player: Player, given: list[tuple[str, str]]) -> list[str]:
    """What the first draws would be with these contributions, from the server's own secret."""
    table = site.services.tables.in_memory[player.table]
    headers = {f"contribution {seat}": bits for seat, (bits, _) in enumerate(given)}
    headers |= {f"word {seat}": word for seat, (_, word) in enumerate(given)}
    record = Record.of(table.game, headers={"luck": "2"} | headers)
    secret = Secret.of(record, table.row.secret.hex())
    first = secret.event(table.game.start(), 1)
    return [first, secret.event(table.game.start().play(first), 2)]


def test_an_operator_who_joins_last_cannot_select_the_deal(site: Site) -> None:
    ann = Contributor(site.make("claim", name="Ann", **MINE))
    ann.commits()
    mallory = Contributor(ann.player.invite(name="Mallory", **MINE))
    # All that is known when Mallory has to commit: the secret, and a hash of Ann's bits. Whatever
    # she finds by trying, for guesses of Ann's bits, has nothing to do with the deal.
    guess = new_bits()
    best = max(
        (new_bits() for _ in range(200)),
        key=lambda bits: outcome(site, ann.player, [(guess, ""), (bits, "")])[1],
    )
    mallory.bits = best
    mallory.commits()
    ann.reveals()
    # Now she could choose, and may not any more.
    seen = outcome(site, ann.player, [(ann.bits, ""), (best, "")])
    for _ in range(50):
        other = new_bits()
        if outcome(site, ann.player, [(ann.bits, ""), (other, "")]) > seen:
            break
    assert refused(mallory.reveals(contribution=other)) == "this is not what was committed to"
    changed = commit_to(mallory.promise, 1, other)
    assert refused(mallory.player.post("/commit", {"commit": changed})).startswith("it is too late")
    assert mallory.reveals().status_code == 200
    table = site.services.tables.in_memory[ann.player.table]
    assert table.events == seen


def test_a_commit_of_another_seat_or_table_is_of_no_use(site: Site) -> None:
    ann, mallory = two(site)
    ann.commits()
    copied = mallory.player.post("/commit", {"commit": ann.commit})
    assert copied.status_code == 200
    ann.reveals()
    assert refused(mallory.reveals(contribution=ann.bits, word=ann.word)) == (
        "this is not what was committed to"
    )


def test_taking_back_does_not_change_a_later_draw(site: Site) -> None:
    """Draws are numbered as draws: with and without `undo` the same dice fall."""
    ann, ben = site.pair()
    player, _ = mover(ann, ben)
    table = site.services.tables.in_memory[ann.table]
    player.act("roll")
    player.act(player.see()["legal"][0])
    straight = table.next_events("roll")[0]
    player.act("undo")
    player.act(player.see()["legal"][0])
    assert table.next_events("roll")[0] == straight
    play_out(ann, ben)
    assert "undo" in record_of(ann).events
    assert verify(record_of(ann)) > 0


# Servers that end, and several of them.


def test_the_deadline_of_a_start_survives_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann, ben = two(site)
        ann.commits()
        ben.commits()
        ann.reveals()
        began = site.time.now
    with running(tmp_path) as site:
        site.time.now = began + PATIENCE + 1
        player = Player(site, ann.player.table, ann.player.seat, ann.player.token)
        look_at_the_clock(site)
        wait_until_begun(player)
        assert [s["contribution"] for s in player.see()["seats"]] == [ann.bits, "missing"]


def begin(makes: httpx.Client, joins: httpx.Client) -> tuple[str, list[str], list[str]]:
    """A table at which both players have committed, through two servers: its path, the tokens and
    the bits."""
    wanted = {"game": "claim-it", "players": 2, "seats": ["me", "open"]} | MINE
    made = makes.post("/api/tables", json=wanted).json()
    path = f"/api/tables/{made['table']}"
    joined = joins.post(f"{path}/join", json=MINE).json()
    promise = makes.get(path).json()["commitment"]
    bits = [new_bits(), new_bits()]
    tokens = [made["token"], joined["token"]]
    for seat, client in enumerate((makes, joins)):
        commit = {"commit": commit_to(promise, seat, bits[seat])}
        done = client.post(f"{path}/commit", json=commit, headers=bearer(tokens[seat]))
        assert done.status_code == 200, done.text
    return path, tokens, bits


def reveal(client: httpx.Client, path: str, token: str, bits: str) -> None:
    done = client.post(f"{path}/reveal", json={"contribution": bits}, headers=bearer(token))
    assert done.status_code == 200, done.text


def test_a_start_goes_on_after_its_server_was_killed(tmp_path: Path) -> None:
    with server(tmp_path) as (process, client):
        path, tokens, bits = begin(client, client)
        reveal(client, path, tokens[0], bits[0])
        process.kill()
        process.wait()
    with server(tmp_path) as (_, client):
        reveal(client, path, tokens[1], bits[1])
        seen = client.get(path).json()
        assert [seat["contribution"] for seat in seen["seats"]] == bits
        assert seen["status"] == "running"


def test_players_commit_and_reveal_at_different_servers(
    postgresql: PostgresServer, tmp_path: Path
) -> None:
    address = Served(postgresql).address
    with server(tmp_path, address) as (_, one), server(tmp_path, address) as (_, two):
        path, tokens, bits = begin(one, two)
        reveal(two, path, tokens[0], bits[0])
        reveal(one, path, tokens[1], bits[1])
        for client in (one, two):
            seen = client.get(path).json()
            assert (seen["status"], seen["version"]) == ("running", 1)
            assert [seat["contribution"] for seat in seen["seats"]] == bits
