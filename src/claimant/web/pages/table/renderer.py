"""How the feed sends tables to the web app."""

from __future__ import annotations

from typing import Final

import msgspec

from claimant.web.ops.settings import Settings
from claimant.web.pages.table.cache import cache_of
from claimant.web.pages.table.news import news, present
from claimant.web.pages.table.page import RenderedTable, audience, render_table, standing
from claimant.web.services import Services
from claimant.web.tables.devices import Viewer, seat_of, seats_of
from claimant.web.tables.listener import Listener, Renderer
from claimant.web.tables.table import Table

_encode: Final = msgspec.json.Encoder().encode


class PageRenderer(Renderer):
    """Sends tables to the web app."""

    heartbeat = b"event: beat\ndata:\n\n"  # a script cannot hear a comment

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def render(
        self,
        table: Table,
        version: int,
        viewer: Viewer,
        language: str,
        shown: RenderedTable | None,
    ) -> tuple[bytes, RenderedTable]:
        now = render_table(table, self._settings, viewer, language, version, scripted=True)
        return (now.whole() if shown is None else now.changes_since(shown)), now

    def summary(self, table: Table, version: int, viewer: Viewer, language: str) -> bytes:
        seat = seat_of(table, viewer, version)
        return f"{version} {cache_of(table).story(table, seat, version, language)}".encode()

    def audience(self, table: Table, viewer: Viewer, version: int) -> object:
        return audience(table, viewer, version)

    def announce(self, listener: Listener) -> bytes:
        table, told = listener.table, listener.told
        own, language = seats_of(listener.viewer), listener.language
        found = [] if told is None else news(table, *told, own, language)
        return _encode({"standing": standing(table), "news": found})

    def presence(self, table: Table, there: set[int]) -> bytes:
        return present(table, there).encode()


def attach(services: Services) -> None:
    """Register how the web app is sent tables."""
    services.feed.renderers["page"] = PageRenderer(services.settings)
