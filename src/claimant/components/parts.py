"""A game's area of the table page, in parts that are sent separately when they change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from claimant.components.patches import patch
from claimant.game import View

_encode: Final = msgspec.json.Encoder().encode


class Parts(dict[str, str]):
    """Elements by name, each with an id. `VERSION` in them stands for the table's version."""

    __slots__ = ("_changes", "_previous", "view")

    def __init__(self, view: View, parts: Mapping[str, str] | None = None) -> None:
        super().__init__(parts or {})
        self.view: Final = view
        """The view that they show."""
        self._previous: Parts | None = None
        self._changes: dict[str, bytes] = {}

    def changes_since(self, previous: Parts) -> dict[str, bytes]:
        """The parts that differ from `previous`, as `change`. Computed once for all viewers who
        saw `previous`."""
        if self._previous is not previous:
            self._previous = previous
            # Otherwise each version would keep the one before it alive, back to the first.
            previous._previous = None
            previous._changes = {}
            self._changes = {
                name: change(name, old, part)
                for name, part in self.items()
                if part is not (old := previous[name]) and part != old
            }
        return self._changes


def change(name: str, old: str, new: str) -> bytes:
    """A changed part as a member of a JSON object: its name and the patch."""
    return _encode({name: patch(old, new)})[1:-1]


class Area(NamedTuple):
    """What a game shows of one version of a table to one viewer."""

    layout: str
    """The markup around the parts, with a `PART` for each of them."""
    names: tuple[str, ...]
    """The names of the parts, in the order of the layout."""
    common: Parts
    """Every part, as spectators see it."""
    own: dict[str, str]
    """The parts that differ for this viewer."""
    choices: Mapping[str, tuple[str, ...]] = {}
    """For legal decisions: words that are added to what a screen reader says of the button, and a
    note that is shown on it. Only needed if `RenderContext.scripted`."""

    @property
    def parts(self) -> dict[str, str]:
        """The parts as the viewer sees them, in the order of the layout."""
        common, own = self.common, self.own
        return {name: own[name] if name in own else common[name] for name in self.names}
