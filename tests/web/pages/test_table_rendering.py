"""How a table's page is rendered: equal for equal views, in parts, and forgotten afterwards."""

from __future__ import annotations

import gc
import json
import random
import re
from dataclasses import replace

import pytest
from support.site import Site, mover

from claimant.components import Parts, lengthened, patched, shortened
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.luck import Seeded
from claimant.web.ops.settings import Settings
from claimant.web.pages.table.cache import cache_of, colours
from claimant.web.pages.table.page import RenderedTable, render_table
from claimant.web.store.interface import Event, SeatRow
from claimant.web.tables.table import Table


def test_what_a_seat_cannot_know_changes_nothing_it_is_shown(site: Site) -> None:
    """Two deals that a seat cannot tell apart give it the same bytes."""
    ann, ben = site.pair("claim")
    players = {0: ann, 1: ben}
    table = site.services.tables.in_memory[ann.table]
    settings = site.services.settings
    compared = 0
    for _ in range(40):
        seen = ann.see()
        if seen["over"]:
            break
        for seat in (0, 1, None):
            view = table.view(seat)
            assert isinstance(view, ClaimView)
            before = table.version - 1
            true = str(render_table(table, settings, seat, "de"))
            sent = sent_after(table, settings, seat, before)
            other = sample(view, Seeded(table.version))
            kept = table._states[-1]
            table._states[-1] = other
            forget(table)
            assert str(render_table(table, settings, seat, "de")) == true
            assert sent_after(table, settings, seat, before) == sent
            compared += other.data != kept.data
            table._states[-1] = kept
            forget(table)
        mover = players[seen["actor"]]
        mover.act(mover.see()["legal"][0])
    assert compared > 60


def sent_after(table: Table, settings: Settings, seat: int | None, since: int) -> bytes:
    """What is sent of the current version to a listener that has seen an earlier one."""
    seen = render_table(table, settings, seat, "de", since, scripted=True)
    return render_table(table, settings, seat, "de", scripted=True).changes_since(seen)


def forget(table: Table) -> None:
    """Drop everything that was rendered from the states."""
    table._views.clear()
    cache_of(table).clear()


SET_UPS: tuple[tuple[str, int, dict[str, str]], ...] = (
    ("claim-it", 2, {"squatters-return": "yes"}),
    ("claim-it", 5, {}),
    ("claim", 2, {"scenario": "the high mountains"}),
    ("claim", 3, {"scenario": "the hungry court"}),
    ("claim", 4, {"scenario": "the old kingdom"}),
    ("claim", 4, {"scenario": "the clockwork war"}),
)


@pytest.mark.parametrize(("live", "scripted"), [(True, False), (True, True), (False, False)])
@pytest.mark.parametrize(("game", "seats", "options"), SET_UPS)
def test_a_seat_is_shown_the_same_whatever_was_drawn_before(
    site: Site, game: str, seats: int, options: dict[str, str], live: bool, scripted: bool
) -> None:
    """What was rendered for others, or for the previous version, is reused only if it is the same:
    in whole games, including a seer's look and a placement that is undone."""
    wanted = " ".join(["me"] + ["open"] * (seats - 1))
    made = site.services.tables.in_memory[site.make(game, wanted, options=options).table]
    table = Table(replace(made.row, secret=bytes(32)), made.seats)
    settings = site.services.settings
    luck = random.Random(seats)
    everyone = (*range(seats), None)

    def shown(seat: int | None) -> bytes:
        return render_table(table, settings, seat, "en", live=live, scripted=scripted).whole()

    for _ in range(1000):
        event = None
        if table.events:
            event = luck.choice(table.state.choices())
            if table.state.undoer is not None and luck.random() < 0.2:
                event = "undo"
        events, _ = table.next_events(event)
        table.extend([Event(n, event, 0.0) for n, event in enumerate(events, table.version + 1)])
        order = luck.sample(everyone, len(everyone))
        together = {seat: shown(seat) for seat in order}
        kept = dict(cache_of(table).renders)
        for seat in everyone:
            forget(table)
            assert shown(seat) == together[seat]
        cache_of(table).clear()
        cache_of(table).renders.update(kept)
        if table.over:
            break


@pytest.mark.parametrize(("game", "seats"), [("claim-it", 3), ("claim", 2), ("claim", 4)])
def test_the_parts_that_are_sent_make_the_moment_before_the_present_one(
    site: Site, game: str, seats: int
) -> None:
    first = site.make(game, " ".join(["me"] + ["open"] * (seats - 1)))
    players = [first, *(first.invite() for _ in range(1, seats))]
    table, settings = site.services.tables.in_memory[first.table], site.services.settings
    luck = random.Random(seats)
    looking = [*range(seats), None]

    def rendered(seat: int | None) -> RenderedTable:
        return render_table(table, settings, seat, "en", scripted=True)

    shown = {seat: rendered(seat) for seat in looking}
    bytes_sent, bytes_whole = 0, 0
    for _ in range(70):
        if table.over:
            break
        mover = players[table.state.actor or 0]
        assert mover.act(luck.choice(table.state.choices()), table.version).status_code == 200
        for seat in looking:
            before, now = shown[seat], rendered(seat)
            sent = now.changes_since(before)
            assert sent.endswith(b"\n\n")
            update = json.loads(sent.removeprefix(b"data: "))
            assert before.attributes | update["about"] == now.attributes
            assert update["legal"] == json.loads(now.legal)
            if "layout" in update:
                assert table.over  # the result is shown above, so everything is sent
                continue
            parts = before.parts
            for name, steps in update["parts"].items():
                parts[name] = patched(parts[name], steps)
            assert parts == now.parts
            bytes_sent += len(sent)
            bytes_whole += len(now.whole())
            shown[seat] = now
    assert bytes_sent < bytes_whole / 4  # about a fifth for two; the deal is random


