"""The end of a game on its page: who has won, the score, what decided it, and what comes next."""

from __future__ import annotations

import re

import pytest
from support.site import Player, Site, play_out
from support.visitor import visitor

from claimant.web.pages.table.context import viewer_context
from claimant.web.pages.table.finished import final
from claimant.web.pages.table.page import render_table
from claimant.web.tables.devices import Device

SET_UPS = [
    ("claim-it", 2, {}),
    ("claim-it", 5, {}),
    ("claim", 2, {"scenario": "the old kingdom"}),
    ("claim", 3, {"scenario": "the hungry court"}),
    ("claim", 4, {"scenario": "the clockwork war"}),
]


def finished(site: Site, game: str, players: int, options: dict[str, str]) -> list[Player]:
    """Everyone at the table of a finished game."""
    ann = site.make(game, "me" + " open" * (players - 1), name="Ann", options=options)
    everyone = [
        ann,
        *(ann.invite(name=name) for name in ("Ben", "Cas", "Dora", "Eli")[: players - 1]),
    ]
    play_out(*everyone)
    return everyone


def ending(page: str) -> str:
    return page.split('<section class="ending"')[1].split('id="replay"')[0]


@pytest.mark.parametrize(("game", "players", "options"), SET_UPS)
def test_the_winner_and_the_score_stand_at_the_top(
    site: Site, game: str, players: int, options: dict[str, str]
) -> None:
    everyone = finished(site, game, players, options)
    table = site.services.tables.in_memory[everyone[0].table]
    outcome = table.view(None).outcome
    assert outcome is not None
    with visitor(site) as eve:
        page = eve.get(f"/tables/{table.id}")
    top = ending(page)
    scored = [
        (names, int(figure))
        for names, figure in re.findall(
            r'class="final-side[^"]*" title="([^"]*)">.*?<b>(-?\d+)</b>', top
        )
    ]
    sides = [
        (" and ".join(str(table.names[s]) for s in team), outcome.figure(team[0]))
        for team in table.game.teams
    ]
    assert sorted(scored) == sorted(sides)
    # The winners come first, and are the only ones in bold.
    won = [names for names, _ in scored][: top.count('class="final-side won"')]
    assert won
    assert all(str(table.names[seat]) in " ".join(won) for seat in outcome.winners)
    who = re.search(r'class="final-who">([^<]*)<', top)
    assert who is not None
    assert all(str(table.names[seat]) in who[1] for seat in outcome.winners)
    told_by_score = (table.game.name, outcome.reason) == ("claim-it", "group")
    assert told_by_score or re.search(r'class="final-why">[^<]+\.<', top)
    # First the end, then the explanation, then the replay.
    places = [page.index(mark) for mark in ('class="final-who"', 'class="result"', 'id="replay"')]
    assert places == sorted(places)


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_players_are_told_that_they_have_won(site: Site, game: str) -> None:
    ann, ben = site.pair(game)
    play_out(ann, ben)
    table, settings = site.services.tables.in_memory[ann.table], site.services.settings
    outcome = table.view(None).outcome
    assert outcome is not None
    (winner,) = outcome.winners
    # A device that two players share congratulates nobody in particular.
    for viewer in (0, 1, None, Device((0, 1))):
        words = "You win!" if viewer == winner else f"{table.names[winner]} wins!"
        shown = final(viewer_context(table, settings, viewer, "en", live=False))
        assert shown.words == words
        for scripted in (False, True):
            page = render_table(table, settings, viewer, "en", scripted=scripted)
            assert f'<h1 id="turn">{words}</h1>' in page.parts["head"]
        assert f'"words":"{words}"' in page.scenes.decode()


def test_numbers_are_folded_away(site: Site) -> None:
    ann, ben = site.pair("claim-it", word="pickaxe")
    play_out(ann, ben)
    table = site.services.tables.in_memory[ann.table]
    with visitor(site) as eve:
        page = eve.get(f"/tables/{ann.table}")
    shown = re.sub(r"<details.*?</details>", "", page, flags=re.DOTALL)
    for number in (table.commitment, table.seed):
        assert number
        assert f"<code>{number}</code>" in page
        assert f"<code>{number}</code>" not in shown


def test_people_at_the_table_get_the_rematch_and_spectators_watch_it(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as eve:
        table = ann.make("claim-it", "me bot:random")
        while may_act(page := ann.get(table)):
            found = re.findall(r'name="event" value="([^"]*)"(?![^>]*aria-disabled)', page)
            events = [event for event in found if event != "undo"]
            version = re.search(r'data-version="(\d+)"', page)
            assert version is not None
            if events:  # it is not the bot's turn
                ann.post(f"{table}/events", version=version[1], event=events[-1])
        for guest, form in ((ann, True), (eve, False)):
            assert (f'action="{table}/rematch"' in ending(guest.get(table))) == form
        again = ann.post(f"{table}/rematch").headers["location"]
        assert f'href="{again}"' in ending(eve.get(table))


def may_act(page: str) -> bool:
    return 'data-status="over"' not in page
