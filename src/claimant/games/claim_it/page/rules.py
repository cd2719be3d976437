"""The pictures of the examples in the rules of Claim It!."""

from __future__ import annotations

from functools import cache
from typing import Final

from claimant.art.dice import face
from claimant.art.svg import SERIF, at, whole
from claimant.components import RulesPage
from claimant.games.claim_it import examples
from claimant.games.claim_it.art import board
from claimant.games.claim_it.art.mines import mine, outline
from claimant.games.claim_it.art.survey import SHEET, corner, labels
from claimant.games.claim_it.rules.board import NAMES, SPACES
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Text

_PLAYERS: Final = (Text("You"), "Ben", "Mia")


class ClaimItRulesPage(RulesPage):
    def definitions(self) -> str:
        return board.definitions()

    def example(self, name: str, language: str) -> str:
        return _picture(name, language)


# One entry per example and language.
@cache
def _picture(name: str, language: str) -> str:
    example = examples.board(name)
    view = _view(example)
    drawn = [f'<use href="#survey" width="{SHEET}" height="{SHEET}"/>', labels(language)]
    if name == "6":
        drawn += [outline(mine(view, seat), seat) for seat in range(3)]
    for piece in board.pieces(view):
        x, y = corner(piece.column, piece.row)
        inner = piece.svg[piece.svg.index(">") + 1 : -len("</svg>")]
        drawn.append(at(x + 3, y + 5, inner))
    for space, label in example.labels.items():
        drawn.append(_label(space, label, lone=space in _empty(view)))
    for i, n in enumerate(example.dice):
        drawn.append(at(SHEET / 2 - 160 + i * 112, SHEET + 8, face(n), 0.9))
    words = [piece.label.say(language) for piece in board.pieces(view, _PLAYERS)]
    description = "; ".join(words) or Text("The board is empty.").say(language)
    if example.dice:
        rolled = ", ".join(map(str, example.dice))
        dice = Text("The dice show {dice}.", dice=rolled).say(language)
        description = f"{dice} {description}"
    return whole(
        SHEET,
        SHEET + (112 if example.dice else 0),
        "".join(drawn),
        Text("Example {name}: the board", name=name).say(language),
        description,
    )


def _view(example: examples.BoardExample) -> ClaimItView:
    owners: list[int | None] = [None] * SPACES
    for seat, spaces in enumerate(example.markers):
        for space in spaces:
            owners[NAMES.index(space)] = seat
    squatters = [-1] * 6
    for number, space in example.squatters.items():
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
        dice=tuple(example.dice),
        owners=tuple(owners),
        claimed=tuple(name in example.claimed for name in NAMES),
        squatters=tuple(squatters),
        squatted=tuple(i in squatters for i in range(SPACES)),
        capped=tuple(name in example.capped for name in NAMES),
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
    """A label on a space: in its middle, or in its corner if something lies on it."""
    i = NAMES.index(space)
    x, y = corner(i % 6 + 1, i // 6 + 1)
    x, y, r = (x + 50, y + 50, 30) if lone else (x + 82, y + 18, 19)
    return (
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="var(--glow)" stroke="var(--ink)" '
        f'stroke-width="3"/><text x="{x}" y="{y + r * 0.34:g}" font-family="{SERIF}" '
        f'font-size="{r}" font-weight="700" text-anchor="middle" fill="var(--ink)">{label}</text>'
    )
