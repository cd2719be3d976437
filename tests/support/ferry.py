"""The third game: an installed package while a test needs it, and games that look alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from third_game.game import STOCK, Ferry

from claimant.game import HIDDEN
from support.packages import found, install


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Ferry and a bot are found by their entry points, here and in the processes started here."""
    games = {"ferry": "third_game:ENTRY"}
    bots = {"greedy": "support.greedy_bot:GreedyBot"}
    with found(install(tmp_path_factory.mktemp("packages"), "ferry", games, bots)):
        yield


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
