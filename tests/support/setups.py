"""Set-ups of both games for tests: every number of players, every option, every kind of deck."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from hypothesis import strategies as st

from claimant.game import Game
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import FACTIONS, PAIRS, SCENARIOS, TEN_CARDS, deck_size
from claimant.games.claim_it.game import ClaimIt

EXAMPLES: tuple[Game, ...] = (
    *(ClaimIt(players) for players in ClaimIt.seats),
    ClaimIt(3, squatters_return=True),
    Claim(2, SCENARIOS["the old kingdom"].deck(2)),
    Claim(2, SCENARIOS["the high mountains"].deck(2)),
    Claim(2, SCENARIOS["the hungry court"].deck(2), "deck"),
    Claim(3, SCENARIOS["the hungry court"].deck(3)),
    Claim(4, SCENARIOS["the old kingdom"].deck(4)),
    Claim(4, SCENARIOS["the clockwork war"].deck(4)),
)
"""A few set-ups that between them have every power of the ready-made decks in play."""


@cache
def free_decks(players: int) -> list[tuple[str, ...]]:
    """All sets of factions with the right number of cards, whether or not the rulebook lists them
    (R-C10)."""
    return [
        tuple(faction.name for faction in deck)
        for n in range(4, 8)
        for deck in combinations(FACTIONS, n)
        if sum(faction.size for faction in deck) == deck_size(players)
    ]


@st.composite
def claim_its(draw: st.DrawFn) -> ClaimIt:
    return ClaimIt(draw(st.sampled_from(ClaimIt.seats)), draw(st.booleans()))


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    players = draw(st.sampled_from(Claim.seats))
    if draw(st.booleans()):
        rest = st.lists(
            st.sampled_from(TEN_CARDS),
            unique=True,
            min_size=3 if players == 2 else 5,
            max_size=3 if players == 2 else 5,
        )
        factions = (*draw(st.sampled_from(PAIRS)), *draw(rest))
    else:
        factions = draw(st.sampled_from(free_decks(players)))
    order = tuple(draw(st.permutations(factions)))
    return Claim(players, order, draw(st.sampled_from(("pile", "deck"))))


def set_ups() -> st.SearchStrategy[Game]:
    return st.one_of(claim_its(), claims())


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32)
