"""What self-play says about the games: complete, consistent, in every language, as SVG and text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from claimant import registry
from claimant.cli import main
from claimant.environment import environment_of
from claimant.game import Illegal
from claimant.games.claim import study
from claimant.games.claim.game import Claim
from claimant.i18n import LANGUAGES, Text
from claimant.study import Column, drawn, standalone, studied, study_of

Output = pytest.CaptureFixture[str]


@pytest.mark.parametrize("game", studied())
def test_every_table_is_complete(game: str) -> None:
    found = study_of(game)
    assert found is not None
    sections = found.sections()
    assert len({section.key for section in sections}) == len(sections)
    for section in sections:
        assert section.rows
        assert {len(row.values) for row in section.rows} == {len(section.columns)}
    assert all("tools/study.py" in source for source in found.sources())


def test_every_deck_of_the_rulebook_for_two_was_studied() -> None:
    setups = environment_of("claim").set_ups("claim", 2, {"decks": "random"})
    expected = {game.factions for game in setups if isinstance(game, Claim)}
    assert len(expected) == 495
    assert {deck.factions for deck in study.decks(2)} == expected


@pytest.mark.parametrize("kind", [study.BALANCED, study.WILD])
def test_suggestions_are_decks(kind: str) -> None:
    for players in study.numbers():
        suggested = study.suggestions(players, kind)
        assert suggested
        for factions in suggested:
            Claim(players, factions)


def test_less_is_decided_beforehand_in_a_balanced_deck_than_in_a_wild_one() -> None:
    for players in study.numbers():
        unfair = {deck.factions: deck.unfairness(players) for deck in study.decks(players)}
        balanced = [unfair[deck] for deck in study.suggestions(players, study.BALANCED)]
        wild = [unfair[deck] for deck in study.suggestions(players, study.WILD)]
        assert max(balanced) < min(wild)


def test_numbers_are_written_as_in_the_language() -> None:
    column = Column(Text("x"), 2, sign=True)
    assert column.shown(1234.5, "en") == "+1,234.50"
    assert column.shown(1234.5, "de") == "+1.234,50"
    assert column.shown(-0.5, "nl") == "-0,50"
    assert column.shown(None, "en") == "-"


@pytest.mark.parametrize("game", studied())
def test_curves_are_files_of_their_own(game: str) -> None:
    found = study_of(game)
    assert found is not None
    for section in found.sections():
        if section.curve is not None:
            svg = ET.fromstring(standalone(drawn(section, "de"), ".plot{--ink:#000}"))
            assert svg.tag == "{http://www.w3.org/2000/svg}svg"
            assert svg.get("aria-label") == section.title.say("de")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_prints_every_table(language: str, capsys: Output) -> None:
    assert main(["study", "--lang", language]) == 0
    printed = re.sub(r"\s+", " ", capsys.readouterr().out)
    for game in studied():
        found = study_of(game)
        assert found is not None
        for section in found.sections():
            assert section.title.say(language) in printed
        for source in found.sources():
            assert source in printed


def test_the_command_draws_the_curves(tmp_path: Path, capsys: Output) -> None:
    assert main(["study", "claim", "--plots", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} >= {"claim-first-lead.svg"}
    assert main(["study", "claim", "--plots", str(tmp_path / "nowhere")]) != 0
    assert "nowhere" in capsys.readouterr().err


def test_a_game_without_a_study(capsys: Output) -> None:
    registry.register(replace(registry.entry("claim-it"), name="bare", study=""))
    try:
        assert study_of("bare") is None
        assert "bare" not in studied()
        assert main(["study", "bare"]) == 2
        assert "there is no study of bare" in capsys.readouterr().err
    finally:
        registry.unregister("bare")
    with pytest.raises(Illegal):
        study_of("bare")
    assert main(["study", "bare"]) == 2
