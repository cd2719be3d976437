"""A table of Claim on the page: the rivals, the middle, the standing by faction, the hand.

Elements that move have names, so that the page can animate them: an open card has its code, a card
of the draw pile its place there. No name reveals more than the picture it belongs to.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from functools import cache, lru_cache, partial
from operator import attrgetter
from typing import Final

from claimant.art.tokens import token
from claimant.components import PART, Area, Parts, RenderContext, badges, escape
from claimant.games.claim.art import cards as art
from claimant.games.claim.page.cards import CardKeys, held_cards, holds_any
from claimant.games.claim.page.factions import standing
from claimant.games.claim.page.hand import hand
from claimant.games.claim.page.trick import MIDDLE, middle, own_middle
from claimant.games.claim.trick_words import griffin_values
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text

_WHO: Final = ("who-0", "who-1", "who-2", "who-3")
_HELD: Final = ("held-0", "held-1", "held-2", "held-3")
_WON: Final = ("won-0", "won-1", "won-2", "won-3")
"""The parts of a player: name, cards in hand, and what the player has won."""
_MIDDLE: Final = (
    f'<div class="middle">{PART}<div class="lying">{PART}{PART}</div>{PART}</div>'
    f'<div class="aside">{PART}{PART}</div>'
)


_PILES: Final = attrgetter(
    *("phase", "places", "followers", "scores", "gnomes", "last_winner", "last_trick", "outcome")
)
"""What the won cards and the standing depend on. Most plays do not change it."""


def area(context: RenderContext) -> Area:
    view = context.view
    assert isinstance(view, ClaimView)
    common = context.once(
        "common", lambda: _common(context.as_spectator(), context.previous("common"))
    )
    name = ("own", view.seat, context.scripted)
    own: dict[str, str] = {}
    if view.seat is not None:
        own = context.once(name, lambda: _own(context, view, common, context.previous(name)))
    return Area(*_layout(view.players, view.seat), common, own)


def _common(context: RenderContext, before: Parts | None) -> Parts:
    """The parts as spectators see them."""
    view = context.view
    assert isinstance(view, ClaimView)
    found = Parts(view, before)
    was = None if before is None else before.view
    assert was is None or isinstance(was, ClaimView)
    all_changed = was is None or _PILES(view) != _PILES(was)
    for seat in context.seats:
        if was is None:
            found[_WHO[seat]] = _name(context, view, seat)
        if was is None or view.hands[seat] is not was.hands[seat]:
            found[_HELD[seat]] = _in_hand(seat, view.hands[seat], context.language)
        if all_changed or seat == view.last_winner:
            found[_WON[seat]] = _all_won(context, view, seat)
    found.update(middle(context, view, was, found))
    if all_changed:
        found["standing"] = standing(context, view)
    return found


def _own(context: RenderContext, view: ClaimView, common: Parts, before: Parts | None) -> Parts:
    """The parts that differ for a seat: its hand, cards it has seen, its possible decisions."""
    public = common.view
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
    if view.players != 3 and mine % 2:  # the viewer's side is on the left
        found["standing"] = (
            before["standing"]
            if before is not None and unchanged
            else context.once("turned", lambda: standing(context, public, turned=True))
        )
    found.update(own_middle(context, view, common, before))
    found["hand"] = hand(context, view, before)
    return found


@cache  # two entries per number of players and seat
def _layout(players: int, seat: int | None) -> tuple[str, tuple[str, ...]]:
    """The markup around the parts, and their names. A spectator sits where seat 0 does."""
    bottom = seat or 0
    others = _others(players, bottom)
    rivals = "".join(map(_before, others))
    layout = (
        f'<div class="felt players-{players} me-{bottom}"><div class="rivals">{rivals}</div>'
        f'{_MIDDLE}<div class="own">{_before(bottom)}</div>'
        f"{PART}{'' if seat is None else PART}</div>"
    )
    names = [name for n in others for name in (_WHO[n], _HELD[n], _WON[n])]
    names += MIDDLE
    names += (_WHO[bottom], _HELD[bottom], _WON[bottom], "standing")
    if seat is not None:
        names.append("hand")
    return layout, tuple(names)


def _before(seat: int) -> str:
    """A player, in three parts."""
    return (
        f'<article class="player" id="seat-{seat}">{PART}<div class="has">{PART}{PART}</div>'
        "</article>"
    )


def _others(players: int, bottom: int) -> tuple[int, ...]:
    """The other players in the order of play, beginning on the left."""
    return tuple((bottom + i) % players for i in range(1, players))


def _name(context: RenderContext, view: ClaimView, seat: int) -> str:
    mark = " won" if view.outcome is not None and seat in view.outcome.winners else ""
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
        f'<span class="name" title="{escape(name)}">{escape(name)}</span>{badge}{marks}</h2>'
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
        came = "".join(f'<i data-vt="place-{n}"></i>' for n in taken)
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
        f'<i data-vt="{keys.key(code)}"></i>' for _, code in view.last_trick if code not in shown
    )
