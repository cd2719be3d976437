"""Issue 11, row 2, and ruling R-I11: a game that does not end is called off."""

from __future__ import annotations

import asyncio
import tarfile
from pathlib import Path

import pytest
from support.databases import Database, File, running_on
from support.site import Player, mover, play_out, versions

from claimant import luck
from claimant.cli import main
from claimant.game import CHANCE
from claimant.record import MAX_EVENTS as MAX_RECORDED
from claimant.record import loads, redact, replay, trace
from claimant.web.store.interface import TableSummary
from claimant.web.tables.table import MAX_EVENTS, Table

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("CLAIMANT_DATABASE", raising=False)


def stretch(database: Database, name: str, events: int) -> None:
    """Let the players of a table roll until they bust, again and again, up to a number of events,
    and store it as a server that knows no limit would."""

    async def write() -> None:
        store = database.store()
        await store.open()
        try:
            row = await store.table(name)
            assert row is not None
            seats = await store.seats(name)
            table = await Table.load(row, seats, await store.events(name))
            given = [luck.Contribution(s.word, s.bits, s.commit_hash) for s in seats]
            secret = luck.Secret(row.secret, contributions=given, protocol=table.options.luck)
            state, new = table.state, list[str]()
            draws = sum(event.startswith(("first", "dice")) for event in table.events)
            while table.version + len(new) < events or state.actor == CHANCE:
                if state.actor == CHANCE:
                    number = secret.number(table.version + len(new), draws)
                    outcome = state.draw(secret.luck(number, table.game.players))
                    new.append(state.write(outcome))
                    draws += 1
                else:
                    legal = state.choices()
                    new.append("roll" if "roll" in legal else legal[0])
                state = state.play(new[-1])
            summary = TableSummary("running", state.actor, 0.0)
            await store.append(name, table.version, table.head, new, row.created, summary)
        finally:
            await store.close()

    asyncio.run(write())


def roll(*players: Player) -> None:
    """One more decision of a player who never stops."""
    player, seen = mover(*players)
    legal = seen["legal"]
    event = "roll" if "roll" in legal else legal[0]
    assert player.act(event, seen["version"]).status_code == 200


def test_row_2_a_game_that_does_not_end_is_called_off(database: Database, tmp_path: Path) -> None:
    with running_on(database, tmp_path) as site:
        ann, ben = site.pair(word="pickaxe", public=True)
    stretch(database, ann.table, MAX_EVENTS - 3)
    with running_on(database, tmp_path) as site:
        ann, ben = (Player(site, p.table, p.seat, p.token) for p in (ann, ben))
        before = ann.see()["version"]
        assert (before < MAX_EVENTS, ann.see()["status"]) == (True, "running")
        while not ann.see()["over"]:
            roll(ann, ben)
        seen = ann.see()
        assert MAX_EVENTS <= seen["version"] <= MAX_EVENTS + 1
        assert (seen["status"], seen["actor"], seen["legal"]) == ("called-off", None, [])
        assert (seen["result"], seen["undo"], seen["due"]) == (None, False, None)
        with ann.listen(since=before) as feed:
            assert versions(feed, seen["version"])[-1] == seen
        for player in (ann, ben):
            refused = player.act("roll", seen["version"])
            assert (refused.status_code, refused.json()["code"]) == (422, "called-off")
            assert "called off after 5000 events" in refused.json()["message"]
        for language, words in (
            ("en", "This game was called off"),
            ("de", "Dieses Spiel wurde abgebrochen"),
            ("nl", "Dit spel is afgebroken"),
        ):
            page = site.client.get(f"/tables/{ann.table}", headers={"Accept-Language": language})
            assert page.status_code == 200
            assert words in page.text
            assert seen["seed"] in page.text
        assert site.client.get(f"/tables/{ann.table}?at=7").status_code == 200
        assert site.client.get("/api/finished").json() == []
        again = ann.post("/rematch")
        assert again.status_code == 200
        assert again.json()["table"] != ann.table
    assert database.ask("SELECT status, actor, due FROM tables WHERE version > 0") == [
        ("called-off", None, None)
    ]


def test_row_2_the_record_of_a_game_that_was_called_off_replays_and_verifies(
    tmp_path: Path, capsys: Output
) -> None:
    database = File(tmp_path)
    with running_on(database, tmp_path) as site:
        ann, _ = site.pair("claim-it")
        play_out(*site.pair("claim-it"))
    stretch(database, ann.table, MAX_EVENTS + 1000)  # by a version that knew no limit
    with running_on(database, tmp_path) as site:
        text = site.client.get(f"/api/tables/{ann.table}/record").text
        assert site.client.get(f"/api/tables/{ann.table}").json()["status"] == "called-off"
        assert site.client.get("/").status_code == 200
        record = loads(text)
        assert record.headers["called-off"] == "yes"
        assert redact(record, 1) == record
        assert luck.verify(record) > 1000
        assert replay(record).outcome is None
        assert "result" not in trace(record)[-1]
    assert database.ask("SELECT count(*) FROM tables WHERE due IS NOT NULL") == [(0,)]
    file = tmp_path / "game.claim"
    file.write_text(text)
    capsys.readouterr()
    assert main(["verify", str(file)]) == 0
    assert main(["replay", str(file)]) == 0
    assert "The game was called off. Nobody has won." in capsys.readouterr().out
    assert main(["export", str(tmp_path / "out.tar"), "--data", str(tmp_path)]) == 0
    assert "1 game that was called off is included" in capsys.readouterr().out
    with tarfile.open(tmp_path / "out.tar") as tar:
        folders = sorted(name.rpartition("/")[0] for name in tar.getnames())
    assert folders == ["", "called-off"]
    new = tmp_path / "new"
    assert main(["import", str(tmp_path / "out.tar"), "--data", str(new)]) == 1
    out, err = capsys.readouterr()
    assert "1 game was imported" in out
    assert "the game was called off" in err


def test_row_2_a_game_too_long_for_a_record_stops_nothing_else(
    tmp_path: Path, capsys: Output
) -> None:
    database = File(tmp_path)
    with running_on(database, tmp_path) as site:
        ann, _ = site.pair("claim-it", public=True)
        play_out(*site.pair("claim-it", public=True))
    stretch(database, ann.table, MAX_RECORDED + 1)
    with running_on(database, tmp_path) as site:
        assert site.client.get(f"/api/tables/{ann.table}").json()["status"] == "called-off"
        for path in (f"/api/tables/{ann.table}/record", f"/tables/{ann.table}/record"):
            assert site.client.get(path).status_code == 200
    capsys.readouterr()
    assert main(["export", str(tmp_path / "out.tar"), "--data", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "1 finished game is in" in out
    assert ann.table in err
    with tarfile.open(tmp_path / "out.tar") as tar:
        assert len(tar.getnames()) == 1
    assert main(["backup", str(tmp_path / "backup"), "--data", str(tmp_path)]) == 0
