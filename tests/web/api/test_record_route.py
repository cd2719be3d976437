"""GET /api/tables/{id}/record: works · wrong seat · spectator."""

from __future__ import annotations

from support.site import Player, Site, play_out

from claimant.luck import verify
from claimant.record import loads, replay


def test_a_running_game_is_redacted_for_the_seat(site: Site) -> None:
    ann, ben = site.pair("claim")
    deals = [
        loads(player.get("/record").text).events[1].removeprefix("deal ").split(" / ")
        for player in (ann, ben, site.spectator(ann))
    ]
    assert [["?" in hand for hand in deal[:2]] for deal in deals] == [
        [False, True],
        [True, False],
        [True, True],
    ]
    text = ann.get("/record").text
    assert "commitment: " in text
    assert "seed: " not in text


def test_a_finished_game_is_whole_and_its_luck_verifies(site: Site) -> None:
    ann = site.make("claim", name="Ann", word="pickaxe")
    ben = ann.invite(name="Ben", word="lantern")
    seen = play_out(ann, ben)
    text = site.spectator(ann).get("/record").text
    record = loads(text)
    assert record.names == ("Ann", "Ben")
    assert record.words == ("pickaxe", "lantern")
    assert verify(record) == 2
    outcome = replay(record).outcome
    assert outcome is not None
    assert outcome.result() == seen["result"]
    assert record.headers["commitment"] == seen["commitment"]
    assert record.headers["seed"] == seen["seed"]


def test_words_for_the_luck_lose_invisible_characters(site: Site) -> None:
    """The luck is drawn from the cleaned word, which is what the record shows."""
    ann = site.make("claim", word="äöü \u202e zwei ")
    ben = ann.invite(word="\u200b\u2066\u3164")
    play_out(ann, ben)
    record = loads(ann.get("/record").text)
    assert record.words == ("äöü zwei", "")
    assert verify(record) == 2


def test_bots_are_named_as_bots(site: Site) -> None:
    ann = site.make(seats="me bot:random", name="Ann")
    assert loads(ann.get("/record").text).names == ("Ann", "bot random")


def test_a_wrong_token_is_refused(site: Site) -> None:
    ann, _ = site.pair()
    assert Player(site, ann.table, 0, "wrong").get("/record").status_code == 403
    assert Player(site, "nowhere", 0, None).get("/record").status_code == 404
