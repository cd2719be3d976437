"""Claim on the page: the rivals, the middle of the table, how the factions stand, the hand.

What moves is named so that the page can show it move: a card whose face is seen by its code, a
card of the draw pile by its place in it. No name tells more than the picture it belongs to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from claimant import texts
from claimant.claim.cards import Card
from claimant.claim.view import ClaimOutcome, ClaimView
from claimant.draw import faces, names
from claimant.draw.twin import counts, sides
from claimant.language import Text
from claimant.web.pages.table import Sight, badges, events_form, undo

HIDDEN: Final = "?"


class Cards:
    """Draws cards, and gives equal ones different names: `goblin-0`, `goblin-0-2`."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._seen: Counter[str] = Counter()

    def key(self, code: str) -> str:
        self._seen[code] += 1
        n = self._seen[code]
        return code if n == 1 else f"{code}-{n}"

    def name(self, code: str) -> str:
        return _card_name(code, self._language)

    def shown(self, code: str, kind: str = "", key: str | None = None) -> str:
        """A card that nothing can be done with."""
        vt = f' data-vt="{key}"' if key else ""
        return (
            f'<span class="cardbox {kind}"{vt}>{faces.card(code)}'
            f'<span class="unseen">{self.name(code)}</span></span>'
        )


@lru_cache(20_000)
def _card_name(code: str, language: str) -> str:
    return escape(names.card(code).say(language))


@lru_cache(4096)
def _fan(codes: tuple[str, ...]) -> str:
    """The same for all who look, and for as long as nobody takes or plays a card there."""
    inner = "".join(f'<span class="mini">{faces.card(code)}</span>' for code in _hidden_last(codes))
    return f'<span class="fan" aria-hidden="true">{inner}</span>'


def _hidden_last(codes: Sequence[str]) -> Iterable[str]:
    return sorted(codes, key=lambda code: code == HIDDEN)


def area(seen: Sight) -> str:
    view = seen.view
    assert isinstance(view, ClaimView)
    drawn = Cards(seen.language)
    # The hand takes its names first, so that of equal cards the last one leaves it.
    hand = "" if view.outcome is not None else _hand(seen, view, drawn)
    middle = "" if view.outcome is not None else _middle(seen, view, drawn)
    mine = "" if seen.seat is None else _player(seen, view, seen.seat)
    others = "".join(_player(seen, view, seat) for seat in _others(view))
    return (
        f'<div class="felt players-{view.players}"><div class="rivals">{others}</div>{middle}'
        f'<div class="own">{mine}</div>{seen.once("standing", lambda: standing(seen, view))}'
        f"{hand}</div>"
    )


def _others(view: ClaimView) -> list[int]:
    """The others in the order of play; for a spectator everyone."""
    if view.seat is None:
        return list(range(view.players))
    return [(view.seat + i) % view.players for i in range(1, view.players)]


def _player(seen: Sight, view: ClaimView, seat: int) -> str:
    """What lies before someone: cards held, followers won, gnomes, griffins, the pile."""
    turn = " turn" if view.actor == seat else ""
    won = view.outcome is not None and seat in view.outcome.winners
    parts = []
    if seat != seen.seat and view.hands[seat]:
        parts.append(_held(seen, Text("Hand"), view.hands[seat], f"hand-{seat}"))
    if view.phase == 1:
        ghosts = "".join(
            f'<i class="ghost" data-vt="place-{n}"></i>'
            for n in seen.once(f"taken {seat}", lambda: _just_taken(view, seat))
        )
        won_by = f"won-{seat}"
        parts.append(_held(seen, Text("Followers"), view.followers[seat], won_by, ghosts))
    if view.gnomes[seat]:
        parts.append(_held(seen, Text("Gnomes"), view.gnomes[seat], f"gnomes-{seat}"))
    if view.phase == 2 or view.scores[seat]:
        parts.append(_pile(seen, view, seat))
    griffins = seen.once(f"griffins {seat}", lambda: griffin_values(view, seat))
    if griffins:
        values = ", ".join(map(str, griffins))
        words = seen.say(Text("Griffins: cards worth {values} count 5 more", values=values))
        parts.append(
            f'<p class="griffins" title="{words}">{faces.corner("griffins")}'
            f'<span class="unseen">{words}</span><span aria-hidden="true">+5: {values}</span></p>'
        )
    partner = ""
    if view.players == 4 and seen.seat is not None and seat == (seen.seat + 2) % 4:
        partner = f'<span class="badge">{seen.say(Text("partner"))}</span>'
    return (
        f'<article class="player{turn}{" won" if won else ""}" id="seat-{seat}">'
        f'<h2>{seen.token(seat)}<span class="name">{seen.name(seat)}</span>'
        f'{partner}{badges(seen, seat)}</h2><div class="has">{"".join(parts)}</div></article>'
    )


def _held(seen: Sight, title: Text, codes: Sequence[str], key: str, ghosts: str = "") -> str:
    words = seen.say(title)
    return (
        f'<div class="held" data-place="{key}"><span class="what">{words} '
        f"<b>{len(codes)}</b></span>{_row(tuple(codes), seen.language)}{ghosts}</div>"
    )


