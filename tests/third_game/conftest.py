from __future__ import annotations

import pytest
from support.ferry import ferry

__all__ = ["ferry"]


@pytest.fixture(scope="module", autouse=True)
def _installed(ferry: None) -> None:
    """Ferry exists while its tests run, and at no other time."""
