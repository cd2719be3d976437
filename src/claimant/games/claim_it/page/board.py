"""The board of Claim It! on the page: the map, and a button over every space.

Cached functions depend on nothing but their arguments, so nothing invalidates what they return; the
bounds are enough for the tables that one server runs at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from claimant.art.svg import part
from claimant.components import RenderContext, escape
from claimant.games.claim_it import odds
from claimant.games.claim_it.art import board as board_art
from claimant.games.claim_it.art import mines as mines_art
from claimant.games.claim_it.art.board import Piece
from claimant.games.claim_it.art.survey import SHEET, labels
from claimant.games.claim_it.names import SPACE_NAMES, space_name
from claimant.games.claim_it.rules.board import NAMES, NUMBERS
from claimant.games.claim_it.view import ClaimItView
from claimant.games.claim_it.words import percent
from claimant.i18n import Text

_SPACES: Final = range(len(NAMES))


@lru_cache(4096)
def chart(legal: tuple[str, ...], event: str | None) -> str:
    """The map, with the spaces that can be chosen and the one placed on last."""
    last = event if event in NUMBERS else None
    return f'<div id="chart">{board_art.chart(legal, last)}</div>'


def mines(context: RenderContext, view: ClaimItView) -> str:
    """The outlines of the largest mines, the same for everyone. The stylesheet shows players their
    own, and spectators that of the player whose turn it is, or of the leader; at the end all."""
    drawn = mines_art.mines(view, context.colours)
    if view.outcome is not None:
        return f'<div class="outlines all" id="mines">{drawn}</div>'
    standing = (*zip(view.groups, view.claims, view.spaces, strict=True),)
    seat = standing.index(max(standing)) if view.turn is None else view.turn
    return f'<div class="outlines of-{seat}" id="mines">{drawn}</div>'


NO_GHOSTS: Final = '<div id="ghosts" hidden></div>'


def ghosts(view: ClaimItView) -> str:
    """What would be placed on each space that can be chosen."""
    return f'<div class="outlines" id="ghosts">{board_art.ghosts(view)}</div>'


@lru_cache(100)  # one entry per language
def names(language: str) -> str:
    """The spaces' names on the map. They never change, so they belong to the layout."""
    drawn = part(f"0 0 {SHEET} {SHEET}", labels(language), "names")
    return f'<div class="outlines">{drawn}</div>'


def spaces(context: RenderContext, view: ClaimItView, was: ClaimItView | None) -> dict[str, str]:
    """The spaces as spectators see them, except those that have not changed. Their buttons are
    disabled but can be pressed, so that the server explains why nothing can be placed."""
    people = (*zip(context.names, context.colours, strict=True),)
    numbers = _numbers(view.squatters)
    spaces: Iterable[int] = _SPACES if was is None else _changed(view, was)
    draw = _closed if context.live else _past
    found = {}
    for i in spaces:
        owner = view.owners[i]
        who = None if owner is None else people[owner]
        pieces = (who, view.claimed[i], numbers.get(i), view.squatted[i], view.capped[i])
        found[NAMES[i]] = draw(i, pieces, context.language)
    return found


def _changed(view: ClaimItView, was: ClaimItView) -> set[int]:
    """The spaces whose pieces differ."""
    found = set()
    for now, before in (
        (view.owners, was.owners),
        (view.claimed, was.claimed),
        (view.squatted, was.squatted),
        (view.capped, was.capped),
    ):
        if now is not before:
            found.update([i for i in _SPACES if now[i] != before[i]])
    for here, there in zip(view.squatters, was.squatters, strict=True):
        if here != there:
            found.update((here, there))
    found.discard(-1)
    return found


def _numbers(squatters: Sequence[int]) -> dict[int, int]:
    """The squatters on the board, by space."""
    return {where: n for n, where in enumerate(squatters, start=1) if where >= 0}


_Pieces = tuple[tuple[str, int] | None, bool, int | None, bool, bool]
"""The pieces on a space: its owner's name and colour, whether it is claimed, the number of the
squatter there, whether this turn put one there, and whether it put a claim marker there."""


