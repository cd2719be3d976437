"""The viewer's hand at a table of Claim.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from operator import attrgetter
from typing import Final

from claimant.components import Parts, RenderContext, escape, events_form, undo_button
from claimant.games.claim.art import cards as art
from claimant.games.claim.page.cards import CardKeys, card_box, card_name
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.trick_words import griffin_values
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

_HAND: Final = attrgetter("stage", "phase", "scores")
"""What a hand depends on besides its cards."""
_ENABLED: Final = attrgetter("legal", "undo")
"""What can be done with it."""


def hand(context: RenderContext, view: ClaimView, before: Parts | None) -> str:
    seat = view.seat
    assert seat is not None
    if before is not None:
        was = before.view
        assert isinstance(was, ClaimView)
        same = view.hands[seat] == was.hands[seat] and _HAND(view) == _HAND(was)
        if same and (context.scripted or _ENABLED(view) == _ENABLED(was)):
            return before["hand"]
    raised = griffin_values(view.scores[seat]) if view.phase == 2 else ()
    verb = "discard" if view.stage == "discard" else "play"
    cards = _hand_cards(
        view.hands[seat], context.enabled, verb, raised, seat, context.live, context.language
    )
    if not cards:
        return '<div id="hand" hidden></div>'
    acts = f'<div class="decide">{undo_button(context, always=True)}</div>'
    return events_form(context, cards + acts, "hand", "hand")


@lru_cache(4096)
def _hand_cards(
    hand: tuple[str, ...],
    enabled: tuple[str, ...],
    verb: str,
    raised: tuple[int, ...],
    seat: int,
    live: bool,
    language: str,
) -> str:
    """The viewer's hand; cards that may be played can be pressed."""
    if not hand:
        return ""
    keys = CardKeys()
    if live:
        left = Counter([Card(code).faction for code in hand]) if verb == "discard" else None
        cards = [
            _card(
                *(code, keys.key(code), verb, f"{verb} {code}" in enabled),
                bool(raised) and Card(code).value in raised,
                0 if left is None else left[Card(code).faction] - 1,
                language,
            )
            for code in hand
        ]
    else:
        cards = [f"<li>{card_box(code, language, key=keys.key(code))}</li>" for code in hand]
    label = escape(Text("Your hand").say(language))
    return f'<ul class="cards" aria-label="{label}" id="hand-{seat}">{"".join(cards)}</ul>'


@lru_cache(4096)
def _card(code: str, key: str, verb: str, may: bool, raised: bool, left: int, language: str) -> str:
    """A card in the viewer's hand. One that may be discarded says how many of its faction would be
    left in the hand."""
    note = '<small class="boost">+5</small>' if raised else ""
    name = card_name(code, language)
    said = name
    if verb == "discard":
        words = Text("{n} left", n=left) if left else Text("your last")
        note += f'<small class="left">{escape(words.say(language))}</small>'
        said += f" ({escape(words.say(language))})"
    state = ' class="cardbox may"' if may else ' class="cardbox" aria-disabled="true"'
    return (
        f'<li><button{state} id="c-{key}" name="event" value="{verb} {code}" data-vt="{key}" '
        f'title="{name}">{art.card(code)}{note}<span class="unseen">{said}</span></button></li>'
    )


def hand_words(language: str) -> str:
    """The sentences that the script needs for cards that are selected; `%` stands for a card."""
    found = {
        "play": Text("Play {card}", card="%"),
        "discard": Text("Discard {card}", card="%"),
        "plan": Text("{card} is played as soon as it is your turn.", card="%"),
        "withdraw": Text("Withdraw"),
        "not-now": Text("you may not play {card} to this trick: choose again", card="%"),
        "gone": Text("{card} is no longer planned", card="%"),
    }
    data = "".join([f' data-{key}="{escape(text.say(language))}"' for key, text in found.items()])
    return f'<div id="hand-words" hidden{data}></div>'
