"""Creating a table with the form, which checks the deck while factions are picked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.site import Site
from support.visitor import LANGUAGES, alert, said, visitor

from claimant.bots import LEVELS
from claimant.games.claim import study
from claimant.games.claim.page.new_table import check_deck
from claimant.games.claim.rules.cards import FACTIONS

OLD_KINGDOM = "knights goblins undead dwarves doppelgangers"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["claim-it", "claim"])
def test_the_form_offers_every_choice(site: Site, language: str, game: str) -> None:
    with visitor(site, language) as ann:
        form = ann.get(f"/new?game={game}")
    for level in LEVELS:
        assert f'value="bot:{level}"' in form
    for pace in site.services.settings.paces:
        assert re.search(rf'name="pace" value="{pace}"', form)
    most = 5 if game == "claim-it" else 4
    assert form.count('<select id="seat') == most
    if game == "claim":
        for faction in FACTIONS:
            assert f'name="factions" value="{faction.name}"' in form


def test_the_game_one_played_last_comes_first(site: Site) -> None:
    with visitor(site) as ann:
        for last in ("claim-it", "claim"):
            for path in ("/new", "/new?game=chess"):
                page = ann.get(path)
                assert f'<input type="hidden" name="game" value="{last}">' in page
                assert "/new?game=claim-it" in page
                assert "/new?game=claim" in page
            ann.post("/play", game="claim")


def test_the_table_has_everything_that_was_chosen(site: Site) -> None:
    with visitor(site) as ann:
        path = ann.make(
            "claim-it", "open me bot:random open", variant="yes", pace="5m", public="yes",
            word="Go\u202eld ", spectators="yes",
        )  # fmt: skip
        table = site.services.tables.in_memory[path.removeprefix("/tables/")]
        assert [seat.kind for seat in table.seats] == ["open", "person", "bot", "open"]
        assert table.seats[2].level == "random"
        assert table.seats[1].word == "Gold"
        assert table.game.options == {"squatters-return": "yes"}
        assert (table.options.pace, table.row.public, table.options.spectators) == (
            "5m",
            True,
            True,
        )


def test_seats_beyond_the_players_are_not_looked_at(site: Site) -> None:
    with visitor(site) as ann:
        path = ann.post(
            "/new", game="claim-it", players="2", seat0="me", seat1="bot:normal", seat2="me"
        ).headers["location"]
        table = site.services.tables.in_memory[path.removeprefix("/tables/")]
        assert [seat.kind for seat in table.seats] == ["person", "bot"]
        assert not table.options.spectators


def test_scenarios_and_factions_by_hand(site: Site) -> None:
    with visitor(site) as ann:
        path = ann.make("claim", "me open open", scenario="the hungry court", raccoons="deck")
        options = site.services.tables.in_memory[path.removeprefix("/tables/")].game.options
        assert "raccoons" in options["factions"]
        assert options["raccoons"] == "deck"
        picked = OLD_KINGDOM.split()
        path = ann.make("claim", "me open", scenario="by hand", factions=picked)
        options = site.services.tables.in_memory[path.removeprefix("/tables/")].game.options
        assert options["factions"] == OLD_KINGDOM


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({"players": "9"}, "Claim It! is for 2 to 5 players."),
        ({"players": "two"}, "Claim It! is for 2 to 5 players."),
        ({"players": "٣"}, "Claim It! is for 2 to 5 players."),
        ({"seat1": "me"}, "Nobody can sit in two seats."),
        ({"seat1": "bot:genius"}, "A seat is one of me, open, here:NAME, bot:"),
        ({"pace": "1s"}, "The pace is one of none, 1m"),
        ({"word": "x" * 41}, "A word for the luck has at most 40 characters."),
        ({"word": "a\nb"}, "A word for the luck is one line of printable characters."),
        (
            {"game": "claim", "scenario": "the new deal"},
            "There is no scenario the new deal; there are the old",
        ),
        ({"game": "claim", "scenario": "by hand"}, "A deck needs one pair and three ten-card"),
        (
            {"game": "claim", "scenario": "by hand", "factions": ["elves"]},
            "A deck needs one pair and three ten-card factions; elves is not a faction.",
        ),
        (
            {"game": "claim", "raccoons": "attic"},
            "Raccoons is pile or deck, not attic.",
        ),
        (
            {"game": "claim", "players": "3", "scenario": "the high mountains"},
            "The high mountains is for two players",
        ),
    ],
)
def test_impossible_choices_are_explained_and_the_form_stays_filled_in(
    site: Site, form: dict[str, Any], reason: str
) -> None:
    filled = {"game": "claim-it", "players": "2", "seat0": "me", "seat1": "open", "seat2": "open"}
    with visitor(site) as ann:
        page = ann.post("/new", 422, **(filled | {"spectators": "yes"} | form)).text
        assert alert(page).startswith(reason)
        assert re.search(r'<option value="me" selected>', page)
        assert ann.name != "Who am I?"  # still the same guest when trying again


def test_no_game_no_form(site: Site) -> None:
    with visitor(site) as ann:
        assert "There is no such game." in said(ann.post("/new", 422).text)
        assert ann.client.post("/new", content=b"\xff\xfe=%zz").status_code in (400, 422)


def test_the_deck_is_checked_without_script_too(site: Site) -> None:
    form = {"game": "claim", "players": "2", "scenario": "by hand", "check": "deck"}
    with visitor(site) as ann:
        picked = OLD_KINGDOM.split()
        page = ann.post("/new", 200, **form, factions=picked).text
        assert "52 cards: this is a deck." in said(page)
        assert page.count(" checked") >= len(picked)
        page = ann.post("/new", 200, **form, factions=picked[:4]).text
        assert "42 of 52 cards: 10 to go." in said(page)


@pytest.mark.parametrize(
    ("players", "factions", "good", "words"),
    [
        (2, OLD_KINGDOM, True, "52 cards: this is a deck."),
        (2, "", False, "Pick one pair and three factions of ten cards: together 52 cards."),
        (4, "", False, "Pick one pair and five factions of ten cards: together 72 cards."),
        (2, "knights goblins", False, "22 of 52 cards: 30 to go."),
        (2, OLD_KINGDOM + " seers", False, "62 cards are 10 too many for a deck of 52."),
        (3, OLD_KINGDOM + " seers trolls", True, "The rulebook advises against trolls"),
        (2, "knights peasants trolls seers vikings", False, "51 of 52 cards: 1 to go."),
        (2, "gnomes giants dragons elves", False, "elves is not a faction"),
        (2, "seers seers", False, "seers is named twice"),
        (9, OLD_KINGDOM, False, "Claim is for 2 to 4 players"),
    ],
)
def test_the_deck_as_one_picks(
    site: Site, players: int, factions: str, good: bool, words: str
) -> None:
    with visitor(site) as ann:
        query: dict[str, Any] = {"players": players, "factions": factions}
        answer = ann.client.get("/new/deck", params=query).json()
    assert answer["good"] is good
    assert words in answer["words"]


def test_a_new_person_can_give_a_name_with_the_first_table(site: Site) -> None:
    wanted: Any = {"game": "claim-it", "players": "2", "seat0": "me", "seat1": "open"}
    with visitor(site) as ann:
        assert 'name="name"' in ann.get("/new?game=claim-it")
        refused = ann.post("/new", 422, name="?!", **wanted)
        assert "at least one letter" in alert(refused.text)
        assert 'value="?!"' in refused.text
        made = ann.post("/new", name="Annabel", **wanted)
        assert "Annabel" in said(ann.get(made.headers["location"]))
        assert 'name="name"' not in ann.get("/new?game=claim-it")


@pytest.mark.parametrize("kind", ["deck", study.BALANCED, study.WILD])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_surprise_fills_in_a_deck(site: Site, kind: str, players: int) -> None:
    """The button also works without script: it returns the form with factions picked."""
    with visitor(site) as ann:
        page = ann.post("/new", 200, game="claim", players=str(players), random=kind).text
        picked = re.findall(r'name="factions" value="(\w+)" checked', page)
        assert check_deck(players, picked).good
        if kind != "deck" and players in study.numbers():
            suggested = study.suggestions(players, kind)
            assert sorted(picked) in [sorted(deck) for deck in suggested]
