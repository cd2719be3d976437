"""Hints: who may have one, what it says, and the mark it leaves in the record."""

from __future__ import annotations

import pytest
from support.site import Player, Site

from claimant.judge import judge_of
from claimant.record import HINT, dumps, loads, redact, replay


def hint(player: Player, version: int | None = None) -> dict[str, object]:
    version = player.see()["version"] if version is None else version
    answer = player.post("/hint", {"version": version})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def refused(player: Player, version: int | None = None) -> str:
    version = player.see()["version"] if version is None else version
    answer = player.post("/hint", {"version": version})
    assert answer.status_code in (403, 409, 422), answer.text
    code: str = answer.json()["code"]
    return code


def marked(player: Player) -> list[str]:
    """The events after which the record says that there was a hint."""
    record = loads(player.get("/record").text)
    assert loads(dumps(record)) == record
    return [record.events[c.after - 1] for c in record.comments if c.line == HINT]


def my_turn(player: Player) -> None:
    """Follow the table until the player has to decide."""
    with player.listen() as heard:
        next(one for one in heard if one.data.get("legal"))


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_a_person_among_bots_gets_what_the_judge_says(site: Site, game: str) -> None:
    ann = site.make(game, "me bot:normal", swift=True)
    my_turn(ann)
    seen = ann.see()
    assert seen["hints"]
    while len(ann.see()["legal"]) < 2:
        assert ann.act(ann.see()["legal"][0]).status_code == 200
        my_turn(ann)
    found = hint(ann)
    table = site.server.services.tables.in_memory[ann.table]
    judge = judge_of(game)
    assert judge is not None
    expected = judge.judge(table.view(ann.seat))
    assert found["best"] == expected.best
    assert found["values"] == dict(expected.values)
    assert [reason["code"] for reason in found["reasons"]] == [r.code for r in expected.reasons]  # type: ignore[attr-defined]
    assert hint(ann) == found
    event = ann.see()["legal"][0]
    assert ann.act(event).status_code == 200
    assert marked(ann) == [event]


def test_the_mark_survives_undo_and_is_only_on_the_next_decision(site: Site) -> None:
    ann, ben = site.pair()
    first, other = (ann, ben) if ann.see()["actor"] == ann.seat else (ben, ann)
    for player in (ann, ben):
        assert player.post("/hints", {"agrees": True}).status_code == 200
    hint(first)
    assert first.act("roll").status_code == 200
    spaces = first.see()["legal"]
    hint(first)
    assert first.act(spaces[0]).status_code == 200
    assert first.act("undo").status_code == 200
    assert first.act(spaces[-1]).status_code == 200
    assert first.act("stop").status_code == 200
    assert other.act("roll").status_code == 200
    assert marked(ann) == ["roll", spaces[0], spaces[-1]]
    record = loads(ann.get("/record").text)
    assert replay(record).actor is not None
    assert redact(record, None).comments == record.comments


def test_everyone_at_the_table_has_to_agree(site: Site) -> None:
    ann, ben = site.pair()
    first = ann if ann.see()["actor"] == ann.seat else ben
    assert refused(first) == "hints"
    assert ann.post("/hints", {"agrees": True}).json()["hints"] is False
    assert refused(first) == "hints"
    shown = ben.post("/hints", {"agrees": True}).json()
    assert shown["hints"]
    assert [seat["hints"] for seat in shown["seats"]] == [True, True]
    assert hint(first)["best"] == "roll"
    assert ann.post("/hints", {"agrees": False}).json()["hints"] is False
    assert refused(first) == "hints"
    spectator = site.spectator(ann)
    assert spectator.post("/hints", {"agrees": True}).json()["code"] == "spectator"
    assert refused(spectator) == "spectator"


def test_a_hint_is_for_the_one_who_decides_now(site: Site) -> None:
    ann, ben = site.pair()
    for player in (ann, ben):
        player.post("/hints", {"agrees": True})
    first, other = (ann, ben) if ann.see()["actor"] == ann.seat else (ben, ann)
    assert refused(other) == "not-your-turn"
    assert refused(first, version=0) == "stale"
    assert refused(first, version=99) == "stale"
