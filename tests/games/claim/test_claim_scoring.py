"""The end of Claim: peasants, vikings, bards, who owns a faction and who wins."""

from __future__ import annotations

import numpy as np
import pytest
from support.tables import ANN, BEN, CLEO, DAN, ending, owner, result, score, seen

from claimant.game import Illegal
from claimant.games.claim.rules.scoring import CARD, FACTION, scores
from claimant.games.claim.rules.table import STATE

PLAIN = "knights goblins undead dragons griffins"  # no power of these works at the end
LOOTING = "knights goblins undead dragons raccoons"

# The order of it, R-P10, and peasants, R-P11


def test_gnomes_join_the_piles_before_vikings_are_judged() -> None:
    """R-P10: the gnome makes the viking count twice."""
    state = ending("viking-5 undead-1 undead-2", "viking-6 viking-7", gnomes=["gnome-5", ""])
    assert score(state, ANN) == ["gnome-5", "undead-1", "undead-2", "viking-5"]
    assert result(state).counts["vikings"] == (2, 2)
    assert owner(state, "gnomes") == (ANN,)


def test_peasants_leave_before_vikings_are_judged() -> None:
    """R-P10: the peasant that left makes Ben's viking count twice, not Ann's."""
    state = ending("viking-1 peasant-1 peasant-3 bard-9", "viking-3 bard-1")
    assert score(state, BEN) == ["bard-1", "peasant-1", "peasant-3", "viking-3"]
    assert result(state).counts["vikings"] == (1, 2)


def test_peasants_leave_before_loot_is_judged() -> None:
    """R-P10: with her peasants gone, Ann has none, and fewest of them."""
    state = ending(
        "raccoon-1 peasant-0 peasant-2 king-12 viking-1 bard-1",
        "bard-2 viking-2 king-4 king-5",
    )
    assert seen(state).loot == ("peasants", None)
    assert result(state).counts["peasants"] == (1, 2)


def test_a_team_is_judged_on_its_pooled_pile() -> None:
    """R-P10: king and peasant, viking and its double, a run of bards in two piles."""
    state = ending(
        "peasant-5 viking-4 bard-3 automaton-4",
        "bard-1 bard-9 bard-7",
        "king-6 bard-2 bard-4",
        "peasant-12",
    )
    assert "peasant-5" in score(state, ANN)
    assert score(state, ANN)[-2:] == ["peasant-5", "viking-4"]
    assert result(state).counts["vikings"] == (2, 0)
    assert owner(state, "bards") == (ANN, CLEO)
    assert "peasant-12" in score(state, ANN)  # Dan's, gone to the seat on his left


def test_a_king_keeps_peasants_worth_the_same_or_up_to_three_less() -> None:
    """R-P11: king 8 keeps 5 to 8."""
    peasants = " ".join(f"peasant-{value}" for value in range(13))
    state = ending(f"king-8 {peasants}", "bard-1")
    stay = [card for card in score(state, ANN) if card.startswith("peasant-")]
    assert stay == [f"peasant-{value}" for value in (5, 6, 7, 8)]


def test_peasants_that_arrive_are_not_judged_again() -> None:
    """R-P11: all leave at once; Ben has no king for either, nor Ann for the one she gets."""
    state = ending("peasant-1 bard-1 bard-2", "peasant-2 bard-3 bard-4")
    assert score(state, ANN) == ["bard-1", "bard-2", "peasant-2"]
    assert score(state, BEN) == ["bard-3", "bard-4", "peasant-1"]


def test_with_three_players_peasants_leave_to_the_left() -> None:
    """R-P11: to the next seat, from the last to the first."""
    state = ending("peasant-1 bard-1 bard-2", "peasant-2", "peasant-3")
    assert [score(state, seat)[-1] for seat in (ANN, BEN, CLEO)] == [
        "peasant-3",
        "peasant-1",
        "peasant-2",
    ]


def test_with_four_players_peasants_leave_to_the_other_team() -> None:
    """R-P11: a partner's king would have kept them."""
    state = ending("peasant-1 bard-1 bard-2 bard-3", "peasant-2", "peasant-3", "peasant-9 king-4")
    counts = result(state).counts["peasants"]
    assert counts == (1, 3)  # 1 and 3 to Ben's team, the 9 to Ann's, the 2 stays with Dan's king
    assert score(state, BEN) == ["peasant-1", "peasant-2"]


def test_peasants_without_kings_stay() -> None:
    """R-C10: in a free deck the power names a faction that is not in play."""
    free = "giants peasants bards dragons undead"
    state = ending("peasant-0 peasant-1 bard-1", "bard-2", factions=free)
    assert score(state, ANN) == ["bard-1", "peasant-0", "peasant-1"]


