"""Pictures of Claim: a whole table, or a finished game faction by faction, as one picture.

The page of a table lays out its cards itself, so that they can move. This module is for places that
show a single picture: the home page, the rules, notebooks, finished games.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from claimant.art.cards import HEIGHT, WIDTH
from claimant.art.palette import css
from claimant.art.svg import SERIF, Picture, at, whole
from claimant.art.tokens import mark
from claimant.games.claim.art.cards import chip, drawing, symbols
from claimant.games.claim.description import counts, describe, sides
from claimant.games.claim.names import faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.view import ClaimOutcome, ClaimView
from claimant.i18n import Name, everyone, said
from claimant.presentation import heading

_ACROSS: Final = 1000
_ROW: Final = 66  # one faction of a finished game


class _Person(NamedTuple):
    """A player in the picture."""

    name: str
    mark: str
    """The drawing of their token."""


def picture(
    view: ClaimView,
    names: Sequence[Name] = (),
    language: str = "en",
    *,
    style: bool = True,
    prefix: str = "pictured",
    defined: bool = False,
    tokens: Sequence[int] = (),
) -> Picture:
    """The table as this seat sees it; once the game is over, what everyone has won. Without
    `style` the colours come from the page. The ids in it begin with `prefix`, which is different
    for two pictures on one page; `defined`: the page has them in its `cards.definitions`.
    `tokens`: the token of each seat, if it is not the one of the same number."""
    everybody = names or everyone(view.players)
    who = [
        _Person(said(name, language), mark(token))
        for name, token in zip(everybody, tokens or range(view.players), strict=True)
    ]
    if view.outcome is None:
        body, height = _table(view, who, prefix), 640
    else:
        body, height = _result(view, who, language, prefix), 110 + _ROW * len(view.factions)
    return whole(
        _ACROSS,
        height,
        f"{'' if defined else symbols(view.factions, prefix)}"
        f'<rect width="{_ACROSS}" height="{height}" rx="14" fill="var(--table)"/>{body}',
        heading(view, names).say(language),
        " ".join(text.say(language) for text in describe(view, names or everyone(view.players))),
        css(".art") if style else "",
    )


def _label(x: float, y: float, words: str, size: int = 22, *, anchor: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{SERIF}" font-size="{size}" font-weight="700" '
        f'text-anchor="{anchor}" fill="var(--text)">{escape(words)}</text>'
    )


def _short(name: str, room: float, size: int = 22) -> str:
    """A name shortened to the room there is."""
    letters = max(1, int(room / (size * 0.6)))
    return name if len(name) <= letters else name[: letters - 1] + "…"


def _fan(
    x: float, y: float, codes: Sequence[str], room: float, scale: float, prefix: str,
    raised: frozenset[str] = frozenset(),
) -> str:  # fmt: skip
    """Cards side by side, as far apart as the room allows."""
    width = WIDTH * scale
    step = min(width + 6, (room - width) / max(1, len(codes) - 1))
    return "".join(
        at(x + i * step, y - (14 if code in raised else 0), drawing(code, prefix), scale)
        for i, code in enumerate(codes)
    )


def _panel(x: float, y: float, width: float, height: float, chosen: bool) -> str:
    """A player's panel, with a brass frame while it is their turn."""
    edge = 'stroke="var(--brass)" stroke-width="4"' if chosen else 'stroke="var(--seam)"'
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="10" fill="none" '
        f"{edge}/>"
    )


def _table(view: ClaimView, who: Sequence[_Person], prefix: str) -> str:
    me = view.seat or 0
    others = [(me + i) % view.players for i in range(1, view.players)]
    room = (_ACROSS - 16) / len(others)
    drawn = [
        _opponent(view, seat, who[seat], 16 + i * room, room - 16, prefix)
        for i, seat in enumerate(others)
    ]
    drawn += [
        _stock(view, prefix),
        _trick(view, who, prefix),
        _standing(view, who),
        _mine(view, me, who, prefix),
    ]
    return "".join(drawn)


def _opponent(
    view: ClaimView, seat: int, person: _Person, x: float, room: float, prefix: str
) -> str:
    drawn = [
        _panel(x, 12, room, 134, view.actor == seat),
        at(x + 6, 15, person.mark, 0.4),
        _label(x + 52, 43, _short(person.name, room - 60)),
    ]
    right = 0.3 if view.followers[seat] or view.gnomes[seat] else 0
    drawn.append(_fan(x + 12, 56, view.hands[seat], room * (1 - right) - 30, 0.58, prefix))
    side = view.followers[seat] or view.gnomes[seat]
    if side:
        drawn.append(_fan(x + room * 0.7, 70, side, room * 0.3 - 12, 0.44, prefix))
    return "".join(drawn)


def _stock(view: ClaimView, prefix: str) -> str:
    """The draw pile and the open cards: those to be won, or trolls."""
    drawn = []
    if view.pile:
        drawn += [
            at(28 + i * 3, 196 - i * 3, drawing("?", prefix)) for i in range(min(3, view.pile))
        ]
        drawn.append(
            at(
                84,
                260,
                '<circle r="26" fill="var(--die)" stroke="var(--die-ink)" stroke-width="3"/>',
            )
            + f'<text x="84" y="270" font-family="{SERIF}" font-size="28" font-weight="700" '
            f'text-anchor="middle" fill="var(--die-ink)">{view.pile}</text>'
        )
    if view.peek is not None:
        drawn.append(at(60, 214, drawing(view.peek, prefix)))
    lying = view.face_up if view.phase == 1 else view.trolls
    drawn.append(_fan(152, 190, lying, 206, 1, prefix))
    return "".join(drawn)


