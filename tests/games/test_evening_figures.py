"""What a series or a tournament asks of a game: a figure per seat, and another set-up."""

from __future__ import annotations

import pytest

from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import is_by_the_book
from claimant.games.claim.view import ClaimOutcome
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.view import ClaimItOutcome
from claimant.luck import Seeded


def test_the_figure_of_claim_is_the_factions_won_also_with_a_partner() -> None:
    owners: dict[str, tuple[int, ...]] = {"knights": (0, 2), "goblins": (1, 3), "undead": (0, 2)}
    ended = ClaimOutcome((0, 2), "factions", owners, {})
    assert [ended.figure(seat) for seat in range(4)] == [2, 1, 2, 1]


def test_the_figure_of_claim_it_is_the_largest_mine() -> None:
    ended = ClaimItOutcome((1,), "group", groups=(4, 9), claims=(13, 2), spaces=(14, 9))
    assert [ended.figure(seat) for seat in range(2)] == [4, 9]


@pytest.mark.parametrize("players", Claim.seats)
def test_a_redrawn_deck_is_by_the_book_and_another_one(players: int) -> None:
    luck = Seeded(4)
    game = Claim.create(players)
    drawn = [game.redrawn(luck) for _ in range(40)]
    assert all(is_by_the_book(one.factions) and one.players == players for one in drawn)
    assert len({one.factions for one in drawn}) > 20
    assert any("trolls" in one.factions for one in drawn) == (players == 2)


def test_a_game_with_nothing_to_draw_stays_as_it_is() -> None:
    game = ClaimIt(3)
    assert game.redrawn(Seeded(1)) is game
