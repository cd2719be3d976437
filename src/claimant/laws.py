"""The laws of the contract (`game.py`) as functions that can be run on any game.

`check(game, seed)` plays a random game and checks all laws about a single game. A game with secrets
also needs `check_secrecy`, which compares games that differ only in what a seat cannot know. Each
law can also be run alone. A game that breaks one raises `Broken`, which says what is wrong and
where.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Any, Final

import numpy as np

from claimant.game import CHANCE, ChanceOutcome, Game, Illegal, Luck, State
from claimant.luck import Secret, Seeded, verify
from claimant.play import choosing_at_random, drawing, play
from claimant.record import BadRecord, Record, dumps, loads, redact, replay, steps, trace

MAX_EVENTS: Final = 20_000
"""A random game is cut off after this many events."""
ACTIONS: Final = range(-3, 140)
"""Numbers that are tried as decisions in every state, besides those derived from legal ones."""


class Broken(AssertionError):  # noqa: N818  (reads as a sentence: a law is broken)
    """A law that a game breaks."""


def require(condition: bool, law: str, *details: object) -> None:
    """Raise `Broken` unless the condition is true."""
    if not condition:
        raise Broken(f"{law}: {' · '.join(map(str, details))}" if details else law)


def random_record(game: Game, seed: int, max_events: int = MAX_EVENTS, undo: int = 12) -> Record:
    """A random game with verifiable luck, cut off after `max_events` events. Of the decisions that
    can be undone, one in `undo` is (0: none)."""
    secret = Secret.from_seed(seed)
    luck = Seeded(seed)
    choose = choosing_at_random(luck)

    def decide(state: State, number: int) -> str:
        if undo and state.undoer is not None and luck.below(undo) == 0:
            return "undo"
        return choose(state, number)

    events = [turn.event for turn in islice(play(game, decide, secret.event), max_events)]
    headers = Record.of(game, headers=secret.headers | {"seed": secret.seed}).headers
    return Record(headers, events)


def check(game: Game, seed: int, texts: Sequence[str] = (), max_events: int = MAX_EVENTS) -> Record:
    """Check every law but those of secrecy on a random game of this set-up; returns the record of
    that game. `texts` are further events to try in every state."""
    options_round_trip(game)
    record = random_record(game, seed, max_events)
    seed_determines_game(game, seed, max_events)
    record_round_trips(record)
    luck_is_verifiable(record)
    states_never_change(record)
    trace_is_plain(record)
    outcomes = _outcomes(record)
    check_state(game.start(), texts, outcomes)
    for step in steps(record):
        check_state(step.after, texts, outcomes)
        undo_takes_back(step.before, step.after, step.event)
        pieces_are_kept(step.before, step.after)
    return record


def check_state(
    state: State, texts: Iterable[str] = (), outcomes: Iterable[Sequence[int]] = ()
) -> None:
    """Check the laws of a single state; `texts` and `outcomes` are further events to try."""
    actor_and_legal_agree(state)
    legal_is_sorted(state)
    legal_is_complete(state, texts, outcomes)
    text_and_number_agree(state)
    views_are_plain(state)
    only_seats_have_views(state)


def options_round_trip(game: Game) -> None:
    """`set_up(players, options)` gives an equal set-up, whatever other headers there are."""
    again = type(game).set_up(game.players, game.options | {"a-header-of-nobody": "1"})
    require(again == game, "the options do not give the same set-up", game, again)
    require(again.start() == game.start(), "equal set-ups start differently", game)
    require(game.start().actor == CHANCE, "chance does not decide who goes first", game)


def seed_determines_game(game: Game, seed: int, max_events: int = MAX_EVENTS) -> None:
    """The same seed gives the same game."""
    one, other = random_record(game, seed, max_events), random_record(game, seed, max_events)
    require(one == other, "the same seed gave two different games", game, seed)


def record_round_trips(record: Record) -> None:
    """Printing and parsing a record gives the same record, bytes and last state."""
    text = dumps(record)
    again = loads(text)
    require(again == record and dumps(again) == text, "a record changes when it is printed")
    require(replay(again) == replay(record), "a record replays to different states")


def luck_is_verifiable(record: Record) -> None:
    """Every outcome of chance follows from the seed and is the same when read from its text."""
    verify(record)
    for step in steps(record):
        if step.before.actor == CHANCE:
            outcome = step.before.read(step.event)
            require(not isinstance(outcome, int), "an outcome reads as a decision", step.event)
            written = step.before.write(outcome)
            require(written == step.event, "an outcome has two texts", step.event, written)


def _outcomes(record: Record) -> set[ChanceOutcome]:
    """The outcomes of chance in a game."""
    read = [step.before.read(step.event) for step in steps(record) if step.before.actor == CHANCE]
    return {outcome for outcome in read if not isinstance(outcome, int)}


def states_never_change(record: Record) -> None:
    """No event changes a state before it, and replaying gives equal states."""
    states = [(step.before, step.before.data) for step in steps(record)]
    for step, (state, data) in zip(steps(record), states, strict=True):
        require(state.data == data, "an earlier state has changed", f"event {step.n}")
        require(step.before == state, "a replay gave another state", f"event {step.n}")
        require(
            hash(step.before) == hash(state), "equal states hash differently", f"event {step.n}"
        )


def actor_and_legal_agree(state: State) -> None:
    """No decision is legal exactly when the actor is chance or the game is over."""
    no_player = state.actor in (CHANCE, None)
    require(no_player == (not state.legal()), "legal is empty at the wrong time", state.actor)
    require((state.actor is None) == (state.outcome is not None), "over, but without an outcome")
    if not no_player:
        require(state.actor in range(state.game.players), "the actor has no seat", state.actor)


def legal_is_sorted(state: State) -> None:
    """Decisions are listed once each, in ascending order; their texts sorted by code point."""
    numbers, texts = state.legal(), state.choices()
    require(numbers == sorted(set(numbers)), "legal is not ascending and unique", numbers)
    require(texts == sorted(set(texts)), "the choices are not sorted and unique", texts)


def legal_is_complete(
    state: State, texts: Iterable[str] = (), outcomes: Iterable[Sequence[int]] = ()
) -> None:
    """Every listed decision can be made; everything else raises `Illegal` and changes nothing."""
    legal = state.legal()
    data, before = state.data, state.before
    for action in legal:
        require(state.apply(action) != state, "a decision changed nothing", state.write(action))
    # Any number of 64 bits, including those that look legal when truncated to fewer.
    truncated = {action + more for action in legal for more in (256, -256, 1 << 16, 1 << 32)}
    for action in {*ACTIONS, *truncated, (1 << 63) - 1, -(1 << 63)} - {*legal}:
        _is_refused(state.apply, action)
    choices = state.choices()
    for text in {*texts, "", " ", "?", "undo ", *(f"{c} " for c in choices)} - {*choices, "undo"}:
        if state.actor != CHANCE or not _is_outcome(state, text):
            _is_refused(state.play, text)
    if state.undoer is None:
        _is_refused(state.play, "undo")
    if state.actor != CHANCE:
        for outcome in ((), (0,), state.game.start().draw(Seeded(0)), *outcomes):
            _is_refused(state.happen, outcome)
    require(state.data == data and state.before is before, "a refusal changed the state")
    require(state.legal() == legal, "a refusal changed what is legal")


def _is_outcome(state: State, text: str) -> bool:
    try:
        return not isinstance(state.read(text), int)
    except Illegal:
        return False


def _is_refused(attempt: Callable[[Any], object], event: object) -> None:
    try:
        attempt(event)
    except Illegal as refusal:
        require(bool(refusal.code and refusal.say()), "a refusal gives no reason", event)
    else:
        raise Broken(f"something illegal was not refused: {event!r}")


def text_and_number_agree(state: State) -> None:
    """Reading the text of a decision gives its number, and both have the same effect."""
    for action in state.legal():
        text = state.write(action)
        require(state.read(text) == action, "a decision reads as another", action, text)
        of_numpy: Any = np.int64(action)
        require(state.write(of_numpy) == text, "NumPy's numbers have another text", text)
        require(state.play(text) == state.apply(of_numpy), "text and number do not agree", text)


def undo_takes_back(before: State, after: State, event: str) -> None:
    """Taking a decision back gives the state before it, except that this one has no undo."""
    if event == "undo":
        require(after.undoer is None, "a decision that was taken back can be taken back again")
    elif after.undoer is not None:
        undone = after.undo()
        require(after.undoer == before.actor, "someone else may take a decision back")
        require(undone.data == before.data, "undo gave another state than the one before", event)
        require(undone.undoer is None, "more than the last decision can be taken back", event)


def pieces_are_kept(before: State, after: State) -> None:
    """Once the game is set up, no piece appears or disappears."""
    if before.actor == CHANCE and not _pieces(before):
        return
    lost, added = _pieces(before) - _pieces(after), _pieces(after) - _pieces(before)
    require(not lost and not added, "pieces changed", f"lost {lost}", f"added {added}")


def _pieces(state: State) -> Counter[str]:
    return Counter(piece for place in state.pieces().values() for piece in place)


def views_are_plain(state: State) -> None:
    """A view has plain values only, and lists what its own seat may do."""
    for seat in (None, *range(state.game.players)):
        view = state.view(seat)
        require(view == state.view(seat), "two views of one state differ", seat)
        require(view.seat == seat and view.actor == state.actor, "a view of another seat", seat)
        may = tuple(state.choices()) if seat is not None and seat == state.actor else ()
        require(view.legal == may, "a view lists the wrong decisions", seat, view.legal)
        may_undo = seat is not None and seat == state.undoer
        require(view.undo == may_undo, "a view is wrong about undo", seat)
        require(view.outcome == state.outcome, "a view is wrong about the end", seat)
        if state.game.open:
            bare = view.replace(seat=None, legal=(), undo=False)
            require(bare == state.view(None), "an open game hides something", seat)
        for name, value in asdict(view).items():
            require(_is_plain(value), "a view has a value that is not plain", name, type(value))


def only_seats_have_views(state: State) -> None:
    """A number that is not a seat gets no view, whatever Python takes it for; an integer of NumPy
    is as good as one of Python."""
    players = state.game.players
    for seat in (-1, -players, players, players + 1, 256, 1 << 64, True, False, 0.0, "0"):
        _is_refused(state.view, seat)
    for seat in range(players):
        of_numpy: Any = np.int64(seat)
        require(state.view(of_numpy) == state.view(seat), "NumPy's seats differ", seat)


def _is_plain(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_is_plain, value))
    if isinstance(value, dict):
        return all(map(_is_plain, (*value, *value.values())))
    return value is None or isinstance(value, int | str)


def trace_is_plain(record: Record) -> None:
    """A trace has one line per event and one for the end, all of it JSON."""
    lines = trace(record)
    require(len(lines) == len(record.events) + 1, "a trace does not have one line per event")
    require(json.loads(json.dumps(lines)) == lines, "a trace is not plain JSON")


# Secrecy. These laws compare two games that differ only in what a seat cannot know.


def keeps_secrets(state: State, other: State, seat: int | None) -> None:
    """Two states that differ only in what a seat cannot know give it equal views, and equal legal
    decisions if it is its turn."""
    only_seats_have_views(state)
    mine, theirs = state.view(seat), other.view(seat)
    if mine != theirs:
        for name, value in vars(mine).items():
            seen = getattr(theirs, name)
            require(value == seen, f"seat {seat} sees a secret in “{name}”", value, seen)
    if state.actor == seat:
        require(state.legal() == other.legal(), f"seat {seat} reads a secret from what is legal")


def redaction_keeps_secrets(record: Record, other: Record, seat: int | None) -> None:
    """Two records whose games differ only in what a seat cannot know are redacted alike."""
    mine, theirs = dumps(redact(record, seat)), dumps(redact(other, seat))
    require(mine == theirs, f"seat {seat} reads a secret in the record", mine, theirs)


def check_secrecy(game: Game, seed: int, events: int, tries: int = 100) -> int:
    """Check that no view shows what redaction hides, on a random game of `events` events and
    variants of it: if the records redacted for a seat are equal, all its views have to be.

    Returns the number of variants that a seat could not tell from the game. A large secret, such as
    a whole hand of cards, is rarely varied in a way that its owner does not notice: such games need
    pairs made by their own tests.
    """
    record = random_record(game, seed, events, undo=0)
    luck = Seeded(seed)
    pairs = 0
    if replay(record).actor is None:  # a finished game has no secrets
        return pairs
    for _ in range(tries):
        other = _variant(record, luck)
        if other is None:
            continue
        for seat in (None, *range(game.players)):
            if dumps(redact(record, seat)) == dumps(redact(other, seat)):
                pairs += 1
                for mine, theirs in zip(steps(record), steps(other), strict=True):
                    keeps_secrets(mine.after, theirs.after, seat)
    return pairs


def _variant(record: Record, luck: Luck) -> Record | None:
    """The game with one event changed at random; None if the later events do not fit then."""
    changed = luck.below(len(record.events))
    before = replay(Record(record.headers, record.events[:changed]))
    choose = drawing(luck) if before.actor == CHANCE else choosing_at_random(luck)
    event = choose(before, changed + 1)
    events = [*record.events[:changed], event, *record.events[changed + 1 :]]
    other = Record(record.headers, events)
    try:
        replay(other)
    except BadRecord:
        return None
    return None if event == record.events[changed] else other
