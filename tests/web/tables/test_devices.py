"""Pass and play: several players on one device, without script. Whose cards it shows, who acts,
speaks, leaves and comes back, and what a rematch, another server's log or a new name change."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from support.site import Site, running
from support.visitor import Visitor, alert, said, visitor

from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.web.tables.devices import Device, Unveiled, look_in, with_look
from claimant.web.tables.table import Table


def table_at(site: Site, path: str) -> Table:
    found = site.services.tables.find(path.rpartition("/")[2])
    return site.run(found)


def of_play(page: str, name: str) -> str:
    found = re.search(rf'<section id="play"[^>]* data-{name}="([^"]*)"', page)
    assert found is not None
    return found[1]


def may(page: str) -> list[str]:
    play = page.partition('<section id="play"')[2].partition("</main>")[0]
    buttons = [b for b in re.findall(r"<button[^>]*>", play) if 'name="event"' in b]
    values = [re.search(r'value="([^"]*)"', b) for b in buttons if "aria-disabled" not in b]
    return [found[1] for found in values if found and " hidden" not in found.string]


def claim(guest: Visitor, seats: str) -> str:
    names = dict(enumerate(("", "Ben", "Cleo")))
    wanted = seats.split()
    guests = {f"guest{n}": names[n] for n, seat in enumerate(wanted) if seat == "here"}
    return guest.make("claim", seats, deck="scenario", scenario="the old kingdom", **guests)


def step(guest: Visitor, path: str, luck: random.Random) -> None:
    """Whoever the page asks for takes the device and plays something."""
    page = guest.get(path)
    front = of_play(page, "front")
    if front.startswith("next "):
        guest.post(f"{path}/look", seat=front.removeprefix("next "))
        page = guest.get(path)
    event = luck.choice([event for event in may(page) if event != "undo"])
    guest.post(f"{path}/events", version=of_play(page, "version"), event=event)


def test_a_whole_game_of_claim_on_one_device_without_script(site: Site) -> None:
    luck = random.Random(5)
    with visitor(site) as ann:
        path = claim(ann, "me here")
        table = table_at(site, path)
        assert [str(name) for name in table.names][1] == "Ben"
        asked = set()
        while not table.over:
            page = ann.get(path)
            asked.add(of_play(page, "front"))
            if of_play(page, "front").startswith("next"):
                assert "Pass the device to" in said(page)
                assert not may(page)
                assert 'class="hand"' not in page
            step(ann, path, luck)
        assert {"next 0", "next 1"} <= asked
        assert "How it was decided" in said(ann.get(path))


def test_the_board_of_a_game_without_secrets_needs_no_curtain(site: Site) -> None:
    with visitor(site) as ann:
        path = ann.make("claim-it", "me here", guest1="Ben")
        names: set[str] = set()
        for _ in range(60):
            page = ann.get(path)
            assert 'class="curtain"' not in page
            found = re.search(r'<h1 id="turn">(\w+):', page)
            assert found, "the headline names the player"
            names.add(found[1])
            event = "stop" if "stop" in may(page) else may(page)[0]
            ann.post(f"{path}/events", version=of_play(page, "version"), event=event)
            if len(names) == 2:
                break
        assert "Ben" in names
        assert len(names) == 2


def test_cards_stay_open_while_others_decide_and_close_at_the_next_players_turn() -> None:
    game = Claim(3, SCENARIOS["the old kingdom"].deck(3))
    actors = {1: 0, 2: 2, 3: 2, 4: 1, 5: 0}

    class Log:
        """As much of a table as a device asks for."""

        status, version = "running", 1

        def __init__(self) -> None:
            self.game = game
            self.seats = [type("Row", (), {"away": False})() for _ in range(3)]

        def deciders(self, version: int) -> Any:
            return type("D", (), {"actor": actors[version], "undoer": None})()

    log: Any = Log()
    ann = Device((0, 1), Unveiled(0, 1))
    shown = []
    for version in actors:
        log.version = version
        shown.append((ann.seat_at(log, version), ann.next_player(log)))
    # Open in her turn and while seat 2 decides; closed from Ben's turn on, and not open again.
    assert shown == [(0, None), (0, None), (0, None), (None, 1), (None, 0)]
    # Nobody is asked for while a bot plays for Ben, and nothing of an earlier version is shown.
    log.version, log.seats[1].away = 4, True
    assert ann.next_player(log) is None
    log.seats[1].away = False
    assert ann.seat_at(log, 1) is None


def test_a_look_is_kept_for_a_few_tables_and_closed_one_by_one() -> None:
    cookie = ""
    for n in range(6):
        cookie = with_look(cookie, f"table-{n}", Unveiled(n % 2, n))
    assert look_in(cookie, "table-0") is None
    assert look_in(cookie, "table-5") == (1, 5)
    assert look_in(with_look(cookie, "table-5", None), "table-5") is None
    for nonsense in ("~" * 50, "a.b.c", "table.1", "table.1.9999999", "table.-1.2", "\x00"):
        assert look_in(nonsense, "table") is None


def test_a_move_for_a_player_who_does_not_have_the_device_is_refused_alike(site: Site) -> None:
    """Legal or not: the answer would tell what that player holds."""
    with visitor(site) as ann:
        path = claim(ann, "me here")
        table = table_at(site, path)
        actor = table.deciders(table.version).actor
        legal = table.view(actor).legal[0]
        answers = {
            ann.client.post(
                f"/api{path}/events", json={"version": table.version, "event": event}
            ).text
            for event in (legal, "play goblin-9", "nonsense")
        }
        assert len(answers) == 1
        assert "tap your name first" in answers.pop()
        refused = ann.post(f"{path}/events", 403, version=table.version, event=legal).text
        assert alert(refused) == "Tap your name first, to show your cards."
        other = 1 - (actor or 0)
        ann.post(f"{path}/look", seat=other)  # nor does the other's tap help
        assert of_play(ann.get(path), "front") == f"next {actor}"
        ann.post(f"{path}/look", seat=actor)
        assert ann.client.get(f"/api{path}").json()["seat"] == actor
        ann.post(f"{path}/look", seat="")
        assert ann.client.get(f"/api{path}").json()["seat"] is None


def test_nobody_can_look_through_the_device_of_others(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as eve:
        path = claim(ann, "me here")
        eve.post("/me", name="Eve", colour="1")
        assert eve.client.post(f"{path}/look", data={"seat": "1"}).status_code == 403
        eve.client.cookies.set("look", f"{path.rpartition('/')[2]}.1.1")
        assert eve.client.get(f"/api{path}").json()["seat"] is None


def test_pages_of_a_shared_device_are_not_kept_by_the_browser(site: Site) -> None:
    with visitor(site) as ann:
        path = claim(ann, "me here")
        assert ann.client.get(path).headers["cache-control"] == "no-store"
        alone = ann.make("claim-it", "me bot:random")
        assert ann.client.get(alone).headers["cache-control"] == "private, no-cache"


def test_people_join_in_the_waiting_room_on_one_device_and_on_their_own(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as dan:
        path = ann.make("claim-it", "me open open open")
        assert "Add someone on this device" in said(ann.get(path))
        ann.post(f"{path}/guests", name="Ben")
        ann.post(f"{path}/guests", name="Cleo")
        assert (
            alert(ann.post(f"{path}/guests", 422, name="bot 7").text) == "Only bots are called bot."
        )
        seats = table_at(site, path).seats
        ann.post(f"{path}/leave", seat=2)
        assert [seat.name for seat in table_at(site, path).seats[1:3]] == ["Ben", ""]
        assert seats[1].person is None
        assert seats[1].device == seats[0].person
        assert "on the device of" in said(ann.get(path))
        ann.post(f"{path}/guests", name="Cleo")
        dan.post(f"{path}/join", name="Dan")
        assert table_at(site, path).status in ("starting", "running")
        shown = dan.client.get(f"/api{path}").json()["seats"]
        assert [seat["plays_at"] for seat in shown] == [None, 0, 0, None]
        assert dan.client.get(f"/api{path}").json()["seat"] == 3


def test_guests_need_someone_who_holds_the_device(site: Site) -> None:
    asked = {"game": "claim-it", "players": 2, "seats": ["open", "here:Ben"], "options": {}}
    refused = site.client.post("/api/tables", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (422, "device")
    ann = site.make(seats="me open")
    assert ann.post("/join", {"guest": True, "name": "Ben"}).json()["code"] == "device"
    with visitor(site) as eve, visitor(site) as dan:
        path = dan.make("claim-it", "me open")
        assert eve.client.post(f"{path}/guests", data={"name": "Ben"}).status_code == 403


def test_who_leaves_before_the_game_takes_their_guests_along(site: Site) -> None:
    with visitor(site) as dan, visitor(site) as ann:
        path = dan.make("claim-it", "me open open open")
        ann.post(f"{path}/join", name="Ann")
        ann.post(f"{path}/guests", name="Ben")
        ann.post(f"{path}/leave")
        assert [seat.kind for seat in table_at(site, path).seats] == ["person", *["open"] * 3]
        ann.post(f"{path}/join", name="Ann")
        ann.post(f"{path}/guests", name="Ben")
        dan.post(f"{path}/remove", seat=1)
        assert [seat.kind for seat in table_at(site, path).seats] == ["person", *["open"] * 3]


def test_one_player_of_a_device_leaves_and_comes_back(site: Site) -> None:
    with visitor(site) as ann:
        path = claim(ann, "me here here")
        left = ann.post(f"{path}/leave", seat=1).headers["location"]
        assert left == path, "the others are still there"
        assert [seat.away for seat in table_at(site, path).seats] == [False, True, False]
        assert "A bot plays for Ben." in said(ann.get(path))
        ann.post(f"{path}/back", seat=1)
        assert not any(seat.away for seat in table_at(site, path).seats)
        assert ann.post(f"{path}/leave").headers["location"] == "/"
        assert all(seat.away for seat in table_at(site, path).seats)


def test_each_player_of_a_device_speaks_under_their_own_name(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as eve:
        path = claim(ann, "me here")
        ann.post(f"{path}/talk", text="hello", seat=1)
        ann.client.post(f"/api{path}/talk", json={"text": "and from me", "seat": 0})
        lines = ann.client.get(f"/api{path}/talk").json()
        assert [line["name"] for line in lines] == ["Ben", ann.name]
        eve.post("/me", name="Eve", colour="1")
        assert eve.client.post(f"{path}/talk", data={"text": "x", "seat": "1"}).status_code == 403


def test_a_rematch_seats_everyone_on_the_device_again(site: Site) -> None:
    luck = random.Random(6)
    with visitor(site) as ann:
        path = claim(ann, "me here")
        while not table_at(site, path).over:
            step(ann, path, luck)
        again = ann.post(f"{path}/rematch").headers["location"]
        table = table_at(site, again)
        assert [seat.name for seat in table.seats] == [ann.name, "Ben"]
        assert table.seats[1].device == table.seats[0].person
        assert of_play(ann.get(again), "front").startswith("next ")


def test_names_of_guests_are_their_own_and_are_forgotten_with_the_device(site: Site) -> None:
    with visitor(site) as ann:
        path = claim(ann, "me here")
        ann.post("/me", name="Anna", colour="2")
        assert [seat.name for seat in table_at(site, path).seats] == ["Anna", "Ben"]
        taken = ann.client.get("/me/data").json()["tables"][0]
        assert taken["guests"] == ["Ben"]
        assert "?" in taken["record"], "while others may have the device, no cards are in it"
        ann.client.delete("/api/me")
        seats = table_at(site, path).seats
        assert [(seat.name, seat.owner, seat.away) for seat in seats] == [("", None, True)] * 2


def test_luck_is_contributed_once_per_device_and_the_table_says_so(site: Site) -> None:
    with visitor(site) as ann:
        path = claim(ann, "me here")
        words = said(ann.get(path))
        assert f"Ben plays on the device of {ann.name}: it contributes to the luck once" in words


def test_time_runs_for_the_player_whom_the_device_waits_for(tmp_path: Path) -> None:
    with running(tmp_path) as site, visitor(site) as ann:
        path = claim(ann, "me here")
        table = table_at(site, path)
        actor = table.deciders(table.version).actor
        assert actor in (0, 1)
        # The deadline is that of any other player; a bot then plays for this one only.
        site.run(site.services.seating.time_out(table, actor or 0, table.version))
        assert table_at(site, path).seats[actor or 0].away
        assert not table_at(site, path).seats[1 - (actor or 0)].away
