"""Talk belongs to the person who said it, and forgetting a person finds everything about them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.authenticator import Authenticator
from support.databases import Database, running_on
from support.site import Player, Site, play_out
from support.visitor import said, visitor

from claimant.luck import verify
from claimant.record import loads

TWO = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}


def person(site: Site, name: str) -> dict[str, str]:
    made = site.client.post("/api/people", json={"name": name})
    return {"Authorization": f"Bearer {made.json()['token']}"}


def sit(site: Site, table: str, who: dict[str, str], **asked: Any) -> Player:
    joined = site.client.post(f"/api/tables/{table}/join", json=asked, headers=who)
    assert joined.status_code == 200, joined.text
    return Player(site, table, **joined.json())


def lines(player: Player) -> list[tuple[str, str]]:
    return [(line["name"], line["text"]) for line in player.get("/talk").json()]


def test_talk_belongs_to_the_person_and_not_to_the_seat(site: Site) -> None:
    """Somebody else sits down where it was said: they have not said it."""
    host = site.make(seats="me open open", name="Cleo")
    ann, ben = person(site, "Ann"), person(site, "Ben")
    first = sit(site, host.table, ann)
    first.post("/talk", {"text": "I am going to win"})
    first.post("/leave")
    second = sit(site, host.table, ben)
    assert second.seat == first.seat
    second.post("/talk", {"text": "who was that?"})
    expected = [("Ann", "I am going to win"), ("Ben", "who was that?")]
    assert lines(host) == expected
    with visitor(site) as watching:
        page = said(watching.get(f"/tables/{host.table}"))
        assert "Ann I am going to win" in page
        assert "Ben who was that?" in page
    # It is the person who can take back what was said, and nobody else.
    assert site.client.delete("/api/me", headers=ben).status_code == 204
    assert lines(host) == expected[:1]
    assert site.client.delete("/api/me", headers=ann).status_code == 204
    assert lines(host) == []


def test_talk_stands_under_the_name_of_then(site: Site) -> None:
    ann = person(site, "Ann")
    made = site.client.post("/api/tables", json=TWO, headers=ann).json()
    seat = Player(site, **made)
    with seat.listen() as feed:
        seat.post("/talk", {"text": "hello"})
        heard = next(event.data for event in feed if event.kind == "talk")
    assert (heard["name"], heard["text"]) == ("Ann", "hello")
    assert "person" not in heard
    site.client.post("/api/me", json={"name": "Anna"}, headers=ann)
    seat.post("/talk", {"text": "hello again"})
    assert lines(seat) == [("Ann", "hello"), ("Anna", "hello again")]


def columns(database: Database) -> list[tuple[str, str]]:
    if database.kind == "sqlite":
        sql = (
            "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
            " WHERE m.type = 'table'"
        )
    else:
        sql = (
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public'"
        )
    return [(str(table), str(column)) for table, column in database.ask(sql)]


def found(database: Database, *texts: str) -> set[tuple[str, str, str]]:
    """Where these texts are in the database: the table, the column and the text."""
    places = set()
    for table, column in columns(database):
        for (value,) in database.ask(f'SELECT DISTINCT "{column}" FROM "{table}"'):
            shown = value.decode("latin-1") if isinstance(value, bytes) else str(value)
            places |= {(table, column, text) for text in texts if text in shown}
    return places


def test_forgetting_finds_everything(database: Database, tmp_path: Path) -> None:
    """Every column of the database is searched for the person's words."""
    names = ("Annegret-one", "Annegret-two")
    words: tuple[str, ...] = ("word-waiting", "word-begun")
    said = ("said-waiting", "said-begun", "said-elsewhere")
    with running_on(database, tmp_path) as site:
        made = site.client.post("/api/people", json={"name": names[0]}).json()
        ann = {"Authorization": f"Bearer {made['token']}"}
        waiting = site.client.post("/api/tables", json=TWO | {"word": words[0]}, headers=ann).json()
        begun = site.client.post("/api/tables", json=TWO | {"word": words[1]}, headers=ann).json()
        ben = Player(site, begun["table"], None, None).invite(name="Ben", word="word-of-ben")
        left = site.make(name="Cleo")
        gone = sit(site, left.table, ann)
        for player, text in zip(
            (Player(site, **waiting), Player(site, **begun), gone), said, strict=True
        ):
            assert player.post("/talk", {"text": text}).status_code == 200
        site.client.post("/api/me", json={"name": names[1]}, headers=ann)
        Player(site, **begun).post("/talk", {"text": "once more"})
        key = Authenticator(site.server.url.replace("127.0.0.1", "localhost"))
        options = site.client.post("/api/me/passkeys/options", headers=ann).json()
        passkey = {"credential": key.create(options), "name": "phone-of-annegret"}
        assert site.client.post("/api/me/passkeys", json=passkey, headers=ann).status_code == 201
        eve = person(site, "Eve")
        talk = f"/api/tables/{begun['table']}/talk/1"
        reason = {"reason": "annegret-was-rude"}
        assert site.client.post(f"{talk}/report", json=reason, headers=eve).status_code == 204
        assert site.client.post(f"{talk}/mute", headers=eve).status_code == 200
        words += ("phone-of-annegret", "annegret-was-rude")
        before = found(database, made["person"], *names, *words, *said)
        assert {text for _, _, text in before} == {made["person"], *names, *words, *said}
        assert site.client.delete("/api/me", headers=ann).status_code == 204
        # The word of a game that has begun is part of the proof that its luck is fair.
        assert found(database, made["person"], *names, *words, *said, "once more") == {
            ("seats", "word", "word-begun")
        }
        assert ben.see()["seats"][0]["name"] == ""
        assert Player(site, waiting["table"], None, None).see()["status"] == "closed"


def test_a_finished_game_verifies_after_a_player_was_forgotten(site: Site) -> None:
    ann = person(site, "Annegret")
    made = site.client.post("/api/tables", json=TWO | {"word": "pickaxe"}, headers=ann).json()
    ben = Player(site, made["table"], None, None).invite(name="Ben")
    play_out(Player(site, **made), ben)
    assert site.client.delete("/api/me", headers=ann).status_code == 204
    record = loads(ben.get("/record").text)
    assert verify(record) > 0
    assert "Annegret" not in ben.get("/record").text