# Vikings, R-P12


@pytest.mark.parametrize(
    ("ann", "counts"),
    [
        ("viking-3 undead-3 undead-4", 2),
        ("viking-3 undead-3 goblin-3", 2),  # twice, never three times
        ("viking-3 viking-4 undead-5", 2),  # no double: the other vikings' values all differ
        ("viking-3 viking-4 undead-3 goblin-4", 4),
        ("viking-0 goblin-0 goblin-0", 2),
        ("undead-3 undead-4", 0),
    ],
)
def test_a_viking_whose_value_is_in_the_pile_counts_twice(ann: str, counts: int) -> None:
    """R-P12: on any other card in the pile."""
    assert result(ending(ann, "viking-9")).counts["vikings"] == (counts, 1)


def test_a_double_viking_wins_the_majority() -> None:
    """R-P12 with R-S1: 2 against 1, though the other's viking is higher."""
    assert owner(ending("viking-3 undead-3", "viking-9 undead-1"), "vikings") == (ANN,)
    assert owner(ending("viking-3 undead-4", "viking-9 undead-1"), "vikings") == (BEN,)


def test_vikings_are_pooled_by_teams_only() -> None:
    """R-P12, R-P10: Cleo's goblin doubles Ann's viking with four players, not with three."""
    team = ending("viking-4 undead-1 undead-2 undead-3", "viking-9", "goblin-4", "")
    assert result(team).counts["vikings"] == (2, 1)
    alone = ending("viking-4 undead-1 undead-2 undead-3", "viking-9", "goblin-4")
    assert result(alone).counts["vikings"] == (1, 1, 0)


# Bards, R-P13


@pytest.mark.parametrize(
    ("ann", "ben", "owns"),
    [
        ("bard-3 bard-4 bard-5", "bard-0 bard-1 bard-6 bard-7 bard-9", (ANN,)),
        ("bard-0 bard-1", "bard-8 bard-9 bard-4", (BEN,)),  # runs of 2: more cards
        ("bard-0 bard-1 bard-5", "bard-8 bard-9 bard-3", (BEN,)),  # as many: the highest card
        ("bard-9 bard-7 bard-5", "bard-0 bard-1", (BEN,)),
        ("undead-1 undead-2", "bard-4", (BEN,)),
        ("undead-1 undead-2", "undead-3", ()),
    ],
)
def test_the_longest_run_of_bards(ann: str, ben: str, owns: tuple[int, ...]) -> None:
    """R-P13: equal runs: the ordinary count. `counts` has cards, not runs."""
    state = ending(ann, ben)
    assert owner(state, "bards") == owns
    assert result(state).counts["bards"] == (ann.count("bard"), ben.count("bard"))


def test_loot_is_in_no_run_of_bards_but_in_their_count() -> None:
    """R-P13, R-P14: three loot are no run; but they break a tie of runs."""
    bards = "knights goblins undead bards raccoons"
    rest = "raccoon-1 raccoon-2 raccoon-3 knight-2 knight-3 goblin-1 goblin-2 undead-1 undead-2"
    state = ending(rest, "bard-5", factions=bards)
    assert seen(state).loot[ANN] == "bards"
    assert (result(state).counts["bards"], owner(state, "bards")) == ((3, 1), (BEN,))
    state = ending(f"{rest} bard-1", "bard-5 bard-7", factions=bards)
    assert (result(state).counts["bards"], owner(state, "bards")) == ((4, 2), (ANN,))
    state = ending(rest, "undead-5", factions=bards)
    assert (result(state).counts["bards"], owner(state, "bards")) == ((3, 0), (ANN,))


# Who owns a faction, R-S1


@pytest.mark.parametrize(
    ("ann", "ben", "owns"),
    [
        ("goblin-1 goblin-2", "goblin-9", (ANN,)),  # more of them
        ("goblin-1 goblin-9", "goblin-8 goblin-7", (ANN,)),  # as many: the highest
        ("goblin-0 goblin-2", "goblin-0 goblin-1", (ANN,)),
        ("goblin-0 goblin-0 undead-1", "goblin-0 goblin-0", ()),  # quite equal: nobody
        ("undead-1 undead-2", "undead-3", ()),  # none at all: nobody
    ],
)
def test_a_faction_goes_to_the_higher_count(ann: str, ben: str, owns: tuple[int, ...]) -> None:
    """R-S1."""
    assert owner(ending(ann, ben, factions=PLAIN), "goblins") == owns


