"""The greedy bot: takes what looks best now, by rules of thumb, and looks no further."""

from __future__ import annotations

import random

from claimant.bots import greedy_claim
from claimant.claim.view import ClaimView
from claimant.game import View


class Greedy:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        if len(view.legal) == 1:
            return view.legal[0]
        if isinstance(view, ClaimView):
            worth = greedy_claim.worth(view)
        else:  # a game that it has no opinion on
            worth = dict.fromkeys(view.legal, 0.0)
        best = max(worth.values())
        return self._random.choice([choice for choice in view.legal if worth[choice] == best])