@lru_cache(4096)
def _row(codes: tuple[str, ...], language: str) -> str:
    """Small cards side by side, and what they are in words."""
    known = [_card_name(code, language) for code in codes if code != HIDDEN]
    told = f'<span class="unseen">{", ".join(known)}</span>' if known else ""
    return f"{_fan(codes)}{told}"


def _just_taken(view: ClaimView, seat: int) -> list[int]:
    """The places of the draw pile whose cards the last trick gave to a seat."""
    taken = [n for n, place in enumerate(view.places) if place.seat is not None]
    return [n for n in taken[-view.players :] if view.places[n].seat == seat]


def _pile(seen: Sight, view: ClaimView, seat: int) -> str:
    """The score pile; the last trick's cards fly to it when the next is led."""
    pile = seen.once(
        f"pile {seat}",
        lambda: sorted(view.scores[seat], key=lambda c: view.factions.index(Card(c).faction)),
    )
    ghosts = ""
    if view.last_winner == seat and (view.table or view.outcome is not None):
        keys = Cards(seen.language)
        shown = Counter(code for code in _in_sight(view))
        for _, code in view.last_trick:
            if not shown[code]:
                ghosts += f'<i class="ghost" data-vt="{keys.key(code)}"></i>'
    return _held(seen, Text("Score pile"), pile, f"pile-{seat}", ghosts)


def _in_sight(view: ClaimView) -> Iterable[str]:
    """The cards that the page names by their code."""
    if view.seat is not None:
        yield from view.hands[view.seat]
    for _, code in view.table:
        yield code


def griffin_values(view: ClaimView, seat: int) -> list[int]:
    """R-P7: the values that a seat's griffins raise."""
    if view.phase != 2:
        return []
    return sorted(Card(c).value for c in view.scores[seat] if Card(c).faction == "griffins")


def _middle(seen: Sight, view: ClaimView, drawn: Cards) -> str:
    phase = seen.say(
        Text(
            "Phase {phase}, trick {trick} of {tricks}.",
            phase=view.phase,
            trick=view.trick,
            tricks=view.tricks,
        )
    )
    where = f'<p class="phase">{phase}</p>' if view.phase else ""
    if view.legal or view.peek is not None:
        stock = _stock(seen, view, drawn)
    else:
        stock = seen.once(f"stock {seen.seat is None}", lambda: _stock(seen, view, drawn))
    return (
        f'<div class="middle">{where}<div class="lying">{stock}'
        f"{_trick(seen, view, drawn)}</div>{_loot(seen, view)}</div>"
    )


def _stock(seen: Sight, view: ClaimView, drawn: Cards) -> str:
    """What can be won: the draw pile and the cards lying open; in phase 2 the trolls."""
    if view.phase == 2:
        if not view.trolls:
            return ""
        cards = "".join(drawn.shown(code, "small") for code in view.trolls)
        return (
            f'<div class="stock trolls"><h3>{seen.say(Text("Trolls lying"))}</h3>'
            f'<div class="cards">{cards}</div></div>'
        )
    may = {text.partition(" ")[2] for text in view.legal if text.startswith("take ")}
    turned = [
        n
        for n, place in enumerate(view.places)
        if place.open and place.seat is None and place.card != HIDDEN
    ]
    found = []
    for n in turned:
        code = view.places[n].card
        found.append(_takeable(seen, drawn, code, f"place-{n}", code in may))
    if view.peek is not None and view.peek not in view.face_up:
        found.append(_takeable(seen, drawn, view.peek, f"place-{_top(view)}", True, peek=True))
    pile = ""
    if view.pile:
        key = "" if view.peek is not None else f' data-vt="place-{_top(view)}"'
        pile = (
            f'<div class="pile" data-place="draw"><span class="cardbox under">{faces.card_back()}'
            f'</span><span class="cardbox"{key}>{faces.card_back()}</span><b>{view.pile}</b>'
            f'<span class="unseen">{seen.say(Text("cards in the draw pile"))}</span></div>'
        )
    title = seen.say(Text("Choose one")) if may else seen.say(Text("To be won"))
    cards = events_form(seen, "".join(found), "cards")
    return f'<div class="stock"><h3>{title}</h3><div class="row">{pile}{cards}</div></div>'


def _top(view: ClaimView) -> int:
    """The place of the top card of the draw pile."""
    return len(view.places) - view.pile


def _takeable(
    seen: Sight, drawn: Cards, code: str, key: str, may: bool, *, peek: bool = False
) -> str:
    if not may:
        return drawn.shown(code, key=key)
    name = drawn.name(code)
    words = seen.say(Text("Take {card} from the pile", card=names.card(code))) if peek else (
        seen.say(Text("Take {card}", card=names.card(code)))
    )  # fmt: skip
    mark = f'<small class="peek">{seen.say(Text("from the pile"))}</small>' if peek else ""
    return (
        f'<button class="cardbox may" id="take-{key}" name="event" value="take {code}" '
        f'data-vt="{key}" title="{name}">{faces.card(code)}{mark}'
        f'<span class="unseen">{words}</span></button>'
    )


