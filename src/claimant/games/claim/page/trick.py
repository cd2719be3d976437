"""The middle of a table of Claim: the stock, the trick, and the choice of loot.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from operator import attrgetter
from typing import Final

from claimant.art.tokens import token
from claimant.components import Parts, RenderContext, escape, events_form
from claimant.game import HIDDEN
from claimant.games.claim import names
from claimant.games.claim.art import cards as art
from claimant.games.claim.description import together
from claimant.games.claim.loot import loot_choices
from claimant.games.claim.page.cards import CardKeys, card_box, card_name, holds_any
from claimant.games.claim.page.story import at_work, is_told_differently, last_trick, refolded
from claimant.games.claim.trick_words import Played, is_raised
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

MIDDLE: Final = ("phase", "stock", "trick", "loot", "told", "last")
_NO_LOOT: Final = '<div id="loot" hidden></div>'


_STOCK: Final = attrgetter("phase", "trick", "trolls", "places", "pile", "stage")
_LED: Final = attrgetter("phase", "trick", "led")
_LAST: Final = attrgetter("phase", "trick", "last_trick", "last_winner", "stage")
"""What the parts depend on. Whether the next trick has been led only folds the last one's story."""


def middle(
    context: RenderContext, view: ClaimView, was: ClaimView | None, before: Mapping[str, str]
) -> dict[str, str]:
    """The parts as spectators see them, except those that have not changed."""
    found = {"trick": _trick(context, view), "told": at_work(view, context.language)}
    if was is None or _LED(view) != _LED(was):
        found["phase"] = _phase(view.phase, view.trick, view.tricks, view.led, context.language)
    if was is None or _STOCK(view) != _STOCK(was):
        trolls = view.phase == 2
        found["stock"] = (
            _trolls(view.trolls, context.language) if trolls else _to_be_won(context, view)
        )
        found["loot"] = _NO_LOOT
    if was is None or _LAST(view) != _LAST(was):
        found["last"] = last_trick(context, view, None)
    elif bool(view.table) != bool(was.table):
        found["last"] = refolded(before["last"], view)
    return found


def own_middle(
    context: RenderContext, view: ClaimView, common: Parts, before: Parts | None
) -> dict[str, str]:
    """The parts that differ for a seat: cards it may take, cards named like some of its own, and
    what the last trick did to it."""
    found = {}
    if (view.stage == "take" and view.legal) or view.peek is not None:
        found["stock"] = _to_be_won(context, view)
    if holds_any(view, view.table or view.last_trick):
        found["trick"] = _trick(context, view)
    if view.stage == "loot" and view.legal:
        found["loot"] = _loot(context, view)
    if before is not None and _LAST(view) == _LAST(before.view):
        if "last" in before:
            found["last"] = refolded(before["last"], view)
    elif is_told_differently(context, view):
        found["last"] = last_trick(context, view, view.seat)
    return found


@lru_cache(1000)
def _phase(phase: int, trick: int, tricks: int, led: str | None, language: str) -> str:
    """The line that counts the tricks and names the faction that was led."""
    text = Text(
        "Phase {phase} · trick {trick} of {tricks}", phase=phase, trick=trick, tricks=tricks
    )
    words = escape(text.say(language))
    if led is not None:
        lead = escape(Text("led: {faction}", faction=names.faction(led)).say(language))
        words += f'<span class="led-faction"> · {art.corner(led, defined=True)}{lead}</span>'
    return f'<p class="phase" id="phase"{"" if phase else " hidden"}>{words}</p>'


@lru_cache(1000)
def _trolls(trolls: tuple[str, ...], language: str) -> str:
    """Trolls on the table in phase 2, won with the next trick."""
    if not trolls:
        return '<div id="stock" hidden></div>'
    cards = "".join(card_box(code, language, "small") for code in trolls)
    title = escape(Text("Trolls on the table").say(language))
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
        found.append(_takeable(context, view.peek, f"place-{_top(view)}", context.live, peek=True))
    pile = ""
    if view.pile:
        key = "" if view.peek is not None else f' data-vt="place-{_top(view)}"'
        pile = (
            f'<div class="pile" data-place="draw"><span class="cardbox under">{art.card_back()}'
            f'</span><span class="cardbox"{key}>{art.card_back()}</span><b>{view.pile}</b>'
            f'<span class="unseen">{context.say(Text("cards in the draw pile"))}</span></div>'
        )
    title = context.say(Text("Choose one")) if may else context.say(Text("At stake"))
    cards = f'<div class="cards" id="choice">{"".join(found)}</div>'
    if may or (view.peek is not None and context.live):
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
    """The current trick with a place for each seat; until it is led, the last one with its winner
    marked."""
    if view.leader is None:
        return '<div id="trick" hidden></div>'
    if view.stage == "discard":
        done = (view.actor or 0) - view.leader
        hidden = tuple([(view.leader + i) % view.players for i in range(done % view.players)])
        return _cards_played((), (), (), None, hidden, *_people(context))
    past = not view.table and bool(view.last_trick)
    played = view.last_trick if past else view.table
    # Of equal cards those in the hand are named first, so the last of them leaves it.
    mine = () if view.seat is None else view.hands[view.seat]
    held = tuple([mine.count(code) for _, code in played])
    raised: tuple[bool, ...] = ()
    if not past and view.phase == 2 and "griffins" in view.factions:
        raised = tuple([is_raised(view, who, code) for who, code in played])
    winner = view.last_winner if past else None
    return _cards_played(played, held, raised, winner, (), *_people(context))


