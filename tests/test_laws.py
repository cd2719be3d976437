"""The games keep the laws of the contract in every set-up that hypothesis finds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from typing import Self, SupportsIndex

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.setups import EXAMPLES, claims, seeds, set_ups

from claimant import laws
from claimant.game import CHANCE, Game, Illegal, View
from claimant.games.claim.rules.cards import FACTIONS
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules.board import NAMES
from claimant.laws import Broken
from claimant.luck import Seeded
from claimant.record import Record, redact, replay, steps, trace

CARDS = [f"{f.singular}-{value}" for f in FACTIONS for value in sorted(set(f.values))]
TEXTS = [
    *NAMES,
    *(
        "roll",
        "stop",
        "0,1",
        "1,7",
        "7,1",
        "3, 5",
        "3.5",
        "03,5",
        "first 9",
        "dice 0 1 2",
        "dice 7",
    ),
    *("first 0", "first -1", "dice 1 1 1", "dice ² 1 1", "deal", "deal ?", "undo undo", "Roll"),
    *(f"{verb} {card}" for verb in ("play", "take", "discard") for card in CARDS),
    *(f"loot {faction.name}" for faction in FACTIONS),
    *("play", "play ", "play undead", "play undead-", "play undead--1", "play undead-04", "loot"),
    *("play " + "9" * 5000, "9" * 5000 + ",1", "take ?", "discard ?", "play  undead-4", "pass"),
]


@settings(max_examples=10, deadline=None)
@given(set_ups(), seeds(), st.integers(1, 90))
def test_a_random_game_keeps_every_law(game: Game, seed: int, max_events: int) -> None:
    laws.check(game, seed, max_events=max_events)


@pytest.mark.parametrize("game", EXAMPLES, ids=str)
def test_a_whole_game_ends_and_keeps_the_laws_of_records(game: Game) -> None:
    record = laws.random_record(game, seed=7)
    assert replay(record).actor is None
    assert list(trace(record)[-1]) == ["result"]
    laws.record_round_trips(record)
    laws.luck_is_verifiable(record)
    laws.states_never_change(record)


@settings(max_examples=10, deadline=None)
@given(set_ups(), seeds(), st.integers(0, 100))
def test_no_text_but_the_choices_is_accepted(game: Game, seed: int, n: int) -> None:
    laws.legal_is_complete(replay(laws.random_record(game, seed, max_events=n)), TEXTS)


@settings(max_examples=150, deadline=None)
@given(set_ups(), seeds(), st.integers(0, 100), st.text(max_size=30))
def test_any_other_text_is_illegal(game: Game, seed: int, n: int, text: str) -> None:
    state = replay(laws.random_record(game, seed, max_events=n))
    choices = [*state.choices(), "undo"] if state.undoer is not None else state.choices()
    if text not in choices and state.actor != CHANCE:
        with pytest.raises(Illegal):
            state.play(text)


# Secrets: pairs of states that differ only in what a seat cannot know, found by changing the deal
# of a game under way where the seat has not seen it, and keeping what still replays.


def _swapped(record: Record, seat: int | None, luck: Seeded) -> Record | None:
    """The game with hidden cards swapped, where all its events are still possible."""
    view = replay(record).view(seat)
    if not isinstance(view, ClaimView) or len(record.events) < 2:
        return None
    deal = record.events[1]
    groups = [group.split(" ") for group in deal.removeprefix("deal ").split(" / ")]
    played = {event.partition(" ")[2] for event in record.events[2:]}
    hidden = [
        (group, place)
        for group, cards in enumerate(groups)
        for place, card in enumerate(cards)
        if card not in played
        and group != seat
        and (group < len(groups) - 1 or view.places[place].card == "?")
    ]
    if len(hidden) < 2:
        return None
    for _ in range(1 + luck.below(4)):
        (g, i), (h, j) = (hidden[luck.below(len(hidden))] for _ in range(2))
        groups[g][i], groups[h][j] = groups[h][j], groups[g][i]
    other = "deal " + " / ".join(" ".join(cards) for cards in groups)
    changed = Record(record.headers, [record.events[0], other, *record.events[2:]])
    return changed if other != deal else None


def _pairs(record: Record, seat: int | None, seed: int, tries: int) -> list[Record]:
    luck = Seeded(seed)
    found = []
    for _ in range(tries):
        other = _swapped(record, seat, luck)
        if other is None:
            continue
        try:
            replay(other)
        except ValueError:
            continue
        found.append(other)
    return found


@settings(max_examples=60, deadline=None)
@given(claims(), seeds(), st.integers(2, 70), st.sampled_from([None, 0, 1, 2, 3]))
def test_views_and_redacted_records_keep_secrets(
    game: Game, seed: int, n: int, seat: int | None
) -> None:
    record = laws.random_record(game, seed, max_events=n)
    if seat is not None and seat >= game.players:
        seat = None
    if replay(record).actor is None:
        return
    for other in _pairs(record, seat, seed, tries=4):
        laws.keeps_secrets(replay(record), replay(other), seat)
        laws.redaction_keeps_secrets(record, other, seat)


@pytest.mark.parametrize("game", EXAMPLES, ids=str)
def test_a_seat_that_does_not_exist_has_no_view_and_no_record(game: Game) -> None:
    record = laws.random_record(game, seed=3, max_events=12)
    laws.only_seats_have_views(game.start())
    laws.only_seats_have_views(replay(record))
    with pytest.raises(Illegal, match="there is no seat -1"):
        replay(record).view(-1)
    for seat in (-1, game.players, 1 << 64, True):
        with pytest.raises(Illegal, match="there is no seat"):
            redact(record, seat)


@pytest.mark.parametrize("game", EXAMPLES, ids=str)
def test_no_view_shows_what_redaction_hides(game: Game) -> None:
    for seed in range(3):
        laws.check_secrecy(game, seed, events=10 + 25 * seed, tries=10)


def test_the_search_for_pairs_finds_enough_of_them() -> None:
    """Otherwise the test above might pass without comparing anything."""
    found = 0
    for seed, game in enumerate(game for game in EXAMPLES if game.name == "claim"):
        for n in (2, 9, 25, 40):
            record = laws.random_record(game, seed, max_events=n)
            found += len(_pairs(record, seed % game.players, seed, tries=20))
    assert found > 100


def test_what_a_seer_sees_is_a_secret() -> None:
    """While its winner looks at the top of the pile, another card there looks the same to all
    others, and not to the one who looks."""
    looks = 0
    seers = [game for game in EXAMPLES if "seers" in game.options.get("factions", "")]
    for game, seed in product(seers, range(4)):
        record = laws.random_record(game, seed, undo=0)
        for step in steps(record):
            seer = step.before.actor
            view = step.before.view(seer if seer in range(game.players) else None)
            if not isinstance(view, ClaimView) or view.peek is None or view.pile < 2:
                continue
            looks += 1
            cards = record.events[1].split(" ")
            cards[-1], cards[-view.pile] = cards[-view.pile], cards[-1]
            events = [record.events[0], " ".join(cards), *record.events[2 : step.n - 1]]
            one = Record(record.headers, record.events[: step.n - 1])
            two = Record(record.headers, events)
            for seat in (None, *range(game.players)):
                if seat != seer:
                    laws.keeps_secrets(replay(one), replay(two), seat)
                    laws.redaction_keeps_secrets(one, two, seat)
                elif cards[-1] != cards[-view.pile]:
                    assert replay(one).view(seat) != replay(two).view(seat)
    assert looks > 3  # else there was too little to compare


@settings(max_examples=40, deadline=None)
@given(claims(), seeds(), st.integers(3, 70))
def test_a_choice_made_in_secret_is_a_secret(game: Game, seed: int, n: int) -> None:
    """Another card laid off, or taken after a seer's look, looks the same to the others."""
    record = laws.random_record(game, seed, max_events=n, undo=0)
    secret = [s for s in steps(record) if s.event.partition(" ")[0] == "discard"]
    if not secret or replay(record).actor is None:
        return
    step = secret[-1]
    for choice in step.before.choices():
        events = [*record.events[: step.n - 1], choice]
        other = Record(record.headers, events)
        mine = Record(record.headers, record.events[: step.n])
        for seat in (None, *range(game.players)):
            if seat != step.before.actor:
                laws.keeps_secrets(replay(mine), replay(other), seat)
                laws.redaction_keeps_secrets(mine, other, seat)


