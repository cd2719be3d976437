"""A judge of Ferry that goes by the weights it can see: crude, but a judge."""

from __future__ import annotations

from random import Random

from third_game.game import FerryView

from claimant.game import View
from claimant.i18n import Text
from claimant.judge import Judgement, Reason

UNSEEN_WEIGHT = 5


class FerryJudge:
    def judge(self, view: View, seed: int = 0, effort: float = 1.0) -> Judgement:
        assert isinstance(view, FerryView)
        assert view.seat is not None
        values = {}
        for event in view.legal:
            verb, crate = event.split()
            loads = weights(view)
            loads[view.seat] += int(crate) if verb == "take" else -int(crate)
            values[event] = shares(view, loads)[view.seat]
        # (What it cannot compute it guesses, the same way for the same seed.)
        best = max(
            view.legal, key=lambda event: (values[event], Random(f"{seed} {event}").random())
        )
        why = Reason("weight", Text("Ferry weighs {n}.", n=weights(view)[view.seat]))
        return Judgement(values, best, (why,) if len(values) > 1 else ())

    def chances(self, view: View, seed: int = 0, effort: float = 1.0) -> tuple[float, ...]:
        assert isinstance(view, FerryView)
        return shares(view, weights(view))


def weights(view: FerryView) -> list[int]:
    """What each ferry carries, as far as it can be seen."""
    decks, holds = view.places[2::3], view.places[3::3]
    return [
        sum(crate or UNSEEN_WEIGHT for crate in deck + hold)
        for deck, hold in zip(decks, holds, strict=True)
    ]


def shares(view: FerryView, loads: list[int]) -> tuple[float, ...]:
    """The nearer to the limit the better; too heavy is worst."""
    worth = [2.0 ** (load - view.limit if load <= view.limit else -view.limit) for load in loads]
    return tuple(one / sum(worth) for one in worth)


JUDGE = FerryJudge()
