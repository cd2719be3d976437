"""The 180 cards of Claim, the decks they make, set-up and deal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from support.tables import ANN, BEN

from claimant.game import CHANCE, Illegal
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import (
    BY_NAME,
    FACTIONS,
    PAIRS,
    SCENARIOS,
    TEN_CARDS,
    Card,
    deck_size,
    find_scenario,
    is_by_the_book,
)
from claimant.luck import Seeded

OLD_KINGDOM = SCENARIOS["the old kingdom"]
HUNGRY_COURT = SCENARIOS["the hungry court"]


def refusal(players: int, factions: str, raccoons: str = "pile") -> tuple[str, str]:
    with pytest.raises(Illegal) as refused:
        Claim.set_up(players, {"factions": factions, "raccoons": raccoons})
    return refused.value.code, refused.value.say()


def test_the_cards_are_180() -> None:
    assert sum(len(faction.values) for faction in FACTIONS) == 180
    assert {f.name: len(f.values) for f in FACTIONS if len(f.values) != 10} == {
        "knights": 8,
        "goblins": 14,
        "giants": 9,
        "gnomes": 13,
        "kings": 9,
        "peasants": 13,
        "raccoons": 14,
    }
    assert Counter(BY_NAME["goblins"].values)[0] == 5
    assert Counter(BY_NAME["gnomes"].values) == {1: 3, 3: 3, 5: 3, 7: 3, 9: 1}
    assert Counter(BY_NAME["giants"].values) == {1: 2, 3: 2, 5: 2, 7: 2, 9: 1}


def test_a_card_can_be_typed_by_name() -> None:
    card = Card("raccoon-4")
    assert (card, card.faction, card.value, card.has_loot) == ("raccoon-4", "raccoons", 4, True)
    with_loot = [value for value in range(14) if Card(f"raccoon-{value}").has_loot]
    assert with_loot == [0, 1, 2, 3, 4]
    assert not Card("goblin-4").has_loot
    for code in ("goblin-10", "knight-0", "goblins-1", "goblin", "goblin-01", "giant-2", ""):
        with pytest.raises(Illegal, match="there is no card"):
            Card(code)


@pytest.mark.parametrize(("players", "decks"), [(2, 495), (3, 1386), (4, 1386)])
def test_every_deck_of_the_rulebook(players: int, decks: int) -> None:
    """One pair and three ten-card factions, or five with three or four players."""
    assert len(TEN_CARDS) == 11
    found = 0
    for pair in PAIRS:
        for rest in combinations(TEN_CARDS, 3 if players == 2 else 5):
            game = Claim(players, pair + rest)
            assert is_by_the_book(game.factions)
            assert len(game.notes) == ("trolls" in rest and players > 2)
            deck = game.deck[0]
            assert deck.card_count - 4 * ("raccoons" in rest) == deck_size(players)
            found += 1
    assert found == decks


@pytest.mark.parametrize("players", Claim.seats)
def test_free_decks_are_all_other_sets_of_as_many_cards(players: int) -> None:
    """R-C10: allowed, and marked so; every other set is refused."""
    free = 0
    for n in range(1, 8):
        for deck in combinations(FACTIONS, n):
            names = tuple(faction.name for faction in deck)
            size = sum(faction.size for faction in deck)
            if size != deck_size(players):
                if n < 5:
                    with pytest.raises(Illegal):
                        Claim(players, names)
                continue
            is_free = "This is a free deck" in " ".join(
                n.say() for n in Claim(players, names).notes
            )
            assert is_free != is_by_the_book(names)
            free += is_free
    assert free == {2: 881 - 495, 3: 2695 - 1386, 4: 2695 - 1386}[players]


def test_no_deck_has_more_than_seven_factions() -> None:
    """Which is what the kernels have room for: eight of the smallest are too many cards."""
    assert sum(sorted(faction.size for faction in FACTIONS)[:8]) > 72


def test_a_deck_is_either_a_scenario_or_factions() -> None:
    with pytest.raises(Illegal, match="not both") as refused:
        Claim(2, ("knights", "goblins", "undead", "dwarves", "dragons"), scenario="old-kingdom")
    assert refused.value.code == "options"


def test_decks_that_cannot_be_are_refused_with_the_reason() -> None:
    needs = "a deck needs one pair and three ten-card factions; "
    assert refusal(2, "knights goblins undead undead dwarves") == (
        "factions",
        needs + "undead is named twice",
    )
    assert refusal(2, "knights goblins undead elves dwarves") == (
        "factions",
        needs + "elves is not a faction",
    )
    assert refusal(2, "knights goblins undead dwarves") == (
        "factions",
        needs + "these are 42 cards, not 52",
    )
    assert refusal(3, "knights goblins undead dwarves seers") == (
        "factions",
        "a deck needs one pair and five ten-card factions; these are 52 cards, not 72",
    )
    assert refusal(2, "")[0] == "factions"
    assert refusal(2, " ".join(OLD_KINGDOM.deck(2)), "table")[0] == "raccoons"
    assert refusal(5, " ".join(OLD_KINGDOM.deck(3)))[0] == "players"
    assert refusal(1, " ".join(OLD_KINGDOM.deck(2)))[0] == "players"
    with pytest.raises(Illegal) as refused:
        Claim.set_up(2, {})
    assert refused.value.code == "factions"


def test_the_four_scenarios() -> None:
    """The high mountains have trolls in them and are for two (R-P9)."""
    assert len(SCENARIOS) == 4
    for scenario in SCENARIOS.values():
        for players in Claim.seats:
            if players > 2 and scenario.name == "the high mountains":
                with pytest.raises(Illegal) as refused:
                    scenario.deck(players)
                assert refused.value.code == "scenario"
            else:
                assert Claim(players, scenario.deck(players)).notes == ()


def test_options_come_back() -> None:
    for raccoons in ("pile", "deck"):
        game = Claim(3, HUNGRY_COURT.deck(3), raccoons)
        assert Claim.set_up(3, game.options) == game
        assert game.options["raccoons"] == raccoons


@pytest.mark.parametrize("players", Claim.seats)
def test_the_first_leader_is_drawn_evenly(players: int) -> None:
    """R-C1: any seat, each as likely."""
    start = Claim(players, OLD_KINGDOM.deck(players)).start()
    assert start.actor == CHANCE
    luck = Seeded(players)
    drawn = Counter(start.draw(luck) for _ in range(300 * players))
    assert sorted(drawn) == [(seat,) for seat in range(players)]
    assert min(drawn.values()) > 230
    for seat in range(players):
        dealt = start.play(f"first {seat}")
        assert dealt.actor == CHANCE
        assert dealt.happen(dealt.draw(luck)).actor == seat


def deals(game: Claim, n: int) -> list[ClaimState]:
    luck = Seeded(1)
    before = game.start().play("first 0")
    return [before.happen(before.draw(luck)) for _ in range(n)]


@pytest.mark.parametrize("players", Claim.seats)
@pytest.mark.parametrize("raccoons", ["pile", "deck"])
def test_raccoons_are_ten_of_fourteen_shuffled_in(players: int, raccoons: str) -> None:
    """R-C2: into the draw pile after dealing the hands, or with the option into the whole deck."""
    removed: Counter[str] = Counter()
    in_hands = 0
    for state in deals(Claim(players, HUNGRY_COURT.deck(players), raccoons), 60):
        places = {
            place: [card for card in cards if card.startswith("raccoon-")]
            for place, cards in state.pieces().items()
        }
        all_raccoons = [card for cards in places.values() for card in cards]
        assert len(all_raccoons) == len(set(all_raccoons)) == 10
        removed.update({f"raccoon-{value}" for value in range(14)} - set(all_raccoons))
        in_hands += sum(len(places[f"hand {seat}"]) for seat in range(players))
    assert len(removed) == 14
    assert (in_hands > 0) == (raccoons == "deck")


@pytest.mark.parametrize("players", Claim.seats)
def test_a_deal_is_checked(players: int) -> None:
    """R-C2: with raccoons=pile none are in the hands; ten of them take part in any deck."""
    game = Claim(players, HUNGRY_COURT.deck(players))
    before = game.start().play("first 0")
    deal = before.write(before.draw(Seeded(1)))
    assert before.write(before.read(deal)) == deal

    def refused(text: str) -> str:
        with pytest.raises(Illegal) as error:
            before.play(text)
        return f"{error.value.code}: {error.value.say()}"

    hands, pile = deal.removeprefix("deal ").split(" / ")[:-1], deal.split(" / ")[-1].split()
    first = hands[0].split()
    raccoon = next(card for card in pile if card.startswith("raccoon-"))
    missing = next(f"raccoon-{v}" for v in range(14) if f"raccoon-{v}" not in pile)
    king = next(card for card in pile if not card.startswith("raccoon-"))
    swapped = deal.replace(f" {raccoon}", " X").replace(f" {first[1]}", f" {raccoon}")
    swapped = swapped.replace(" X", f" {first[1]}")
    assert refused(swapped) == "deal: raccoons belong in the draw pile"
    in_deck = Claim(players, HUNGRY_COURT.deck(players), "deck").start().play("first 0")
    assert in_deck.play(swapped).actor == ANN
    assert (
        refused(deal.replace(f" {king}", f" {missing}")) == "deal: ten raccoons take part, not 11"
    )
    assert "is dealt too often" in refused(deal.replace(f" {king}", f" {first[0]}"))
    assert "a deal has" in refused(deal.replace(f" {king}", ""))
    assert refused(deal.replace(king, "undead-4")).startswith("not-in-play")
    assert refused(deal.replace(king, "king-99")).startswith("card: there is no card king-99")
    assert refused("deal").startswith("unknown")
    assert refused("play king-5").startswith("chance")
    cards = before.read(deal)
    assert isinstance(cards, tuple)
    for wrong in ((*cards[:-1],), (*cards[:-1], -1), (*cards[:-1], 127)):
        with pytest.raises(Illegal) as error:
            before.happen(wrong)
        assert error.value.code == "deal"
    with pytest.raises(Illegal) as error:
        before.apply(0)
    assert error.value.code == "chance"


def test_the_order_of_events_is_checked() -> None:
    game = Claim(2, OLD_KINGDOM.deck(2))
    start = game.start()
    deal = deals(game, 1)[0]
    for state, event, code in (
        (start, "deal " + " ".join(["undead-1"] * 52), "deal"),
        (start, "first 2", "seat"),
        (start, "first x", "unknown"),
        (deal, "first 0", "not-chance"),
        (deal, "pass", "unknown"),
        (deal, "play ", "unknown"),
        (deal, "take undead-1", "not-now"),
        (deal, "loot undead", "not-now"),
        (deal, "loot dragons", "loot"),
        (deal, "undo", "no-undo"),
    ):
        with pytest.raises(Illegal) as error:
            state.play(event)
        assert error.value.code == code, event
        assert error.value.say()
    cards = game.start().play("first 1").draw(Seeded(1))
    with pytest.raises(Illegal) as error:
        start.happen(cards)
    assert error.value.code == "first"
    assert game.start().play("first 1").happen(cards).actor == BEN
    with pytest.raises(Illegal) as error:
        deal.happen((0,))
    assert error.value.code == "not-chance"
    assert start.pieces() == {}
    for action in (-1, 5000, 125, 127, 128):
        with pytest.raises(Illegal) as error:
            deal.apply(action)
        assert error.value.code == "unknown"


def test_a_scenario_is_found_by_its_name() -> None:
    assert find_scenario() is OLD_KINGDOM
    for name in ("the hungry court", "hungry court", "Hungry-Court", "the-hungry-court"):
        assert find_scenario(name) is HUNGRY_COURT
    with pytest.raises(Illegal) as refused:
        find_scenario("x" * 50)
    assert refused.value.code == "scenario"
    assert f"scenario {'x' * 40};" in refused.value.say()
    assert "the old kingdom, the high mountains" in refused.value.say()


def test_a_set_up_is_created_from_a_scenario_or_from_factions() -> None:
    assert Claim.create() == Claim(2, OLD_KINGDOM.deck(2))
    assert Claim.create(3, {"scenario": "hungry-court"}) == Claim(3, HUNGRY_COURT.deck(3))
    factions = " ".join(HUNGRY_COURT.deck(2))
    assert Claim.create(2, {"factions": factions}) == Claim(2, HUNGRY_COURT.deck(2))
    for options in ({"scenario": "hungry-court", "factions": factions}, {"colour": "red"}):
        with pytest.raises(Illegal) as refused:
            Claim.create(2, options)
        assert refused.value.code == "options"
