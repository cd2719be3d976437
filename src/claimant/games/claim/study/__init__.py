"""The balance of Claim by self-play of its network: decks, the first lead, the deal, factions.

The files say how they were computed. `claim-N.csv` has a line per deck for N players, in per cent:
how often the leader of the first trick won, how often the better player did (with two players; the
other played one card in four at random), shared wins, and by how much the deal moves the leader's
chance (a standard deviation). `claim-N-factions.csv` has a line per deck and faction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from claimant.games.claim.names import faction
from claimant.i18n import Text, listing
from claimant.study import Column, Curve, Finding, Row, StudyFile, figures, mean

PACKAGE: Final = "claimant.games.claim"
EXTREMES: Final = 6
"""How many decks the tables name."""
SUGGESTED: Final = 0.1
"""The share of the decks that are suggested as balanced or wild."""
POINTS: Final = 100
"""Points of a curve."""

BALANCED: Final = "balanced"
WILD: Final = "wild"

LOWEST_FIRST: Final = Text("decks, from the lowest share to the highest")
FACTIONS: Final = Text("Factions")
LEADER: Final = Column(Text("The first leader wins, %"))
BETTER: Final = Column(Text("The better player wins, %"))
DEAL: Final = Column(Text("The deal moves the odds by, %"))


@dataclass(frozen=True)
class Deck:
    """What was found about a deck, in per cent."""

    factions: tuple[str, ...]
    games: int
    leader: float
    deal: float
    better: float | None

    def unfairness(self, players: int) -> float:
        """How much is decided before the first card: by the deal and by the first lead."""
        even = 100 / (3 if players == 3 else 2)
        return self.deal + abs(self.leader - even)


def numbers() -> list[int]:
    """The numbers of players that were studied."""
    folder = resources.files(PACKAGE).joinpath("study")
    return [players for players in (2, 3, 4) if folder.joinpath(f"claim-{players}.csv").is_file()]


def _figures(players: int, part: str = "") -> StudyFile:
    return figures(PACKAGE, f"claim-{players}{part}.csv")


# One entry per number of players.
@cache
def decks(players: int) -> tuple[Deck, ...]:
    """The decks that were studied, the most balanced first."""
    found = [
        Deck(
            tuple(row["factions"].split()), int(row["games"]), float(row["leader"]),
            float(row["deal"]), float(row["better"]) if row["better"] else None,
        )
        for row in _figures(players).rows
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda deck: deck.unfairness(players)))


def suggestions(players: int, kind: str) -> list[tuple[str, ...]]:
    """Balanced or wild decks: those in which the least, or the most, is decided before the first
    card."""
    ordered = decks(players)
    count = max(1, int(SUGGESTED * len(ordered)))
    return [deck.factions for deck in (ordered[-count:] if kind == WILD else ordered[:count])]


class ClaimStudy:
    def sections(self) -> Sequence[Finding]:
        return [
            _first_lead(),
            *([_skill()] if 2 in numbers() else []),
            *[_extremes(players) for players in numbers()],
            *[_factions(players) for players in numbers()],
        ]

    def sources(self) -> Sequence[str]:
        return list(dict.fromkeys(_figures(players).source for players in numbers()))


def _table_name(players: int) -> Text:
    if players == 4:
        return Text("Teams of two")
    return Text("{n} player", "{n} players", n=players)


def _thinned(values: Sequence[float]) -> tuple[float, ...]:
    """At most `POINTS` of sorted values."""
    last = len(values) - 1
    if last < POINTS:
        return tuple(values)
    return tuple(values[round(n * last / (POINTS - 1))] for n in range(POINTS))


def _grid(values: Sequence[float]) -> tuple[float, ...]:
    """Lines in steps of 5 around sorted values."""
    return tuple(range(5 * int(values[0] // 5), 5 * int(values[-1] // 5) + 6, 5))


def _first_lead() -> Finding:
    rows = []
    for players in numbers():
        found = decks(players)
        shares = [deck.leader for deck in found]
        even = 100 / (3 if players == 3 else 2)
        games = sum(deck.games for deck in found)
        values = (len(found), games, even, mean(shares), min(shares), max(shares))
        rows.append(Row(_table_name(players), values))
    first = sorted(deck.leader for deck in decks(numbers()[0]))
    return Finding(
        "first-lead",
        Text("Does it help to lead first?"),
        (
            Text("How often the player or the team that led the first trick won, over all decks."),
            Text(
                "The curve shows every deck for two players, from the lowest share to the "
                "highest.",
            ),
        ),
        Text("Players"),
        (
            Column(Text("Decks"), 0), Column(Text("Games"), 0), Column(Text("An even share, %")),
            Column(Text("Wins of the leader, %")), Column(Text("In the lowest deck, %")),
            Column(Text("In the highest deck, %")),
        ),
        tuple(rows),
        Curve(_thinned(first), _grid(first), LOWEST_FIRST),
    )  # fmt: skip


def _skill() -> Finding:
    found = sorted(
        [deck for deck in decks(2) if deck.better is not None], key=lambda deck: deck.better or 0.0
    )
    shares = [deck.better or 0.0 for deck in found]
    return Finding(
        "skill",
        Text("How much does skill matter?"),
        (
            Text(
                "How often a player won against one who is just as strong but plays one card in "
                "four at random, for two players. The table has the average of all decks, the "
                "three decks in which it mattered least, and the three in which it mattered most."
            ),
            Text(
                "The curve shows every deck for two players, from the lowest share to the highest."
            ),
        ),
        FACTIONS,
        (BETTER,),
        (
            Row(Text("all decks on average"), (mean(shares),)),
            *[_deck_row(deck, BETTER) for deck in [*found[:3], *found[-3:]]],
        ),
        Curve(_thinned(shares), _grid(shares), LOWEST_FIRST),
    )


_VALUES: Final[dict[Column, Callable[[Deck], float | None]]] = {
    LEADER: lambda deck: deck.leader,
    BETTER: lambda deck: deck.better,
    DEAL: lambda deck: deck.deal,
}


def _deck_row(deck: Deck, *columns: Column) -> Row:
    name = listing([faction(each) for each in deck.factions])
    return Row(name, tuple(_VALUES[column](deck) for column in columns))


def _extremes(players: int) -> Finding:
    found = decks(players)
    columns = (LEADER, DEAL, *((BETTER,) if players == 2 else ()))
    chosen = [*found[:EXTREMES], *found[-EXTREMES:]]
    return Finding(
        f"decks-{players}",
        Text("Balanced and wild decks: {players}", players=_table_name(players)),
        (
            Text(
                "In a balanced deck little is decided before the first card; in a wild one "
                "the deal and the first lead decide a lot. The {n} most balanced decks come "
                "first, then the {n} wildest.",
                n=EXTREMES,
            ),
            Text(
                "“The deal moves the odds by” is how far a deal typically moves the leader's "
                "chance to win from its average.",
            ),
        ),
        FACTIONS,
        columns,
        tuple(_deck_row(deck, *columns) for deck in chosen),
    )  # fmt: skip


def _factions(players: int) -> Finding:
    sums: dict[str, list[tuple[float, float, float, float]]] = {}
    for row in _figures(players, "-factions").rows:
        values = tuple(float(row[name]) for name in ("card", "decides", "wins", "nobody"))
        sums.setdefault(row["faction"], []).append((values[0], values[1], values[2], values[3]))
    rows = []
    for name, found in sums.items():
        card, *others = (mean(column) for column in zip(*found, strict=True))
        dealt = any(values[0] for values in found)  # nobody starts with a raccoon
        rows.append(Row(faction(name), (card if dealt else None, *others)))
    rows.sort(key=lambda row: (row.values[0] is None, -(row.values[0] or 0.0)))
    return Finding(
        f"factions-{players}",
        Text("Which factions are worth most: {players}", players=_table_name(players)),
        (
            Text(
                "What one more card of the faction in the first hand adds to the chance to "
                "win; how often the game would have ended differently if someone else had won"
                " the faction; how often its winner won the game; and how often nobody won "
                "it.",
            ),
        ),
        Text("Faction"),
        (
            Column(Text("One more card, %"), 2, sign=True), Column(Text("It decides, %")),
            Column(Text("Its winner wins, %")), Column(Text("Nobody wins it, %")),
        ),
        tuple(rows),
    )  # fmt: skip


STUDY: Final = ClaimStudy()
