"""Players whose programs contribute to the luck, step by step."""

from __future__ import annotations

from typing import Any

import httpx

from claimant.luck import commit_to, new_bits
from support.site import Player


class Contributor:
    """What the program of one player does; its seat has to be taken with `contributes`."""

    def __init__(self, player: Player, word: str = "", bits: str = "") -> None:
        self.player = player
        self.word = word
        self.bits = bits or new_bits()
        self.promise: str = player.see()["commitment"]

    @property
    def commit(self) -> str:
        assert self.player.seat is not None
        return commit_to(self.promise, self.player.seat, self.bits, self.word)

    def commits(self) -> dict[str, Any]:
        done = self.player.post("/commit", {"commit": self.commit})
        assert done.status_code == 200, done.text
        shown: dict[str, Any] = done.json()
        return shown

    def reveals(self, **other: str) -> httpx.Response:
        return self.player.post("/reveal", {"contribution": self.bits, "word": self.word} | other)
