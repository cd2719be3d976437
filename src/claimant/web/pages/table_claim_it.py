"""Claim It! on the page: the board with a button over every space, the dice, who holds what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import Final

from claimant.claim_it import odds
from claimant.claim_it.board import NAMES
from claimant.claim_it.game import ClaimItView
from claimant.draw import claim_it
from claimant.draw.claim_it import Piece
from claimant.draw.dice import die
from claimant.draw.names import listing
from claimant.draw.tokens import SHAPES
from claimant.language import Text
from claimant.web.pages.table import Sight, badges, events_form, found_by, undo

WAYS: Final = 216


def area(seen: Sight) -> str:
    view = seen.view
    assert isinstance(view, ClaimItView)
    painted = seen.once("painted", lambda: _painted(view, seen.colours))
    who = seen.once("players", lambda: players(replace(seen, anyone=True), view))
    if not seen.anyone:
        who = found_by(seen.seat, who, seen.language)
    return (
        f'<div class="field">{_board(seen, view, painted)}'
        f'<div class="beside">{_deck(seen, view, painted)}{who}</div></div>'
    )


def _painted(view: ClaimItView, colours: Sequence[int]) -> ClaimItView:
    """The view with every seat called by its colour, for drawings know no other."""
    owners = tuple(None if owner is None else colours[owner] for owner in view.owners)
    return view.but(seat=None, legal=(), undo=False, owners=owners, players=len(SHAPES))


def _board(seen: Sight, view: ClaimItView, painted: ClaimItView) -> str:
    playing = seen.live and seen.seat is not None
    pieces = seen.once("pieces", lambda: _pieces(seen, painted))
    if view.stage == "place" and view.legal and playing:
        picture = _map(seen, painted.but(legal=view.legal))
        spaces = "".join(_spaces(seen, view))
    else:
        picture = seen.once("map", lambda: _map(seen, painted))
        spaces = seen.once(f"spaces {playing}", lambda: _idle_spaces(seen, view, playing))
    return events_form(seen, f"{picture}{pieces}{spaces}", "map")


def _map(seen: Sight, painted: ClaimItView) -> str:
    last = seen.table.event_seen(None, seen.version)
    return claim_it.board(painted, last=last if last in NAMES else None)


def _pieces(seen: Sight, painted: ClaimItView) -> str:
    names = [""] * len(SHAPES)
    for seat, colour in enumerate(seen.colours):
        names[colour] = seen.names[seat]
    return "".join(map(_piece, claim_it.pieces(painted, names)))


def _idle_spaces(seen: Sight, view: ClaimItView, playing: bool) -> str:
    """The spaces for those who are not to place anything: the same for all of them."""
    return _untouched(
        view.owners, view.claimed, view.squatters, view.capped,
        tuple(seen.names), seen.language, playing,
    )  # fmt: skip


@lru_cache(256)
def _untouched(
    owners: tuple[int | None, ...],
    claimed: tuple[bool, ...],
    squatters: tuple[int, ...],
    capped: tuple[bool, ...],
    names: tuple[str, ...],
    language: str,
    playing: bool,
) -> str:
    """A roll changes nothing about them."""
    numbers = _numbers(squatters)
    found = []
    for i in range(len(NAMES)):
        owner = owners[i]
        if not playing and owner is None and i not in numbers and not capped[i]:
            continue
        who = None if owner is None else names[owner]
        words = _label(i, who, claimed[i], numbers.get(i), capped[i], language)
        found.append(_closed(i, words) if playing else _told(i, words))
    return "".join(found)


def _numbers(squatters: Sequence[int]) -> dict[int, int]:
    """The squatters on the board, by space."""
    return {where: n for n, where in enumerate(squatters, start=1) if where >= 0}


@lru_cache(20_000)
def _told(i: int, words: str) -> str:
    return (
        f'<span class="space c{i % 6 + 1} r{i // 6 + 1} told">'
        f'<span class="unseen">{words}</span></span>'
    )


@lru_cache(20_000)
def _closed(i: int, words: str) -> str:
    """A space that cannot be chosen now; it says why, when asked."""
    space = NAMES[i]
    return (
        f'<button class="space c{i % 6 + 1} r{i // 6 + 1}" id="s{space}" name="event" '
        f'value="{space}" tabindex="-1" aria-disabled="true">'
        f'<span class="unseen">{words}</span></button>'
    )


def _piece(piece: Piece) -> str:
    return (
        f'<span class="piece space c{piece.column} r{piece.row}" data-vt="{piece.key}">'
        f"{piece.svg}</span>"
    )


def _spaces(seen: Sight, view: ClaimItView) -> Iterable[str]:
    """A button over every space. Those that are not possible say why, when asked."""
    chances = risks(view) if seen.mine and view.stage == "place" else {}
    actor = view.actor
    numbers = _numbers(view.squatters)
    for i, space in enumerate(NAMES):
        owner = view.owners[i]
        who = None if owner is None else seen.names[owner]
        words = _label(i, who, view.claimed[i], numbers.get(i), view.capped[i], seen.language)
        if space in view.legal:
            place = f"space c{i % 6 + 1} r{i // 6 + 1}"
            result = _placement(view, i, actor, seen.language)
            chance = f'<small class="risk">{chances[space]:.0%}</small>' if chances else ""
            yield (
                f'<button class="{place} may" id="s{space}" name="event" value="{space}">'
                f'<span class="unseen">{result} {words}</span>{chance}</button>'
            )
        else:
            yield _closed(i, words)


@lru_cache(20_000)
def _label(
    i: int, owner: str | None, claimed: bool, number: int | None, capped: bool, language: str
) -> str:
    """All that lies on a space, in words."""
    space = NAMES[i]
    found = []
    if owner is not None and claimed:
        found.append(Text("{who} has claimed {space}", who=owner, space=space))
    elif owner is not None:
        found.append(Text("{who} has settled {space}", who=owner, space=space))
    if number is not None:
        found.append(Text("squatter {number} on {space}", number=number, space=space))
    if capped:
        found.append(Text("claim marker on {space}", space=space))
    if not found:
        found.append(Text("{space} is free", space=space))
    return escape("; ".join(text.say(language) for text in found))


def _placement(view: ClaimItView, i: int, actor: int | None, language: str) -> str:
    """What a placement would put there."""
    if view.squatted[i] or view.owners[i] == actor:
        text = Text("Put a claim marker on {space}.", space=NAMES[i])
    else:
        text = Text("Put squatter {number} on {space}.", number=_third(view, i), space=NAMES[i])
    return escape(text.say(language))


def _third(view: ClaimItView, i: int) -> int:
    return sum(view.dice) - i % 6 - i // 6 - 2


def risks(view: ClaimItView) -> dict[str, float]:
    """For each possible placement, the chance to bust should one roll on after it."""
    return {name: float(odds.bust(after(view, name))) for name in view.legal}


def after(view: ClaimItView, name: str) -> ClaimItView:
    """The board as a placement would leave it."""
    i = NAMES.index(name)
    squatters = list(view.squatters)
    squatted = list(view.squatted)
    capped = list(view.capped)
    if view.squatted[i] or view.owners[i] == view.actor:
        capped[i] = True
        if view.squatters_return and i in squatters:  # R-I10
            squatters[squatters.index(i)] = -1
    else:
        squatters[_third(view, i) - 1] = i
        squatted[i] = True
    return view.but(squatters=tuple(squatters), squatted=tuple(squatted), capped=tuple(capped))


def _deck(seen: Sight, view: ClaimItView, painted: ClaimItView) -> str:
    """Dice, squatters in the supply, and what may be done now: within the thumb's reach."""
    lying = seen.once("lying", lambda: _lying(seen, view, painted))
    return f'<div class="deck">{lying}{_risk(seen, view)}{_acts(seen, view)}</div>'


