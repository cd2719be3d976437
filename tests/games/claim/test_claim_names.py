"""Factions, cards and scenarios are called by their names in every language."""

from __future__ import annotations

import pytest

from claimant.game import Illegal
from claimant.games.claim import names
from claimant.games.claim.game import Claim


def test_names_are_said_in_the_reader_s_language() -> None:
    assert names.faction("dwarves").say("de") == "Zwerge"
    assert names.card("dwarf-4").say("nl") == "dwerg 4"
    assert names.scenario("the hungry court").say("de") == "der hungrige Hof"


def test_a_card_that_is_not_known_has_no_name() -> None:
    assert names.card("?").say() == "an unknown card"


def test_a_scenario_of_someone_s_own_keeps_its_name() -> None:
    assert names.scenario("our house deck").say("nl") == "our house deck"


def test_a_refusal_names_the_card_in_the_player_s_language() -> None:
    game = Claim(2, ("knights", "goblins", "undead", "dwarves", "doppelgangers"))
    with pytest.raises(Illegal) as refusal:
        game.start().read("play troll-3")
    assert refusal.value.code == "not-in-play"
    assert refusal.value.say("nl").startswith("trol 3")