def _people(context: RenderContext) -> tuple[tuple[str, ...], tuple[int, ...], str]:
    return context.names, context.colours, context.language


@lru_cache(4096)
def _cards_played(
    played: Played,
    held: tuple[int, ...],
    raised: tuple[bool, ...],
    winner: int | None,
    hidden: tuple[int, ...],
    people: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    """A trick; `winner` if it is over, `hidden` are the seats that have discarded a card for it.
    The stylesheet puts the cards where their players sit."""
    keys = CardKeys({code: n for (_, code), n in zip(played, held, strict=True)})
    cards = []
    for i, (seat, code) in enumerate(played):
        mark = " won" if seat == winner else ""
        if i == 0:
            mark += " first"
        boost = '<small class="boost">+5</small>' if raised and raised[i] else ""
        cards.append(
            f'<figure class="slot-{seat}{mark}"><span class="cardbox" '
            f'data-vt="{keys.key(code)}">{art.card(code)}{boost}</span>'
            f"{_caption(seat, people, colours, card_name(code, language))}</figure>"
        )
    # In the order of play, so that the next card only fills a place.
    last = played[-1][0] if played else -1
    for i in range(1, len(people) - len(played) + 1):
        seat = (last + i) % len(people)
        face = art.card_back() if seat in hidden else ""
        kind = "" if face else " empty"
        cards.append(
            f'<figure class="slot-{seat}{kind}" aria-hidden="true">'
            f'<span class="cardbox">{face}</span>'
            f"{_caption(seat, people, colours, '')}</figure>"
        )
    past = "" if winner is None else " past"
    return (
        f'<div class="trick{past}" id="trick">{_titles(language)}'
        f'<div class="cards">{"".join(cards)}</div></div>'
    )


@cache  # one entry per language
def _titles(language: str) -> str:
    """The heading of the current trick and that of the last one. The stylesheet shows one."""
    titles = [escape(text.say(language)) for text in (Text("This trick"), Text("Last trick"))]
    return f'<h3 class="unseen"><span>{titles[0]}</span><span>{titles[1]}</span></h3>'


def _caption(seat: int, people: tuple[str, ...], colours: tuple[int, ...], card: str) -> str:
    said = f'<span class="unseen">: {card}</span>' if card else ""
    name = escape(people[seat])
    return (
        f"<figcaption>{token(colours[seat], defined=True)}"
        f'<span class="name" title="{name}">{name}</span>{said}</figcaption>'
    )


def _loot(context: RenderContext, view: ClaimView) -> str:
    """What the loot counts for (R-P14), if there is a choice: each button shows what it makes."""
    found = loot_choices(view)
    if not found:
        return _NO_LOOT
    buttons = []
    for choice in found:
        name = names.faction(choice.faction)
        rival = together(choice.rival, context.names)
        words = Text(
            "{faction}: {n} with your loot, {other} for {who}",
            faction=name, n=choice.own + choice.loot, other=choice.best, who=rival,
        )  # fmt: skip
        against = context.say(Text("{n} for {who}", n=choice.best, who=rival))
        best = " best" if choice.own + choice.loot > choice.best else ""
        buttons.append(
            f'<button class="loot{best}" id="loot-{choice.faction}" name="event" '
            f'value="loot {choice.faction}">{art.corner(choice.faction, defined=True)}'
            f'<span aria-hidden="true"><b>{escape(name.say(context.language))}</b> '
            f"{choice.own} + {choice.loot} = <b>{choice.own + choice.loot}</b>"
            f"<small>{against}</small></span>"
            f'<span class="unseen">{context.say(words)}</span></button>'
        )
    return events_form(context, "".join(buttons), "acts", "loot")