def test_the_same_seed_gives_the_same_game_in_two_processes() -> None:
    """Nothing depends on the order of a set or on a hash, which differ from process to process."""
    program = """
import sys; sys.path.insert(0, sys.argv[1])
from support.setups import EXAMPLES
from claimant.laws import random_record
from claimant.record import dumps, redact, trace, Record
for game in EXAMPLES:
    record = random_record(game, 3)
    print(dumps(record), trace(record), redact(Record(record.headers, record.events[:30]), 0))
"""
    printed = {
        subprocess.run(
            [sys.executable, "-c", program, os.path.dirname(__file__)],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(printed) == 1
    assert "claimant record 1" in printed.pop()


# That the laws can fail: each is shown something that breaks it.


class Unsorted(ClaimItState):
    def legal(self) -> list[int]:
        return super().legal()[::-1]


class Forgetful(ClaimItState):
    def legal(self) -> list[int]:
        return super().legal()[1:]


class Lenient(ClaimItState):
    def apply(self, action: SupportsIndex) -> Self:
        return self


class Thief(ClaimItState):
    def pieces(self) -> dict[str, list[str]]:
        return {place: kept for place, kept in super().pieces().items() if place == "supply"}


def _placing(kind: type[ClaimItState]) -> ClaimItState:
    state = ClaimIt(2).start().play("first 0").play("roll").play("dice 2 3 5")
    return kind(state.game, state.data)


def test_laws_catch_games_that_break_them() -> None:
    laws.check_state(_placing(ClaimItState))
    with pytest.raises(Broken, match="not ascending"):
        laws.legal_is_sorted(_placing(Unsorted))
    with pytest.raises(Broken, match="changed nothing"):
        laws.legal_is_complete(_placing(Lenient))
    with pytest.raises(Broken, match="not refused"):
        laws.legal_is_complete(Lenient(ClaimIt(2), ClaimIt(2).start().data))
    begin = ClaimIt(2).start().play("first 0")
    with pytest.raises(Broken, match="wrong time"):
        laws.actor_and_legal_agree(Forgetful(ClaimIt(2), begin.data))
    before, after = _placing(Thief), Thief(ClaimIt(2), _placing(ClaimItState).play("3,5").data)
    with pytest.raises(Broken, match="lost"):
        laws.pieces_are_kept(before, after)
    with pytest.raises(Broken, match="another state than the one before"):
        laws.undo_takes_back(begin, _placing(ClaimItState).play("3,5"), "3,5")


def test_laws_catch_a_view_that_tells_a_secret() -> None:
    game = EXAMPLES[-1]
    record = laws.random_record(game, 1, max_events=3)
    for other in _pairs(record, None, 1, tries=20):
        # A swap hidden from spectators is none to a seat whose hand it changed.
        if other.events[1].split(" / ")[0] != record.events[1].split(" / ")[0]:
            with pytest.raises(Broken, match="sees a secret"):
                laws.keeps_secrets(replay(record), replay(other), 0)
            with pytest.raises(Broken, match="reads a secret in the record"):
                laws.redaction_keeps_secrets(record, other, 0)
            return
    raise AssertionError("no pair found")


def test_laws_catch_a_view_that_shows_what_redaction_hides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that the record hides and the view shows."""

    def redact(state: ClaimItState, event: str, seat: int | None, now: View) -> str:
        return "dice ?" if event.startswith("dice ") else event

    monkeypatch.setattr(ClaimItState, "redact", redact)
    with pytest.raises(Broken, match="sees a secret in “dice”"):
        laws.check_secrecy(ClaimIt(2), seed=1, events=3)


def test_nobody_can_act_for_chance() -> None:
    for game in EXAMPLES:
        assert game.start().actor == CHANCE
        assert _views(game) == [()] * (game.players + 1)


def _views(game: Game) -> Sequence[tuple[str, ...]]:
    start = game.start()
    return [start.view(seat).legal for seat in (None, *range(game.players))]
