"""…/reactions: works · in words · unknown · closed chat · muted · spectator."""

from __future__ import annotations

import pytest
from support.evenings import Participant
from support.site import Site
from support.visitor import visitor

from claimant.web.tables.reactions import REACTIONS


@pytest.mark.parametrize("name", REACTIONS)
def test_a_reaction_is_a_line_with_words_and_a_name(site: Site, name: str) -> None:
    ann, ben = site.pair()
    with ben.listen() as heard:
        sent = ann.post("/reactions", {"reaction": name}).json()
        assert (sent["reaction"], sent["text"]) == (name, REACTIONS[name].say())
        line = next(each for each in heard if each.kind == "talk").data
    assert (line["reaction"], line["text"]) == (name, REACTIONS[name].say())
    table = f"/api/tables/{ann.table}/talk"
    said = site.client.get(table, headers={"Accept-Language": "de"}).json()
    assert said[0]["text"] == REACTIONS[name].say("de")


def test_other_lines_are_no_reactions(site: Site) -> None:
    ann, _ = site.pair()
    for text in ("wow", ":wow", "::", ":none:", "a :wow:"):
        assert (
            ann.post("/talk", {"text": text}).json() | {"reaction": "", "text": text}
            == (ann.get("/talk").json()[-1])
        )


def test_refused_are_unknown_ones_spectators_and_a_closed_chat(site: Site) -> None:
    ann, ben = site.pair()
    assert ann.post("/reactions", {"reaction": "boo"}).json()["code"] == "reaction"
    other = site.spectator(ann).post("/reactions", {"reaction": "wow"})
    assert other.json()["code"] == "spectator"
    assert ann.post("/chat", {"closed": True}).status_code < 300
    assert ben.post("/reactions", {"reaction": "wow"}).json()["code"] == "chat-closed"


def test_those_of_a_muted_person_are_not_sent(site: Site) -> None:
    ann, ben = Participant(site, "Ann"), Participant(site, "Ben")
    asked = {"game": "claim-it", "players": 2, "seats": ["me", "open"]}
    table = ann.post("/tables", asked)["table"]
    ben.post(f"/tables/{table}/join", {})
    said = ben.post(f"/tables/{table}/reactions", {"reaction": "laugh"})
    ann.post(f"/tables/{table}/talk/{said['n']}/mute")
    ben.post(f"/tables/{table}/reactions", {"reaction": "laugh"})
    assert ann.get(f"/tables/{table}/talk") == []


def test_without_script_it_is_a_form(site: Site) -> None:
    with visitor(site, "nl") as ann:
        path = ann.make("claim-it", "me bot:easy")
        assert 'value="thanks" aria-label="Dank je!"' in ann.get(path)
        ann.post(f"{path}/reactions", reaction="thanks")
        assert '<use href="#reaction-thanks"/></svg>Dank je!' in ann.get(path)
        ann.post(f"{path}/reactions", status=422, reaction="boo")
