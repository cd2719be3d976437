"""The metrics behind `/metrics`. No label names a table, a person or a card.

Counting a response costs a few additions; the text for Prometheus is made on request.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from shutil import disk_usage
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

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histogram of response times, in seconds."""


class Metrics(Collector):
    def __init__(self, services: Services) -> None:
        self._services = services
        self._responses: dict[tuple[str, str, int], int] = defaultdict(int)
        self._counts = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0
        self._store_size: int | None = None
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)

    def count(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count a response and its duration, which is None for a feed."""
        self._responses[method, route, status] += 1
        if seconds is not None:
            self._counts[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds

    def text(self, store_size: int | None = None) -> bytes:
        self._store_size = store_size
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        services = self._services
        about = GaugeMetricFamily("claimant_info", "The running program.", labels=["version"])
        about.add_metric([__version__], 1)
        yield about
        responses = CounterMetricFamily(
            "claimant_answers", "Responses to requests.", labels=["method", "route", "status"]
        )
        for (method, route, status), number in self._responses.items():
            responses.add_metric([method, route, str(status)], number)
        yield responses
        durations = HistogramMetricFamily(
            "claimant_answer_seconds",
            "Time to the end of a response, without feeds.",
        )
        total, buckets = 0, []
        for bound, number in zip((*map(str, BUCKETS), "+Inf"), self._counts, strict=True):
            total += number
            buckets.append((bound, total))
        durations.add_metric([], buckets, self._seconds)
        yield durations
        for name, words, number in (
            ("claimant_listeners", "Open feeds.", services.feed.listeners),
            (
                "claimant_tables_in_memory",
                "Tables in memory.",
                len(services.tables.in_memory),
            ),
            (
                "claimant_bots_waiting",
                "Bot decisions under way or waiting.",
                services.bots.pending,
            ),
        ):
            yield GaugeMetricFamily(name, words, number)
        age = services.backups.age
        if age is not None:
            yield GaugeMetricFamily(
                "claimant_backup_age_seconds",
                "Time since the last backup that passed its test, or since the start.",
                age,
            )
        yield from self._disk()

    def _disk(self) -> Iterator[Metric]:
        if self._store_size is not None:
            words = "Bytes of the database on its disk."
            yield GaugeMetricFamily("claimant_store_bytes", words, self._store_size)
        settings = self._services.settings
        if not settings.database and settings.data.is_dir():
            free = disk_usage(settings.data).free
            yield GaugeMetricFamily("claimant_disk_free_bytes", "Bytes left on the disk.", free)
