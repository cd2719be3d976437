"""Ferry in words; its pictures are the plain ones that every game has."""

from collections.abc import Sequence

from claimant.i18n import Name, Text
from claimant.presentation import Presentation
from third_game.game import FerryView


class FerryPresentation(Presentation[FerryView]):
    def describe(self, view: FerryView, names: Sequence[Name]) -> list[Text]:
        _, quay, *own = [" ".join(str(n or "?") for n in crates) for crates in view.places]
        lines = [Text("Quay: {quay} (up to {limit})", quay=quay, limit=view.limit)]
        for who, deck, hold in zip(names, own[::3], own[1::3], strict=True):
            lines.append(Text("{who}: {hold} + {deck}", who=who, hold=hold, deck=deck))
        return lines


PRESENTATION = FerryPresentation("Ferry")
