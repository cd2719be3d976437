"""A table of Claim on the page: the rivals, the middle, the standing by faction, the hand.

Elements that move have names, so that the page can animate them: an open card has its code, a card
of the draw pile its place there. No name reveals more than the picture it belongs to.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Final

from claimant.art.tokens import token
from claimant.components import (
    PART,
    Area,
    Parts,
    RenderContext,
    badges,
    escape,
    events_form,
    undo_button,
)
from claimant.game import View
from claimant.games.claim import names
from claimant.games.claim.art import cards as art
from claimant.games.claim.description import counts, sides
from claimant.games.claim.names import faction_text
from claimant.games.claim.page.cards import (
    CardKeys,
    card_box,
    card_name,
    griffin_values,
    held_cards,
    holds_any,
    hyphenated,
)
from claimant.games.claim.page.trick import MIDDLE, middle, own_middle
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Text

_WHO: Final = ("who-0", "who-1", "who-2", "who-3")
_HELD: Final = ("held-0", "held-1", "held-2", "held-3")
_WON: Final = ("won-0", "won-1", "won-2", "won-3")
"""The parts of a player: name, cards in hand, and what the player has won."""
_MIDDLE: Final = '<div class="middle">\n%s<div class="lying">\n%s\n%s</div>\n%s</div>'


_PILES: Final = attrgetter(
    *("phase", "places", "followers", "scores", "gnomes", "last_winner", "last_trick", "outcome")
)
"""What the won cards and the standing depend on. Most plays do not change it."""
_HAND: Final = attrgetter("stage", "phase", "scores")
"""What a hand depends on besides its cards."""
_ENABLED: Final = attrgetter("legal", "undo")
"""What can be done with it."""


def area(context: RenderContext) -> Area:
    view = context.view
    assert isinstance(view, ClaimView)
    over = view.outcome is not None
    common = context.once(
        "common", lambda: _common(context.as_spectator(), context.previous("common"))
    )
    name = ("own", view.seat, context.scripted)
    own: dict[str, str] = {}
    if view.seat is not None:
        own = context.once(name, lambda: _own(context, view, common.view, context.previous(name)))
    return Area(*_layout(view.players, view.seat, over), common, own)


def _common(context: RenderContext, before: Parts | None) -> Parts:
    """The parts as spectators see them."""
    view = context.view
    assert isinstance(view, ClaimView)
    found = Parts(view, before)
    was = None if before is None else before.view
    assert was is None or isinstance(was, ClaimView)
    all_changed = was is None or _PILES(view) != _PILES(was)
    turned = () if was is None or view.actor == was.actor else (view.actor, was.actor)
    for seat in context.seats:
        if was is None or seat in turned:
            found[_WHO[seat]] = _name(context, view, seat)
        if was is None or view.hands[seat] is not was.hands[seat]:
            found[_HELD[seat]] = _in_hand(seat, view.hands[seat], context.language)
        if all_changed or seat == view.last_winner:
            found[_WON[seat]] = _all_won(context, view, seat)
    if view.outcome is None:
        found.update(middle(context, view, was))
    if all_changed:
        found["standing"] = _standing(context, view)
    return found


def _own(context: RenderContext, view: ClaimView, public: View, before: Parts | None) -> Parts:
    """The parts that differ for a seat: its hand, cards it has seen, its possible decisions."""
    assert isinstance(public, ClaimView)
    mine = view.seat
    assert mine is not None
    found = Parts(view, {_HELD[mine]: _in_hand(mine, (), context.language)})
    hands, followers, winner = view.hands, view.followers, view.last_winner
    unchanged = before is not None and _PILES(view) == _PILES(before.view)
    for seat in context.seats:
        if seat != mine and hands[seat] is not public.hands[seat]:
            found[_HELD[seat]] = _in_hand(seat, hands[seat], context.language)
        if view.phase == 1 and followers[seat] is not public.followers[seat]:
            name = _WON[seat]
            if before is not None and unchanged and seat != winner and name in before:
                found[name] = before[name]
            else:
                found[name] = _all_won(context, view, seat)
    if winner is not None and holds_any(view, view.last_trick):
        found[_WON[winner]] = _all_won(context, view, winner)
    if view.outcome is None:
        found.update(own_middle(context, view))
        found["hand"] = _hand(context, view, before)
    return found


@cache  # two entries per number of players and seat
def _layout(players: int, seat: int | None, over: bool) -> tuple[str, tuple[str, ...]]:
    """The markup around the parts, and their names."""
    others = _others(players, seat)
    rivals = "".join(map(_before, others))
    layout = (
        f'<div class="felt players-{players}"><div class="rivals">{rivals}</div>'
        f'{"" if over else _MIDDLE}<div class="own">{"" if seat is None else _before(seat)}</div>'
        f"{PART}{'' if over or seat is None else PART}</div>"
    )
    names = [name for n in others for name in (_WHO[n], _HELD[n], _WON[n])]
    if not over:
        names += MIDDLE
    if seat is not None:
        names += (_WHO[seat], _HELD[seat], _WON[seat])
    names.append("standing")
    if not over and seat is not None:
        names.append("hand")
    return layout, tuple(names)


def _before(seat: int) -> str:
    """A player, in three parts."""
    return (
        f'<article class="player" id="seat-{seat}">{PART}<div class="has">{PART}{PART}</div>'
        "</article>"
    )


@cache  # one entry per number of players and seat
def _others(players: int, seat: int | None) -> tuple[int, ...]:
    """The other players in the order of play; for a spectator all players."""
    first = 0 if seat is None else seat + 1
    return tuple((first + i) % players for i in range(players if seat is None else players - 1))


def _name(context: RenderContext, view: ClaimView, seat: int) -> str:
    mark = " turn" if view.actor == seat else ""
    if view.outcome is not None and seat in view.outcome.winners:
        mark += " won"
    who = (context.names[seat], context.colours[seat], badges(context, seat))
    return _who(seat, *who, view.players == 4, mark, context.language)


def _all_won(context: RenderContext, view: ClaimView, seat: int) -> str:
    ghosts = _just_won(view) if seat == view.last_winner else ""
    followers: tuple[str, ...] = ()
    taken = None
    if view.phase == 1:
        followers = view.followers[seat]
        taken = context.once("taken", partial(_just_taken, view)).get(seat, ())
    piles = (view.gnomes[seat], view.scores[seat], view.phase)
    return _won(seat, followers, taken, *piles, ghosts, context.language)


@lru_cache(4096)
def _who(
    seat: int, name: str, colour: int, marks: str, teams: bool, mark: str, language: str
) -> str:
    """A player's name with badges."""
    words = escape(Text("partner").say(language))
    # As with `badges`, the stylesheet shows it only to the partner.
    badge = f'<span class="badge partner-{(seat + 2) % 4}">{words}</span>' if teams else ""
    return (
        f'<h2 class="who{mark}" id="who-{seat}">{token(colour, defined=True)}'
        f'<span class="name">{escape(name)}</span>{badge}{marks}</h2>'
    )


