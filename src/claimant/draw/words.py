"""What happened and how it ended, in sentences that can be said in any of our languages.

All of it speaks from a viewer's side: give it two views of one seat and it tells no more than that
seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence

from claimant.claim.view import ClaimView
from claimant.claim_it.game import ClaimItView
from claimant.draw import words_claim, words_claim_it, words_claim_over
from claimant.draw.names import Name, card, everyone, faction
from claimant.game import View
from claimant.language import Text

__all__ = ["card", "choice", "explain", "faction", "hint", "tell", "told_more"]


def tell(before: View, event: str, after: View, names: Sequence[Name] = ()) -> list[Text]:
    """What an event of the record brought about, what follows by rule included."""
    who = names or everyone(before.players)
    if event == "undo":
        assert after.actor is not None
        return [Text("{who} takes that back.", who=who[after.actor])]
    if event.startswith("first "):
        return [Text("{who} goes first.", who=who[int(event.split()[1])])]
    if isinstance(before, ClaimItView) and isinstance(after, ClaimItView):
        story = words_claim_it.tell(before, event, after, who)
    elif isinstance(before, ClaimView) and isinstance(after, ClaimView):
        story = words_claim.tell(before, event, after, who)
    else:
        story = [Text("{event}", event=event)]
    return story


def told_more(before: View, event: str, after: View) -> tuple[int, ...]:
    """The seats that are told more of an event than a spectator is, by a spectator's two views."""
    if isinstance(before, ClaimView) and isinstance(after, ClaimView):
        return words_claim.told_more(before, event, after)
    return ()


def explain(view: View, names: Sequence[Name] = ()) -> list[Text]:
    """The result of a finished game, step by step."""
    who = names or everyone(view.players)
    if isinstance(view, ClaimItView):
        return words_claim_it.explain(view, who)
    if isinstance(view, ClaimView):
        return words_claim_over.explain(view, who)
    return []


def choice(view: View, legal: str) -> Text:
    """A decision that is possible, as a player would say it."""
    if isinstance(view, ClaimItView):
        return words_claim_it.choice(view, legal)
    if isinstance(view, ClaimView):
        return words_claim.choice(view, legal)
    return Text("{event}", event=legal)


def hint(view: View) -> list[Text]:
    """What a player should know before deciding."""
    return words_claim_it.hint(view) if isinstance(view, ClaimItView) else []
