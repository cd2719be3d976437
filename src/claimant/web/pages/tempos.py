"""The tempos of a table in words."""

from __future__ import annotations

from typing import Final

from claimant.i18n import Text

TEMPOS: Final = {
    "calm": Text("Calm"),
    "normal": Text("Normal"),
    "fast": Text("Fast"),
    "instant": Text("Instant"),
}
"""By their names in `claimant.web.tables.tempo`."""
