"""The standings as a plot."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from matplotlib import rc_context
from matplotlib.figure import Figure

from claimant.arena.standings import Standings
from claimant.i18n import Text

SUFFIXES: Final = (".png", ".svg")
_INK: Final = "#1f3a5f"


def plot(standings: Standings, path: Path, language: str = "en") -> None:
    """Plot each entrant's win rate with its interval, the best on top, and a line at the rate of
    equally strong bots."""
    best_last = standings.entrants[::-1]
    rates = [one.rate for one in best_last]
    reach = [
        [100 * (rate.mean - rate.low) for rate in rates],
        [100 * (rate.high - rate.mean) for rate in rates],
    ]
    figure = Figure(figsize=(7, 1.6 + 0.4 * len(rates)), layout="constrained")
    axes = figure.subplots()
    axes.axvline(100 * standings.par, color="grey", linestyle=":")
    axes.errorbar(
        [100 * rate.mean for rate in rates],
        range(len(rates)),
        xerr=reach,
        fmt="o",
        color=_INK,
        capsize=4,
    )
    axes.set_yticks(range(len(rates)), [one.entrant for one in best_last])
    axes.set_ylim(-0.6, len(rates) - 0.4)
    axes.set_xlim(0, 100)
    axes.set_xlabel(Text("wins in %, with 95% intervals").say(language))
    contest = standings.contest
    title = Text(
        "{game}, {players} players, {n} game",
        "{game}, {players} players, {n} games",
        game=contest.game,
        players=contest.players,
        n=standings.games,
    )
    axes.set_title(title.say(language))
    # Without a date and with fixed ids, equal standings give equal files.
    metadata = {"Date": None} if path.suffix == ".svg" else {}
    with rc_context({"svg.hashsalt": "claimant"}):
        figure.savefig(path, dpi=150, metadata=metadata)
