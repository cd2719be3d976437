"""Pictures of Claim It!: the board, every piece on its own, and all of it as one picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Final, NamedTuple

from claimant.art.dice import die, face, faces
from claimant.art.palette import css
from claimant.art.svg import SERIF, Picture, at, numeral, part, whole
from claimant.art.tokens import SHAPES, mark
from claimant.games.claim_it.art.mines import mine, outline
from claimant.games.claim_it.art.survey import CELL, SHEET, corner, labels, sheet
from claimant.games.claim_it.description import describe
from claimant.games.claim_it.names import SPACE_NAMES
from claimant.games.claim_it.rules.board import NAMES, NUMBERS
from claimant.games.claim_it.view import ClaimItView
from claimant.i18n import Name, Text, everyone, said
from claimant.presentation import heading


class Piece(NamedTuple):
    """A piece that may move, on a space or (column and row 0) beside the board."""

    key: str
    """Identifies the piece from view to view, so that a page can animate it."""
    column: int
    row: int
    svg: str
    label: Text


def definitions() -> str:
    """The definitions that a page must contain for its boards: the map, the dice and the pieces,
    except the players' markers, which `tokens` defines."""
    pieces = {f"squatter-{n}": _squatter(n) for n in range(1, 7)}
    pieces |= {f"claimer-{n}": _marker(n, claimed=True) for n in range(len(SHAPES))}
    pieces |= {"claim": _claim(), "cap": _cap()}
    drawn = "".join(f'<g id="{name}">{piece}</g>' for name, piece in pieces.items())
    return (
        '<svg class="defs" width="0" height="0" aria-hidden="true">'
        f'<symbol id="survey" viewBox="0 0 {SHEET} {SHEET}">{sheet()}</symbol>'
        f"<defs>{faces()}{drawn}</defs></svg>"
    )


_SHEET: Final = f'<use href="#survey" width="{SHEET}" height="{SHEET}"/>'


def board(
    view: ClaimItView,
    *,
    last: str | None = None,
    odds: Mapping[str, float] | None = None,
    groups: bool | None = None,
) -> str:
    """The board without its pieces: the map, where this seat may place, the space placed last,
    a chance to bust for each space in `odds`, the largest mines (once the game is over, or as
    `groups` says). The map itself comes from `definitions`."""
    return chart(view.legal, last, odds, _mines(view, groups, range(view.players)))


def chart(
    legal: Iterable[str],
    last: str | None = None,
    odds: Mapping[str, float] | None = None,
    mines: str = "",
) -> str:
    """The board of a running game, which does not mark who owns the spaces."""
    drawn = f"{_SHEET}{_marks(legal, last, odds, mines)}"
    return part(f"0 0 {SHEET} {SHEET}", drawn, "board")


def _mines(view: ClaimItView, groups: bool | None, tokens: Sequence[int]) -> str:
    if not (groups if groups is not None else view.outcome is not None):
        return ""
    found = [(mine(view, seat), tokens[seat]) for seat in range(view.players)]
    return "".join([outline(spaces, token) for spaces, token in found if spaces])


def _marks(
    legal: Iterable[str], last: str | None, odds: Mapping[str, float] | None, mines: str
) -> str:
    spaces = "".join([_LEGAL[name] for name in legal if name in _LEGAL])
    drawn = [f"{_LEGAL_MARKS}{spaces}</g>" if spaces else "", mines]
    if last is not None:
        drawn.append(_LAST[last])
    for name, chance in (odds or {}).items():
        x, y = _CORNERS[name]
        drawn.append(
            f'<text x="{x + 94}" y="{y + 93}" font-family="{SERIF}" font-size="22" '
            'font-weight="700" text-anchor="end" fill="var(--ink)" stroke="var(--paper)" '
            f'stroke-width="5" paint-order="stroke">{chance:.0%}</text>'
        )
    return "".join(drawn)


