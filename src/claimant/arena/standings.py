"""The standings of a contest: how often each entrant won, and its rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from openskill.models import PlackettLuce

from claimant.arena.entrants import labels
from claimant.arena.fingerprint import fingerprint
from claimant.arena.matches import Contest, Match, ThinkingTime
from claimant.arena.rates import Rate, combined, win_rate


@dataclass(frozen=True)
class Standing:
    """One entrant's results."""

    entrant: str
    matches: int
    games: int
    rate: Rate
    mu: float
    sigma: float
    thinking: ThinkingTime


@dataclass(frozen=True)
class Meeting:
    """The results of one line-up, in the order of the entrants."""

    matches: int
    rates: dict[str, Rate]
    sides: dict[str, int]
    """The number of sides that each played in a game."""


@dataclass(frozen=True)
class Standings:
    """The results of a contest so far."""

    contest: Contest
    matches: int
    games: int
    entrants: list[Standing]
    """Best first."""
    meetings: list[Meeting]
    reasons: dict[str, int]
    """How many games each reason decided, the most frequent first."""
    interval: tuple[float, float] | None = None
    """Of two bots that played until it was clear: where the first one's mean share lies, by a
    confidence sequence. With more than two sides, 0.5 plus half the difference of the shares."""

    @property
    def par(self) -> float:
        """The win rate of equally strong bots."""
        return 1 / len(self.contest.teams)

    def __str__(self) -> str:
        """A line per entrant, best first: how often it won, with its 95% interval."""
        width = max(len(one.entrant) for one in self.entrants)
        return "\n".join(
            f"{one.entrant:{width}}  {100 * one.rate.mean:5.1f}%"
            f"  {100 * one.rate.low:5.1f} .. {100 * one.rate.high:5.1f}  {one.games} games"
            for one in self.entrants
        )

    def as_data(self) -> dict[str, Any]:
        """The standings as `--json` writes them (docs/arena.md). Everything but `thinking` is
        reproducible."""
        contest = self.contest
        return {
            "arena": 1,
            "claimant": fingerprint(),
            "game": contest.game,
            "players": contest.players,
            "options": dict(contest.options),
            "entrants": labels(contest.entrants),
            "seed": contest.seed,
            "matches": self.matches,
            "games": self.games,
            "par": self.par,
            "standings": [
                {
                    "entrant": one.entrant,
                    "matches": one.matches,
                    "games": one.games,
                    **_rate(one.rate),
                    "rating": {"mu": one.mu, "sigma": one.sigma},
                }
                for one in self.entrants
            ],
            "meetings": [
                {
                    "matches": meeting.matches,
                    "entrants": [
                        {"entrant": name, "sides": meeting.sides[name], **_rate(rate)}
                        for name, rate in meeting.rates.items()
                    ],
                }
                for meeting in self.meetings
            ],
            "reasons": self.reasons,
            **({} if self.interval is None else {"interval": list(self.interval)}),
            "thinking": {
                one.entrant: {
                    "decisions": one.thinking.decisions,
                    "mean": one.thinking.mean,
                    "max": one.thinking.longest,
                }
                for one in self.entrants
            },
        }


def _rate(rate: Rate) -> dict[str, float]:
    return {"rate": rate.mean, "low": rate.low, "high": rate.high}


def shares(contest: Contest, match: Match) -> dict[int, float]:
    """By entrant: the mean share of a game's win per side that it played. Each of two winners has
    half a win."""
    side = {seat: side for side, seats in enumerate(contest.teams) for seat in seats}
    # (Fractions, so that thirds add up and the result does not depend on the order.)
    won: dict[int, Fraction] = {}
    played: Counter[int] = Counter()
    for game in match.games:
        played.update(game.seating)
        for seat in game.winners:
            entrant = game.seating[side[seat]]
            won[entrant] = won.get(entrant, Fraction()) + Fraction(1, len(game.winners))
    return {entrant: float(won.get(entrant, 0) / n) for entrant, n in played.items()}


def standings(
    contest: Contest, matches: Iterable[Match], interval: tuple[float, float] | None = None
) -> Standings:
    """The results of at least one match. They do not depend on the order of the matches.
    `interval` is the last one of a confidence sequence, if there was one."""
    ordered = sorted(matches, key=lambda match: match.number)
    names = labels(contest.entrants)
    everyone = range(len(names))
    by_lineup: dict[tuple[int, ...], list[dict[int, float]]] = {}
    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in names]
    thinking = [ThinkingTime() for _ in names]
    played, games = Counter[int](), Counter[int]()
    for match in ordered:
        share = shares(contest, match)
        by_lineup.setdefault(contest.lineup(match.number), []).append(share)
        met = sorted(share)
        after = model.rate(
            [[ratings[entrant]] for entrant in met], scores=[share[entrant] for entrant in met]
        )
        for entrant, (rating,) in zip(met, after, strict=True):
            ratings[entrant] = rating
        for entrant, time in match.thinking.items():
            thinking[entrant].merge(time)
        played.update(met)
        games.update(dict.fromkeys(met, len(match.games)))
    meetings = [
        Meeting(
            len(found),
            {names[e]: win_rate([share[e] for share in found]) for e in sorted(set(lineup))},
            dict(Counter(names[entrant] for entrant in lineup)),
        )
        for lineup, found in sorted(by_lineup.items())
    ]
    entrants = [
        Standing(
            names[entrant],
            played[entrant],
            games[entrant],
            combined(_rates(names[entrant], meetings)),
            ratings[entrant].mu,
            ratings[entrant].sigma,
            thinking[entrant],
        )
        for entrant in everyone
        if played[entrant]
    ]
    entrants.sort(key=lambda one: (-one.rate.mean, -one.mu))
    reasons = Counter(game.reason for match in ordered for game in match.games)
    return Standings(
        contest,
        len(ordered),
        sum(len(match.games) for match in ordered),
        entrants,
        meetings,
        dict(sorted(reasons.items(), key=lambda reason: (-reason[1], reason[0]))),
        interval,
    )


def _rates(name: str, meetings: Sequence[Meeting]) -> list[Rate]:
    return [meeting.rates[name] for meeting in meetings if name in meeting.rates]
