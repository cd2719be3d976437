"""Pictures of Claim It! show the view they are given, all of it, and say so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from claimant.art.dice import die
from claimant.game import CHANCE
from claimant.games.claim_it.art import board as draw
from claimant.games.claim_it.art import mines
from claimant.games.claim_it.description import describe
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.rules.board import NAMES
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import everyone
from claimant.presentation import heading

SVG = "{http://www.w3.org/2000/svg}"


class Dice:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


def states(players: int, seed: int, returning: bool = False) -> Iterator[ClaimItState]:
    """Every state of a game played at random."""
    luck = Dice(seed)
    state = ClaimIt(players, returning).start()
    yield state
    while state.actor is not None:
        if state.actor == CHANCE:
            state = state.happen(state.draw(luck))
        else:
            state = state.apply(luck.random.choice(state.legal()))
        yield state


def game(*events: str, players: int = 2) -> ClaimItState:
    state = ClaimIt(players).start()
    for event in events:
        state = state.play(event)
    return state


TURN = ("first 0", "roll", "dice 2 3 5", "3,5", "roll", "dice 1 1 4", "4,1")


def text(view: ClaimItView, names: tuple[str, ...] = ()) -> str:
    return " ".join(sentence.say() for sentence in describe(view, names or everyone(view.players)))


@pytest.mark.parametrize(("players", "returning"), [(2, False), (3, True), (5, False)])
def test_every_state_of_a_game_can_be_drawn(players: int, returning: bool) -> None:
    for state in states(players, players, returning):
        view = state.view(state.actor if state.actor != CHANCE else None)
        root = ElementTree.fromstring(draw.picture(view))
        ElementTree.fromstring(draw.board(view))
        for piece in [*draw.pieces(view), *draw.supply(view)]:
            ElementTree.fromstring(piece.svg)
        assert root.findtext(f"{SVG}title") == heading(view).say()
        assert root.findtext(f"{SVG}desc") == text(view)


def test_pieces_are_what_the_view_has() -> None:
    for state in states(3, 1, True):
        view = state.view(None)
        pieces = draw.pieces(view)
        on_board = {piece.key: (piece.column, piece.row) for piece in pieces}
        assert len(on_board) == len(pieces)  # each key once: a page moves pieces by their key
        for i, owner in enumerate(view.owners):
            place = (i % 6 + 1, i // 6 + 1)
            if owner is not None:
                assert on_board[f"marker-{NAMES[i]}-{owner}"] == place
            staked = view.claimed[i] or view.capped[i]
            assert (on_board.get(f"claim-{NAMES[i]}") == place) == staked
        waiting = {piece.key for piece in draw.supply(view)}
        for number, where in enumerate(view.squatters, start=1):
            key = f"squatter-{number}"
            assert (key in waiting) == (where < 0)
            if where >= 0:
                assert on_board[key] == (where % 6 + 1, where // 6 + 1)


def test_a_squatter_keeps_its_key_from_supply_to_board() -> None:
    before = {piece.key for piece in draw.supply(game(*TURN[:3]).view(0))}
    after = {piece.key for piece in draw.pieces(game(*TURN[:4]).view(0))}
    assert after <= before


def test_a_claim_marker_lies_on_top_this_turn_and_under_the_players_after_it() -> None:
    again = (*TURN, "stop", "roll", "dice 6 6 6", "6,6", "stop", "roll", "dice 1 4 4", "4,1")
    on_top = [p.key for p in draw.pieces(game(*again).view(0)) if (p.column, p.row) == (4, 1)]
    under = [
        p.key for p in draw.pieces(game(*again, "stop").view(0)) if (p.column, p.row) == (4, 1)
    ]
    assert on_top == ["marker-4,1-0", "claim-4,1"]
    assert under == ["claim-4,1", "marker-4,1-0"]


def test_settled_and_claimed_look_different() -> None:
    view = game(*TURN, "stop").view(None)
    settled = next(p for p in draw.pieces(view) if p.key == "marker-4,1-0")
    claimed_view = replace(view, claimed=tuple(name == "4,1" for name in NAMES))
    claimed = next(p for p in draw.pieces(claimed_view) if p.key == "marker-4,1-0")
    assert settled.svg != claimed.svg
    assert settled.label.say() == "4,1: Player 1, settled"
    assert claimed.label.say() == "4,1: Player 1, claimed"


def test_legal_spaces_are_marked_for_the_one_to_move_alone() -> None:
    state = game(*TURN[:3])
    marked = draw.board(state.view(0)).partition('class="legal"')[2].partition("</g>")[0]
    assert marked.count("<rect") == 6
    assert 'class="legal"' not in draw.board(state.view(1))
    assert 'class="legal"' not in draw.board(game(*TURN).view(0))  # roll or stop: no spaces


def test_last_space_and_odds_are_shown_when_asked_for() -> None:
    view = game(*TURN).view(0)
    assert 'class="last"' in draw.board(view, last="4,1")
    assert 'class="last"' not in draw.board(view)
    assert ">13%<" in draw.board(view, odds={"2,2": 0.131})


def test_dice_are_blank_until_they_lie() -> None:
    assert draw.dice(game("first 0").view(0)) == [die(0)] * 3
    assert draw.dice(game(*TURN[:3]).view(0)) == [die(2), die(3), die(5)]


def length(outline: str) -> float:
    """How far the pen goes."""
    path = outline.split('d="')[1].split('"')[0]
    total = 0.0
    for stroke in path.split("M")[1:]:
        x, rest = stroke.split(" ", 1)
        if "H" in rest:
            total += abs(float(rest.split("H")[1]) - float(x))
        else:
            y, end = rest.split("V")
            total += abs(float(end) - float(y))
    return total


@pytest.mark.parametrize(
    ("spaces", "sides"),
    [
        (("3,3",), 4),
        (("3,3", "4,3"), 6),
        (("1,1", "1,2", "2,1"), 8),
        (("3,3", "4,4"), 8),  # corners do not connect
        (("1,1", "2,1", "3,1", "1,2", "3,2", "1,3", "2,3", "3,3"), 16),  # a ring
    ],
)
def test_a_mine_is_outlined_once_around(spaces: tuple[str, ...], sides: int) -> None:
    """The line runs 6 inside each edge: shorter by 12 at outer corners, longer at inner ones."""
    corners = {4: -48, 6: -48, 8: -48, 16: 0}[sides]
    if spaces == ("3,3", "4,4"):
        corners = -96
    assert length(mines.outline(spaces, 0)) == sides * 100 + corners


def test_the_largest_mines_are_outlined_when_the_game_is_over() -> None:
    *_, last = states(3, 7)
    view = last.view(None)
    holders = [seat for seat in range(3) if view.spaces[seat]]
    assert draw.board(view).count('class="mine"') == len(holders)
    assert 'class="mine"' not in draw.board(view, groups=False)
    for seat in holders:
        assert mines.mine(view, seat) == last.mine(seat)


def test_the_words_say_what_lies_where() -> None:
    words = text(game(*TURN).view(0), ("Ann", "Ben"))
    assert "Squatter 2 is on 3,5." in words
    assert "Squatter 1 is on 4,1." in words
    assert "The dice show 1 1 4." in words
    assert "Ben has no space yet." in words
    stopped = text(game(*TURN, "stop").view(0), ("Ann", "Ben"))
    assert "Ann has settled 4,1 and 3,5." in stopped
    assert "The largest mine of Ann has 1 space." in stopped
    both = text(game(*TURN, "stop", "roll", "dice 6 6 6", "6,6", "stop").view(0), ("Ann", "Ben"))
    assert "Ann has settled 4,1 and 3,5." in both
    assert "Ben has settled 6,6." in both
    assert "Possible: 2,3" in text(game(*TURN[:3]).view(0))
    assert "Possible" not in text(game(*TURN[:3]).view(1))


def test_the_heading_says_whose_turn_it_is_or_who_has_won() -> None:
    assert heading(game(*TURN).view(0), ("Ann", "Ben")).say() == "Claim It!: it is the turn of Ann"
    *_, last = states(2, 3)
    outcome = last.outcome
    assert outcome is not None
    names = ("Ann", "Ben")
    for seat in outcome.winners:
        assert names[seat] in heading(last.view(None), names).say()


def test_names_cannot_break_out_of_the_picture() -> None:
    view = game(*TURN).view(0)
    names = ("</title><script>alert(1)</script>", "B&B")
    picture = draw.picture(view, names)
    ElementTree.fromstring(picture)
    assert "<script" not in picture
    assert "B&amp;B" in picture


def test_a_picture_has_its_own_colours_or_those_of_the_page() -> None:
    view = game(*TURN).view(0)
    alone = draw.picture(view)
    assert "<style>" in alone
    assert "href" not in alone
    assert alone._repr_svg_() == alone
    on_page = draw.picture(view, style=False, defined=True)
    assert "<style" not in on_page
    assert 'href="#survey"' in on_page
    assert " style=" not in alone + on_page  # a strict policy would not allow it


def test_equal_views_give_equal_pictures() -> None:
    one, other = game(*TURN).view(0), game(*TURN).view(0)
    assert one is not other
    assert draw.picture(one) == draw.picture(other)
    assert draw.board(one) == draw.board(other)
    assert draw.pieces(one) == draw.pieces(other)


def test_a_picture_shows_the_tokens_that_the_players_have_chosen() -> None:
    state = game(*TURN)
    assert draw.picture(state.view(0), tokens=(0, 1)) == draw.picture(state.view(0))
    chosen = draw.picture(state.view(0), tokens=(2, 4), style=False)
    assert "var(--seat2)" in chosen
    assert "var(--seat4)" in chosen
    assert "var(--seat0)" not in chosen
    assert "var(--seat1)" not in chosen