def test_a_new_lead_sends_neither_the_story_nor_the_names_again(site: Site) -> None:
    """The stylesheet folds up the story of the trick before, and marks the player to move."""
    players = site.pair("claim")
    table, settings = site.services.tables.in_memory[players[0].table], site.services.settings

    def play() -> None:
        mover = players[table.state.actor or 0]
        assert mover.act(table.state.choices()[0], table.version).status_code == 200

    def shown(seat: int | None) -> RenderedTable:
        return render_table(table, settings, seat, "en", scripted=True)

    play()
    play()
    before = {seat: shown(seat) for seat in (0, 1, None)}
    play()
    for seat, seen in before.items():
        assert "wins the trick" in seen.parts["last"] or "You win" in seen.parts["last"]
        update = json.loads(shown(seat).changes_since(seen).removeprefix(b"data: "))
        assert len(json.dumps(update["parts"]["last"])) < 50
        assert not {"who-0", "who-1"} & update["parts"].keys()
        assert update["about"]["actor"] == str(table.state.actor)


@pytest.mark.parametrize(
    "source",
    [
        "<p>\"Ann&#x27;s\" 'art' > 3</p>",
        '<svg class="art card" viewBox="-1 -1 38 38" aria-hidden="true"><use href="#ace-1"/></svg>',
        '<svg class="art token" aria-hidden="true"><use href="#mark-0"/></svg>, it\'s "it"',
        '<svg class="art" aria-hidden="true"><use href="#other"/></svg>',
    ],
)
def test_a_source_survives_its_short_form(source: str) -> None:
    assert lengthened(shortened(source)) == source
    assert len(json.dumps(shortened(source))) <= len(json.dumps(source))


@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_what_can_be_pressed_is_sent_as_data_and_only_to_the_player_who_may(
    site: Site, game: str
) -> None:
    players = site.pair(game)
    table, settings = site.services.tables.in_memory[players[0].table], site.services.settings
    for _ in range(30):
        for seat in (0, 1, None):
            update = json.loads(
                render_table(table, settings, seat, "en", scripted=True)
                .whole()
                .removeprefix(b"data: ")
            )
            view = table.view(seat)
            events = [
                choice if isinstance(choice, str) else choice[0] for choice in update["legal"]
            ]
            assert events == [*view.legal, *(["undo"] if view.undo else [])]
            page = str(render_table(table, settings, seat, "en"))
            enabled = re.findall(r'<button class="[^"]* may"[^>]* value="([^"]+)"', page)
            assert set(enabled) <= set(view.legal)
        mover = players[table.state.actor or 0]
        mover.act(table.state.choices()[0], table.version)


def test_past_versions_are_forgotten(site: Site) -> None:
    """A listener remembers only the version that it was shown last."""
    ann, ben = site.pair("claim")
    table, settings = site.services.tables.in_memory[ann.table], site.services.settings

    def kept() -> int:
        gc.collect()
        return sum(isinstance(thing, Parts) for thing in gc.get_objects())

    seen = {seat: render_table(table, settings, seat, "en", scripted=True) for seat in (0, 1, None)}
    before = kept()
    for _ in range(20):
        mover = (ann, ben)[table.state.actor or 0]
        assert mover.act(table.state.choices()[0], table.version).status_code == 200
        for seat in seen:
            now = render_table(table, settings, seat, "en", scripted=True)
            now.changes_since(seen[seat])
            seen[seat] = now
    assert kept() <= before + 3  # those of the previous version


def test_every_seat_has_a_colour_of_its_own() -> None:
    seats = [
        SeatRow(0, "person", colour=3),
        SeatRow(1, "bot"),
        SeatRow(2, "bot"),
        SeatRow(3, "bot"),
    ]
    clash = [replace(seat, colour=3) for seat in seats]
    assert colours(clash)[0] == 3
    assert len(set(colours(clash))) == 4


def test_the_tricks_so_far_are_shown_only_with_a_memory_aid(site: Site) -> None:
    """R-C8: without it the page has the last trick alone."""
    for aid in (False, True):
        players = site.pair("claim", memory_aid=aid)
        for _ in range(11):
            player, seen = mover(*players)
            player.act(seen["legal"][0])
        table = site.services.tables.in_memory[players[0].table]
        for seat in (0, 1, None):
            page = str(render_table(table, site.services.settings, seat, "nl"))
            assert ("Slagen tot nu toe" in page) == aid
            assert page.count('<span class="number">Fase 1, slag ') == 5 * aid
            assert page.count('class="played"') == 1 + 5 * aid


def test_a_card_that_is_played_fills_a_place_and_moves_no_other(site: Site) -> None:
    """The places of a trick stand in the order of play, whoever leads, so that little is sent."""
    host = site.make("claim", "me open open open")
    players = [host, *(host.invite() for _ in range(3))]
    table = site.services.tables.in_memory[players[0].table]
    places = re.compile(r'<figure class="slot-(\d)( empty)?')
    compared = 0
    while table.version < 40:
        state = players[0].see()
        mover = players[state["actor"]]
        trick = render_table(table, site.services.settings, None, "en").parts["trick"]
        found = places.findall(trick)
        order = [int(seat) for seat, _ in found]
        if any(empty for _, empty in found) and not all(empty for _, empty in found):
            assert order == [(order[0] + i) % 4 for i in range(4)]
            compared += 1
        mover.act(mover.see()["legal"][0])
    assert compared > 10
