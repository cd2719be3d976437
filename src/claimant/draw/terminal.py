"""Pictures of a table for the terminal, 80 columns wide.

Whatever colour says, a letter, a shape or a word says too: they read the same without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import RenderableType

from claimant.claim.view import ClaimView
from claimant.claim_it.game import ClaimItView
from claimant.draw import terminal_claim, terminal_claim_it
from claimant.draw.names import Name, everyone
from claimant.game import View

WIDTH = 80


def picture(
    view: View,
    language: str = "en",
    names: Sequence[Name] = (),
    choices: Mapping[str, int] | None = None,
) -> RenderableType:
    """The table as a viewer sees it; `choices` are numbers to write beside what may be chosen."""
    who = names or everyone(view.players)
    if isinstance(view, ClaimItView):
        return terminal_claim_it.picture(view, language, who, choices or {})
    assert isinstance(view, ClaimView)
    return terminal_claim.picture(view, language, who, choices or {})
