"""Pictures of Claim show what the viewer may know, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree

import pytest

from claimant.game import CHANCE
from claimant.games.claim.art import table as draw
from claimant.games.claim.description import counts, describe, sides
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import FACTIONS, SCENARIOS, Card
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import everyone
from claimant.luck import Seeded
from claimant.presentation import heading, presentation_of

SVG = "{http://www.w3.org/2000/svg}"
TABLES = [
    (2, "the old kingdom"),
    (2, "the high mountains"),
    (3, "the clockwork war"),
    (4, "the hungry court"),
]


class Shuffle:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


def states(players: int, scenario: str, seed: int = 1) -> Iterator[ClaimState]:
    """Every state of a game played at random."""
    luck = Shuffle(seed)
    state = Claim(players, SCENARIOS[scenario].deck(players)).start()
    yield state
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            state = state.apply(luck.random.choice(state.legal()))
        yield state


def text(view: ClaimView, names: tuple[str, ...] = ()) -> str:
    return " ".join(sentence.say() for sentence in describe(view, names or everyone(view.players)))


def known(view: ClaimView) -> set[str]:
    """All cards that lie open to the viewer in the places that a picture shows."""
    places = [view.face_up, view.trolls, *view.hands, *view.followers, *view.scores, *view.gnomes]
    cards = {code for place in places for code in place}
    cards |= {code for _, code in (*view.table, *view.last_trick)}
    cards |= {view.peek} if view.peek else set()
    return cards - {"?"}


def in_words(code: str) -> str:
    return code.replace("-", " ")


ALL = {f"{faction.singular} {value}" for faction in FACTIONS for value in faction.values}


@pytest.mark.parametrize(("players", "scenario"), TABLES)
def test_every_state_of_a_game_can_be_drawn(players: int, scenario: str) -> None:
    for n, state in enumerate(states(players, scenario)):
        view = state.view([*range(players), None][n % (players + 1)])
        root = ElementTree.fromstring(draw.picture(view))
        assert root.findtext(f"{SVG}title") == heading(view).say()
        assert root.findtext(f"{SVG}desc") == text(view)


@pytest.mark.parametrize(("players", "scenario"), TABLES)
def test_words_and_picture_have_no_card_that_the_viewer_does_not_know(
    players: int, scenario: str
) -> None:
    seen: set[tuple[str, str]] = set()
    for n, state in enumerate(states(players, scenario, seed=2)):
        view = state.view([*range(players), None][n % (players + 1)])
        open_cards = known(view)
        drawn = draw.picture(view, prefix="x").split("</defs>")[1]
        cards = set(re.findall(r'href="#x-(\w+)"/><use href="#x-n(\d+)"', drawn))
        seen |= cards
        assert cards <= {(Card(code).faction, str(Card(code).value)) for code in open_cards}
        said = set(re.findall(r"\b[a-z]+ \d+\b", text(view)))
        assert said & ALL <= {in_words(code) for code in open_cards}
    assert len(seen) > 20


def test_hands_and_the_trick_are_drawn_card_by_card() -> None:
    for state in states(2, "the old kingdom"):
        view = state.view(0)
        if view.outcome is not None or not view.phase:
            continue
        body = draw.picture(view, prefix="x").split("</defs>")[1]
        backs = sum(hand.count("?") for hand in view.hands)
        backs += sum(place.count("?") for place in view.followers) + min(3, view.pile)
        assert body.count('href="#x-back"') == backs
        faces = [c for hand in (*view.hands, *view.followers) for c in hand if c != "?"]
        faces += [code for _, code in view.table or view.last_trick]
        faces += [*view.face_up, *([view.peek] if view.peek else [])]
        assert len(re.findall(r'href="#x-n\d', body)) == len(faces)


def test_the_words_count_hidden_cards_and_name_the_others() -> None:
    dealt = next(s for s in states(2, "the old kingdom") if s.view(0).phase)
    words = text(dealt.view(0), ("Ann", "Ben"))
    assert "Phase 1, trick 1 of 13." in words
    assert "Ben holds 13 cards." in words
    assert "The draw pile has 25 cards." in words
    assert f"At stake: {in_words(dealt.view(0).face_up[0])}." in words
    mine = [in_words(code) for code in dealt.view(0).hands[0]]
    assert f"Ann holds {', '.join(mine[:-1])} and {mine[-1]}." in words


def test_ids_belong_to_the_factions_in_play_whatever_is_held() -> None:
    """An id that came from a hidden card would tell it."""
    for state in states(2, "the old kingdom"):
        view = state.view(1)
        ids = set(re.findall(r'id="([^"]*)"', draw.picture(view, prefix="x")))
        numbers = [f"n{value}" for value in range(10)]
        figures = [f"figure-{faction}" for faction in view.factions]
        assert ids == {f"x-{name}" for name in (*view.factions, *figures, *numbers, "back")}


def test_a_page_that_has_the_definitions_needs_no_others() -> None:
    view = next(s for s in states(2, "the old kingdom") if s.view(0).phase).view(0)
    picture = draw.picture(view, style=False, prefix="card", defined=True)
    assert "id=" not in picture
    assert "<style" not in picture
    assert " style=" not in picture


def test_a_picture_is_small_enough_for_the_home_page() -> None:
    for players, scenario in TABLES:
        longest = max(len(draw.picture(s.view(None))) for s in states(players, scenario))
        assert longest < 45_000


def test_partners_count_together() -> None:
    *_, end = states(4, "the hungry court")
    assert sides(end.view(None)) == [(0, 2), (1, 3)]


@pytest.mark.parametrize(("players", "scenario"), TABLES)
def test_the_standing_counts_what_lies_in_the_piles(players: int, scenario: str) -> None:
    for state in states(players, scenario):
        view = state.view(None)
        standing = counts(view)
        assert tuple(standing) == view.factions
        if view.outcome is None:
            won = sum(len(pile) for pile in (*view.scores, *view.gnomes))
            assert sum(map(sum, standing.values())) == won
        else:
            assert isinstance(view.outcome, ClaimOutcome)
            assert standing == view.outcome.counts


def test_a_finished_game_tells_who_owns_each_faction() -> None:
    *_, end = states(2, "the old kingdom")
    view = end.view(None)
    assert isinstance(view.outcome, ClaimOutcome)
    names = ("Ann", "Ben")
    words = text(view, names)
    for faction, owners in view.outcome.factions.items():
        if any(view.outcome.counts[faction]):
            said = re.search(rf"{faction.capitalize()}: [^.]*\. Won by (\w+)\.", words)
            assert said is not None
            assert said[1] == (names[owners[0]] if owners else "nobody")


def test_names_cannot_break_out_of_the_picture() -> None:
    for state in states(3, "the clockwork war"):
        picture = draw.picture(state.view(0), ("</svg><script>", "B&B", "c" * 80))
        ElementTree.fromstring(picture)
        assert "<script" not in picture


def test_equal_views_give_equal_pictures() -> None:
    for one, other in zip(states(2, "the old kingdom"), states(2, "the old kingdom"), strict=True):
        assert draw.picture(one.view(0)) == draw.picture(other.view(0))


def test_the_menu_follows_the_order_of_the_displayed_hand() -> None:
    """Otherwise number 1 of the menu is somewhere in the middle of the hand above it."""
    state = Claim.create(2, {"scenario": "the old kingdom"}).start()
    luck = Seeded(3)
    while state.actor == CHANCE:
        state = state.happen(state.draw(luck))
    view = state.view(state.actor)
    assert isinstance(view, ClaimView)
    assert view.seat is not None
    shown = presentation_of("claim").menu(view)
    assert sorted(shown) == sorted(view.legal)
    assert [event.removeprefix("play ") for event in shown] == [
        *dict.fromkeys(view.hands[view.seat])
    ]
    assert list(shown) != list(view.legal)  # the record sorts by name


@pytest.mark.parametrize("players", [2, 4])
def test_a_picture_shows_the_tokens_that_the_players_have_chosen(players: int) -> None:
    chosen = (3, 4, 1, 2)[:players]
    for state in states(players, "the clockwork war"):
        view = state.view(0)
        assert draw.picture(view, tokens=range(players)) == draw.picture(view)
        drawn = draw.picture(view, tokens=chosen, style=False)
        assert {*re.findall(r"--seat(\d)", drawn)} == {str(token) for token in chosen}
