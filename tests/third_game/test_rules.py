"""Ferry keeps every law of the contract, and its own rules."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from support.ferry import twin

from claimant import bots, laws, luck, registry
from claimant.game import Illegal
from claimant.presentation import explain, narrate, presentation_of
from claimant.record import BadRecord, Record, dumps, loads, redact, replay, steps
from third_game.game import UNSEEN, Ferry, FerryState

HERE = Path(__file__).parent


def after(events: str, players: int = 2, limit: int = 21) -> FerryState:
    state = Ferry(players, limit).start()
    for event in events.splitlines():
        state = state.play(event.strip())
    return state


DEALT = "first 0\n" + "\n".join(f"deal {crate}" for crate in (9, 9, 2, 1, 2, 3, 5, 6, 7))


def test_the_game_is_small_and_in_one_folder() -> None:
    files = [file for file in HERE.glob("*.py") if not file.name.startswith(("test_", "conf"))]
    assert sum(len(file.read_text().splitlines()) for file in files) <= 250
    elsewhere = [
        file
        for file in (HERE.parents[1] / "src").rglob("*.py")
        if "ferry" in file.read_text().lower()
    ]
    assert not elsewhere


def test_it_is_found_by_its_entry_point() -> None:
    assert registry.entry("ferry").package == "third_game"
    assert registry.game_class("ferry") is Ferry
    assert list(registry.entries())[-1] == "ferry"


@pytest.mark.parametrize("players", Ferry.seats)
@pytest.mark.parametrize("seed", range(10))
def test_the_laws(players: int, seed: int) -> None:
    game = Ferry.create(players, {"limit": str(12 + 2 * seed)})
    lines = ("deal 1", "first 1", "take 9", "discard 3", "deal ?", "discard ?", "deal 0", "take 0")
    record = laws.check(game, seed, lines)
    assert luck.verify(record) >= 1 + 3 * players + 3
    assert replay(loads(dumps(record))).outcome is not None


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("seed", range(10))
def test_secrets_stay_hidden(seed: int, seat: int | None) -> None:
    """Two games that a seat cannot tell apart give it the same views, sentences and record."""
    record = laws.random_record(Ferry(3), seed)
    events = list(record.events[: 6 + 3 * seed])
    other = twin(Ferry(3), events, seat, Random(seed))
    one, two = (Record(record.headers, course) for course in (events, other))
    for mine, theirs in zip(steps(one), steps(two), strict=True):
        laws.keeps_secrets(mine.after, theirs.after, seat)
        told = [
            [
                text.say()
                for text in narrate(
                    step.before.view(seat),
                    step.before.redact(step.event, seat, step.after.view(seat)),
                    step.after.view(seat),
                )
            ]
            for step in (mine, theirs)
        ]
        assert told[0] == told[1]
    laws.redaction_keeps_secrets(one, two, seat)


def test_some_twins_differ() -> None:
    events = list(laws.random_record(Ferry(3), 1).events[:20])
    assert twin(Ferry(3), events, 0, Random(1)) != events


def test_a_redacted_record_hides_what_a_seat_did_not_see() -> None:
    state_events = [*DEALT.splitlines(), "discard 9", "take 6", "deal 8"]
    record = Record(Record.of(Ferry(2)).headers, state_events)
    assert redact(record, 1).events[1:7] == ("deal ?",) * 3 + ("deal 1", "deal 2", "deal 3")
    assert redact(record, 1).events[-3:] == ("discard ?", "take 6", "deal 8")
    assert redact(record, 0).events[-3:] == ("discard 9", "take 6", "deal 8")
    assert redact(record, None).events[1:10] == ("deal ?",) * 6 + ("deal 5", "deal 6", "deal 7")
    with pytest.raises(BadRecord, match="hidden"):
        replay(redact(record, None))


def test_a_finished_record_hides_nothing() -> None:
    record = laws.random_record(Ferry(2), 3)
    assert redact(record, None) == record


def test_a_luck_that_was_tampered_with_is_found() -> None:
    record = laws.random_record(Ferry(2), 3)
    first = int(record.events[0][-1])
    forged = Record(record.headers, (f"first {1 - first}", *record.events[1:]))
    with pytest.raises(BadRecord):
        luck.verify(forged)


def test_views() -> None:
    state = after(DEALT)
    hidden = (UNSEEN,) * 3
    quay, none = (5, 6, 7), ()
    assert state.view(0).places[1:] == (quay, none, (2, 9, 9), none, none, hidden, none)
    assert state.view(None).places[1:] == (quay, none, hidden, none, none, hidden, none)
    assert state.full_view().places[1:] == (quay, none, (2, 9, 9), none, none, (1, 2, 3), none)
    assert state.view(0).legal == ("discard 2", "discard 9", "take 5", "take 6", "take 7")
    assert state.view(1).legal == ()


def test_undo_until_the_next_player_acts() -> None:
    state = after(DEALT).play("discard 9")
    assert state.undoer == 0
    assert state.undo().data == after(DEALT).data
    assert state.play("discard 1").undoer == 1
    assert after(DEALT).play("take 5").undoer is None


TURNS = """discard 9\ntake 6\ndeal 1\ntake 5\ndeal 1\ntake 7\ndeal 1
take 1\ndeal 4\ndiscard 3\ndiscard 2\ndiscard 2"""


@pytest.mark.parametrize(("limit", "winner", "reason"), [(21, 0, "heaviest"), (13, 1, "sunk")])
def test_the_heaviest_that_floats_wins(limit: int, winner: int, reason: str) -> None:
    """The first player has loaded 15, the second 14."""
    state = after(f"{DEALT}\n{TURNS}", limit=limit)
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((winner,), reason)
    assert explain(state.view(None))[0].say() == f"The winner is Player {winner + 1}."
    assert state.view(None).places == state.full_view().places


def test_set_ups_that_cannot_be() -> None:
    with pytest.raises(Illegal) as refused:
        Ferry.create(5)
    assert refused.value.code == "players"
    with pytest.raises(Illegal) as refused:
        Ferry.create(2, {"limit": "many"})
    assert refused.value.code == "limit"
    with pytest.raises(Illegal, match="no option"):
        Ferry.create(2, {"depth": "3"})
    assert Ferry.create(2, {"limit": "12"}).notes


def test_its_pictures_are_the_plain_ones() -> None:
    view = after(DEALT).view(0)
    assert presentation_of("ferry").title == "Ferry"
    assert "Player 2: ? ? ?" in str(presentation_of("ferry").picture(view))


def test_a_bot_by_its_entry_point() -> None:
    assert "greedy" in bots.names()
    assert bots.create("greedy", 0).choose(after(DEALT).view(0)) == "discard 2"