@lru_cache(4096)
def _in_hand(seat: int, hand: tuple[str, ...], language: str) -> str:
    """The cards in a player's hand, from behind unless the viewer knows them."""
    if not hand:
        return f'<div id="held-{seat}" hidden></div>'
    return held_cards(Text("Hand"), hand, f"hand-{seat}", language, name=f' id="held-{seat}"')


@lru_cache(4096)
def _won(
    seat: int,
    followers: tuple[str, ...],
    taken: tuple[int, ...] | None,
    gnomes: tuple[str, ...],
    scores: tuple[str, ...],
    phase: int,
    ghosts: str,
    language: str,
) -> str:
    """What a player has won: followers (in phase 1), gnomes, the score pile, griffins."""
    parts = []
    if taken is not None:
        came = "".join(f'<i class="ghost" data-vt="place-{n}"></i>' for n in taken)
        parts.append(held_cards(Text("Followers"), followers, f"won-{seat}", language, came))
    if gnomes:
        parts.append(held_cards(Text("Gnomes"), gnomes, f"gnomes-{seat}", language))
    if phase == 2 or scores:
        parts.append(held_cards(Text("Score pile"), scores, f"pile-{seat}", language, ghosts))
    griffins = griffin_values(scores) if phase == 2 else ()
    if griffins:
        values = ", ".join(map(str, griffins))
        text = Text("Griffins: cards worth {values} count 5 more", values=values)
        words = escape(text.say(language))
        parts.append(
            f'<p class="griffins" title="{words}">{art.corner("griffins", defined=True)}'
            f'<span class="unseen">{words}</span><span aria-hidden="true">+5: {values}</span></p>'
        )
    return f'<div class="piles" id="won-{seat}">{"".join(parts)}</div>'


def _just_taken(view: ClaimView) -> dict[int, tuple[int, ...]]:
    """The places in the draw pile of the cards that each seat got with the last trick."""
    taken = [(n, place.seat) for n, place in enumerate(view.places) if place.seat is not None]
    found: dict[int, tuple[int, ...]] = {}
    for n, seat in taken[-view.players :]:
        found[seat] = (*found.get(seat, ()), n)
    return found


