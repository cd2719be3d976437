"""The rules that players read: complete, alike in every language, and true of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claimant import registry, rulebook
from claimant.game import Illegal
from claimant.games.claim import examples as claim_examples
from claimant.games.claim import names
from claimant.games.claim.rules import cards
from claimant.games.claim_it import examples
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import NAMES, members
from claimant.i18n import LANGUAGES

CLAIM_IT = [f"R-I{n}" for n in range(1, 12)]
CLAIM = [
    *(f"R-C{n}" for n in range(1, 11)),
    *(f"R-P{n}" for n in range(1, 15)),
    *(f"R-S{n}" for n in range(1, 3)),
]

ALL = [(game, language) for game in registry.entries() for language in LANGUAGES]
each_text = pytest.mark.parametrize(("game", "language"), ALL)


def shape(source: str) -> list[str]:
    """The headings' levels, the table rows' columns, the lists and the pictures of a text."""
    kinds = []
    for line in source.splitlines():
        if line.startswith("#"):
            kinds.append(line.split(" ")[0])
        elif line.startswith("|"):
            kinds.append(f"row of {line.count('|') - 1}")
        elif line.startswith("!["):
            kinds.append(line[line.index("](") :])
        elif re.match(r"- |\d\. ", line):
            kinds.append(line.split(" ")[0])
    return kinds


@each_text
def test_every_language_has_the_same_shape(game: str, language: str) -> None:
    assert shape(rulebook.rules(game, language)) == shape(rulebook.rules(game, "en"))


@each_text
def test_a_heading_has_one_anchor_in_all_languages(game: str, language: str) -> None:
    anchors = [section.anchor for section in rulebook.sections(game, language)]
    assert anchors == [section.anchor for section in rulebook.sections(game, "en")]
    assert len(set(anchors)) == len(anchors)
    assert "".join(map(str, rulebook.sections(game, language))).split() == (
        rulebook.rules(game, language).split()
    )


def test_every_ruling_is_in_the_rules() -> None:
    assert rulebook.rulings("claim-it") == CLAIM_IT
    assert rulebook.rulings("claim") == CLAIM


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CLAIM_IT + CLAIM)
def test_a_ruling_has_its_id_and_a_reason(name: str, language: str) -> None:
    heading, decision, reason = rulebook.ruling(name, language).strip().split("\n\n")
    why = {"en": "*Why:* ", "de": "*Warum:* ", "nl": "*Waarom:* "}[language]
    assert heading.startswith(f"### {name} ")
    assert decision
    assert reason.startswith(why)


@each_text
def test_every_language_marks_the_same_rules_as_assumed_or_reported(
    game: str, language: str
) -> None:
    words = {
        "en": ("assumed", "reported"),
        "de": ("angenommen", "berichtet"),
        "nl": ("aangenomen", "gemeld"),
    }
    english, other = (
        rulebook.rules(game, "en").lower(),
        rulebook.rules(game, language).lower(),
    )
    for said, meant in zip(words[language], words["en"], strict=True):
        assert other.count(f"*{said}*") == english.count(f"*{meant}*")


@each_text
def test_tables_and_examples_have_the_same_numbers_in_every_language(
    game: str, language: str
) -> None:
    def numbers(source: str) -> list[list[str]]:
        blocks = [block for block in source.split("\n\n") if block.startswith(("|", "**"))]
        return [sorted(re.findall(r"\d+", block)) for block in blocks]

    assert numbers(rulebook.rules(game, language)) == numbers(rulebook.rules(game, "en"))


def test_every_faction_has_a_name_and_a_power_in_every_language() -> None:
    assert names.factions() == [faction.name for faction in cards.FACTIONS]
    for faction in cards.FACTIONS:
        assert names.faction_text(faction.name, "en").plural == faction.name
        assert names.faction_text(faction.name, "en").singular == faction.singular
    for language in LANGUAGES:
        told = [names.faction_text(name, language) for name in names.factions()]
        assert len({text.plural for text in told}) == len({text.power for text in told}) == 17
        # One short sentence: it has to fit on a card.
        assert all(text.power.endswith(".") and len(text.power) <= 110 for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_faction_has_its_section(language: str) -> None:
    titles = {section.anchor: section.title for section in rulebook.sections("claim", language)}
    for name in names.factions():
        assert titles[name].lower() == names.faction_text(name, language).plural.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_deck_and_the_scenarios_are_those_of_the_code(language: str) -> None:
    def listed(factions: tuple[str, ...]) -> str:
        return ", ".join(names.faction_text(name, language).plural for name in factions)

    rules = rulebook.rules("claim", language)
    for faction in cards.FACTIONS:
        if faction.size != 10 or faction.name == "raccoons":
            assert f"| {listed((faction.name,))} | {len(faction.values)} |" in rules
        else:
            assert re.search(rf"^\| .*\b{listed((faction.name,))}\b.* 10", rules, re.MULTILINE)
    for scenario in cards.SCENARIOS.values():
        pair, others = scenario.factions[:2], scenario.factions[2:]
        more = listed(scenario.more) + " |" if scenario.more else ""
        assert f" | {listed(pair)} | {listed(others)} | {more}" in rules


def test_no_example_is_missing() -> None:
    assert rulebook.pictures("claim-it") == ["1", "2", "3", "4", "5", "6"]
    assert sorted(rulebook.pictures("claim")) == [
        "bards",
        "giants",
        "knights",
        "peasants",
        "trolls",
    ]
    for name in rulebook.pictures("claim"):
        for row in claim_examples.cards(name).rows:
            for card in row:
                singular, _, value = card.partition("-")
                assert int(value) in cards.BY_SINGULAR[singular].values


def bits(spaces: list[str]) -> int:
    return sum(1 << NAMES.index(space) for space in spaces)


def table(name: str) -> Any:
    """The position of an example, as the rules know it."""
    example = examples.board(name)
    states = np.zeros(1, turn.STATE)
    s = states[0]
    s.players = 3
    s.caller = turn.NOBODY
    s.stage = turn.DECIDE
    s.owned[:3] = [bits(markers) for markers in example.markers]
    s.claimed = bits(example.claimed)
    s.squatted = bits(list(example.squatters.values()))
    s.capped = bits(example.capped)
    s.supply = turn.ALL_SQUATTERS
    for number, space in example.squatters.items():
        s.squatter[int(number) - 1] = NAMES.index(space) + 1
        s.supply &= ~(1 << int(number))
    return s


def possible(name: str) -> set[str]:
    return set(members(turn.placements(table(name), *examples.board(name).dice)))


def test_the_placements_of_examples_2_and_3() -> None:
    assert possible("2") == set(examples.board("2").labels)
    labels = examples.board("3").labels
    assert {labels[space] for space in possible("3")} == {"B", "C", "D"}


def test_the_bust_of_example_4() -> None:
    s = table("4")
    before = s.owned.copy()
    turn.throw(s, 3, 4, 6)
    assert s.stage == turn.BEGIN
    assert s.actor == 1
    assert (s.owned == before).all()
    assert s.squatted == s.capped == 0


def test_the_stop_of_example_5() -> None:
    s = table("5")
    turn.stop(s)
    assert set(members(s.owned[0])) == {"5,5", "5,6", "6,2", "4,3", "3,4"}
    assert set(members(s.claimed)) == {"6,2", "4,3", "3,4"}
    assert members(s.owned[1]) == ("6,6",)
    assert members(s.owned[2]) == ("2,4",)


def test_the_groups_of_example_6() -> None:
    s = table("6")
    assert [turn.score(s, seat)[0] for seat in range(3)] == [6, 5, 7]
    assert turn.score(s, 2)[1] == turn.LAST_ROUND[3] == 9


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_round_is_that_of_the_code(language: str) -> None:
    for players in range(2, 6):
        assert f"\n| {players} | {turn.LAST_ROUND[players]} |" in rulebook.rules(
            "claim-it", language
        )


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(Illegal, match="there is no game “chess”"):
        rulebook.rules("chess", "en")
    with pytest.raises(ValueError, match="no such language: fr"):
        rulebook.rules("claim", "fr")
    with pytest.raises(ValueError, match="no such ruling: R-X1"):
        rulebook.ruling("R-X1", "en")
    with pytest.raises(ValueError, match="no such faction: elves"):
        names.faction_text("elves", "en")
    with pytest.raises(ValueError, match="no such language: fr"):
        names.faction_text("trolls", "fr")


def test_the_page_of_rulings_lists_them_all() -> None:
    page = (Path(__file__).parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (R-\w+) \| (.+) \|$", page, re.MULTILINE)
    titles = [
        section.title
        for game in registry.entries()
        for section in rulebook.sections(game, "en")
        if section.ruling
    ]
    assert [" ".join(row) for row in rows] == titles
