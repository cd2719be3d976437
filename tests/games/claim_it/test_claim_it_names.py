"""Spaces as people read them: each language writes them as its rulebook does."""

from __future__ import annotations

import random
import re

import pytest

from claimant.game import CHANCE, Illegal
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.names import space_name, spaces_named
from claimant.games.claim_it.rules.board import NAMES, NUMBERS
from claimant.games.claim_it.view import ClaimItOutcome
from claimant.games.claim_it.words import ranking
from claimant.i18n import said
from claimant.luck import Seeded
from claimant.presentation import explain, narrate, presentation_of

THREE = [NUMBERS[name] for name in ("2,1", "6,3", "4,4")]


@pytest.mark.parametrize(
    ("language", "one", "two", "three"),
    [
        ("en", "3,5", "2,1 and 6,3", "2,1; 6,3 and 4,4"),
        ("de", "3,5", "2,1 und 6,3", "2,1 und 6,3 und 4,4"),
        ("nl", "3/5", "2/1 en 6/3", "2/1, 6/3 en 4/4"),
    ],
)
def test_spaces_are_written_as_in_the_rulebook(
    language: str, one: str, two: str, three: str
) -> None:
    assert space_name("3,5").say(language) == one
    assert said(spaces_named(THREE[:2]), language) == two
    assert said(spaces_named(THREE), language) == three
    brief = said(spaces_named(THREE, brief=True), language)
    assert brief == ("3 Felder" if language == "de" else three)
    assert said(spaces_named(THREE[:2], brief=True), language) == two


def test_a_whole_game_in_dutch_has_no_space_with_a_comma() -> None:
    """In narration, descriptions, choices, hints, refusals and the explanation of the result."""
    state = ClaimIt(3).start()
    luck, choice = Seeded(5), random.Random(5)
    presentation = presentation_of("claim-it")
    names = ("Ada", "Bas", "Cleo")
    words: list[str] = []
    while state.outcome is None:
        before = state
        if state.actor == CHANCE:
            event = state.write(state.draw(luck))
        else:
            view = state.view(state.actor)
            words += [presentation.choice(view, each).say("nl") for each in view.legal]
            try:
                state.play(choice.choice(NAMES))
            except Illegal as refusal:
                words.append(refusal.say("nl"))
            event = choice.choice(view.legal)
        state = state.play(event)
        words += [
            text.say("nl") for text in narrate(before.view(None), event, state.view(None), names)
        ]
        words += [text.say("nl") for text in presentation.describe(state.view(None), names)]
    words += [text.say("nl") for text in explain(state.view(None), names)]
    assert any("/" in each for each in words)
    assert [each for each in words if re.search(r"\d,\d", each)] == []


def test_equal_players_share_a_rank() -> None:
    outcome = ClaimItOutcome(
        winners=(2,), reason="claims", groups=(4, 3, 4, 3), claims=(1, 2, 2, 2), spaces=(5, 4, 5, 4)
    )
    assert ranking(outcome) == [(1, 2), (2, 0), (3, 1), (3, 3)]
