"""The middle of a table of Claim: the stock, the trick, and the choice of loot.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import Final

from claimant.art.tokens import token
from claimant.components import RenderContext, escape, events_form
from claimant.game import HIDDEN
from claimant.games.claim import names
from claimant.games.claim.art import cards as art
from claimant.games.claim.page.cards import (
    CardKeys,
    card_box,
    card_name,
    griffin_values,
    holds_any,
)
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

MIDDLE: Final = ("phase", "stock", "trick", "loot")
_NO_LOOT: Final = '<div id="loot" hidden></div>'


_STOCK: Final = attrgetter("phase", "trick", "trolls", "places", "pile", "stage")


def middle(context: RenderContext, view: ClaimView, was: ClaimView | None) -> dict[str, str]:
    """The parts as spectators see them, except those that have not changed."""
    found = {"trick": _trick(context, view)}
    if was is None or _STOCK(view) != _STOCK(was):
        trolls = view.phase == 2
        found["phase"] = _phase(view.phase, view.trick, view.tricks, context.language)
        found["stock"] = (
            _trolls(view.trolls, context.language) if trolls else _to_be_won(context, view)
        )
        found["loot"] = _NO_LOOT
    return found


def own_middle(context: RenderContext, view: ClaimView) -> dict[str, str]:
    """The parts that differ for a seat: cards it may take, and cards named like some of its own."""
    found = {}
    if (view.stage == "take" and view.legal) or view.peek is not None:
        found["stock"] = _to_be_won(context, view)
    if holds_any(view, view.table or view.last_trick):
        found["trick"] = _trick(context, view)
    if view.stage == "loot" and view.legal:
        found["loot"] = _loot(context, view)
    return found


@lru_cache(1000)
def _phase(phase: int, trick: int, tricks: int, language: str) -> str:
    """The line that counts the tricks."""
    text = Text(
        "Phase {phase}, trick {trick} of {tricks}.", phase=phase, trick=trick, tricks=tricks
    )
    words = escape(text.say(language))
    return f'<p class="phase" id="phase"{"" if phase else " hidden"}>{words}</p>'


@lru_cache(1000)
def _trolls(trolls: tuple[str, ...], language: str) -> str:
    """Trolls on the table in phase 2, won with the next trick."""
    if not trolls:
        return '<div id="stock" hidden></div>'
    cards = "".join(card_box(code, language, "small") for code in trolls)
    title = escape(Text("Trolls lying").say(language))
    return (
        f'<div class="stock trolls" id="stock"><h3>{title}</h3>'
        f'<div class="cards">{cards}</div></div>'
    )


def _to_be_won(context: RenderContext, view: ClaimView) -> str:
    """The draw pile and the open cards of phase 1."""
    may = {text.partition(" ")[2] for text in view.legal if text.startswith("take ")}
    turned = [
        n
        for n, place in enumerate(view.places)
        if place.open and place.seat is None and place.card != HIDDEN
    ]
    found = []
    for n in turned:
        code = view.places[n].card
        found.append(_takeable(context, code, f"place-{n}", code in may))
    if view.peek is not None and view.peek not in view.face_up:
        found.append(_takeable(context, view.peek, f"place-{_top(view)}", True, peek=True))
    pile = ""
    if view.pile:
        key = "" if view.peek is not None else f' data-vt="place-{_top(view)}"'
        pile = (
            f'<div class="pile" data-place="draw"><span class="cardbox under">{art.card_back()}'
            f'</span><span class="cardbox"{key}>{art.card_back()}</span><b>{view.pile}</b>'
            f'<span class="unseen">{context.say(Text("cards in the draw pile"))}</span></div>'
        )
    title = context.say(Text("Choose one")) if may else context.say(Text("To be won"))
    cards = f'<div class="cards" id="choice">{"".join(found)}</div>'
    if may or view.peek is not None:
        cards = events_form(context, "".join(found), "cards", "choice")
    return (
        f'<div class="stock" id="stock"><h3>{title}</h3><div class="row">{pile}{cards}</div></div>'
    )


def _top(view: ClaimView) -> int:
    """The place of the top card of the draw pile."""
    return len(view.places) - view.pile


def _takeable(context: RenderContext, code: str, key: str, may: bool, *, peek: bool = False) -> str:
    if not may:
        return card_box(code, context.language, key=key)
    name = card_name(code, context.language)
    words = context.say(Text("Take {card} from the pile", card=names.card(code))) if peek else (
        context.say(Text("Take {card}", card=names.card(code)))
    )  # fmt: skip
    mark = f'<small class="peek">{context.say(Text("from the pile"))}</small>' if peek else ""
    return (
        f'<button class="cardbox may" id="take-{key}" name="event" value="take {code}" '
        f'data-vt="{key}" title="{name}">{art.card(code)}{mark}'
        f'<span class="unseen">{words}</span></button>'
    )


def _trick(context: RenderContext, view: ClaimView) -> str:
    """The current trick; until it is led, the last one with its winner marked."""
    past = not view.table
    played = view.last_trick if past else view.table
    if not played:
        if view.leader is None:
            return '<div id="trick" hidden></div>'
        words = context.say(Text("{who} leads.", who=context.names[view.leader]))
        return f'<div class="trick empty" id="trick"><p>{words}</p></div>'
    # Of equal cards those in the hand are named first, so the last of them leaves it.
    mine = () if view.seat is None else view.hands[view.seat]
    held = tuple([mine.count(code) for _, code in played])
    raised: tuple[bool, ...] = ()
    if not past and view.phase == 2 and "griffins" in view.factions:
        raised = tuple(Card(code).value in griffin_values(view.scores[who]) for who, code in played)
    winner = view.last_winner if past else None
    return _cards_played(
        played, held, raised, winner, context.names, context.colours, context.language
    )


@lru_cache(4096)
def _cards_played(
    played: tuple[tuple[int, str], ...],
    held: tuple[int, ...],
    raised: tuple[bool, ...],
    winner: int | None,
    people: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    """A trick; `winner` if it is over."""
    keys = CardKeys({code: n for (_, code), n in zip(played, held, strict=True)})
    cards = []
    for i, (seat, code) in enumerate(played):
        won = "won" if seat == winner else ""
        boost = '<small class="boost">+5</small>' if raised and raised[i] else ""
        cards.append(
            f'<figure class="{won}"><span class="cardbox" '
            f'data-vt="{keys.key(code)}" data-from="hand-{seat}">{art.card(code)}{boost}</span>'
            f"<figcaption>{token(colours[seat], defined=True)}"
            f'<span class="name">{escape(people[seat])}</span>'
            f'<span class="unseen">: {card_name(code, language)}</span></figcaption></figure>'
        )
    past = winner is not None
    title = Text("This trick") if winner is None else (
        Text("Last trick: {who}", who=people[winner])
    )  # fmt: skip
    return (
        f'<div class="trick{" past" if past else ""}" id="trick">'
        f"<h3>{escape(title.say(language))}</h3>"
        f'<div class="cards">{"".join(cards)}</div></div>'
    )


def _loot(context: RenderContext, view: ClaimView) -> str:
    """What the loot counts for (R-P14), if there is a choice."""
    buttons = []
    for text in view.legal:
        verb, _, what = text.partition(" ")
        if verb == "loot":
            buttons.append(
                f'<button class="loot" id="loot-{what}" name="event" value="{text}">'
                f"{art.corner(what, defined=True)}"
                f"{escape(names.faction(what).say(context.language))}</button>"
            )
    if not buttons:
        return _NO_LOOT
    return events_form(context, "".join(buttons), "acts", "loot")
