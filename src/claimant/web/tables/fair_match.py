"""Fair matches: bots as strong as the people they play against.

A seat has the level `fair` until the game begins. Then the strength is settled from the results of
the people at the table, and the seat has the name of a mixture of levels, such as `normal+40`,
which plays the whole game and stands in its record. A rematch settles it anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from claimant.bots import FAIR
from claimant.bots.mixture import mixture, mixture_name, strength_of
from claimant.game import Game
from claimant.teaching.fair_match import MEMORY, SCORES, Played, standing, strength_for
from claimant.web.store.interface import SeatRow, Store
from claimant.web.store.results import ResultRow
from claimant.web.tables.table import Table

READ: Final = 3 * MEMORY
"""The latest results that are searched for games that count: others had another number of players
or were against people."""
MIXED: Final = "mixed"


def is_fair(seat: SeatRow) -> bool:
    """Whether the strength of a seat's bot depends on the people it plays against."""
    return seat.kind == "bot" and (seat.level == FAIR or mixture(seat.level) is not None)


def opponents(game: Game, seats: Sequence[SeatRow], seat: int) -> str:
    """Whom a seat has played against: `people`, bots of one level, or `mixed`. If the bots of a
    mixed table have played a fair match, their strength follows after a space."""
    against = [seats[other] for team in game.teams if seat not in team for other in team]
    kinds = {each.level if each.kind == "bot" else "people" for each in against}
    if len(kinds) == 1:
        return kinds.pop()[:40]
    fair = sorted(kind for kind in kinds if mixture(kind) is not None)
    return f"{MIXED} {fair[0]}" if fair else MIXED


def kind_of(against: str) -> str:
    """The group that a result belongs to, by the opponents it was counted with."""
    if against.startswith(MIXED):
        return MIXED
    return against if mixture(against) is None else FAIR


def games_that_count(latest_first: Iterable[ResultRow], players: int) -> list[Played]:
    """The games that say how strong someone is, the first one first."""
    found = []
    for row in latest_first:
        strength = strength_of(row.opponents.removeprefix(MIXED).strip())
        if row.players == players and strength is not None and row.result in SCORES:
            found.append(Played(strength, row.result))
    return found[:MEMORY][::-1]


async def games_of(
    store: Store, person: str, game: Game, before: float | None = None
) -> list[Played]:
    """The games of a person that say how strong they are in a game, of those that had ended before
    a time."""
    cursor = None if before is None else (before, "")
    rows = await store.results_of(person, game.name, cursor, READ)
    return games_that_count(rows, game.players)


async def settled_levels(store: Store, table: Table) -> dict[int, str]:
    """The level that each fair bot at a table has to play today, by its seat."""
    fair = [seat.seat for seat in table.seats if is_fair(seat)]
    if not fair:
        return {}
    people = {seat.person for seat in table.seats if seat.person is not None}
    found = [await games_of(store, person, table.game) for person in sorted(people)]
    level = mixture_name(strength_for([standing(games, len(table.game.teams)) for games in found]))
    return dict.fromkeys(fair, level)
