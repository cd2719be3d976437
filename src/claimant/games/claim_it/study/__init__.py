"""The balance of Claim It! by self-play of its network: places, rolling on, the variant, spaces.

The files say how they were computed. For N players, `claim-it-N-places.csv` has the wins by place
in the first round and the turns per game, `claim-it-N-rolling.csv` what rolling on is worth more
than stopping by markers and risk, and `claim-it-N-spaces.csv` what a turn that leaves one marker on
a space is worth more than a bust; all in per cent, with and without the variant.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from itertools import takewhile
from math import ceil, floor
from typing import Final

from claimant.i18n import Text
from claimant.study import Column, Curve, Finding, Row, StudyFile, figures

PACKAGE: Final = "claimant.games.claim_it"
VARIANTS: Final = ("no", "yes")
PLACES: Final = 5
MARKERS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
ENOUGH: Final = 500
"""Decisions of a kind that are enough to say something about it."""
SHOWN: Final = 3
"""The markers of the curve."""
STEP: Final = 5
"""Risks are counted in steps of this many per cent."""


def numbers() -> list[int]:
    """The numbers of players that were studied."""
    folder = resources.files(PACKAGE).joinpath("study")
    return [n for n in (2, 3, 4, 5) if folder.joinpath(f"claim-it-{n}-places.csv").is_file()]


def _figures(players: int, part: str) -> StudyFile:
    return figures(PACKAGE, f"claim-it-{players}-{part}.csv")


class ClaimItStudy:
    def sections(self) -> Sequence[Finding]:
        return [
            *[_places(returns) for returns in VARIANTS],
            _variant(),
            *[_rolling(returns) for returns in VARIANTS],
            *[_spaces(players) for players in numbers()],
        ]

    def sources(self) -> Sequence[str]:
        return list(dict.fromkeys(_figures(players, "places").source for players in numbers()))


def _players(players: int) -> Text:
    return Text("{n} player", "{n} players", n=players)


def _places(returns: str) -> Finding:
    rows = []
    for players in numbers():
        found = [row for row in _figures(players, "places").rows if row["returns"] == returns]
        wins = [float(row["wins"]) for row in found]
        missing: list[float | None] = [None] * (PLACES - players)
        values = (sum(int(row["games"]) for row in found[:1]), 100 / players, *wins, *missing)
        rows.append(Row(_players(players), values))
    title = Text("Does it help to go first?")
    if returns == "yes":
        title = Text("Does it help to go first, if squatters return?")
    return Finding(
        f"places-{returns}",
        title,
        (Text("How often each player won, by place in the first round."),),
        Text("Players"),
        (
            Column(Text("Games"), 0), Column(Text("An even share, %")),
            *[Column(Text("Place {n}, %", n=n + 1)) for n in range(PLACES)],
        ),
        tuple(rows),
    )  # fmt: skip


def _variant() -> Finding:
    rows = []
    for players in numbers():
        turns = {row["returns"]: float(row["turns"]) for row in _figures(players, "places").rows}
        rows.append(Row(_players(players), (turns["no"], turns["yes"])))
    return Finding(
        "variant",
        Text("What does the variant change?"),
        (Text("The average number of turns in a game, all players counted together."),),
        Text("Players"),
        (Column(Text("Usual rules")), Column(Text("Squatters return"))),
        tuple(rows),
    )


def _common(players: int, returns: str, markers: int) -> list[dict[str, str]]:
    """The lines about rolling on with this number of markers, from low to high risk, that happened
    often enough to say something."""
    return [
        row
        for row in _figures(players, "rolling").rows
        if (row["returns"], int(row["markers"])) == (returns, markers)
        and int(row["decisions"]) >= ENOUGH
    ]


def _limit(players: int, returns: str, markers: int) -> float | None:
    """The risk of going bust up to which rolling on was right at least half of the time."""
    right = takewhile(lambda row: float(row["rolled"]) >= 50, _common(players, returns, markers))
    return max((float(row["risk"]) for row in right), default=None)


def _rolling(returns: str) -> Finding:
    rows = [
        Row(
            Text("{n} marker", "{n} markers", n=n),
            tuple(_limit(players, returns, n) for players in numbers()),
        )
        for n in MARKERS
    ]
    title = Text("When should you stop?")
    if returns == "yes":
        title = Text("When should you stop, if squatters return?")
    gains = [
        (float(row["risk"]), float(row["gain"])) for row in _common(numbers()[0], returns, SHOWN)
    ]
    low = 2 * floor(min([0.0, *[gain for _, gain in gains]]) / 2)
    high = 2 * ceil(max([1.0, *[gain for _, gain in gains]]) / 2)
    grid = tuple(range(low, high + 1, 2))
    below = Text(
        "risk of going bust, from {low}% to {high}%, with {n} markers",
        low=round(min((risk for risk, _ in gains), default=0)),
        high=round(max((risk for risk, _ in gains), default=100)),
        n=SHOWN,
    )
    curve = Curve(tuple(gain for _, gain in sorted(gains)), grid, below) if len(gains) > 1 else None
    return Finding(
        f"rolling-{returns}",
        title,
        (
            Text(
                "The highest risk of going bust, in steps of {step}%, at which rolling again was "
                "right at least half of the time, by the number of markers placed in this turn.",
                step=STEP,
            ),
            Text("The curve shows what rolling again adds to the chance to win, by the risk."),
        ),
        Text("Placed so far"),
        tuple(Column(Text("{players}, %", players=_players(n)), 0) for n in numbers()),
        tuple(rows),
        curve,
    )  # fmt: skip


def _spaces(players: int) -> Finding:
    worth = {
        row["space"]: float(row["worth"])
        for row in _figures(players, "spaces").rows
        if row["returns"] == "no"
    }
    rows = [
        Row(str(y), tuple(worth[f"{x},{y}"] for x in range(1, 7)))
        for y in range(6, 0, -1)  # as on the board, from the bottom up
    ]
    return Finding(
        f"spaces-{players}",
        Text("What is a space worth? {players}", players=_players(players)),
        (
            Text(
                "What a turn that leaves a single marker on the space adds to the chance to win, "
                "in per cent, compared with going bust, if the space is free at the start of the "
                "turn.",
            ),
        ),
        Text("Row, column"),
        tuple(Column(str(x)) for x in range(1, 7)),
        tuple(rows),
        narrow=True,
    )  # fmt: skip


STUDY: Final = ClaimItStudy()
