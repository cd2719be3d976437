"""The random bot, for which all choices are equally likely."""

from __future__ import annotations

import random

from claimant.game import View


class RandomBot:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: View) -> str:
        return self._random.choice(view.legal)