@pytest.mark.parametrize(
    ("ann", "ben", "owns"),
    [
        ("gnome-7 gnome-5 gnome-1", "gnome-7 gnome-3 gnome-3", (ANN,)),  # the next highest
        ("gnome-7 gnome-5 gnome-1", "gnome-7 gnome-5 gnome-3", (BEN,)),  # and so on
        ("gnome-7 gnome-7 gnome-1", "gnome-7 gnome-5 gnome-5", (ANN,)),
        ("gnome-9 gnome-1", "gnome-7 gnome-7", (ANN,)),
        ("gnome-5 gnome-3 gnome-1", "gnome-5 gnome-3 gnome-1", ()),
    ],
)
def test_equal_counts_compare_card_by_card(ann: str, ben: str, owns: tuple[int, ...]) -> None:
    """R-S1: highest against highest; cards that are equal are not told apart."""
    assert owner(ending(ann, ben), "gnomes") == owns


def test_in_every_order_of_the_deck_equal_cards_are_not_told_apart() -> None:
    """R-S1: wherever the kernels keep the goblins, it does not matter who has which zeros."""
    names = PLAIN.split()
    for turn in range(5):
        turned = " ".join(names[turn:] + names[:turn])
        for first, second, owns in (("", "", ()), ("goblin-2", "goblin-1", (ANN,))):
            ann, ben = f"{first} goblin-0 goblin-0 undead-1", f"goblin-0 goblin-0 {second}"
            assert owner(ending(ann, ben, factions=turned), "goblins") == owns


def test_three_equal_cards_are_not_told_apart() -> None:
    """R-S1: nor wherever the kernels keep them."""
    names = ["giants", "gnomes", "dragons", "griffins", "seers", "undead", "automatons"]
    for turn in range(7):
        turned = " ".join(names[turn:] + names[:turn])
        state = ending("gnome-1 dragon-1 dragon-2", "gnome-1", "gnome-1", factions=turned)
        assert owner(state, "gnomes") == ()


def test_no_further_card_is_lower_than_a_0() -> None:
    """R-S1: two zeros against one and a loot that makes the counts equal."""
    rest = "raccoon-9 raccoon-1 knight-2 knight-3 undead-1 undead-2 dragon-1 dragon-2"
    state = ending(f"{rest} goblin-0", "goblin-0 goblin-0", factions=LOOTING)
    assert seen(state).loot[ANN] == "goblins"
    assert result(state).counts["goblins"] == (2, 2)
    assert owner(state, "goblins") == (BEN,)


@pytest.mark.parametrize(
    ("piles", "owns"),
    [
        (("goblin-0 undead-1 undead-2", "goblin-0", "goblin-1"), (CLEO,)),  # a tie of the others
        (("goblin-1 undead-1 undead-2", "goblin-0", "goblin-0"), (ANN,)),
        (("goblin-0 undead-1 undead-2", "goblin-0", ""), ()),  # a tie of the best: nobody
        (("goblin-0 undead-1 undead-2", "", "goblin-0"), ()),
        (("undead-3 undead-1 undead-2", "goblin-0", "goblin-0"), ()),
        (("goblin-0 undead-1 undead-2", "goblin-0", "goblin-0"), ()),
        (("undead-0 undead-1 undead-2", "goblin-1", ""), (BEN,)),
    ],
)
def test_a_faction_among_three(piles: tuple[str, ...], owns: tuple[int, ...]) -> None:
    """R-S1: a tie matters between the best only."""
    factions = "knights goblins undead dragons griffins seers automatons"
    assert owner(ending(*piles, factions=factions), "goblins") == owns


# Who wins, R-S2


@pytest.mark.parametrize(
    ("ann", "ben", "winners", "reason"),
    [
        ("undead-1 dragon-1", "griffin-8 griffin-9 griffin-7", (ANN,), "factions"),
        ("undead-1 undead-2", "griffin-9", (ANN,), "cards"),
        ("undead-1 undead-2", "griffin-3 griffin-4", (BEN,), "values"),
        ("undead-1 undead-4", "griffin-2 griffin-3", (ANN, BEN), "shared"),
        ("goblin-0 goblin-0", "goblin-0 goblin-0", (ANN, BEN), "shared"),  # nothing to anybody
        # Cards and values of factions won, not of all: Ben's goblins count for nothing.
        ("undead-9 goblin-1 goblin-2", "griffin-8 goblin-0 goblin-0 dragon-1 knight-2", (BEN,), ""),
    ],
)
def test_most_factions_win(ann: str, ben: str, winners: tuple[int, ...], reason: str) -> None:
    """R-S2: then more cards in the factions won, then their values, then a shared win."""
    outcome = result(ending(ann, ben, factions=PLAIN))
    assert outcome.winners == winners
    assert not reason or outcome.reason == reason