def _just_won(view: ClaimView) -> str:
    """Invisible targets for the last trick's cards, which move to the pile with the next lead."""
    if not view.table and view.outcome is None:
        return ""
    keys = CardKeys()
    shown = {code for _, code in view.table}
    if view.seat is not None:
        shown.update(view.hands[view.seat])
    return "".join(
        f'<i class="ghost" data-vt="{keys.key(code)}"></i>'
        for _, code in view.last_trick
        if code not in shown
    )


def _standing(context: RenderContext, view: ClaimView) -> str:
    """The number of cards per faction and side. Tapping a faction shows its power."""
    owners: tuple[tuple[str, tuple[int, ...]], ...] | None = None
    if isinstance(view.outcome, ClaimOutcome):
        owners = tuple(view.outcome.factions.items())
    return _figures(
        tuple(counts(view).items()), tuple(sides(view)), owners,
        context.names, context.colours, context.language,
    )  # fmt: skip


@lru_cache(4096)
def _figures(
    numbers: tuple[tuple[str, tuple[int, ...]], ...],
    sides: tuple[tuple[int, ...], ...],
    owners: tuple[tuple[str, tuple[int, ...]], ...] | None,
    people: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    """The standing as a table."""
    heads = "".join(
        f'<th scope="col"><button type="button" class="chip" popovertarget="power-{name}" '
        f'id="f-{name}">{art.corner(name, defined=True)}'
        f"<span>{_faction(name, language)}</span></button></th>"
        for name, _ in numbers
    )
    won = None if owners is None else dict(owners)
    rows = []
    for i, side in enumerate(sides):
        cells = []
        for name, figures in numbers:
            best = figures[i] == max(figures) > 0 and figures.count(max(figures)) == 1
            if won is not None:
                best = won[name] == side
            cells.append(f"<td{' class=best' if best else ''}>{figures[i]}</td>")
        who = "".join(
            f'{token(colours[seat], defined=True)}<span class="name">{escape(people[seat])}</span>'
            for seat in side
        )
        pair = " pair" if len(side) > 1 else ""
        rows.append(f'<tr><th scope="row" class="who{pair}">{who}</th>{"".join(cells)}</tr>')
    return (
        f'<table class="standing" id="standing">'
        f"<caption>{escape(Text('Cards won, by faction').say(language))}</caption>"
        f'<thead><tr><td class="who"></td>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


@lru_cache(1000)
def _faction(name: str, language: str) -> str:
    """A faction's name, escaped: one entry per faction and language."""
    return escape(hyphenated(names.faction(name).say(language)))


def factions_in_play(factions: Iterable[str], language: str) -> str:
    """The factions of a set-up. Tapping one shows its power."""
    chips = "".join(
        f'<button type="button" class="chip" popovertarget="power-{name}">'
        f"{art.corner(name)}<span>{_faction(name, language)}</span></button>"
        for name in factions
    )
    return f'<span class="in-play">{chips}</span>'


def powers(factions: Iterable[str], language: str) -> str:
    """A popover per faction with its power."""
    found = []
    # Some phones do not close a popover on a tap outside it.
    close = escape(Text("Close").say(language))
    for name in factions:
        text = faction_text(name, language)
        plural = text.plural[:1].upper() + text.plural[1:]
        found.append(
            f'<div popover class="power" id="power-{name}">{art.emblem(name)}<div>'
            f"<h2>{escape(plural)}</h2><p>{escape(text.power)}</p>"
            f'<button type="button" class="quiet" popovertarget="power-{name}" '
            f'popovertargetaction="hide">{close}</button></div></div>'
        )
    return "".join(found)


def _hand(context: RenderContext, view: ClaimView, before: Parts | None) -> str:
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
    return events_form(context, cards + undo_button(context, always=True), "hand", "hand")


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
        cards = [
            _card(
                *(code, keys.key(code), verb, f"{verb} {code}" in enabled),
                bool(raised) and Card(code).value in raised,
                language,
            )
            for code in hand
        ]
    else:
        cards = [f"<li>{card_box(code, language, key=keys.key(code))}</li>" for code in hand]
    label = escape(Text("Your hand").say(language))
    return f'<ul class="cards" aria-label="{label}" id="hand-{seat}">{"".join(cards)}</ul>'


@lru_cache(4096)
def _card(code: str, key: str, verb: str, may: bool, raised: bool, language: str) -> str:
    """A card in the viewer's hand."""
    boost = '<small class="boost">+5</small>' if raised else ""
    state = ' class="cardbox may"' if may else ' class="cardbox" aria-disabled="true"'
    name = card_name(code, language)
    return (
        f'<li><button{state} id="c-{key}" name="event" value="{verb} {code}" data-vt="{key}" '
        f'title="{name}">{art.card(code)}{boost}<span class="unseen">{name}</span></button></li>'
    )
