"""What the kernels of batch environments share."""

from __future__ import annotations

from typing import Any

from claimant.kernels.bits import count
from claimant.kernels.compile import kernel


@kernel
def from_viewer(seat: int, viewer: int, players: int) -> int:
    """A seat counted clockwise from the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + players


@kernel
def write_rewards(rewards: Any, players: int, won: int) -> None:
    """What each seat gets for an ending: its share of the win times the number of players, less
    one. `won` are the winning seats as bits; none if the game goes on."""
    share = count(won)
    for seat in range(players):
        if share == 0:
            rewards[seat] = 0.0
        elif (won >> seat) & 1:
            rewards[seat] = players / share - 1.0
        else:
            rewards[seat] = -1.0
