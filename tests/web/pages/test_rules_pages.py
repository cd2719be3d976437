"""The rules as pages: sections, rulings and factions have their places, examples their pictures."""

from __future__ import annotations

import re

import pytest
from support.site import Site
from support.visitor import LANGUAGES, said, visitor

from claimant import registry, rulebook
from claimant.games.claim.rules.cards import FACTIONS
from claimant.study import studied, study_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.entries())
def test_every_section_has_its_anchor_and_every_example_its_picture(
    site: Site, game: str, language: str
) -> None:
    with visitor(site, language) as ann:
        page = ann.get(f"/rules/{game}")
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors)), "an id occurs twice"
    for section in rulebook.sections(game, language)[1:]:
        assert section.anchor in anchors
        assert section.title.removeprefix(section.anchor).strip() in said(page)
    assert page.count('<span class="example') == len(rulebook.pictures(game))
    links = re.findall(r'href="#([^"]+)"', page)
    assert set(links) <= {*anchors, "main"}
    assert "example:" not in page
    assert "**" not in said(page)


def test_pictures_have_a_description_in_words(site: Site) -> None:
    with visitor(site) as ann:
        page = ann.get("/rules/claim-it")
        assert "The dice show 2, 3, 5." in page
        assert "squatter 2 on 4,5" in page
        assert "1,5: Ben, settled" in page
        assert "goblin 9 and knight 2" in ann.get("/rules/claim")


def test_every_faction_has_an_address(site: Site) -> None:
    with visitor(site) as ann:
        for faction in FACTIONS:
            answer = ann.client.get(f"/factions/{faction.name}")
            assert answer.headers["location"] == f"/rules/claim#{faction.name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_overview_and_fairness(site: Site, language: str) -> None:
    titles = {"en": "Fair luck", "de": "Faires Glück", "nl": "Eerlijk geluk"}
    with visitor(site, language) as ann:
        assert 'href="/rules/claim-it"' in ann.get("/rules")
        assert titles[language] in said(ann.get("/fairness"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", studied())
def test_the_study_of_a_game_has_its_tables_and_curves(
    site: Site, game: str, language: str
) -> None:
    found = study_of(game)
    assert found is not None
    with visitor(site, language) as ann:
        page = ann.get(f"/study/{game}")
        assert f'href="/study/{game}"' in ann.get(f"/rules/{game}")
    for section in found.sections():
        assert f'id="{section.key}"' in page
        assert section.title.say(language) in said(page)
        assert section.columns[0].shown(section.rows[0].values[0], language) in said(page)
    curves = [section for section in found.sections() if section.curve is not None]
    assert page.count('<svg class="plot"') == len(curves)


def test_there_is_no_study_of_a_game_that_does_not_exist(site: Site) -> None:
    with visitor(site) as ann:
        assert ann.client.get("/study/chess").status_code == 404
