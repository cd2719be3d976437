"""Claim in words and pictures."""

from __future__ import annotations

from typing import Final

from claimant.games.claim import description, result_words, terminal, words
from claimant.games.claim.art import table
from claimant.games.claim.view import ClaimView
from claimant.presentation import Presentation


class ClaimPresentation(Presentation[ClaimView]):
    narrate = staticmethod(words.narrate)
    informed_seats = staticmethod(words.informed_seats)
    fortune = staticmethod(words.fortune)
    explain = staticmethod(result_words.explain)
    choice = staticmethod(words.choice)
    menu = staticmethod(words.menu)
    describe = staticmethod(description.describe)
    picture = staticmethod(table.picture)
    terminal = staticmethod(terminal.picture)


PRESENTATION: Final = ClaimPresentation("Claim")
