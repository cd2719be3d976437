"""The paces of a table in words."""

from __future__ import annotations

from typing import Final, NamedTuple

from claimant.i18n import Text


class Pace(NamedTuple):
    title: Text
    about: Text
    """What it is good for."""
    short: Text
    """In a line about the set-up."""


PACES: Final = {
    "none": Pace(
        Text("No limit"), Text("everybody takes the time they need"), Text("no time limit")
    ),
    "1m": Pace(Text("1 minute per move"), Text("brisk"), Text("1 minute per move")),
    "5m": Pace(Text("5 minutes per move"), Text("at one sitting"), Text("5 minutes per move")),
    "1d": Pace(Text("1 day per move"), Text("a move now and then"), Text("1 day per move")),
    "3d": Pace(Text("3 days per move"), Text("no hurry at all"), Text("3 days per move")),
}
"""By their names in the settings. A host may add others, which have no words."""
