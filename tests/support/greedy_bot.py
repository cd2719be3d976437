"""A bot that can be named wherever a bot is chosen."""

from third_game.game import DECK, HOLD, FerryView

from claimant.game import View


class GreedyBot:
    """Loads whatever floats; in other games it takes the first choice."""

    def __init__(self, seed: int, budget: float) -> None: ...

    def choose(self, view: View) -> str:
        if not isinstance(view, FerryView) or view.seat is None:
            return view.legal[0]
        own = 3 * view.seat
        room = view.limit - sum(view.places[DECK + own] + view.places[HOLD + own])
        left = {e: room + int(e[-1]) * (1 if "discard" in e else -1) for e in view.legal}
        return min(view.legal, key=lambda event: (left[event] < 0, abs(left[event])))