def _trick(view: ClaimView, who: Sequence[_Person], prefix: str) -> str:
    """The trick in the middle, each card above its player's mark; until it is led the last one,
    faint."""
    played = view.table or view.last_trick
    middle = (370 + _standing_at(view)) / 2
    start = middle - len(played) * 56
    drawn = [
        at(start + i * 112, 190, drawing(code, prefix))
        + at(start + i * 112 + 30, 334, who[seat].mark, 0.4)
        for i, (seat, code) in enumerate(played)
    ]
    if not view.table and drawn and view.last_winner is not None:
        at_winner = next(i for i, (seat, _) in enumerate(played) if seat == view.last_winner)
        ring = (
            f'<circle cx="{start + at_winner * 112 + 50:g}" cy="354" r="24" fill="none" '
            'stroke="var(--brass)" stroke-width="4"/>'
        )
        return f'<g opacity=".5">{"".join(drawn)}</g>{ring}'
    return "".join(drawn)


def _standing_at(view: ClaimView) -> int:
    """The left edge of the standing, whose width depends on the number of sides."""
    return _ACROSS - 56 - 58 * len(sides(view))


def _standing(view: ClaimView, who: Sequence[_Person]) -> str:
    """The factions and how many cards of each every side has won so far."""
    groups = sides(view)
    left = _standing_at(view) + 40
    drawn = []
    for i, side in enumerate(groups):
        x = left + 58 * i + 29
        for j, seat in enumerate(side):
            across = x - 16 + (j - (len(side) - 1) / 2) * 26
            drawn.append(at(across, 156, who[seat].mark, 0.32))
    rows = 218 / max(5, len(view.factions))
    for i, (name, numbers) in enumerate(counts(view).items()):
        y = 192 + i * rows
        drawn.append(at(left - 40, y, chip(name), min(1, rows / 40)))
        best = max(numbers)
        for j, n in enumerate(numbers):
            if n == best and best and numbers.count(best) == 1:
                drawn.append(
                    f'<rect x="{left + 58 * j + 9}" y="{y - 1:g}" width="40" '
                    f'height="{rows - 4:g}" rx="7" fill="none" stroke="var(--brass)" '
                    'stroke-width="3"/>'
                )
            drawn.append(_label(left + 58 * j + 29, y + rows / 2 + 6, str(n), 23, anchor="middle"))
    return "".join(drawn)


def _mine(view: ClaimView, me: int, who: Sequence[_Person], prefix: str) -> str:
    """The viewer's hand. Cards that may be played stick out."""
    may = frozenset(text.partition(" ")[2] for text in view.legal)
    raised = may if len(may) < len(set(view.hands[me])) else frozenset[str]()
    side = view.followers[me] or view.gnomes[me]
    room = 968 if not side else 690
    drawn = [
        _panel(16, 420, 968, 208, view.actor == me),
        at(22, 424, who[me].mark, 0.4),
        _label(70, 452, _short(who[me].name, 500)),
        _fan(30, 478, view.hands[me], room - 28, 1, prefix, raised),
    ]
    if side:
        drawn.append(_fan(730, 528, side, 240, 0.64, prefix))
    return "".join(drawn)


def _result(view: ClaimView, who: Sequence[_Person], language: str, prefix: str) -> str:
    """A row per faction and a column per side, with cards, count and owner."""
    assert isinstance(view.outcome, ClaimOutcome)
    groups = sides(view)
    left = 190
    room = (_ACROSS - 12 - left) / len(groups)
    drawn = []
    for j, side in enumerate(groups):
        x = left + j * room
        drawn.append(_panel(x, 10, room - 8, 66, any(s in view.outcome.winners for s in side)))
        each = (room - 16) / len(side)
        for k, seat in enumerate(side):
            drawn.append(at(x + 8 + k * each, 22, who[seat].mark, 0.42))
            drawn.append(_label(x + 54 + k * each, 51, _short(who[seat].name, each - 54)))
    for i, (name, numbers) in enumerate(counts(view).items()):
        y = 90 + i * _ROW
        drawn.append(at(16, y + 8, chip(name), 1.3))
        drawn.append(_label(72, y + 38, _short(said(faction(name), language), 116, 18), 18))
        for j, side in enumerate(groups):
            x = left + j * room
            if view.outcome.factions[name] == side:
                drawn.append(
                    f'<rect x="{x:g}" y="{y + 2}" width="{room - 8:g}" height="{_ROW - 4}" rx="9" '
                    'fill="var(--brass)" fill-opacity=".25" stroke="var(--brass)" '
                    'stroke-width="3"/>'
                )
            drawn.append(_label(x + 28, y + 42, str(numbers[j]), 28, anchor="middle"))
            pile = sorted(
                (Card(code) for seat in side for code in view.scores[seat]
                 if Card(code).faction == name),
                key=lambda card: card.value,
            )  # fmt: skip
            drawn.append(_fan(x + 56, y + 6, pile, room - 76, 0.38, prefix))
    return "".join(drawn)


assert (WIDTH, HEIGHT) == (100, 140)  # the places above are laid out for these