def _lying(seen: Sight, view: ClaimItView, painted: ClaimItView) -> str:
    rolled = (seen.table.event_seen(None, seen.version) or "").startswith("dice")
    shown = " ".join(map(str, view.dice))
    label = seen.say(Text("The dice show {dice}.", dice=shown)) if shown else ""
    dice = "".join(die(n) for n in view.dice or (0, 0, 0))
    supply = "".join(
        f'<span class="piece" data-vt="{piece.key}">{piece.svg}</span>'
        for piece in claim_it.supply(painted)
    )
    left = [where < 0 for where in view.squatters]
    numbers = ", ".join(str(n) for n, free in enumerate(left, start=1) if free) or "-"
    left_over = seen.say(Text("Squatters in the supply: {numbers}", numbers=numbers))
    return (
        f'<div class="dice{" rolled" if rolled else ""}">'
        f'<span class="unseen">{label}</span>{dice}</div>'
        f'<div class="supply"><span class="unseen">'
        f"{left_over}</span>{supply}</div>"
    )


def _risk(seen: Sight, view: ClaimItView) -> str:
    """The chance to bust, before someone rolls on."""
    if view.stage == "decide" and view.outcome is None:
        return seen.once("odds", lambda: _odds(seen, view))
    if seen.mine and view.stage == "place":
        return (
            '<p class="odds"><label class="check"><input type="checkbox" id="risks"> '
            f"{seen.say(Text('Show the chance to bust after each placement'))}</label></p>"
        )
    return ""


