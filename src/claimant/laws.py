"""The laws of the contract (`game.py`) as functions that anyone can run on any game.

`check(game, seed)` plays a random game and holds it to all of them. Each law can be run alone,
too; what breaks one raises `Broken` with a sentence that says what and where.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from typing import Any

from claimant.game import CHANCE, Game, Illegal, State
from claimant.luck import Secret, Seeded, verify
from claimant.record import Record, dumps, loads, redact, replay, steps, trace


class Broken(AssertionError):  # noqa: N818  (reads as what it is: a law, broken)
    """A law that a game does not keep."""


def holds(kept: bool, law: str, *where: object) -> None:
    if not kept:
        raise Broken(f"{law}: {' · '.join(map(str, where))}" if where else law)


def random_record(game: Game, seed: int, most: int = 20_000, undo: int = 12) -> Record:
    """A game played at random, its luck verifiable. One decision in `undo` is taken back where
    that is possible (0: never); a game that does not end is cut after `most` events."""
    secret = Secret.from_seed(seed)
    choice = Seeded(seed)
    state = game.start()
    events: list[str] = []
    while state.actor is not None and len(events) < most:
        if state.actor == CHANCE:
            event = secret.event(state, len(events) + 1)
        elif undo and state.undoer is not None and choice.below(undo) == 0:
            event = "undo"
        else:
            legal = state.legal()
            event = state.write(legal[choice.below(len(legal))])
        events.append(event)
        state = state.play(event)
    headers = Record.of(game, headers=secret.headers | {"seed": secret.seed}).headers
    return Record(headers, events)


def check(game: Game, seed: int, texts: Sequence[str] = (), most: int = 20_000) -> Record:
    """Hold a random game of this set-up to every law; gives the record of that game."""
    options_come_back(game)
    record = random_record(game, seed, most)
    same_luck_same_game(game, seed, most)
    record_comes_back(record)
    luck_is_verifiable(record)
    earlier_states_stay(record)
    trace_is_plain(record)
    check_state(game.start(), texts)
    for step in steps(record):
        check_state(step.after, texts)
        undo_takes_back(step.before, step.after, step.event)
        pieces_are_kept(step.before, step.after)
    return record


def check_state(state: State, texts: Sequence[str] = ()) -> None:
    """Hold one state to the laws of states; `texts` are further lines to try on it."""
    actor_and_legal_agree(state)
    legal_is_in_order(state)
    legal_is_complete(state, texts)
    text_means_one_thing(state)
    views_are_plain(state)


def options_come_back(game: Game) -> None:
    """`set_up(players, options)` gives the set-up again, whatever other headers there are."""
    again = type(game).set_up(game.players, game.options | {"a-header-of-nobody": "1"})
    holds(again == game, "the options do not give the same set-up", game, again)
    holds(again.start() == game.start(), "equal set-ups start differently", game)
    holds(game.start().actor == CHANCE, "luck has to decide first who begins", game)


def same_luck_same_game(game: Game, seed: int, most: int = 20_000) -> None:
    """The same seed gives the same game."""
    one, other = random_record(game, seed, most), random_record(game, seed, most)
    holds(one == other, "the same seed gave two different games", game, seed)


def record_comes_back(record: Record) -> None:
    """Parsing what was printed gives the record, its bytes and its last state again."""
    text = dumps(record)
    again = loads(text)
    holds(again == record and dumps(again) == text, "a record does not survive printing")
    holds(replay(again) == replay(record), "a record replays to different states")


def luck_is_verifiable(record: Record) -> None:
    """Every outcome of chance follows from the seed, and comes back from its text."""
    verify(record)
    for step in steps(record):
        if step.before.actor == CHANCE:
            outcome = step.before.read(step.event)
            holds(not isinstance(outcome, int), "luck's event reads as a decision", step.event)
            written = step.before.write(outcome)
            holds(written == step.event, "luck's event is written otherwise", step.event, written)


def earlier_states_stay(record: Record) -> None:
    """No event changes a state that came before it, and replaying comes to the same states."""
    states = [(step.before, step.before.data) for step in steps(record)]
    for step, (state, data) in zip(steps(record), states, strict=True):
        holds(state.data == data, "an earlier state has changed", f"event {step.n}")
        holds(step.before == state, "a replay came to another state", f"event {step.n}")
        holds(hash(step.before) == hash(state), "equal states hash differently", f"event {step.n}")


def actor_and_legal_agree(state: State) -> None:
    """Nothing is legal exactly when luck is to decide or the game is over."""
    nobody = state.actor in (CHANCE, None)
    holds(nobody == (not state.legal()), "legal is empty at the wrong time", state.actor)
    holds((state.actor is None) == (state.outcome is not None), "over, but without an outcome")
    if not nobody:
        holds(state.actor in range(state.game.players), "the actor has no seat", state.actor)


def legal_is_in_order(state: State) -> None:
    """Decisions are listed ascending, their texts sorted by code point, each once."""
    numbers, texts = state.legal(), state.choices()
    holds(numbers == sorted(set(numbers)), "legal is not ascending, each once", numbers)
    holds(texts == sorted(set(texts)), "the choices are not sorted, each once", texts)


def legal_is_complete(state: State, texts: Iterable[str] = ()) -> None:
    """What is listed can be done; what is not is refused with `Illegal` and changes nothing."""
    legal = state.legal()
    data, before = state.data, state.before
    for action in legal:
        holds(state.apply(action) != state, "a decision changed nothing", state.write(action))
    # Any number of 64 bits, also one that looks legal once it is cut to fewer.
    cut = {action + more for action in legal for more in (256, -256, 1 << 16, 1 << 32)}
    for action in {*range(-3, 140), *cut, (1 << 63) - 1, -(1 << 63)} - {*legal}:
        _is_refused(state.apply, action)
    choices = state.choices()
    for text in {*texts, "", " ", "?", "undo ", *(f"{c} " for c in choices)} - {*choices, "undo"}:
        if state.actor != CHANCE or not _is_luck(state, text):
            _is_refused(state.play, text)
    if state.undoer is None:
        _is_refused(state.play, "undo")
    if state.actor != CHANCE:
        for outcome in ((), (0,), (1, 1, 1), tuple(range(72))):
            _is_refused(state.happen, outcome)
    holds(state.data == data and state.before is before, "a refusal changed the state")
    holds(state.legal() == legal, "a refusal changed what is legal")


def _is_luck(state: State, text: str) -> bool:
    try:
        return not isinstance(state.read(text), int)
    except Illegal:
        return False


def _is_refused(attempt: Callable[[Any], object], what: object) -> None:
    try:
        attempt(what)
    except Illegal as refusal:
        holds(bool(refusal.code and refusal.say()), "a refusal says nothing", what)
    else:
        raise Broken(f"what is not legal was not refused: {what!r}")


def text_means_one_thing(state: State) -> None:
    """Reading what was written gives the decision again."""
    for action in state.legal():
        text = state.write(action)
        holds(state.read(text) == action, "a decision reads as another", action, text)
        holds(state.play(text) == state.apply(action), "text and number do not agree", text)


def undo_takes_back(before: State, after: State, event: str) -> None:
    """Taking a decision back gives the state before it, less that state's own undo."""
    if event == "undo":
        holds(after.undoer is None, "a decision that was taken back can be taken back again")
    elif after.undoer is not None:
        undone = after.undo()
        holds(after.undoer == before.actor, "another than its maker may take a decision back")
        holds(undone.data == before.data, "undo gave another state than the one before", event)
        holds(undone.undoer is None, "more than the last decision can be taken back", event)


