"""What an answer in the terminal means."""

from __future__ import annotations

from claimant.game import View
from claimant.presentation import presentation_of


def event_of(view: View, answer: str, language: str) -> str | None:
    """The event for an answer: the number or the words of a choice, or as the record writes it,
    whether it is legal or not. Nothing means the only choice there is. None for a number that is
    not on offer."""
    answer = answer.lower()
    presentation = presentation_of(view.game)
    if not answer and len(view.legal) == 1:
        return view.legal[0]
    if answer.isdecimal():
        number = int(answer[:4])
        return presentation.menu(view)[number - 1] if 1 <= number <= len(view.legal) else None
    for legal in view.legal:  # as the menu writes it
        if answer == presentation.choice(view, legal).say(language).partition(":")[0].lower():
            return legal
    if answer not in view.legal and " " not in answer:
        # If all choices have the same verb, players may leave it out.
        verbs = {legal.partition(" ")[0] for legal in view.legal if " " in legal}
        if len(verbs) == 1:
            return f"{verbs.pop()} {answer}"
    return answer