_CORNERS: Final = {name: corner(i % 6 + 1, i // 6 + 1) for i, name in enumerate(NAMES)}
_LEGAL: Final = {
    name: f'<rect x="{x + 5}" y="{y + 5}" width="90" height="90" rx="9"/>'
    for name, (x, y) in _CORNERS.items()
}
_LEGAL_MARKS: Final = (
    '<g class="legal" fill="var(--glow)" fill-opacity=".4" stroke="var(--brass)" stroke-width="5" '
    'stroke-dasharray="15 7.5">'
)
_LAST: Final = {
    name: f'<path class="last" d="M{x + 74} {y + 4}h22v22m0 48v22h-22m-48 0h-22v-22" '
    'fill="none" stroke="var(--ink)" stroke-width="6"/>'
    for name, (x, y) in _CORNERS.items()
}


def ghosts(view: ClaimItView) -> str:
    """What each legal placement would put on its space, as an overlay of the board. It refers to
    `definitions`."""
    drawn = []
    for space in view.legal:
        x, y = _CORNERS[space]
        i = NUMBERS[space]
        if view.squatted[i] or view.owners[i] == view.actor:
            piece = _use("cap")
            rival = view.squatted[i] and view.owners[i] is not None
        else:
            piece = _use(f"squatter-{view.squatter_for(i)}")
            rival = view.owners[i] is not None
        drawn.append(at(x + 3, y + 5, _lifted(piece) if rival else piece))
    return part(f"0 0 {SHEET} {SHEET}", "".join(drawn), "ghosts")


# Every piece fills the box of its space, so piles are made by drawing one over another. Pieces sit
# slightly low and to the right, which leaves the space's name in its corner readable.


@cache  # two entries per colour
def _marker(seat: int, claimed: bool) -> str:
    """A player's marker. On a claim marker it is smaller, so that the black disc stays visible."""
    return at(13.5, 13.5, mark(seat, "#f8efd8", 3), 0.73) if claimed else mark(seat)


@cache
def _claim() -> str:
    """A claim marker under a player's marker, which makes the space theirs for good."""
    return (
        '<circle cx="50" cy="50" r="43" fill="var(--stake)"/>'
        '<circle cx="50" cy="50" r="39.5" fill="none" stroke="var(--rim)" stroke-width="3"/>'
    )


@cache
def _cap() -> str:
    """A claim marker of this turn: a ring, so that the piece under it stays visible."""
    return (
        '<circle cx="50" cy="50" r="30" fill="none" stroke="var(--stake)" stroke-width="22"/>'
        '<circle cx="50" cy="50" r="38" fill="none" stroke="var(--rim)" stroke-width="4"/>'
        '<circle cx="50" cy="50" r="20" fill="none" stroke="var(--rim)" stroke-width="3"/>'
    )


@cache
def _squatter(number: int) -> str:
    """A squatter; one entry per number."""
    return (
        '<circle cx="50" cy="54" r="29" fill="var(--pawn-ink)"/>'
        '<circle cx="50" cy="50" r="28" fill="var(--pawn)" stroke="var(--pawn-ink)" '
        f'stroke-width="4"/>{at(50, 38.5, numeral(number, "var(--pawn-ink)", 4.5))}'
    )


def _lifted(drawing: str) -> str:
    """A piece on a rival's marker: smaller and higher, so that the marker stays visible."""
    return at(17, 2, drawing, 0.82)


def _use(name: str) -> str:
    """A piece of `definitions`."""
    return f'<use href="#{name}"/>'


def _own(drawing: str) -> str:
    return part("-3 -5 100 100", drawing, "piece")


def pieces(
    view: ClaimItView, names: Sequence[Name] = (), tokens: Sequence[int] = ()
) -> list[Piece]:
    """The pieces on the board, the lowest of each pile first."""
    found: list[Piece] = []
    who, tokens = names or everyone(view.players), tokens or range(view.players)
    numbers = {where: n for n, where in enumerate(view.squatters, start=1) if where >= 0}
    for i, owner in enumerate(view.owners):
        owned = None if owner is None else (who[owner], tokens[owner])
        lies = (view.claimed[i], numbers.get(i), view.squatted[i], view.capped[i])
        found += pile(i, owned, *lies)
    return found


def pile(
    i: int,
    owner: tuple[Name, int] | None,
    claimed: bool,
    number: int | None,
    squatted: bool,
    capped: bool,
    *,
    defined: bool = False,
) -> list[Piece]:
    """The pieces on a space, the lowest first, given its owner's name and colour, the squatter's
    number, and whether a squatter or a claim marker was placed there in this turn. `defined`: they
    refer to `definitions`."""
    found: list[Piece] = []
    if owner is not None:
        found += _owned(i, owner[1], owner[0], claimed, defined)
    if number is not None:
        found.append(_squatting(number, i, rival=owner is not None, defined=defined))
    if capped:
        found.append(_capping(i, rival=squatted and owner is not None, defined=defined))
    return found


def supply(view: ClaimItView) -> list[Piece]:
    """The squatters left in the supply."""
    return [waiting(n) for n, where in enumerate(view.squatters, start=1) if where < 0]


# There are few pieces, so each is created once. Names are many, so the cache for them is bounded.


@lru_cache(4096)
def _owned(i: int, seat: int, name: Name, claimed: bool, defined: bool) -> tuple[Piece, ...]:
    """The markers of a space's owner. Names are arbitrary, so only the last 4096 are cached."""
    space, column, row = NAMES[i], i % 6 + 1, i // 6 + 1
    marker = f"marker-{space}-{seat}"
    shape = f"{'claimer' if claimed else 'mark'}-{seat}"
    svg = _own(_use(shape) if defined else _marker(seat, claimed))
    if not claimed:
        text = Text("{space}: {who}, settled", who=name, space=SPACE_NAMES[i])
        return (Piece(marker, column, row, svg, text),)
    text = Text("claim marker on {space}", space=SPACE_NAMES[i])
    claim = _use("claim") if defined else _claim()
    below = Piece(f"claim-{space}", column, row, _own(claim), text)
    text = Text("{space}: {who}, claimed", who=name, space=SPACE_NAMES[i])
    return below, Piece(marker, column, row, svg, text)


@cache
def _capping(i: int, rival: bool, defined: bool) -> Piece:
    """The claim marker of this turn on a space; one entry per space."""
    text = Text("claim marker on {space}", space=SPACE_NAMES[i])
    cap = _use("cap") if defined else _cap()
    svg = _own(_lifted(cap) if rival else cap)
    return Piece(f"claim-{NAMES[i]}", i % 6 + 1, i // 6 + 1, svg, text)


@cache
def _squatting(number: int, i: int, rival: bool, defined: bool) -> Piece:
    """A squatter on a space; one entry per squatter and space."""
    text = Text("squatter {number} on {space}", number=number, space=SPACE_NAMES[i])
    squatter = _use(f"squatter-{number}") if defined else _squatter(number)
    svg = _own(_lifted(squatter) if rival else squatter)
    return Piece(f"squatter-{number}", i % 6 + 1, i // 6 + 1, svg, text)


@cache  # two entries per squatter
def waiting(number: int, *, defined: bool = False) -> Piece:
    """A squatter in the supply. `defined`: it refers to `definitions`."""
    text = Text("squatter {number} in the supply", number=number)
    drawn = _use(f"squatter-{number}") if defined else _squatter(number)
    return Piece(f"squatter-{number}", 0, 0, _own(drawn), text)


def dice(view: ClaimItView) -> list[str]:
    """The three dice as separate pictures, blank before they are rolled."""
    return [die(n) for n in view.dice or (0, 0, 0)]


def picture(
    view: ClaimItView,
    names: Sequence[Name] = (),
    language: str = "en",
    *,
    last: str | None = None,
    odds: Mapping[str, float] | None = None,
    groups: bool | None = None,
    style: bool = True,
    defined: bool = False,
    tokens: Sequence[int] = (),
) -> Picture:
    """Everything in one: board, pieces, dice, squatters left and who holds how much. Without
    `style` the colours come from the page it stands in; `defined`: so does the map, by
    `definitions`. `tokens`: the token of each seat, if it is not the one of the same number."""
    tokens = tokens or range(view.players)
    marks = _marks(view.legal, last, odds, _mines(view, groups, tokens))
    drawn = [_SHEET if defined else sheet(), marks, labels(language)]
    for piece in pieces(view, tokens=tokens):
        x, y = corner(piece.column, piece.row)
        drawn.append(at(x + 3, y + 5, _drawing(piece.svg)))
    people = [said(name, language) for name in names or everyone(view.players)]
    drawn.append(_foot(view, people, tokens))
    return whole(
        SHEET,
        SHEET + _FOOT,
        "".join(drawn),
        heading(view, names).say(language),
        " ".join(text.say(language) for text in describe(view, names or everyone(view.players))),
        css(".art") if style else "",
    )


_FOOT: Final = 196


def _foot(view: ClaimItView, people: Sequence[str], tokens: Sequence[int]) -> str:
    """Below the board: dice and squatters left, then each player's largest mine and claims."""
    drawn = [
        f'<rect y="{SHEET + 8}" width="{SHEET}" height="{_FOOT - 8}" rx="10" fill="var(--margin)"/>'
    ]
    for i, n in enumerate(view.dice or (0, 0, 0)):
        drawn.append(at(22 + i * 82, SHEET + 24, face(n), 0.72))
    for piece in supply(view):
        number = int(piece.key[-1])
        drawn.append(at(268 + (number - 1) * 66, SHEET + 22, _drawing(piece.svg), 0.78))
    width = (SHEET - 28) / view.players
    for seat, name in enumerate(people):
        x = 16 + seat * width
        y = SHEET + 112
        if view.actor == seat or (view.outcome and seat in view.outcome.winners):
            drawn.append(
                f'<rect x="{x - 2:g}" y="{y - 2}" width="{width - 2:g}" height="76" rx="8" '
                'fill="var(--paper)" stroke="var(--brass)" stroke-width="4"/>'
            )
        room = width - 50
        size = 22 if 12 * len(name) <= room else 18
        letters = int(room / (0.54 * size))
        short = name if len(name) <= letters else name[: letters - 1] + "…"
        drawn.append(
            at(x + 1, y - 1, mark(tokens[seat]), 0.4)
            + at(x + 8, y + 42, _PICK, 0.24)
            + at(x + 60, y + 40, _claim(), 0.28)
            + f'<g font-family="{SERIF}" fill="var(--ink)" font-size="22"><text x="{x + 44:g}" '
            f'y="{y + 26}" font-size="{size}" font-weight="700">{escape(short)}</text>'
            f'<text x="{x + 36:g}" y="{y + 62}">{view.groups[seat]}</text>'
            f'<text x="{x + 89:g}" y="{y + 62}">{view.claims[seat]}/{view.needed}</text></g>'
        )
    return "".join(drawn)


_PICK: Final = (  # a mine, as maps show one
    '<path d="M10 90L82 18M62 6L94 38M90 90L18 18M38 6L6 38" stroke="var(--ink)" '
    'stroke-width="12" stroke-linecap="round"/>'
)


def _drawing(svg: str) -> str:
    """The content of a piece's picture, for use in a larger one."""
    return svg[svg.index(">") + 1 : -len("</svg>")]


assert CELL == 100  # the pieces are drawn in a box of 100
