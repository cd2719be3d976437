"""What the server counts, for `/metrics`. No label names a table, a person or a card.

Counting a request is two additions; what Prometheus reads is made when it asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from claimant import __version__
from claimant.web.services import Services

KIND: Final = CONTENT_TYPE_LATEST
STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds, up to which answers are counted."""


class Metrics(Collector):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._answers: dict[tuple[str, str, int], int] = defaultdict(int)
        self._steps = [0] * (len(STEPS) + 1)
        self._seconds = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def count(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """An answer; how long it took is None for a feed."""
        self._answers[method, route, status] += 1
        if seconds is not None:
            self._steps[bisect_left(STEPS, seconds)] += 1
            self._seconds += seconds

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        services = self._services
        about = GaugeMetricFamily("claimant_info", "The program that runs.", labels=["version"])
        about.add_metric([__version__], 1)
        yield about
        answers = CounterMetricFamily(
            "claimant_answers", "Answers to requests.", labels=["method", "route", "status"]
        )
        for (method, route, status), number in self._answers.items():
            answers.add_metric([method, route, str(status)], number)
        yield answers
        taken = HistogramMetricFamily(
            "claimant_answer_seconds", "From a request to the end of its answer, feeds left out."
        )
        total, steps = 0, []
        for step, number in zip((*map(str, STEPS), "+Inf"), self._steps, strict=True):
            total += number
            steps.append((step, total))
        taken.add_metric([], steps, self._seconds)
        yield taken
        for name, words, number in (
            ("claimant_listeners", "Open feeds.", services.feed.listeners),
            (
                "claimant_tables_in_memory",
                "Tables that are kept in memory.",
                len(services.tables.in_memory),
            ),
            ("claimant_bots_waiting", "Bots that think or wait for it.", services.bots.pending),
        ):
            yield GaugeMetricFamily(name, words, number)
