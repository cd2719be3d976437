"""Two games that a seat cannot tell apart: what it saw is the same, the hidden cards are not."""

from __future__ import annotations

from random import Random

from claimant.game import CHANCE, Game, State
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.worlds import sample


class Dice(Random):
    def below(self, n: int) -> int:
        return self.randrange(n)


def a_game(game: Game, luck: Dice) -> list[str]:
    """The events of a game with random choices, some of which are undone."""
    state: State = game.start()
    events: list[str] = []
    while state.actor is not None:
        if state.actor == CHANCE:
            event = state.write(state.draw(luck))
        elif state.undoer is not None and luck.random() < 0.3:
            event = "undo"
        else:
            # In the dice game `stop` is the last choice, which keeps turns short.
            event = luck.choice(state.choices()[-3:])
        events.append(event)
        state = state.play(event)
    return events


def states(game: Game, events: list[str]) -> list[State]:
    found: list[State] = [game.start()]
    for event in events:
        found.append(found[-1].play(event))
    return found


def twin(game: Claim, events: list[str], seat: int | None, luck: Dice) -> list[str]:
    """Other events that look the same to the seat: the hidden cards are dealt again in a way that
    is consistent with everything it knows by now."""
    passed = states(game, events)
    now = passed[-1]
    assert isinstance(now, ClaimState)
    world = sample(now.view(seat).replace(undo=False), luck)
    players = range(game.players)
    phase_1 = world.view(None).phase == 1
    hands = [list(world.view(n).hands[n]) if phase_1 else [] for n in players]
    laid = [[card.card for card in world.view(n).laid_off[n]] for n in players]
    pile = [game.codes[n] for n in world.record().pile[: game.players * game.hand_size]]
    hidden: dict[int, str] = {}
    for n, (state, event) in enumerate(zip(passed, events, strict=False)):
        assert isinstance(state, ClaimState)
        verb, _, card = event.partition(" ")
        seen, actor = state.view(None), state.actor
        if events[n + 1 : n + 2] == ["undo"] or actor is None or actor == CHANCE:
            continue
        if verb == "play" and seen.phase == 1:
            hands[actor].append(card)
        elif verb == "discard":
            hidden[n] = laid[actor].pop(0)
            hands[actor].append(hidden[n])
    if seat is not None:  # the seat's own cards, in the order they were dealt
        hands[seat] = events[1].removeprefix("deal ").split(" / ")[seat].split(" ")
    other = list(events)
    other[1] = "deal " + " / ".join(" ".join(cards) for cards in (*hands, pile))
    state = game.start()
    for n, event in enumerate(other):
        seen = state.view(None)
        verb, _, card = event.partition(" ")
        if n in hidden:
            event = f"discard {hidden[n]}"
        elif verb == "discard" and state.actor != seat:  # undone immediately
            event = next(choice for choice in state.choices() if choice.startswith("discard"))
        elif verb == "take" and card not in seen.face_up:
            event = f"take {pile[len(pile) - seen.pile]}"
        if state.actor == seat:
            assert event == other[n] or n in hidden or verb == "take"
        other[n] = event
        state = state.play(event)
    return other
