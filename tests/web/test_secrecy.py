"""The secrecy law over every exit: what a seat gets is the same, byte for byte, for states that it
cannot tell apart. Two servers hold the same table, in one of them with other hidden cards and
another secret; a client that asks both for anything must not see which is which."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from support import ferry as third
from support.ferry import ferry
from support.twin_servers import Servers
from support.twins import Dice, a_game, states, twin
from third_game.game import Ferry

from claimant.bots import LEVELS
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS, PAIRS, SCENARIOS, TEN_CARDS
from claimant.games.claim_it.game import ClaimIt
from claimant.web.ops.settings import Settings

__all__ = ["ferry"]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    found = Servers(tmp_path_factory.mktemp("servers"))
    yield found
    found.close()


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    players = draw(st.sampled_from(Claim.seats))
    more = draw(st.permutations(TEN_CARDS))[: 3 if players == 2 else 5]
    pair = draw(st.sampled_from(PAIRS))
    return Claim(players, (*pair, *more), draw(st.sampled_from(("pile", "deck"))))


CALM = settings(
    max_examples=24,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)


@CALM
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.2, 0)
@example(Claim(2, ("kings", "peasants", "seers", "automatons", "dwarves")), 2, 0.4, 0)
@example(Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "bards")), 3,
         0.45, None)  # fmt: skip
@example(Claim(4, SCENARIOS["the clockwork war"].deck(4)), 4, 0.7, 1)
@example(Claim(2, ("giants", "gnomes", "trolls", "raccoons", "seers"), "deck"), 5, 0.95, 0)
@given(claims(), st.integers(0, 2**32), st.floats(0, 1), st.sampled_from((None, 0, 1, 2, 3)))
def test_no_exit_tells_a_seat_of_claim_what_it_cannot_know(
    servers: Servers, game: Claim, seed: int, part: float, seat: int | None
) -> None:
    luck = Dice(seed)
    events = a_game(game, luck)
    events = events[: 2 + int(part * (len(events) - 3))]
    seat = None if seat is None else seat % game.players
    other = twin(game, events, seat, luck)
    for state, alike in zip(states(game, events), states(game, other), strict=True):
        assert state.view(seat) == alike.view(seat)
    answers = servers.same(game, events, other, seat)
    assert answers[0].status == 200


@settings(CALM, max_examples=16)
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.3, None)
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.3, 0)
@example(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, 0.8, 1)
@example(Claim(3, ("knights", "goblins", "automatons", "seers", "dragons", "undead", "bards")), 3,
         0.45, 1)  # fmt: skip
@given(claims(), st.integers(0, 2**32), st.floats(0, 1), st.sampled_from((None, 0, 1)))
def test_no_exit_tells_a_shared_device_more_than_the_player_who_has_tapped_may_know(
    servers: Servers, game: Claim, seed: int, part: float, seat: int | None
) -> None:
    """Two people pass one device around; at most one of them has their cards open, and everything
    that the device is sent is the same for states that this one cannot tell apart."""
    luck = Dice(seed)
    events = a_game(game, luck)
    events = events[: 2 + int(part * (len(events) - 3))]
    answers = servers.same(game, events, twin(game, events, seat, luck), seat, device=True)
    assert answers[0].status == 200


@settings(CALM, max_examples=6)
@given(
    st.builds(ClaimIt, st.sampled_from(ClaimIt.seats), st.booleans()),
    st.integers(0, 2**32),
    st.integers(1, 120),
    st.sampled_from((None, 0, 1)),
)
def test_no_exit_of_claim_it_tells_what_luck_will_bring(
    servers: Servers, game: ClaimIt, seed: int, length: int, seat: int | None
) -> None:
    """Nothing is hidden there except the secret that the next rolls come from."""
    events = a_game(game, Dice(seed))[:-1][:length]
    answers = servers.same(game, events, events, seat)
    assert answers[0].status == 200


@settings(CALM, max_examples=12)
@given(
    st.builds(Ferry, st.sampled_from(Ferry.seats)),
    st.integers(0, 2**32),
    st.floats(0, 1),
    st.sampled_from((None, 0, 1, 2, 3)),
)
def test_no_exit_tells_a_seat_of_a_third_game_what_it_cannot_know(
    ferry: None, servers: Servers, game: Ferry, seed: int, part: float, seat: int | None
) -> None:
    """The same for a game that shared code does not know, with nothing but the defaults."""
    luck = Dice(seed)
    events = a_game(game, luck)
    events = events[: 2 + int(part * (len(events) - 3))]
    seat = None if seat is None else seat % game.players
    answers = servers.same(game, events, third.twin(game, events, seat, luck), seat)
    assert answers[0].status == 200


def test_a_world_that_a_seat_can_tell_apart_is_noticed(servers: Servers) -> None:
    """The test can fail: with another card in one's own hand the exits differ."""
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    events = a_game(game, Dice(7))[:2]
    assert events[0].startswith("first")
    other = a_game(game, Dice(8))[:2]
    other[0] = events[0]
    with pytest.raises(AssertionError):
        servers.same(game, events, other, 0)


def test_scenes_are_among_what_is_compared(servers: Servers) -> None:
    """A page that follows a game is told what to play between two versions, here a whole trick."""
    game = Claim(2, SCENARIOS["the old kingdom"].deck(2))
    luck = Dice(11)
    events = a_game(game, luck)[:12]
    for seat in (None, 0):
        answers = servers.same(game, events, twin(game, events, seat, luck), seat)
        assert b'"kind":"trick"' in answers[0].body
        assert b'"line":"' in answers[0].body


def test_every_power_can_come_up() -> None:
    drawn = {name for pair in PAIRS for name in pair} | set(TEN_CARDS)
    assert {faction.name for faction in FACTIONS} == drawn


@pytest.mark.parametrize("level", LEVELS)
def test_the_pace_of_a_level_leaves_it_its_budget(tmp_path: Path, level: str) -> None:
    """`web/bots/test_pace.py` shows that a bot keeps its pace."""
    settings = Settings(tmp_path)
    assert settings.pace_of(level) > LEVELS[level].budget
    assert settings.pace_of(level) >= settings.bot_pace
