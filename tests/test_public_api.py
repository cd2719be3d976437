"""The library as programs use it: names, set-ups, random numbers, and how things print."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, assert_type
from xml.etree import ElementTree

import numpy as np
import pytest

import claimant
from claimant import (
    Claim,
    ClaimIt,
    ClaimItState,
    ClaimItView,
    ClaimState,
    ClaimView,
    Illegal,
    Seeded,
    resolve_chance,
)
from claimant.environment import create_game
from claimant.envs.batch import make
from claimant.game import Game
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.worlds import sample
from claimant.play import choosing_at_random, drawing, play

FACTIONS = ("knights", "goblins", "undead", "dwarves", "doppelgangers")

Source = Callable[[int], Any]
SOURCES: list[Source] = [random.Random, np.random.default_rng, Seeded]


def test_every_public_name_can_be_imported_and_is_listed() -> None:
    for name in claimant.__all__:
        assert getattr(claimant, name) is not None
        assert name in dir(claimant)
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        claimant.Chess  # noqa: B018


def test_a_deck_has_the_same_name_everywhere() -> None:
    default = Claim()
    assert default == Claim(2) == Claim(players=2, scenario="old-kingdom")
    assert default == Claim.create() == create_game("claim") == make("claim", n=1).games[0]
    for scenario in SCENARIOS.values():
        for name in (scenario.name, scenario.name.removeprefix("the ").replace(" ", "-")):
            by_name = Claim(scenario=name)
            assert by_name.factions == scenario.factions
            assert by_name == Claim.create(2, {"scenario": name})
            assert by_name == create_game("claim", scenario=name)
            assert by_name == make("claim", n=1, scenario=name).games[0]
            assert by_name == make("claim", n=1, decks=name).games[0]


@pytest.mark.parametrize("factions", [FACTIONS, [*FACTIONS], " ".join(FACTIONS)])
def test_factions_may_be_a_list_or_a_text(factions: Any) -> None:
    game = Claim(2, factions)
    assert game == Claim()
    assert hash(game) == hash(Claim())
    assert game.factions == FACTIONS


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"scenario": "atlantis"}, "no scenario atlantis; there are the old kingdom"),
        ({"factions": FACTIONS, "scenario": "old-kingdom"}, "name a scenario or factions"),
        ({"players": 5}, "2 to 4 players"),
        ({"raccoons": "attic"}, "raccoons is pile or deck"),
        ({"factions": ["knights"]}, "these are 8 cards, not 52"),
    ],
)
def test_an_impossible_deck_says_why(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(Illegal, match=why):
        Claim(**arguments)


@pytest.mark.parametrize("game", [Claim(), ClaimIt()], ids=lambda game: str(game.name))
@pytest.mark.parametrize("source", SOURCES)
def test_any_random_numbers_are_luck(game: Game, source: Source) -> None:
    def played() -> list[str]:
        luck = source(7)
        state = game.start()
        found: list[str] = []
        while state.actor is not None and len(found) < 60:
            if state.actor == claimant.CHANCE:
                state = state.happen(state.draw(luck))
            else:
                action: Any = np.int64(state.legal()[0])
                state = state.apply(action)
            found.append(str(state.pieces()))
        return found

    assert played() == played()
    assert resolve_chance(game.start(), source(1)).actor is not None


def test_states_and_views_print_as_a_line_a_table_and_a_picture() -> None:
    for game in (Claim(), Claim(4), ClaimIt(3)):
        state = resolve_chance(game.start(), random.Random(1))
        view = state.view(1)
        assert repr(view) == f"<{type(view).__name__} of seat 1: seat {state.actor} is to decide>"
        assert repr(state.view(None)).startswith(f"<{type(view).__name__} of spectators")
        assert repr(state) == f"<{type(state).__name__} of {game}: seat {state.actor} is to decide>"
        for shown in (view, state):
            assert len(str(shown).splitlines()) > 4
            assert max(map(len, str(shown).splitlines())) <= 80
            assert "\x1b" not in str(shown)
            assert ElementTree.fromstring(shown._repr_svg_()).tag.endswith("svg")
    assert "Your hand" in str(resolve_chance(Claim().start(), random.Random(1)).view(0))
    assert repr(game.start()).endswith("chance is next>")


def test_a_view_prints_only_what_its_seat_knows() -> None:
    state = resolve_chance(Claim().start(), random.Random(1))
    other = resolve_chance(Claim().start(), random.Random(2))
    assert str(state) != str(other)
    assert str(state.view(None)) != str(state.view(0))
    worlds = [sample(state.view(1), random.Random(seed)) for seed in range(2)]
    assert str(worlds[0]) != str(worlds[1])
    assert str(worlds[0].view(1)) == str(worlds[1].view(1)) == str(state.view(1))
    assert worlds[0].view(1)._repr_svg_() == worlds[1].view(1)._repr_svg_()


def test_views_and_states_are_typed_as_those_of_their_game() -> None:
    """The type checker reads these lines, too."""
    luck = Seeded(1)
    state = assert_type(resolve_chance(Claim().start(), luck), ClaimState)
    view = assert_type(state.apply(state.legal()[0]).view(0), ClaimView)
    assert_type(view.hands, tuple[tuple[str, ...], ...])
    assert_type(ClaimIt().start().play("first 0").view(None), ClaimItView)
    for turn in play(ClaimIt(3), choosing_at_random(luck), drawing(luck)):
        after = assert_type(turn.state, ClaimItState)
        assert isinstance(assert_type(after.view(0), ClaimItView), ClaimItView)
        break
    assert isinstance(view, ClaimView)
    assert isinstance(state, ClaimState)
