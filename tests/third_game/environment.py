"""Ferry as arrays of numbers, and its chance events as numbered outcomes."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from claimant.environment import Array, ChanceModel, Environment, Field, Observation
from claimant.game import ChanceOutcome, Luck
from third_game.game import STOCK, TURN, Ferry, FerryState, FerryView, move


def fill(view: FerryView, arrays: Mapping[str, Array]) -> None:
    own, rows = 3 * (view.seat or 0) + 2, view.places
    for row, crates in enumerate(rows[:2] + rows[own:] + rows[2:own]):
        for crate in filter(None, crates):
            arrays["places"][row, crate - 1] += 1


class FerryChance(ChanceModel):
    max_outcomes = 10

    def outcomes(self, state: Any, drawn: ChanceOutcome) -> list[tuple[int, float]]:
        possible = state.possible()
        return [(n, count / len(possible)) for n, count in Counter(possible).items()]

    def event(self, state: Any, drawn: ChanceOutcome) -> ChanceOutcome | None:
        return drawn or None


def sample(view: FerryView, luck: Luck) -> FerryState:
    game = Ferry(view.players, view.limit)
    data = bytearray((TURN, view.actor or 0, view.turn, *[STOCK] * 36))
    crates = [(crate, place) for place, crates in enumerate(view.places) for crate in crates]
    for crate, place in sorted(crates, reverse=True):  # the unseen ones last
        stock = FerryState(game, bytes(data)).crates(STOCK)
        move(data, crate or stock[luck.below(len(stock))], STOCK, place)
    return FerryState(game, bytes(data))


ENVIRONMENT = Environment(
    actions=18, sample=sample, chance=lambda game: FerryChance(), parameters={"limit": 21},
    observation=lambda game: Observation((Field("places", (2 + 3 * game.players, 9), 4),), fill),
)  # fmt: skip
