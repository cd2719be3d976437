"""Ferry over the API, with a bot of another package."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from support.site import Player, Site, mover, running

from claimant import luck
from claimant.game import CHANCE, HIDDEN
from claimant.luck import Seeded
from claimant.record import loads, replay
from claimant.web.bots.pool import choose
from third_game.game import Ferry


@pytest.fixture(scope="module")
def site(ferry: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


def record_of(player: Player) -> str:
    answer = player.get("/record")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_whole_game(site: Site) -> None:
    """Ann and Ben do the first thing on their lists; a bot of another package plays with them."""
    ann = site.make("ferry", "me open bot:greedy", name="Ann", options={"limit": "18"})
    players = {0: ann, 1: ann.invite(name="Ben")}
    with ann.listen() as feed:
        for heard in feed:
            if heard.kind == "message" and heard.data["over"]:
                break
            seen = ann.see()
            if heard.version == seen["version"] and seen["actor"] in players:
                player = players[seen["actor"]]
                done = player.act(player.see()["legal"][0], seen["version"])
                assert done.status_code == 200, done.text
    record = loads(record_of(ann))
    end = replay(record)
    assert end.outcome is not None
    assert record.headers["seat 2"] == "bot greedy"
    assert record.headers["limit"] == "18"
    assert luck.verify(record) >= 13
    assert record_of(site.spectator(ann)) == record_of(ann)


def test_a_running_game_hides_what_is_hidden(site: Site) -> None:
    ann, ben = site.pair("ferry")
    seen = loads(record_of(ann)).events
    assert [event.endswith(HIDDEN) for event in seen[1:7]] == [False] * 3 + [True] * 3
    seen = loads(record_of(ben)).events
    assert [event.endswith(HIDDEN) for event in seen[1:7]] == [True] * 3 + [False] * 3
    seen = loads(record_of(site.spectator(ann))).events
    assert all(event == f"deal {HIDDEN}" for event in seen[1:7])


def test_it_is_on_offer(site: Site) -> None:
    offered = site.client.get("/api/games").json()
    (ferry,) = [game for game in offered["games"] if game["game"] == "ferry"]
    assert ferry == {"game": "ferry", "rules": 1, "players": [2, 3, 4]}
    assert "greedy" in offered["bots"]


def test_what_is_not_possible_is_refused(site: Site) -> None:
    ann, ben = site.pair("ferry")
    player, _ = mover(ann, ben)
    assert player.act("take 0").json()["code"] == "unknown"
    assert player.act("discard ?").json()["code"] == "unknown"
    waits = ben if player is ann else ann
    assert waits.act("take 1").status_code == 403
    wrong = site.client.post("/api/tables", json={"game": "ferry", "players": 5, "seats": []})
    assert wrong.status_code == 422


def test_bots_decide_in_other_processes() -> None:
    game = Ferry(2)
    state = game.start()
    while state.actor == CHANCE:
        state = state.happen(state.draw(Seeded(7)))
    view = state.view(state.actor)
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        for bot in ("greedy", "hard", "random"):
            assert processes.submit(choose, bot, 1, view).result() in view.legal
