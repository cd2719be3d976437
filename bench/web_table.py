"""What the web bench found, beside the peer and the goals, for the terminal and the docs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.table import grid, verdict

BEGIN = "<!-- web measured: begin -->"
END = "<!-- web measured: end -->"

PEER = "boardgame.io, 4 players"
GROWN_UP = ", PostgreSQL"
"""What a name of ours ends with where that is the database: no goal, and beside no peer."""
EQUAL, DOUBLE = 1.0, 2.0
IDLE = 0.85
"""Of a core: a server under full load that used less was held up."""
MOST_WAITING = 0.1
"""Seconds from a click to the other player's screen: the median."""
MOST_BYTES = 100_000
"""Of the first page in all."""


@dataclass
class Measured:
    """All that one run found; what `--json` writes."""

    machine: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    tables: int = 50
    seconds: float = 0.0
    rate: float = 0.0
    disk: float = 0.0
    """Seconds to write a page of 4 KiB and wait for the disk: the median."""
    loads: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """By name, one a round: moves, seconds, bytes, how busy server and client were."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """By name, seconds from a click to another player's screen, of every move and player."""
    pages: dict[str, dict[str, int]] = field(default_factory=dict)
    """Bytes by file, of each page."""

    def rates(self, name: str) -> list[float]:
        return [load["moves"] / load["seconds"] for load in self.loads[name]]

    def best(self, name: str) -> float:
        """Other work on the machine can only slow a round down, so the best one counts."""
        return max(self.rates(name))

    def ratio(self, name: str) -> float | None:
        if PEER not in self.loads or name.endswith(GROWN_UP):
            return None
        return self.best(name) / self.best(PEER)

    def summary(self) -> list[dict[str, Any]]:
        """The goals for programs."""
        rows: list[dict[str, Any]] = []
        for name in self.loads:
            ratio = None if name == PEER else self.ratio(name)
            if ratio is not None:
                met = ratio >= EQUAL
                rows.append({"what": name, "ratio": ratio, "goal": EQUAL, "met": met})
        for name, waits in self.waits.items():
            if name != PEER and waits:
                met = median(waits) < MOST_WAITING
                row = {"what": f"{name}: to the other screen", "seconds": median(waits)}
                rows.append(row | {"goal": MOST_WAITING, "met": met})
        size = sum(self.pages["home"].values())
        row = {"what": "the first page", "bytes": size, "goal": MOST_BYTES}
        return [*rows, row | {"met": size < MOST_BYTES}]


def tables(measured: Measured) -> str:
    machine = ", ".join(f"{name} {value}" for name, value in measured.machine.items())
    versions = ", ".join(f"{name} {value}" for name, value in measured.versions.items())
    rounds = max(map(len, measured.loads.values()))
    parts = [
        f"Machine: {machine}; a wait for its disk takes {measured.disk * 1000:.2f} ms.\n"
        f"Versions: {versions}.",
        f"Moves a second, {measured.tables} tables with 4 listeners each, the best and the median"
        f" of {rounds} rounds of {measured.seconds:g} s:",
        grid(
            (
                "who",
                "best",
                "median",
                "times the peer",
                "goal",
                "",
                "KB a move",
                "ms of a core a move",
                "server",
                "client",
            ),
            [_load(measured, name) for name in measured.loads],
        ),
        *_doubts(measured),
        f"From a click to the other player's screen, all tables busy with"
        f" {measured.rate:g} moves a second in all:",
        grid(
            ("who", "median", "95 %", "99 %", "goal", ""),
            [_wait(name, waits) for name, waits in measured.waits.items() if len(waits) > 1],
        ),
        "Bytes of a page in all, nothing compressed:",
        grid(("page", "HTML", "in all", "files", "goal", ""), _pages(measured)),
    ]
    return "\n\n".join(parts)


def _doubts(measured: Measured) -> list[str]:
    """The peer waits for no disk: where its server was not busy, something else had its core."""
    if PEER not in measured.loads:
        return []
    best = max(measured.loads[PEER], key=lambda load: float(load["moves"] / load["seconds"]))
    if not best["server_busy"] or best["server_busy"] > IDLE:
        return []
    return [
        f"**Other work ran meanwhile**: the peer's server had only {best['server_busy']:.0%} of its"
        " core, so that the ratios say nothing. Compare the milliseconds of a core a move."
    ]


def _load(measured: Measured, name: str) -> tuple[str, ...]:
    rates = measured.rates(name)
    best = max(measured.loads[name], key=lambda load: float(load["moves"] / load["seconds"]))
    ratio = None if name == PEER else measured.ratio(name)
    beside = ("", "", "")
    if ratio is not None:
        reached = "double" if ratio >= DOUBLE else verdict(ratio >= EQUAL)
        beside = (f"{ratio:.2f}", f"{EQUAL:g}, aim {DOUBLE:g}", reached)
    return (
        *(name, f"{max(rates):.0f}", f"{median(rates):.0f}", *beside),
        f"{best['bytes'] / max(1, best['moves']) / 1000:.1f}",
        f"{best['server_busy'] * best['seconds'] * 1000 / max(1, best['moves']):.2f}",
        *(f"{best[busy]:.0%} busy" for busy in ("server_busy", "client_busy")),
    )


def _wait(name: str, waits: list[float]) -> tuple[str, ...]:
    cut = quantiles(waits, n=100)
    row = (name, *(f"{cut[n - 1] * 1000:.1f} ms" for n in (50, 95, 99)))
    if name == PEER:
        return *row, "", ""
    return *row, f"{MOST_WAITING * 1000:g} ms", verdict(cut[49] < MOST_WAITING)


def _pages(measured: Measured) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, sizes in measured.pages.items():
        size = sum(sizes.values())
        html = next(iter(sizes.values()))
        row = (name, f"{html / 1000:.1f} KB", f"{size / 1000:.1f} KB", str(len(sizes)))
        goal = (f"{MOST_BYTES / 1000:g} KB", verdict(size < MOST_BYTES)) if name == "home" else ()
        rows.append(row + (goal or ("", "")))
    return rows


def write_docs(page: Path, measured: Measured) -> None:
    """Put the tables between the two marks of the page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page.name} lacks {BEGIN} or {END}")
    page.write_text(f"{before}{BEGIN}\n\n{tables(measured)}\n\n{END}{after}", encoding="utf-8")
