"""The factions of a game on the page: who leads each, what each does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from claimant.art.tokens import token
from claimant.components import RenderContext, escape
from claimant.games.claim import names
from claimant.games.claim.art import cards as art
from claimant.games.claim.art.tug import shares_bar, tug_rope
from claimant.games.claim.description import sides, tally, together
from claimant.games.claim.names import faction_text
from claimant.games.claim.page.cards import hyphenated
from claimant.games.claim.standing import Race, leaving_peasants, races
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text, said, sentence

_Sides = tuple[tuple[int, ...], ...]


def standing(context: RenderContext, view: ClaimView, *, turned: bool = False) -> str:
    """The contest for each faction. `turned`: with the second of two sides on the left."""
    found = context.once("races", lambda: races(view))
    teams, leaving = tuple(sides(view)), leaving_peasants(view)
    if turned:
        teams = teams[::-1]
        leaving = leaving[::-1]
        found = tuple([_turned(race) for race in found])
    return _contests(found, teams, leaving, context.names, context.colours, context.language)


def _turned(race: Race) -> Race:
    leader = None if race.leader is None else 1 - race.leader
    return race._replace(counts=race.counts[::-1], leader=leader)


# A value of its arguments alone, like those below; the bounds cover the tables that are running.
@lru_cache(4096)
def _contests(
    found: tuple[Race, ...],
    teams: _Sides,
    leaving: tuple[int, ...],
    people: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    rows = "".join([_row(race, teams, leaving, people, colours, language) for race in found])
    heads = "".join(
        [
            f'<span class="side">{_tokens(side, colours)}<span class="name">'
            f"{escape(said(together(side, people), language))}</span></span>"
            for side in teams
        ]
    )
    title = escape(Text("Factions").say(language))
    return (
        f'<section class="standing sides-{len(teams)}" id="standing">'
        f'<h2 class="unseen">{title}</h2>'
        f'<p class="sides" aria-hidden="true">{heads}</p><ul>{rows}</ul></section>'
    )


def _tokens(side: tuple[int, ...], colours: tuple[int, ...]) -> str:
    return "".join([token(colours[seat], defined=True) for seat in side])


@lru_cache(4096)
def _row(
    race: Race,
    teams: _Sides,
    leaving: tuple[int, ...],
    people: tuple[str, ...],
    colours: tuple[int, ...],
    language: str,
) -> str:
    """A faction. Tapping it shows its power."""
    name = race.faction
    tints = tuple([colours[side[0]] for side in teams])
    mark = "" if race.leader is None else " led"
    if race.decided:
        mark += " decided"
    if len(teams) == 2:
        lost = leaving if name == "peasants" else (0, 0)
        left, right = [_number(race, i, lost[i]) for i in (0, 1)]
        inner = f"{left}{tug_rope(race, tints)}{right}"
    else:
        best = "" if race.leader is None else _tokens(teams[race.leader], colours)
        lead = f"<b>+{race.lead}</b>" if race.leader is not None else "<b>=</b>"
        inner = f'{shares_bar(race, tints)}<span class="n">{best}{lead}</span>'
    words = escape(_words(race, teams, leaving, people).say(language))
    title = escape(names.faction(name).say(language))
    return (
        f'<li><button type="button" class="race{mark}" popovertarget="power-{name}" id="f-{name}" '
        f'title="{title}"><span class="unseen">{words}</span>'
        f'<span class="tug" aria-hidden="true">{inner}</span></button></li>'
    )


def _number(race: Race, side: int, lost: int) -> str:
    """What a side has, and how many of these would leave it."""
    leaving = f"<small>\N{MINUS SIGN}{lost}</small>" if lost else ""
    best = " best" if race.leader == side else ""
    return f'<b class="n{best}">{race.counts[side]}{leaving}</b>'


def _words(race: Race, teams: _Sides, leaving: tuple[int, ...], people: tuple[str, ...]) -> Text:
    counts = tally([*zip(teams, race.counts, strict=True)], people)
    found = sentence(
        Text("{faction}: {counts}.", faction=names.faction(race.faction), counts=counts)
    )
    if race.leader is not None:
        leader = together(teams[race.leader], people)
        more = (
            Text("Already won: {who}.", who=leader)
            if race.decided
            else Text("Ahead by {n}: {who}.", n=race.lead, who=leader)
        )
        found = Text("{start} {next}", start=found, next=more)
    if race.faction == "peasants" and any(leaving):
        n = sum(leaving)
        more = Text("{n} still has no king.", "{n} still have no king.", n=n)
        found = Text("{start} {next}", start=found, next=more)
    return found


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
            f'<div popover class="power" id="power-{name}">{art.emblem(name, defined=True)}<div>'
            f"<h2>{escape(plural)}</h2><p>{escape(text.power)}</p>"
            f'<button type="button" class="quiet" popovertarget="power-{name}" '
            f'popovertargetaction="hide">{close}</button></div></div>'
        )
    return "".join(found)
