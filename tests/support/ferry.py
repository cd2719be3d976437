"""Games of Ferry that a seat cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from third_game.game import STOCK, Ferry

from claimant.game import HIDDEN


def twin(game: Ferry, events: Sequence[str], seat: int | None, random: Random) -> list[str]:
    """Other events that look the same to the seat: hidden crates are replaced by others."""
    state = game.start()
    seen = []
    for event in events:
        seen.append(state.redact(event, seat, state.view(seat)))
        state = state.play(event)
    free = Counter(game.start().crates(STOCK))
    free -= Counter(int(event[-1]) for event in seen if event[-1] != HIDDEN and "deal" in event)
    left = sorted(free.elements())
    random.shuffle(left)
    state = game.start()
    other = []
    for event in seen:
        if event == f"deal {HIDDEN}":
            event = f"deal {left.pop()}"
        elif event == f"discard {HIDDEN}":
            event = random.choice([c for c in state.choices() if c.startswith("discard")])
        other.append(event)
        state = state.play(event)
    return other
