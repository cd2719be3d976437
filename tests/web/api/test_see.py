"""GET /api/tables/{id}: works · wrong seat · spectator · malformed."""

from __future__ import annotations

import pytest
from support.site import Player, Site, mover, play_out


def test_a_seat_sees_its_own_hand_and_no_other(site: Site) -> None:
    ann, ben = site.pair("claim")
    for player, other in ((ann, 1), (ben, 0)):
        view = player.see()["view"]
        assert "?" not in view["hands"][player.seat or 0]
        assert set(view["hands"][other]) == {"?"}


def test_only_the_player_to_decide_has_choices(site: Site) -> None:
    ann, ben = site.pair("claim")
    player, seen = mover(ann, ben)
    other = ben if player is ann else ann
    assert seen["legal"]
    assert other.see()["legal"] == []
    assert other.see()["actor"] == player.seat


def test_a_spectator_sees_what_lies_open(site: Site) -> None:
    ann, _ = site.pair("claim")
    seen = site.spectator(ann).see()
    assert seen["seat"] is None
    assert seen["legal"] == []
    assert {card for hand in seen["view"]["hands"] for card in hand} == {"?"}
    assert (
        seen["event"].count("?") == 26 + 25
    )  # both hands, and the pile but for the card turned up


def test_a_table_may_refuse_spectators_while_it_runs(site: Site) -> None:
    ann = site.make(spectators=False)
    stranger = site.spectator(ann)
    assert stranger.get().status_code == 200  # who is to join has to see what
    ann.invite()
    for path in ("", "/feed", "/record", "/talk"):
        refused = stranger.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "no-spectators")
    assert ann.get().status_code == 200


@pytest.mark.parametrize("token", ["x", "Ä", "a.b", "." * 300])
def test_a_wrong_token_is_refused_and_does_not_make_a_spectator(site: Site, token: str) -> None:
    ann, _ = site.pair()
    refused = Player(site, ann.table, 0, token).get()
    assert (refused.status_code, refused.json()["code"]) == (403, "token")


@pytest.mark.parametrize("name", ["nowhere", "%00", "..%2f..", "x" * 500, "é"])
def test_a_guessed_name_leads_to_no_table(site: Site, name: str) -> None:
    refused = site.client.get(f"/api/tables/{name}")
    assert refused.status_code == 404
    assert refused.json()["code"] in ("no-table", "not-found")


def test_past_tricks_are_listed_only_at_a_table_with_a_memory_aid(site: Site) -> None:
    """R-C8: players have to remember them. Once the game is over, everyone may look."""
    for aid in (False, True):
        players = site.pair("claim", memory_aid=aid)
        viewer = site.spectator(players[0])
        for _ in range(12):
            player, seen = mover(*players)
            player.act(seen["legal"][0])
        for one in (*players, viewer):
            history = one.see()["view"]["history"]
            assert history[-1]["cards"] == one.see()["view"]["last_trick"]
            assert (len(history) > 1) == aid
    over = play_out(*players)
    assert len(over["view"]["history"]) == 26
