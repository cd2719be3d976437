"""Reviews over HTTP: computed once, stored with the game, for everyone who may see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.databases import Database, running_on
from support.site import Player, play_out, running

from claimant.cli import main
from claimant.luck import verify
from claimant.record import BadRecord, loads
from claimant.teaching.review import review
from claimant.teaching.review_data import encode
from claimant.web.reviews.reviews import SEED

EFFORT = 0.02


def reviewed(player: Player) -> dict[str, Any]:
    """Have the game reviewed, and wait for that as programs do."""
    seen = player.post("/review")
    while seen.json()["status"] == "working":
        seen = player.get("/review")
    assert seen.json()["status"] == "ready", seen.text
    found: dict[str, Any] = seen.json()["review"]
    return found


def test_a_review_is_that_of_the_command_line_and_survives_a_restart(
    database: Database, tmp_path: Path
) -> None:
    with running_on(database, tmp_path) as site:
        ann, ben = site.pair("claim")
        assert ann.get("/review").status_code == 422
        assert ann.post("/review").json()["code"] == "no-review"
        play_out(ann, ben)
        assert ann.get("/review").json()["status"] == "none"
        found = reviewed(ben)
        record = loads(ann.get("/record").text)
        stored = site.run(site.services.store.review(ann.table))
        assert stored == encode(review(record, SEED, effort=EFFORT))
        assert found["game"] == "claim"
    with running_on(database, tmp_path) as site:
        ann = Player(site, ann.table, ann.seat, ann.token)
        assert site.spectator(ann).get("/review").json()["review"] == found
        page = site.client.get(f"/tables/{ann.table}/review?at=3")
        assert "Event 3 of 54" in page.text
        part = site.client.get(f"/tables/{ann.table}/review/moment?at=4")
        assert "Event 4 of 54" in part.text
        assert "<html" not in part.text


def test_a_review_goes_with_its_game_and_into_backups(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["--data", str(tmp_path / "other")]
    with running_on(database, tmp_path) as site:
        ann, ben = site.pair()
        play_out(ann, ben)
        store = site.services.store
        site.run(store.save_review(ann.table, b"old"))
        site.run(store.save_review(ann.table, b"new"))
        site.run(store.save_review("gone", b"lost"))
        assert site.run(store.review(ann.table)) == b"new"
        assert site.run(store.review("gone")) is None
        # One that cannot be read any more is computed again.
        assert ann.get("/review").json()["status"] == "none"
        given = ["--data", str(tmp_path)]
        given += ["--database", database.address] if database.address else []
        assert main(["backup", str(tmp_path / "backup"), *given]) == 0
        assert site.run(store.remove_table(ann.table, 1e12))
        assert site.run(store.review(ann.table)) is None
    assert main(["restore", str(tmp_path / "backup"), *arguments]) == 0
    with running(tmp_path / "other") as site:
        assert site.run(site.services.store.review(ann.table)) == b"new"


def test_playing_on_from_a_decision(tmp_path: Path) -> None:
    """The new table knows what was known then, and says that it proves nothing and counts for
    nothing."""
    with running(tmp_path) as site:
        ann, ben = site.pair("claim")
        views = {}
        while not (seen := ann.see())["over"]:
            player = (ann, ben)[seen["actor"]]
            seen = player.see()
            views[seen["version"]] = (player.seat, seen)
            assert player.act(seen["legal"][-1]).status_code == 200
        assert ann.post("/play-on", {"event": 1}).json()["code"] == "play-on"
        assert ann.post("/play-on", {"event": 999}).status_code == 422
        version, (seat, then) = list(views.items())[5]
        made = site.client.post(f"/api/tables/{ann.table}/play-on", json={"event": version + 1})
        assert made.status_code == 201, made.text
        eve = Player(site, **made.json())
        assert eve.seat == seat
        now = eve.see()
        assert {key: now[key] for key in ("version", "actor", "legal", "view")} == {
            key: then[key] for key in ("version", "actor", "legal", "view")
        }
        assert seat is not None
        other = now["seats"][1 - seat]
        assert (other["kind"], now["seats"][seat]["kind"]) == ("bot", "person")
        assert "?" in eve.get("/record").text
        assert "plays on from a finished game" in site.client.get(f"/tables/{eve.table}").text
        while not (seen := eve.see())["over"]:
            if seen["actor"] == eve.seat:
                eve.act(seen["legal"][0], seen["version"])
        record = loads(eve.get("/record").text)
        assert record.headers["continued"] == str(version)
        with pytest.raises(BadRecord, match="not fixed"):
            verify(record)
        page = site.client.get(f"/tables/{eve.table}")
        assert "its luck cannot be verified" in page.text
        assert "Was the luck fair?" not in page.text


def test_a_game_in_which_nothing_was_verified_cannot_be_played_on_while_it_runs(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as site:
        ann, _ = site.pair("claim")
        assert ann.post("/play-on", {"event": 3}).json()["code"] == "play-on"
