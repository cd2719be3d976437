"""The law of reviews."""

from __future__ import annotations

from itertools import pairwise

import pytest

from claimant.record import Record, steps
from claimant.teaching.review_data import Review


def check_laws(record: Record, found: Review) -> None:
    """Luck and decisions add up to the whole, event by event and from the start to the result."""
    final = list(steps(record))[-1].after.outcome
    assert final is not None
    assert len(found.moments) == len(record.events)
    for before, moment in pairwise((None, *found.moments)):
        assert moment is not None
        was = found.start if before is None else before.chances
        parts = zip(was, moment.luck, moment.decisions, moment.chances, strict=True)
        for had, luck, decision, has in parts:
            assert had + luck + decision == pytest.approx(has, abs=1e-9)
        assert sum(moment.chances) == pytest.approx(1, abs=1e-5)
        if moment.seat is None:
            assert not any(moment.decisions)
    for side, seats in enumerate(found.sides):
        share = bool({*seats} & {*final.winners}) / len(
            {n for n, one in enumerate(found.sides) if {*one} & {*final.winners}}
        )
        whole = sum(one.luck[side] + one.decisions[side] for one in found.moments)
        assert found.start[side] + whole == pytest.approx(share, abs=1e-5)
