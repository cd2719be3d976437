"""The results next to the peers and the goals, as tables for the terminal and the docs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

BEGIN = "<!-- measured: begin -->"
END = "<!-- measured: end -->"

DICE = ("OpenSpiel C++ pig", "OpenSpiel C++ backgammon")
CARDS = ("OpenSpiel C++ hearts", "OpenSpiel C++ spades")
CARDS_PYTHON = (
    "OpenSpiel Python hearts, after the deal",
    "OpenSpiel Python spades, after the deal",
)


ENVPOOL = ("EnvPool Blackjack-v1", "EnvPool Catch-v0", "EnvPool CartPole-v1")
BATCHES = ("Claim It! in a batch", "Claim in a batch")


@dataclass(frozen=True)
class Goal:
    """Ours should be `times` as fast as the fastest of the peers; None if there is no goal."""

    ours: str
    peers: tuple[str, ...]
    times: float | None = None


CLAIM_IT = tuple(f"Claim It! {players} players" for players in range(2, 6))
GOALS = (
    *(Goal(ours, ("OpenSpiel C++ pig",), 3) for ours in CLAIM_IT),
    *(Goal(ours, ("OpenSpiel C++ backgammon",), 300) for ours in CLAIM_IT),
    Goal("Claim 2 players, the old kingdom", CARDS, 5),
    Goal("Claim 3 players, every power", CARDS, 3),
    Goal("Claim 3 players, slowest deck", CARDS, 3),
    Goal("Claim 4 players, every power", CARDS, 3),
    Goal("Claim 4 players, slowest deck", CARDS, 3),
    Goal("Claim 2 players, search simulations", ("OpenSpiel C++ ISMCTS hearts, simulations",), 5),
    Goal("Claim It! Python", ("OpenSpiel Python pig",), 0.8),
    Goal("Claim Python, after the deal", CARDS_PYTHON, 0.8),
    Goal(
        "Claim Python, deal included",
        ("OpenSpiel Python hearts, deal included", "OpenSpiel Python spades, deal included"),
    ),
    Goal("Claim It! Python", ("OpenSpiel Python pig, new state per step",), 1),
    Goal(
        "Claim Python, deal included",
        (
            "OpenSpiel Python hearts, new state per step",
            "OpenSpiel Python spades, new state per step",
        ),
        1,
    ),
    Goal("Claim Python, deal included", ("RLCard leduc-holdem", "RLCard uno")),
    Goal("Claim Python, deal included", ("PettingZoo leduc_holdem", "PettingZoo tictactoe")),
    Goal("Claim It! in PettingZoo", ("PettingZoo leduc_holdem",)),
    Goal("Claim in PettingZoo", ("PettingZoo leduc_holdem",)),
    *(Goal(ours, ENVPOOL) for ours in BATCHES),
    *(Goal(ours, ("OpenSpiel batch, spades",)) for ours in BATCHES),
)
LEAST = {
    "Claim It! in a batch": 6e6,
    "Claim in a batch": 3e6,
    "Claim It! in PettingZoo": 50e3,
    "Claim in PettingZoo": 50e3,
    "Claim It! in Gymnasium, against novice": 30e3,
    "Claim in Gymnasium, against novice": 30e3,
}
"""Goals in steps per second."""
MAX_FIRST_START = 20.0  # seconds, both games together
MAX_LATER_START = 1.5
MAX_STATE_BYTES = 1024


@dataclass
class Measured:
    """The results of one run, as `--json` writes them."""

    machine: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    rounds: dict[str, list[float]] = field(default_factory=dict)
    """Decisions per second by name, one figure per round."""
    starts: dict[str, list[float]] = field(default_factory=dict)
    """Seconds of the `first` start and of `later` ones."""
    sizes: dict[str, int] = field(default_factory=dict)
    """The bytes of a state, by game."""

    def best(self, name: str) -> float:
        """The best round: other work on the machine can only slow one down."""
        return max(self.rounds[name])

    def ratio(self, goal: Goal) -> tuple[str, float]:
        """The fastest of the peers, and how many times as fast ours is."""
        peer = max(goal.peers, key=self.best)
        return peer, self.best(goal.ours) / self.best(peer)

    def summary(self) -> list[dict[str, Any]]:
        """The ratios and goals for programs, as `--json` adds them."""
        rows: list[dict[str, Any]] = []
        for goal in GOALS:
            peer, ratio = self.ratio(goal)
            met = None if goal.times is None else ratio >= goal.times
            rows.append(
                {"ours": goal.ours, "peer": peer, "ratio": ratio, "goal": goal.times, "met": met}
            )
        for name, least in LEAST.items():
            rate = self.best(name)
            rows.append({"ours": name, "rate": rate, "goal": least, "met": rate >= least})
        return rows


def tables(measured: Measured) -> str:
    """The results as Markdown that also reads well as plain text."""
    machine = ", ".join(f"{name} {value}" for name, value in measured.machine.items())
    versions = ", ".join(f"{name} {value}" for name, value in measured.versions.items())
    rounds = max(map(len, measured.rounds.values()))
    return "\n\n".join(
        (
            f"Machine: {machine}.\nVersions: {versions}.",
            f"Decisions per second on one core, the best and the median of {rounds} rounds:",
            grid(
                ("benchmark", "best", "median"),
                [
                    (name, amount(max(rates)), amount(median(rates)))
                    for name, rates in measured.rounds.items()
                ],
            ),
            "Next to the peers; where there are several, the fastest one:",
            grid(("ours", "peer", "times", "goal", ""), [against(measured, g) for g in GOALS]),
            "Steps per second of the environments:",
            grid(
                ("environment", "measured", "goal", ""),
                [
                    (name, amount(rate), amount(least), verdict(rate >= least))
                    for name, least in LEAST.items()
                    for rate in (measured.best(name),)
                ],
            ),
            "Start-up time and size:",
            grid(("benchmark", "measured", "goal", ""), limits(measured)),
        )
    )


def against(measured: Measured, goal: Goal) -> tuple[str, ...]:
    peer, ratio = measured.ratio(goal)
    if goal.times is None:
        return goal.ours, peer, f"{ratio:.2f}", "", ""
    return goal.ours, peer, f"{ratio:.2f}", f"{goal.times:g}", verdict(ratio >= goal.times)


def limits(measured: Measured) -> list[tuple[str, ...]]:
    first, later = min(measured.starts["first"]), min(measured.starts["later"])
    return [
        (
            "first start, nothing compiled",
            f"{first:.1f} s",
            f"{MAX_FIRST_START:g} s",
            verdict(first <= MAX_FIRST_START),
        ),
        (
            "later start",
            f"{later:.2f} s",
            f"{MAX_LATER_START:g} s",
            verdict(later <= MAX_LATER_START),
        ),
        *(
            (
                f"a state of {game}",
                f"{size} bytes",
                f"{MAX_STATE_BYTES} bytes",
                verdict(size <= MAX_STATE_BYTES),
            )
            for game, size in measured.sizes.items()
        ),
    ]


def verdict(met: bool) -> str:
    return "met" if met else "missed"


def amount(rate: float) -> str:
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.1f} k"


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table with names aligned left and figures aligned right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    figures = [bool(rows[0][i][:1].isdigit()) for i in range(len(head))]

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.rjust(width) if figure else cell.ljust(width)
            for cell, width, figure in zip(cells, widths, figures, strict=True)
        )
        return f"| {' | '.join(padded)} |"

    rule = (
        "-" * (width + 1) + (":" if figure else "-")
        for width, figure in zip(widths, figures, strict=True)
    )
    return "\n".join((line(head), f"|{'|'.join(rule)}|", *map(line, rows)))


def write_docs(page: Path, measured: Measured) -> None:
    """Replace the tables between the two marks in the page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page.name} lacks {BEGIN} or {END}")
    page.write_text(f"{before}{BEGIN}\n\n{tables(measured)}\n\n{END}{after}", encoding="utf-8")
