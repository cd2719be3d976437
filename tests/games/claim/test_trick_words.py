"""Why a trick was won, and what the powers in it did, in the words that the table shows."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.names import card
from claimant.games.claim.rules.cards import SCENARIOS, Card
from claimant.games.claim.trick_words import (
    Trick,
    completes,
    effects,
    in_progress,
    reason,
    where_they_went,
)
from claimant.games.claim.view import ClaimView
from claimant.luck import Seeded

WHO = ("Ada", "Bas", "Cleo", "Dot")
DECKS = {
    2: [*SCENARIOS],
    3: ["the old kingdom", "the hungry court", "the clockwork war"],
    4: ["the old kingdom", "the hungry court", "the clockwork war"],
}


def tricks(players: int, scenario: str, seed: int) -> list[Trick]:
    """The complete tricks of a random game, as spectators see them."""
    game = Claim.create(players, {"scenario": scenario})
    luck, choose = Seeded(seed), random.Random(seed)
    state = game.start()
    found = []
    while state.outcome is None:
        if state.actor is not None and state.actor < 0:
            after = state.happen(state.draw(luck))
        else:
            after = state.play(choose.choice(state.choices()))
        assert isinstance(after, ClaimState)
        before_view, view = state.view(None), after.view(None)
        assert isinstance(before_view, ClaimView)
        assert isinstance(view, ClaimView)
        if completes(before_view, view):
            found.append(Trick(before_view, view))
        state = after
    return found


ALL = [
    trick
    for players, scenarios in DECKS.items()
    for scenario in scenarios
    for seed in range(4)
    for trick in tricks(players, scenario, seed)
]


def about(faction: str) -> list[tuple[Trick, str]]:
    """What is said about a faction's power, trick by trick."""
    return [
        (trick, effect.text.say())
        for trick in ALL
        for effect in effects(trick, WHO[: trick.before.players], None)
        if effect.faction == faction
    ]


def test_every_complete_trick_has_a_reason_that_names_what_won() -> None:
    for trick in ALL:
        words = reason(trick).say()
        named = card(trick.winning).say().lower() in words.lower()
        assert named or words == "Knights beat goblins." or words.startswith("Both are worth")


def test_knights_are_the_reason_only_if_one_beat_goblins() -> None:
    said = [trick for trick in ALL if reason(trick).say() == "Knights beat goblins."]
    assert said
    for trick in said:
        assert Card(trick.played[0][1]).faction == "goblins"
        assert Card(trick.winning).faction == "knights"


def test_a_reason_never_names_a_card_that_did_not_follow_as_beaten() -> None:
    """R-C5: a card of another faction loses whatever its value."""
    for trick in ALL:
        words = reason(trick).say()
        if words.startswith("Nobody followed"):
            led = Card(trick.played[0][1]).faction
            followed = [c for _, c in trick.played[1:] if Card(c).faction in (led, "doppelgangers")]
            assert not followed


CHANGES: dict[str, Callable[[Trick], bool]] = {
    "undead": lambda t: t.phase == 1 and any(Card(c).faction == "undead" for _, c in t.played),
    "seers": lambda t: t.phase == 1 and Card(t.winning).faction == "seers",
    "automatons": lambda t: t.after.automaton,
    "dwarves": lambda t: t.phase == 2 and any(Card(c).faction == "dwarves" for _, c in t.played),
    "trolls": lambda t: (
        t.phase == 2
        and (bool(t.before.trolls) or any(Card(c).faction == "trolls" for _, c in t.played))
    ),
    "dragons": lambda t: (
        any(Card(c).faction == "dragons" for _, c in t.played[1:])
        and t.after.stage not in ("loot", "over")
        and not t.after.automaton
    ),
}  # fmt: skip


@pytest.mark.parametrize("faction", CHANGES)
def test_a_power_explains_itself_exactly_when_it_takes_effect(faction: str) -> None:
    told = {id(trick) for trick, _ in about(faction)}
    due = {id(trick) for trick in ALL if CHANGES[faction](trick)}
    assert due
    assert told == due


def test_lost_gnomes_are_told_with_the_giant_that_removed_them() -> None:
    found = about("giants")
    assert found
    for trick, words in found:
        assert "Giant" in words
        assert "gnome" in words
        assert any(Card(code).faction == "giants" for _, code in trick.played)


def test_peasants_without_a_king_are_told_at_the_end() -> None:
    found = about("peasants")
    assert found
    for trick, words in found:
        assert trick.after.stage in ("loot", "over")
        assert "king" in words


def test_readers_are_addressed_as_you() -> None:
    for trick in ALL:
        names = WHO[: trick.before.players]
        for me in range(trick.before.players):
            for effect in effects(trick, names, me):
                assert WHO[me] not in effect.text.say()
            assert WHO[me] not in where_they_went(trick, names, me).say()


def test_doppelgangers_and_griffins_explain_themselves_in_the_trick() -> None:
    said = {e.faction for trick in ALL for e in in_progress(trick.before)}
    assert said == {"doppelgangers", "griffins"}
