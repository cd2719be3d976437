"""One house and one browser for all tests here."""

from __future__ import annotations

from browsing import browser, house

__all__ = ["browser", "house"]
