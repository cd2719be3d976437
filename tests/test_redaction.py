"""What a redacted record shows to each seat."""

from __future__ import annotations

import pytest
from support.setups import EXAMPLES

from claimant.game import Game, Illegal
from claimant.games.claim.game import Claim
from claimant.games.claim.rules.cards import SCENARIOS
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it.game import ClaimIt
from claimant.laws import random_record
from claimant.record import (
    Comment,
    Record,
    dumps,
    redact,
    steps,
)


def hands_and_pile(deal: str) -> list[list[str]]:
    return [group.split(" ") for group in deal.removeprefix("deal ").split(" / ")]


def test_claim_it_has_no_secrets_but_the_seed() -> None:
    record = random_record(ClaimIt(2), 1, max_events=30)
    hidden = redact(record, 0)
    assert hidden.events == record.events
    assert "seed" in record.headers
    assert "seed" not in hidden.headers
    assert hidden.headers["commitment"] == record.headers["commitment"]


@pytest.mark.parametrize("game", EXAMPLES, ids=str)
def test_nothing_is_hidden_once_the_game_is_over(game: Game) -> None:
    record = random_record(game, 3)
    for seat in (None, *range(game.players)):
        assert redact(record, seat) == record


def test_a_deal_shows_the_own_hand_and_what_was_turned_up() -> None:
    game = Claim(3, SCENARIOS["the old kingdom"].deck(3))
    record = random_record(game, 4, max_events=2)
    *hands, pile = hands_and_pile(record.events[1])
    for seat in range(3):
        *mine, seen = hands_and_pile(redact(record, seat).events[1])
        assert mine[seat] == hands[seat]
        assert [set(hand) for s, hand in enumerate(mine) if s != seat] == [{"?"}, {"?"}]
        assert [len(hand) for hand in mine] == [len(hand) for hand in hands]
        assert seen == pile[:2] + ["?"] * 34  # two lie face up
    *nobodys, seen = hands_and_pile(redact(record, None).events[1])
    assert {card for hand in nobodys for card in hand} == {"?"}
    assert seen == pile[:2] + ["?"] * 34


def test_a_card_drawn_is_shown_to_its_drawer_alone() -> None:
    game = Claim(2, SCENARIOS["the clockwork war"].deck(2))
    record = next(
        cut
        for seed in range(50)
        if (cut := random_record(game, seed, max_events=4, undo=0)).events[-1].startswith("play")
        and not any(event.startswith("automaton", 5) for event in cut.events[2:])
    )
    *_, last = steps(record)
    view = last.after.view(None)
    assert isinstance(view, ClaimView)
    winner = view.last_winner
    assert winner is not None
    pile = hands_and_pile(record.events[1])[-1]
    shown = [hands_and_pile(redact(record, seat).events[1])[-1] for seat in (winner, 1 - winner)]
    # The first card was turned up and won, the second drawn by the loser, the third is turned up.
    assert shown[0] == [pile[0], "?", pile[2]] + ["?"] * 23
    assert shown[1] == [*pile[:3]] + ["?"] * 23
    # A play is shown, but the deal stays as it was hidden.
    assert redact(record, winner).events[2:] == record.events[2:]
    assert set(hands_and_pile(redact(record, winner).events[1])[1 - winner]) == {"?"}


def find(game: Game, verb: str, hidden: bool) -> tuple[Record, int]:
    """A running game whose last event has this verb, and who did it."""
    for seed in range(300):
        record = random_record(game, seed, undo=0)
        for step in steps(record):
            if step.event.startswith(verb) and step.after.actor is not None:
                card = step.event.partition(" ")[2]
                view = step.before.view(None)
                assert isinstance(view, ClaimView)
                if verb == "discard" or (card not in view.face_up) == hidden:
                    assert step.before.actor is not None
                    return Record(record.headers, record.events[: step.n]), step.before.actor
    raise AssertionError(f"no {verb}")


def test_a_card_laid_off_is_shown_to_nobody_else() -> None:
    game = Claim(3, SCENARIOS["the clockwork war"].deck(3))
    record, seat = find(game, "discard", hidden=True)
    assert redact(record, seat).events[-1] == record.events[-1]
    for other in (None, (seat + 1) % 3, (seat + 2) % 3):
        assert redact(record, other).events[-1] == "discard ?"


def test_a_peeked_card_is_shown_to_the_seer_alone_and_a_face_up_one_to_all() -> None:
    game = Claim(3, SCENARIOS["the old kingdom"].deck(3))
    taken, seat = find(game, "take", hidden=True)
    assert redact(taken, seat).events[-1] == taken.events[-1]
    for other in (None, (seat + 1) % 3, (seat + 2) % 3):
        assert redact(taken, other).events[-1] == "take ?"
    face_up, _ = find(game, "take", hidden=False)
    for viewer in (None, 0, 1, 2):
        assert redact(face_up, viewer).events[-1] == face_up.events[-1]


def test_comments_on_a_running_game_are_not_passed_on() -> None:
    record = random_record(Claim(2, SCENARIOS["the old kingdom"].deck(2)), 1, max_events=10)
    noted = Record(record.headers, record.events, [Comment(2, "# Ann holds knight-9")])
    assert "Ann" not in dumps(redact(noted, 1))


def test_a_missing_seat_cannot_be_redacted_for() -> None:
    with pytest.raises(Illegal, match="there is no seat 2"):
        redact(random_record(ClaimIt(2), 1, max_events=5), 2)
