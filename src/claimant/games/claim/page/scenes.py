"""What a table of Claim shows before it shows the next version: a complete trick, and why it was
won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from claimant.components import Moment, RenderContext, Scene
from claimant.games.claim.page.trick import middle
from claimant.games.claim.view import ClaimView
from claimant.games.claim.words import won_because, won_trick
from claimant.i18n import Name, Text

TRICK: Final = 2.0
"""Seconds for which a complete trick stays."""


def scenes(before: ClaimView, event: str, after: ClaimView, names: Sequence[Name]) -> list[Scene]:
    if not (event.startswith("play ") and len(before.table) + 1 == before.players):
        return []
    parts = ("trick", f"held-{before.actor}", "hand")
    reason = won_because(before, after, names)
    return [Scene("trick", TRICK, won_trick(after, names), reason, parts)]


def staged(context: RenderContext, before: ClaimView, parts: Mapping[str, str]) -> dict[str, str]:
    """The trick with its winner marked, and the hand without the card just played. With its last
    card a hand has become empty, whatever cards the next phase brings."""
    view, actor = context.view, before.actor
    assert isinstance(view, ClaimView)
    held = f"held-{actor}"
    mine = actor == context.seat
    if view.phase == before.phase and view.outcome is None:
        found = {name: parts[name] for name in ("trick", held)}
        return found | {"hand": parts["hand"]} if mine else found
    trick = parts["trick"] if "trick" in parts else middle(context, view, None, {})["trick"]
    found = {"trick": trick, held: f'<div id="{held}" hidden></div>'}
    return found | {"hand": '<div id="hand" hidden></div>'} if mine else found


def moment(before: ClaimView, after: ClaimView) -> Moment | None:
    """The start of phase 2."""
    return Moment("phase-2", Text("Phase 2")) if before.phase == 1 and after.phase == 2 else None
