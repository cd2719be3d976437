"""The results of the web benchmark next to the peer and the goals, as tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench.table import grid, verdict

BEGIN = "<!-- web measured: begin -->"
END = "<!-- web measured: end -->"

PEER = "boardgame.io, 4 players"
POSTGRESQL = ", PostgreSQL"
UNDRAWN = ", nothing drawn"
"""The suffixes of our servers with that database, and of one that draws nothing. They have no goals
and are not compared with the peer."""
EQUAL, DOUBLE = 1.0, 2.0
FULL_LOAD = 0.85
"""Of a core: a server under full load that used less was slowed down by something else."""
MAX_LATENCY = 0.1
"""Median seconds from a click to the other player's screen."""
MAX_PAGE_BYTES = 100_000
"""Bytes of the home page with everything it loads."""
MAX_MOVE_BYTES = {"Claim It!": 4000, "Claim": 6000}
"""Bytes per move, sent to all four listeners together."""


@dataclass
class Measured:
    """The results of one run, as `--json` writes them."""

    machine: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    tables: int = 50
    seconds: float = 0.0
    rate: float = 0.0
    disk: float = 0.0
    """Median seconds to write 4 KiB and wait for the disk."""
    loads: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """By name, one per round: moves, seconds, bytes, and how busy server and client were."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """By name, seconds from a click to another player's screen, for every move and player."""
    pages: dict[str, dict[str, int]] = field(default_factory=dict)
    """Bytes by file, for each page."""

    def rates(self, name: str) -> list[float]:
        return [load["moves"] / load["seconds"] for load in self.loads[name]]

    def best(self, name: str) -> float:
        """The best round: other work on the machine can only slow one down."""
        return max(self.rates(name))

    def ratio(self, name: str) -> float | None:
        if PEER not in self.loads or name.endswith((POSTGRESQL, UNDRAWN)):
            return None
        return self.best(name) / self.best(PEER)

    def bytes_per_move(self, name: str) -> float:
        """To all four listeners together."""
        loads = self.loads[name]
        return float(sum(load["bytes"] for load in loads) / sum(load["moves"] for load in loads))

    def summary(self) -> list[dict[str, Any]]:
        """The goals and whether they were met, for programs."""
        rows: list[dict[str, Any]] = []
        for name in self.loads:
            ratio = None if name == PEER else self.ratio(name)
            if ratio is not None:
                met = ratio >= EQUAL
                rows.append({"what": name, "ratio": ratio, "goal": EQUAL, "met": met})
                size, most = self.bytes_per_move(name), max_bytes(name)
                row = {"what": f"{name}: bytes per move", "bytes": size, "goal": most}
                rows.append(row | {"met": size <= most})
        for name, waits in self.waits.items():
            if name != PEER and waits:
                met = median(waits) < MAX_LATENCY
                row = {"what": f"{name}: to the other screen", "seconds": median(waits)}
                rows.append(row | {"goal": MAX_LATENCY, "met": met})
        size = sum(self.pages["home"].values())
        row = {"what": "the first page", "bytes": size, "goal": MAX_PAGE_BYTES}
        return [*rows, row | {"met": size < MAX_PAGE_BYTES}]


def max_bytes(name: str) -> int:
    return MAX_MOVE_BYTES[name.partition(",")[0]]


def tables(measured: Measured) -> str:
    machine = ", ".join(f"{name} {value}" for name, value in measured.machine.items())
    versions = ", ".join(f"{name} {value}" for name, value in measured.versions.items())
    rounds = max(map(len, measured.loads.values()))
    parts = [
        f"Machine: {machine}; waiting for the disk takes {measured.disk * 1000:.2f} ms.\n"
        f"Versions: {versions}.",
        f"Moves per second, {measured.tables} tables with 4 listeners each, the best and the median"
        f" of {rounds} {'round' if rounds == 1 else 'rounds'} of {measured.seconds:g} s:",
        grid(
            (
                "server",
                "best",
                "median",
                "relative to the peer",
                "goal",
                "",
                "CPU ms per move",
                "server busy",
                "client busy",
            ),
            [_load(measured, name) for name in measured.loads],
        ),
        *_doubts(measured),
        "Bytes per move, sent to all four listeners together, and to one of them:",
        grid(("server", "four listeners", "one", "goal", ""), _bytes(measured)),
        f"From a click to the other player's screen, with {measured.rate:g} moves per second over"
        " all tables:",
        grid(
            ("server", "median", "95%", "99%", "goal", ""),
            [_wait(name, waits) for name, waits in measured.waits.items() if len(waits) > 1],
        ),
        "Bytes of a page with everything it loads, uncompressed:",
        grid(("page", "HTML", "total", "files", "goal", ""), _pages(measured)),
    ]
    return "\n\n".join(parts)


def _doubts(measured: Measured) -> list[str]:
    """The peer never waits for a disk: if its server was not busy, something else had its core."""
    if PEER not in measured.loads:
        return []
    best = max(measured.loads[PEER], key=lambda load: float(load["moves"] / load["seconds"]))
    if not best["server_busy"] or best["server_busy"] > FULL_LOAD:
        return []
    return [
        "**The machine was busy with other work**: the peer's server had only"
        f" {best['server_busy']:.0%} of its core, so the moves per second say little. Compare the"
        " CPU milliseconds per move."
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
        f"{best['server_busy'] * best['seconds'] * 1000 / max(1, best['moves']):.2f}",
        *(f"{best[busy]:.0%}" for busy in ("server_busy", "client_busy")),
    )


def _bytes(measured: Measured) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name in measured.loads:
        if name.endswith(UNDRAWN):
            continue
        size = measured.bytes_per_move(name)
        row = (name, f"{size / 1000:.1f} KB", f"{size / 4000:.1f} KB")
        if name == PEER:
            rows.append((*row, "", ""))
        else:
            most = max_bytes(name)
            rows.append((*row, f"{most / 1000:g} KB", verdict(size <= most)))
    return rows


def _wait(name: str, waits: list[float]) -> tuple[str, ...]:
    cut = quantiles(waits, n=100)
    row = (name, *(f"{cut[n - 1] * 1000:.1f} ms" for n in (50, 95, 99)))
    if name == PEER:
        return *row, "", ""
    return *row, f"{MAX_LATENCY * 1000:g} ms", verdict(cut[49] < MAX_LATENCY)


def _pages(measured: Measured) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, sizes in measured.pages.items():
        size = sum(sizes.values())
        html = next(iter(sizes.values()))
        row = (name, f"{html / 1000:.1f} KB", f"{size / 1000:.1f} KB", str(len(sizes)))
        goal = (
            (f"{MAX_PAGE_BYTES / 1000:g} KB", verdict(size < MAX_PAGE_BYTES))
            if name == "home"
            else ()
        )
        rows.append(row + (goal or ("", "")))
    return rows


def write_docs(page: Path, measured: Measured) -> None:
    """Replace the tables between the two marks in the page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{page.name} lacks {BEGIN} or {END}")
    page.write_text(f"{before}{BEGIN}\n\n{tables(measured)}\n\n{END}{after}", encoding="utf-8")
