"""Claim It! in words and pictures."""

from __future__ import annotations

from typing import Final

from claimant.games.claim_it import description, terminal, words
from claimant.games.claim_it.art import board
from claimant.games.claim_it.view import ClaimItView
from claimant.presentation import Presentation


class ClaimItPresentation(Presentation[ClaimItView]):
    narrate = staticmethod(words.narrate)
    informed_seats = staticmethod(words.informed_seats)
    fortune = staticmethod(words.fortune)
    explain = staticmethod(words.explain)
    choice = staticmethod(words.choice)
    hints = staticmethod(words.hint)
    describe = staticmethod(description.describe)
    picture = staticmethod(board.picture)
    terminal = staticmethod(terminal.picture)


PRESENTATION: Final = ClaimItPresentation("Claim It!")