@lru_cache(20_000)
def _past(i: int, pieces: _Pieces, language: str) -> str:
    """A space of an earlier version, or of a finished game."""
    words = _label(i, pieces, language) if any(pieces) else ""
    return _space(
        i,
        f'{_pieces(i, pieces)}<span class="space c{i % 6 + 1} r{i // 6 + 1} past">'
        f'<span class="unseen">{words}</span></span>',
    )


@lru_cache(20_000)
def _closed(i: int, pieces: _Pieces, language: str) -> str:
    """A space that cannot be chosen now; pressing it says why."""
    space = NAMES[i]
    return _space(
        i,
        f'{_pieces(i, pieces)}<button class="space c{i % 6 + 1} r{i // 6 + 1}" id="s{space}" '
        f'name="event" value="{space}" tabindex="-1" aria-disabled="true">'
        f'<span class="unseen">{_label(i, pieces, language)}</span></button>',
    )


def _space(i: int, inner: str) -> str:
    return f'<div id="at-{NAMES[i]}">{inner}</div>'


def _pieces(i: int, pieces: _Pieces) -> str:
    owner, claimed, number, squatted, capped = pieces
    found = board_art.pile(i, owner, claimed, number, squatted, capped, defined=True)
    return "".join(map(_piece, found))


def _piece(piece: Piece) -> str:
    return (
        f'<span class="piece space c{piece.column} r{piece.row}" data-vt="{piece.key}">'
        f"{piece.svg}</span>"
    )


def placements(view: ClaimItView, language: str) -> dict[str, tuple[str, str]]:
    """What each legal placement does, in words, and the chance to bust after it."""
    chances = odds.ways_to_bust_after(view)
    found = {}
    for space in view.legal:
        i = NUMBERS[space]
        claims = view.squatted[i] or view.owners[i] == view.actor
        number = 0 if claims else view.squatter_for(i)
        found[space] = (_placement(space, number, language), f"{percent(chances[space])}%")
    return found


@lru_cache(1000)  # a few entries per space and language
def _placement(space: str, number: int, language: str) -> str:
    """What putting a squatter, or (0) a claim marker, on a space is called."""
    if number:
        text = Text("Put squatter {number} on {space}.", number=number, space=space_name(space))
    else:
        text = Text("Put a claim marker on {space}.", space=space_name(space))
    return text.say(language)


def open_spaces(context: RenderContext, view: ClaimItView) -> dict[str, str]:
    """The spaces that can be chosen, enabled."""
    found = {}
    numbers = _numbers(view.squatters)
    for space, (words, chance) in placements(view, context.language).items():
        i = NUMBERS[space]
        owner = view.owners[i]
        who = None if owner is None else (context.names[owner], context.colours[owner])
        pieces = (who, view.claimed[i], numbers.get(i), view.squatted[i], view.capped[i])
        found[space] = (
            f'<div id="at-{space}">{_pieces(i, pieces)}<button class="space c{i % 6 + 1} '
            f'r{i // 6 + 1} may" id="s{space}" name="event" value="{space}">'
            f'<span class="unseen">{escape(words)} {_label(i, pieces, context.language)}</span>'
            f'<small class="risk">{escape(chance)}</small></button></div>'
        )
    return found


def _label(i: int, pieces: _Pieces, language: str) -> str:
    """The pieces on a space in words."""
    space = SPACE_NAMES[i]
    owner, claimed, number, _, capped = pieces
    found = []
    if owner is not None and claimed:
        found.append(Text("{who} has claimed {space}", who=owner[0], space=space))
    elif owner is not None:
        found.append(Text("{who} has settled {space}", who=owner[0], space=space))
    if number is not None:
        found.append(Text("squatter {number} on {space}", number=number, space=space))
    if capped:
        found.append(Text("claim marker on {space}", space=space))
    if not found:
        found.append(Text("{space} is free", space=space))
    return escape("; ".join(text.say(language) for text in found))
