"""The characters that bots play as: distinct, drawn, and with something to say."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from claimant import bots
from claimant.art.portraits import portrait, portraits
from claimant.bots.characters import CHARACTERS, Character, Cue, character, free_characters
from claimant.cli.names import player_labels, player_names
from claimant.i18n import LANGUAGES, said
from claimant.record import loads


def test_twelve_characters_have_names_and_portraits_of_their_own() -> None:
    assert len({each.name for each in CHARACTERS}) == len(CHARACTERS) == 12
    assert [each.portrait for each in CHARACTERS] == list(portraits())
    assert len({portrait(name) for name in portraits()}) == 12


@pytest.mark.parametrize("name", portraits())
def test_a_portrait_is_a_small_picture(name: str) -> None:
    drawn = portrait(name)
    assert ElementTree.fromstring(drawn).get("viewBox") == "0 0 100 100"
    assert len(drawn.encode()) < 1500


@pytest.mark.parametrize("each", CHARACTERS, ids=lambda each: each.name)
def test_a_character_has_its_own_words_in_every_language(each: Character) -> None:
    """Short enough for a chat on a phone, and nobody else says them."""
    others = {
        line.one for other in CHARACTERS if other is not each for line in other.lines.values()
    }
    assert set(each.lines) == set(Cue)
    for line in each.lines.values():
        assert line.one not in others
        assert not line.values
        for language in LANGUAGES:
            assert 0 < len(line.say(language)) <= 80


def test_an_unknown_character_is_the_one_of_the_seat() -> None:
    assert {character("", seat).name for seat in range(12)} == {each.name for each in CHARACTERS}
    assert character("Nobody", 3) is CHARACTERS[3]
    assert character(CHARACTERS[7].name, 3) is CHARACTERS[7]


def test_nobody_is_chosen_twice_as_long_as_somebody_is_free() -> None:
    names = {each.name for each in CHARACTERS}
    assert [each.name for each in free_characters(names - {"Rufus"})] == ["Rufus"]
    assert len(free_characters(names)) == 12


RECORD = """claimant record 1
game: claim-it
rules: 1
players: 4
seat 0: bot hard
seat 1: Marta
seat 2: bot hard
seat 3: bot of-a-package
character 2: Olga

first 0
"""


def test_bots_in_a_record_are_characters_with_their_level() -> None:
    """Records from before there were characters, too: seat 0 has none, and a person has taken the
    name of the one that belongs to that seat."""
    record = loads(RECORD)
    names = player_names(record)
    assert names[1:3] == ["Marta", "Olga"]
    assert len({said(name, "en") for name in names}) == 4
    labels = [said(name, "de") for name in player_labels(record)]
    hard = bots.LEVELS["hard"].name.say("de")
    assert labels[1:3] == ["Marta", f"Olga · {hard}"]
    assert labels[0] == f"{names[0]} · {hard}"
    assert labels[3] == f"{names[3]} · of-a-package"
