"""Claim in words and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from claimant.art.svg import Picture
from claimant.game import View
from claimant.games.claim import description, result_words, terminal, words
from claimant.games.claim.art import table
from claimant.games.claim.view import ClaimView
from claimant.i18n import Name, Text
from claimant.presentation import Fortune, Presentation

if TYPE_CHECKING:
    from rich.console import RenderableType


class ClaimPresentation(Presentation):
    def narrate(self, before: View, event: str, after: View, names: Sequence[Name]) -> list[Text]:
        return words.narrate(_own(before), event, _own(after), names)

    def informed_seats(self, before: View, event: str, after: View) -> tuple[int, ...]:
        return words.informed_seats(_own(before), event, _own(after))

    def fortune(self, before: View, event: str, after: View) -> Fortune | None:
        return words.fortune(_own(before), _own(after))

    def explain(self, view: View, names: Sequence[Name]) -> list[Text]:
        return result_words.explain(_own(view), names)

    def choice(self, view: View, event: str) -> Text:
        return words.choice(_own(view), event)

    def menu(self, view: View) -> Sequence[str]:
        return words.menu(_own(view))

    def describe(self, view: View, names: Sequence[Name]) -> list[Text]:
        return description.describe(_own(view), names)

    def picture(
        self,
        view: View,
        names: Sequence[Name] = (),
        language: str = "en",
        *,
        style: bool = True,
        tokens: Sequence[int] = (),
    ) -> Picture:
        return table.picture(_own(view), names, language, style=style, tokens=tokens)

    def terminal(
        self, view: View, language: str, names: Sequence[Name], choices: Mapping[str, int]
    ) -> RenderableType:
        return terminal.picture(_own(view), language, names, choices)


def _own(view: View) -> ClaimView:
    assert isinstance(view, ClaimView)
    return view


PRESENTATION: Final = ClaimPresentation("Claim")
