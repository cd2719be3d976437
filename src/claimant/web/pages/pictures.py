"""The pictures on the pages: a game of each in play, and the examples of the rules."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final

from markupsafe import Markup

from claimant import registry
from claimant.art.dice import die, face
from claimant.art.svg import SERIF, at, whole
from claimant.games.claim import examples as claim_examples
from claimant.games.claim.art import table
from claimant.games.claim.art.cards import HEIGHT, WIDTH, card_back, drawing
from claimant.games.claim.art.cards import corner as corner_of
from claimant.games.claim.names import cards as cards_named
from claimant.games.claim.rules.cards import FACTIONS
from claimant.games.claim.view import ClaimView
from claimant.games.claim_it import examples
from claimant.games.claim_it.art import board
from claimant.games.claim_it.art.survey import SHEET, corner
from claimant.games.claim_it.rules.board import NAMES, SPACES
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Text, said
from claimant.record import loads


@cache
def in_play(game: str, language: str) -> Markup:
    """A game in the middle, as seat 0 sees it: seeded ones of greedy bots, kept as records."""
    source = resources.files(registry.entry(game).package) / "page" / "demo.claim"
    record = loads(source.read_text(encoding="utf-8"))
    state = record.game.start()
    for event in record.events:
        state = state.play(event)
    view = state.view(0)
    if isinstance(view, ClaimItView):
        return Markup(board.picture(view, _PEOPLE, language, style=False))
    assert isinstance(view, ClaimView)
    return Markup(table.picture(view, _PEOPLE[:2], language, style=False))


_PEOPLE: Final = ("Ada", "Bas", "Cleo")


@cache
def corners() -> Markup:
    """The corner marks of all factions."""
    return Markup("".join(corner_of(each.name) for each in FACTIONS))


def lost(status: int) -> Markup:
    """What an error page shows: 404 in dice, else cards face down."""
    if status == 404:
        return Markup(die(4) + die(0) + die(4))
    return Markup(card_back(alone=True) * 3)


@cache
def example(game: str, name: str, language: str) -> Markup:
    """The picture of an example in the rules; the page holds the definitions of map and cards."""
    return _board(name, language) if game == "claim-it" else _rows(name, language)


_RIVALS: Final = (Text("You"), "Ben", "Mia")


def _board(name: str, language: str) -> Markup:
    shown = examples.board(name)
    view = _view(shown)
    drawn = [f'<use href="#survey" width="{SHEET}" height="{SHEET}"/>']
    if name == "6":
        drawn += [board.outline(board.mine(view, seat), seat) for seat in range(3)]
    for piece in board.pieces(view):
        x, y = corner(piece.column, piece.row)
        inner = piece.svg[piece.svg.index(">") + 1 : -len("</svg>")]
        drawn.append(at(x + 3, y + 5, inner))
    for space, label in shown.labels.items():
        drawn.append(_label(space, label, lone=space in _empty(view)))
    for i, n in enumerate(shown.dice):
        drawn.append(at(SHEET / 2 - 160 + i * 112, SHEET + 8, face(n), 0.9))
    words = [piece.label.say(language) for piece in board.pieces(view, _RIVALS)]
    told = "; ".join(words) or Text("The board is empty.").say(language)
    if shown.dice:
        rolled = ", ".join(map(str, shown.dice))
        told = f"{Text('The dice show {dice}.', dice=rolled).say(language)} {told}"
    return Markup(
        whole(
            SHEET,
            SHEET + (112 if shown.dice else 0),
            "".join(drawn),
            Text("Example {name}: the board", name=name).say(language),
            told,
        )
    )


def _view(shown: examples.BoardExample) -> ClaimItView:
    owners: list[int | None] = [None] * SPACES
    for seat, spaces in enumerate(shown.markers):
        for space in spaces:
            owners[NAMES.index(space)] = seat
    squatters = [-1] * 6
    for number, space in shown.squatters.items():
        squatters[int(number) - 1] = NAMES.index(space)
    return ClaimItView(
        game="claim-it",
        players=3,
        seat=0,
        actor=0,
        legal=(),
        undo=False,
        outcome=None,
        turn=1,
        squatters_return=False,
        stage="place",
        dice=tuple(shown.dice),
        owners=tuple(owners),
        claimed=tuple(name in shown.claimed for name in NAMES),
        squatters=tuple(squatters),
        squatted=tuple(i in squatters for i in range(SPACES)),
        capped=tuple(name in shown.capped for name in NAMES),
        groups=(0, 0, 0),
        claims=(0, 0, 0),
        spaces=(0, 0, 0),
        needed=9,
        caller=None,
        turns_left=0,
    )


def _empty(view: ClaimItView) -> set[str]:
    return {
        name
        for i, name in enumerate(NAMES)
        if view.owners[i] is None and i not in view.squatters and not view.capped[i]
    }


def _label(space: str, label: str, *, lone: bool) -> str:
    """A word on a space: in its middle, or in its corner where something lies there."""
    i = NAMES.index(space)
    x, y = corner(i % 6 + 1, i // 6 + 1)
    x, y, r = (x + 50, y + 50, 30) if lone else (x + 82, y + 18, 19)
    return (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="var(--glow)" stroke="var(--ink)" '
        f'stroke-width="3"/><text x="{x}" y="{y + r * 0.34:g}" font-family="{SERIF}" '
        f'font-size="{r}" font-weight="700" text-anchor="middle" fill="var(--ink)">{label}</text>'
    )


def _rows(name: str, language: str) -> Markup:
    rows = claim_examples.cards(name).rows
    across = max(len(row) for row in rows) * (WIDTH + 14) + 26
    down = len(rows) * (HEIGHT + 16) + 24
    drawn = "".join(
        at(20 + i * (WIDTH + 14), 20 + j * (HEIGHT + 16), drawing(code))
        for j, row in enumerate(rows)
        for i, code in enumerate(row)
    )
    return Markup(
        whole(
            across,
            down,
            f'<rect width="{across}" height="{down}" rx="14" fill="var(--table)" '
            f'stroke="var(--seam)" stroke-width="2"/>{drawn}',
            Text("Example: the cards").say(language),
            "; ".join(said(cards_named(row), language) for row in rows),
        )
    )