def test_a_score_counts_factions_then_cards_then_values() -> None:
    """R-S2: of the factions won, and nothing else."""
    state = ending("undead-1 undead-4 goblin-1", "griffin-2 goblin-2 goblin-0", factions=PLAIN)
    s = np.frombuffer(bytearray(state.data), STATE)[0]
    ann = FACTION + 2 * CARD + 1 + 4
    ben = 2 * FACTION + 3 * CARD + 2 + 2
    assert scores(s, state.game.deck[0]) == (ann, ben, 0)


def test_cards_of_factions_lost_do_not_break_a_tie() -> None:
    """R-S2: one faction each, two cards each in it; Ben's lost goblins are nothing."""
    outcome = result(
        ending("undead-5 undead-6 goblin-0", "dragon-1 dragon-2 goblin-0", factions=PLAIN)
    )
    assert outcome.factions["goblins"] == ()
    assert (outcome.winners, outcome.reason) == ((ANN,), "values")


def test_doubles_and_loot_do_not_break_a_tie() -> None:
    """R-S2: physical cards. Ann's vikings count 4 and are 2; Ben's undead are 3."""
    state = ending(
        "viking-1 viking-2 undead-1 undead-2",
        "undead-3 undead-4 undead-5",
        factions="knights goblins undead dragons vikings",
    )
    outcome = result(state)
    assert outcome.counts["vikings"] == (4, 0)
    assert (outcome.winners, outcome.reason) == ((BEN,), "cards")
    # Ann owns dragons by loot alone, which are no cards, and no more.
    state = ending(
        "raccoon-0 raccoon-9 raccoon-8 knight-2 goblin-1 undead-1",
        "knight-4 knight-3 goblin-3 goblin-2 undead-7 undead-8",
        factions=LOOTING,
    )
    assert owner(state, "dragons") == (ANN,)
    assert (result(state).winners, result(state).reason) == ((BEN,), "factions")


def test_three_players_by_the_same_chain() -> None:
    """R-S2: two of three may share."""
    factions = "knights goblins undead dragons griffins seers automatons"
    shared = result(
        ending(
            "undead-1 undead-4 undead-0",
            "dragon-2 dragon-3 dragon-0",
            "seer-9 seer-1",
            factions=factions,
        )
    )
    assert (shared.winners, shared.reason) == ((ANN, BEN), "shared")
    third = result(
        ending("undead-1 undead-2 undead-3", "dragon-9", "seer-8 griffin-1", factions=factions)
    )
    assert (third.winners, third.reason) == ((CLEO,), "factions")
    last = result(
        ending("undead-1 undead-2 undead-3", "dragon-9", "seer-8 seer-1 seer-0", factions=factions)
    )
    assert (last.winners, last.reason) == ((CLEO,), "values")


def test_four_players_win_by_teams() -> None:
    """R-S2, R-C3: both of the team win; counts are by team, owners by seat."""
    factions = "knights goblins undead dragons griffins seers automatons"
    state = ending(
        "undead-1", "dragon-2 dragon-4 dragon-5 dragon-6", "", "seer-1", factions=factions
    )
    outcome = result(state)
    assert (outcome.winners, outcome.reason) == ((BEN, DAN), "factions")
    assert outcome.result() == {
        "winners": [1, 3],
        "factions": {
            "knights": [],
            "goblins": [],
            "undead": [0, 2],
            "dragons": [1, 3],
            "griffins": [],
            "seers": [1, 3],
            "automatons": [],
        },
        "counts": {
            "knights": [0, 0],
            "goblins": [0, 0],
            "undead": [1, 0],
            "dragons": [0, 4],
            "griffins": [0, 0],
            "seers": [0, 1],
            "automatons": [0, 0],
        },
    }
    shared = ending(
        "undead-1 undead-4 undead-3",
        "dragon-2 dragon-0 dragon-5 dragon-1",
        "",
        "",
        factions=factions,
    )
    assert (result(shared).winners, result(shared).reason) == ((BEN, DAN), "cards")


def test_a_finished_game_accepts_no_events() -> None:
    state = ending("undead-1 dragon-1", "griffin-8", factions=PLAIN)
    assert (state.actor, state.choices()) == (None, [])
    for event in ("play undead-1", "first 0", "nonsense"):
        with pytest.raises(Illegal) as refused:
            state.play(event)
        assert refused.value.code == "over"
    with pytest.raises(Illegal) as refused:
        state.apply(0)
    assert refused.value.code == "over"
    with pytest.raises(Illegal) as refused:
        state.happen((0,))
    assert refused.value.code == "over"