def _trick(seen: Sight, view: ClaimView, drawn: Cards) -> str:
    """The trick; before the next is led, the last one with its winner marked."""
    past = not view.table
    played = view.last_trick if past else view.table
    if not played:
        if view.leader is None:
            return ""
        words = seen.say(Text("{who} leads.", who=seen.names[view.leader]))
        return f'<div class="trick empty"><p>{words}</p></div>'
    cards = []
    for seat, code in played:
        won = past and seat == view.last_winner
        boost = ""
        if not past and view.phase == 2 and Card(code).value in griffin_values(view, seat):
            boost = '<small class="boost">+5</small>'
        cards.append(
            f'<figure class="{"won" if won else ""}"><span class="cardbox" '
            f'data-vt="{drawn.key(code)}" data-from="hand-{seat}">{faces.card(code)}{boost}</span>'
            f'<figcaption>{seen.token(seat)}<span class="name">{seen.name(seat)}</span>'
            f'<span class="unseen">: {drawn.name(code)}</span></figcaption></figure>'
        )
    if past:
        assert view.last_winner is not None
        title = seen.say(Text("Last trick: {who}", who=seen.names[view.last_winner]))
    else:
        title = seen.say(Text("This trick"))
    return (
        f'<div class="trick{" past" if past else ""}"><h3>{title}</h3>'
        f'<div class="cards">{"".join(cards)}</div></div>'
    )


def _loot(seen: Sight, view: ClaimView) -> str:
    """R-P14, where there is a choice."""
    buttons = []
    for text in view.legal:
        verb, _, what = text.partition(" ")
        if verb == "loot":
            buttons.append(
                f'<button class="loot" id="loot-{what}" name="event" value="{text}">'
                f"{faces.corner(what)}{escape(names.faction(what).say(seen.language))}</button>"
            )
    return events_form(seen, "".join(buttons), "acts") if buttons else ""


def standing(seen: Sight, view: ClaimView) -> str:
    """How many cards of each faction every side has; a tap on a faction shows its power."""
    numbers = counts(view)
    heads = "".join(
        f'<th scope="col"><button type="button" class="chip" popovertarget="power-{name}" '
        f'id="f-{name}">{faces.corner(name)}<span>{_faction(name, seen)}</span></button></th>'
        for name in view.factions
    )
    rows = []
    for i, side in enumerate(sides(view)):
        cells = []
        for name in view.factions:
            figures = numbers[name]
            best = figures[i] == max(figures) > 0 and figures.count(max(figures)) == 1
            if isinstance(view.outcome, ClaimOutcome):
                best = view.outcome.factions[name] == side
            cells.append(f"<td{' class=best' if best else ''}>{figures[i]}</td>")
        who = "".join(
            f'{seen.token(seat)}<span class="name">{seen.name(seat)}</span>' for seat in side
        )
        pair = " pair" if len(side) > 1 else ""
        rows.append(f'<tr><th scope="row" class="who{pair}">{who}</th>{"".join(cells)}</tr>')
    return (
        f'<table class="standing"><caption>{seen.say(Text("Cards won, by faction"))}</caption>'
        f'<thead><tr><td class="who"></td>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _faction(name: str, seen: Sight) -> str:
    return escape(names.faction(name).say(seen.language))


def powers(view: ClaimView, language: str) -> str:
    """What each faction in play can do, one tap away."""
    found = []
    for name in view.factions:
        text = texts.faction(name, language)
        plural = text.plural[:1].upper() + text.plural[1:]
        found.append(
            f'<div popover class="power" id="power-{name}">{faces.emblem(name)}<div>'
            f"<h2>{escape(plural)}</h2><p>{escape(text.power)}</p></div></div>"
        )
    return "".join(found)


def _hand(seen: Sight, view: ClaimView, drawn: Cards) -> str:
    seat = view.seat
    if seat is None or not view.hands[seat]:
        return ""
    verb = "discard" if view.stage == "discard" else "play"
    raised = griffin_values(view, seat)
    cards = []
    for code in view.hands[seat]:
        key = drawn.key(code)
        event = f"{verb} {code}"
        may = event in view.legal
        boost = '<small class="boost">+5</small>' if Card(code).value in raised else ""
        state = ' class="cardbox may"' if may else ' class="cardbox" aria-disabled="true"'
        name = drawn.name(code)
        if seen.live:
            cards.append(
                f'<li><button{state} id="c-{key}" name="event" value="{event}" data-vt="{key}" '
                f'title="{name}">{faces.card(code)}{boost}<span class="unseen">{name}</span>'
                "</button></li>"
            )
        else:
            cards.append(f"<li>{drawn.shown(code, key=key)}</li>")
    label = seen.say(Text("Your hand"))
    rows = f'<ul class="cards" aria-label="{label}" id="hand-{seat}">{"".join(cards)}</ul>'
    turn = " turn" if seen.mine and view.stage in ("play", "discard") else ""
    return events_form(seen, rows + undo(seen), f"hand{turn} n{len(cards)}")
