"""Numbers read from bytes are those that the kernels wrote."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from claimant.games.claim.rules import table
from claimant.games.claim_it.rules import turn
from claimant.kernels.layout import Layout


@pytest.mark.parametrize("record", [turn.STATE, table.STATE])
def test_every_field_is_read_as_it_was_written(record: np.dtype[Any]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, record.itemsize, np.uint8).tobytes()
    written = np.frombuffer(noise, record)[0]
    read = Layout(record).read(noise)
    for name in record.names or ():
        value = getattr(read, name)
        assert np.array_equal(np.array(value), written[name]), name
