"""Whole games over the API, in which nothing sent to a seat reveals what it may not know."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from support.site import OLD_KINGDOM, Player, Site, play_out, versions

from claimant.games.claim.view import ClaimView
from claimant.luck import verify
from claimant.record import loads, replay, steps


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("claim-it", 2, {}),
        ("claim-it", 5, {"squatters-return": "yes"}),
        ("claim", 2, {"scenario": "the high mountains"}),
        ("claim", 3, {"scenario": "the clockwork war"}),
        ("claim", 4, {"scenario": "the hungry court"}),
    ],
)
def test_people_play_a_whole_game(
    site: Site, game: str, players: int, options: dict[str, str]
) -> None:
    ann = site.make(game, "me" + " open" * (players - 1), options=options, public=True)
    others = [ann.invite() for _ in range(players - 1)]
    seen = play_out(ann, *others)
    assert seen["result"]["winners"]
    record = loads(ann.get("/record").text)
    outcome = replay(record).outcome
    assert outcome is not None
    assert outcome.result() == seen["result"]
    assert verify(record) > 0
    assert ann.table in [table["table"] for table in site.client.get("/api/finished").json()]
    late = others[0].act("roll")
    assert (late.status_code, late.json()["code"]) == (422, "over")


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_bots_play_a_whole_game_and_every_version_is_heard(site: Site, game: str) -> None:
    host = site.make(game, "bot:random bot:normal")
    with site.spectator(host).listen(since=0) as stream:
        heard = []
        for message in stream:
            if message.version is not None:
                heard.append(message.version)
                if message.data["over"]:
                    break
    assert heard == list(range(1, heard[-1] + 1))


def _codes(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+-[0-9]+", text))


def _hidden(state: Any, seat: int) -> set[str]:
    """The cards that a seat of two cannot know: the opponent's, except those taken face up, and
    those in the pile. Derived from what the opponent and a spectator know."""
    other, open_to_all = state.view(1 - seat), state.view(None)
    assert isinstance(other, ClaimView)
    assert isinstance(open_to_all, ClaimView)
    held = {*other.hands[1 - seat], *other.followers[1 - seat]}
    pile = set(state.pieces().get("pile", ()))
    seen = {*open_to_all.hands[1 - seat], *open_to_all.followers[1 - seat]}
    # Five goblins are equal: seeing the name of one reveals no secret.
    return (held | pile) - seen - {"goblin-0", "?"}


def test_nothing_sent_to_a_seat_tells_of_hidden_cards(site: Site) -> None:
    choice = random.Random(7)
    ann = site.make("claim", name="Ann", options=OLD_KINGDOM)
    ben = ann.invite(name="Ben")
    everyone: list[Player] = [ann, ben, site.spectator(ann)]
    answers: dict[int, list[tuple[int, str]]] = {0: [], 1: [], 2: []}
    seen = ann.see()
    while not seen["over"]:
        player = everyone[seen["actor"]]
        mine = player.see()
        # Refusals count too: for a card of the opponent's, and for one played out of turn.
        for n, asker in enumerate(everyone):
            for event in (
                "play undead-4",
                "take dwarf-3",
                "discard seer-1",
                choice.choice(mine["legal"]),
            ):
                if asker is not player:
                    refused = asker.act(event, mine["version"])
                    answers[n].append((mine["version"], refused.text.replace(event[5:], "")))
        done = player.act(choice.choice(mine["legal"]), mine["version"])
        assert done.status_code == 200
        seen = ann.see()
        for n, asker in enumerate(everyone):
            for path in ("", "/record", "/talk"):
                answers[n].append((seen["version"], asker.get(path).text))
    record = loads(ann.get("/record").text)
    for n, asker in enumerate(everyone):
        with asker.listen(since=0) as stream:
            for heard in versions(stream, seen["version"]):
                answers[n].append((heard["version"], repr(heard)))
    states = [record.game.start(), *(step.after for step in steps(record))]
    checked = 0
    for n in range(3):
        for version, text in answers[n]:
            state = states[version]
            if state.actor is None or version < 2:
                continue
            secrets = _hidden(state, 0) & _hidden(state, 1) if n == 2 else _hidden(state, n)
            told = secrets & _codes(text)
            assert not told, f"at version {version} seat {n} is told {told}"
            checked += len(secrets)
    assert checked > 1000