def pieces_are_kept(before: State, after: State) -> None:
    """Once the game is set up (the first player is to decide), no piece comes or goes."""
    if before.actor == CHANCE and not _pieces(before):
        return
    lost, added = _pieces(before) - _pieces(after), _pieces(after) - _pieces(before)
    holds(not lost and not added, "pieces came or went", f"lost {lost}", f"added {added}")


def _pieces(state: State) -> Counter[str]:
    return Counter(piece for place in state.pieces().values() for piece in place)


def views_are_plain(state: State) -> None:
    """A view holds plain values only, and what its own seat may do, no other's."""
    for seat in (None, *range(state.game.players)):
        view = state.view(seat)
        holds(view == state.view(seat), "two views of one state differ", seat)
        holds(view.seat == seat and view.actor == state.actor, "a view of another seat", seat)
        may = tuple(state.choices()) if seat is not None and seat == state.actor else ()
        holds(view.legal == may, "a view lists the wrong decisions", seat, view.legal)
        may_undo = seat is not None and seat == state.undoer
        holds(view.undo == may_undo, "a view is wrong about undo", seat)
        holds(view.outcome == state.outcome, "a view is wrong about the end", seat)
        if state.game.open:
            bare = view.but(seat=None, legal=(), undo=False)
            holds(bare == state.view(None), "an open game hides something", seat)
        for name, value in asdict(view).items():
            holds(_is_plain(value), "a view holds more than plain values", name, type(value))


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    return value is None or isinstance(value, int | str)


def trace_is_plain(record: Record) -> None:
    """A trace has a line for each event and one for the end, all of it JSON."""
    lines = trace(record)
    holds(len(lines) == len(record.events) + 1, "a trace has not one line an event")
    holds(json.loads(json.dumps(lines)) == lines, "a trace is not plain JSON")


def keeps_secrets(state: State, other: State, seat: int | None) -> None:
    """Two states that differ only in what a seat cannot know give it equal views, and equal legal
    lists where it is to decide."""
    mine, theirs = state.view(seat), other.view(seat)
    if mine != theirs:
        for name, value in vars(mine).items():
            seen = getattr(theirs, name)
            holds(value == seen, f"seat {seat} sees a secret in “{name}”", value, seen)
    if state.actor == seat:
        holds(state.legal() == other.legal(), f"seat {seat} reads a secret from what is legal")


def redaction_keeps_secrets(record: Record, other: Record, seat: int | None) -> None:
    """Two records whose games differ only in what a seat cannot know are redacted alike."""
    mine, theirs = dumps(redact(record, seat)), dumps(redact(other, seat))
    holds(mine == theirs, f"seat {seat} reads a secret in the record", mine, theirs)
