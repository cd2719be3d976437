"""Scenes: what a table shows between two versions, so that a cause is seen before its effect.

A game says in words what happened and how long it is worth looking at; the page plays it before it
shows the next version. Everything comes from the views of one viewer and from the parts of the
page that the viewer gets anyway, so a scene cannot reveal more than these.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from claimant.i18n import Text

MOMENT: Final = 1.5
"""Seconds for which a moment's words stay, at the usual tempo."""


class Scene(NamedTuple):
    """The page of the previous version with some parts changed, held for a while."""

    kind: str
    """What the stylesheet, the sounds and the game's script know it by."""
    seconds: float
    """How long it is held at the usual tempo."""
    headline: Text
    """What is happening."""
    why: tuple[Text, ...] = ()
    """The reason, in one line."""
    parts: tuple[str, ...] = ()
    """The names of the parts that already look as in the next version."""


class Moment(NamedTuple):
    """Large words over the table when a version is shown: the last round, the end."""

    kind: str
    words: Text
    seconds: float = MOMENT
