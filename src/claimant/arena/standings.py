"""What the matches of a contest tell: who won how often, and how good each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from openskill.models import PlackettLuce

from claimant.arena.entrants import labels
from claimant.arena.fingerprint import edition
from claimant.arena.matches import Contest, Match, Thinking
from claimant.arena.rates import Rate, rate, together


@dataclass(frozen=True)
class Standing:
    """One entrant's results."""

    entrant: str
    matches: int
    games: int
    rate: Rate
    mu: float
    sigma: float
    thinking: Thinking


@dataclass(frozen=True)
class Meeting:
    """One line-up's results, in the order of the entrants."""

    matches: int
    rates: dict[str, Rate]
    sides: dict[str, int]
    """How many sides each played in a game."""


@dataclass(frozen=True)
class Standings:
    contest: Contest
    matches: int
    games: int
    entrants: list[Standing]
    """The best first."""
    meetings: list[Meeting]
    reasons: dict[str, int]
    """What decided the games, the most frequent first."""

    @property
    def par(self) -> float:
        """The win rate of equals."""
        return 1 / self.contest.sides

    def as_data(self) -> dict[str, Any]:
        """As `--json` writes it (docs/arena.md). All but `thinking` is the same every time."""
        contest = self.contest
        return {
            "arena": 1,
            "claimant": edition(),
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
    """By entrant: what a side that it played won of a game on average. Who shares a win with
    another has half of it."""
    won: Counter[int] = Counter()  # in parts of a win
    played: Counter[int] = Counter()
    parts = 60  # so that halves, thirds, quarters and fifths add up exactly
    for game in match.games:
        played.update(game.seating)
        for seat in game.winners:
            won[game.seating[seat % contest.sides]] += parts // len(game.winners)
    return {entrant: won[entrant] / (parts * n) for entrant, n in played.items()}


def standings(contest: Contest, matches: Iterable[Match]) -> Standings:
    """The results of these matches, at least one; the same in whatever order they were played."""
    ordered = sorted(matches, key=lambda match: match.number)
    names = labels(contest.entrants)
    everyone = range(len(names))
    by_lineup: dict[tuple[int, ...], list[dict[int, float]]] = {}
    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in names]
    thinking = [Thinking() for _ in names]
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
        for entrant, thought in match.thinking.items():
            thinking[entrant].join(thought)
        played.update(met)
        games.update(dict.fromkeys(met, len(match.games)))
    meetings = [
        Meeting(
            len(found),
            {names[entrant]: rate([s[entrant] for s in found]) for entrant in sorted(set(lineup))},
            dict(Counter(names[entrant] for entrant in lineup)),
        )
        for lineup, found in sorted(by_lineup.items())
    ]
    entrants = [
        Standing(
            names[entrant],
            played[entrant],
            games[entrant],
            together(_of(names[entrant], meetings)),
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
    )


def _of(name: str, meetings: Sequence[Meeting]) -> list[Rate]:
    return [meeting.rates[name] for meeting in meetings if name in meeting.rates]