def _odds(seen: Sight, view: ClaimItView) -> str:
    chance = odds.bust(view)
    ways = int(chance * WAYS)
    words = seen.say(
        Text(
            "Chance to bust on the next roll: {percent} % ({n} of 216)",
            percent=round(100 * chance),
            n=ways,
        )
    )
    return (
        f'<p class="odds">{words}<meter min="0" max="{WAYS}" low="54" high="108" optimum="0" '
        f'value="{ways}" aria-hidden="true"></meter></p>'
    )


def _acts(seen: Sight, view: ClaimItView) -> str:
    buttons = []
    if "roll" in view.legal:
        words = (
            seen.say(Text("Roll the dice"))
            if view.stage == "begin"
            else seen.say(Text("Roll again"))
        )
        buttons.append(f'<button id="roll" name="event" value="roll">{words}</button>')
    if "stop" in view.legal:
        taken = listing([NAMES[i] for i in range(36) if view.squatted[i] or view.capped[i]])
        words = seen.say(Text("Stop and take {spaces}", spaces=taken))
        buttons.append(f'<button id="stop" name="event" value="stop">{words}</button>')
    buttons.append(undo(seen))
    if not any(buttons):
        return ""
    return events_form(seen, "".join(buttons), "acts")


def players(seen: Sight, view: ClaimItView) -> str:
    """Everyone's largest mine, claimed spaces and spaces, in the order of play."""
    heads = (
        f'<th scope="col" class="who"><span class="unseen">{seen.say(Text("Player"))}</span></th>'
        f'<th scope="col">{seen.say(Text("Mine"))}</th>'
        f'<th scope="col">{seen.say(Text("Claimed"))}</th>'
        f'<th scope="col">{seen.say(Text("Spaces"))}</th>'
    )
    rows = []
    decided = {"group": 0, "claims": 1, "spaces": 2}.get(
        "" if view.outcome is None else view.outcome.reason, -1
    )
    for seat in range(view.players):
        figures = (
            str(view.groups[seat]),
            f"{view.claims[seat]}<i>/{view.needed}</i>",
            str(view.spaces[seat]),
        )
        best = view.outcome is not None and seat in view.outcome.winners
        turn = view.actor == seat or best
        cells = "".join(
            f"<td{' class=decided' if best and i == decided else ''}>{figure}</td>"
            for i, figure in enumerate(figures)
        )
        now = (
            f'<span class="unseen">{seen.say(Text("to play"))}</span>' if view.actor == seat else ""
        )
        who = f'{seen.token(seat)}<span class="name">{seen.name(seat)}</span>{badges(seen, seat)}'
        rows.append(
            f"<tr{' class=turn' if turn else ''}><th scope='row' class='who'>"
            f'<span class="at-seat">{who}{now}</span></th>{cells}</tr>'
        )
    return (
        f'<table class="players"><caption class="unseen">{seen.say(Text("The players"))}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>{_round(seen, view)}"
    )


def _round(seen: Sight, view: ClaimItView) -> str:
    if view.outcome is not None:
        return ""
    if view.caller is None:
        words = seen.say(
            Text("Whoever ends a turn with {n} claimed spaces calls the last round.", n=view.needed)
        )
        return f'<p class="aside">{words}</p>'
    words = seen.say(
        Text(
            "The last round: this turn is the last.",
            "The last round: {n} turns are left.",
            n=view.turns_left,
        )
    )
    return f'<p class="aside last">{words}</p>'
