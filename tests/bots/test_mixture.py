"""Mixtures of levels: their names, their strengths, and the bots that play them."""

from __future__ import annotations

import pytest

from claimant import bots
from claimant.bots import LEVELS, create
from claimant.bots.mixture import STRONGEST, MixtureBot, mixture, mixture_name, strength_of
from claimant.game import Illegal, View
from claimant.games.claim_it.game import ClaimIt
from claimant.luck import Seeded
from claimant.play import drawing, play


def test_every_strength_has_a_name_that_says_it() -> None:
    for hundredths in range(100 * STRONGEST + 1):
        name = mixture_name(hundredths / 100)
        assert strength_of(name) == pytest.approx(hundredths / 100)
        assert bots.is_known(name)
    assert mixture_name(-1) == mixture_name(0) == "novice+0"
    assert strength_of(mixture_name(99)) == STRONGEST
    assert [strength_of(level) for level in LEVELS] == list(range(len(LEVELS)))


@pytest.mark.parametrize("name", ["normal", "normal+", "normal+100", "random+5", "normal+4 ", "+4"])
def test_other_names_are_no_mixtures(name: str) -> None:
    assert mixture(name) is None


def test_what_is_not_a_level_has_no_strength_and_cannot_be_mixed() -> None:
    assert strength_of("random") is None
    assert not bots.is_known("random+5")
    with pytest.raises(Illegal, match="no bot called"):
        create(bots.FAIR, 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("easy+5", "easy"),
        ("easy+25", "a little above easy"),
        ("easy+50", "between easy and normal"),
        ("easy+80", "a little below normal"),
        ("easy+95", "normal"),
        ("hard", "hard"),
        ("fair", "fair match"),
    ],
)
def test_the_strength_in_words(name: str, words: str) -> None:
    assert bots.level_name(name).say() == words


def test_the_time_to_think_is_that_of_the_slower_level() -> None:
    assert bots.budget_of("hard+1") == bots.budget_of("hard+99") == LEVELS["expert"].budget


def decisions(name: str, seed: int, views: list[View]) -> list[str]:
    """What a bot decides, anew for each view as on a server."""
    return [create(name, seed + n).choose(view) for n, view in enumerate(views)]


def views_of_a_game(seed: int) -> list[View]:
    bot = create("easy", seed)
    turns = play(ClaimIt(2), lambda s, _: bot.choose(s.view(s.actor)), drawing(Seeded(seed)))
    states = [turn.state for turn in turns if turn.state.actor in (0, 1)]
    return [state.view(state.actor) for state in states if len(state.legal()) > 1]


def test_a_mixture_decides_like_one_of_its_levels_and_as_often_as_its_name_says() -> None:
    views = views_of_a_game(1) + views_of_a_game(2)
    lower, upper = decisions("novice", 5, views), decisions("easy", 5, views)
    different = [n for n, event in enumerate(lower) if event != upper[n]]
    assert len(different) > 40
    assert decisions("novice+0", 5, views) == lower
    mixed = decisions("novice+70", 5, views)
    assert all(event in (lower[n], upper[n]) for n, event in enumerate(mixed))
    share = sum(mixed[n] == upper[n] for n in different) / len(different)
    assert 0.5 < share < 0.9
    assert mixed == decisions("novice+70", 5, views), "the same seed decides the same"


def events_of_a_game(name: str) -> list[str]:
    bot = create(name, 1)
    turns = play(ClaimIt(2), lambda s, _: bot.choose(s.view(s.actor)), drawing(Seeded(3)))
    return [turn.event for turn in turns]


def test_a_mixture_is_a_bot_like_any_other() -> None:
    made = create("normal+40", 1)
    assert isinstance(made, MixtureBot)
    assert events_of_a_game("normal+40") == events_of_a_game("normal+40")
