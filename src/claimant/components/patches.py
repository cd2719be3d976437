"""Patches: how a page that has the source of an element gets the source of the next one.

A source is split at every `<`. A patch is a list of steps: a positive number copies as many pieces,
a negative one skips them, a text is inserted; the rest is copied. A short source is sent as it is,
as a text instead of a list. `patched` in `live.js` is the other side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

from rapidfuzz.distance import LCSseq

Patch = list[int | str] | str
_Opcodes = Iterable[tuple[str, int, int, int, int]]

SHORT: Final = 100
"""Characters up to which a patch is not worth its steps."""


def patch(old: str, new: str) -> Patch:
    """The steps from one source to another."""
    if len(new) <= SHORT:
        return new
    before, after = old.split("<"), new.split("<")
    steps: list[int | str] = []
    for tag, start, end, first, last in cast(_Opcodes, LCSseq.opcodes(before, after)):
        if tag == "equal":
            steps.append(end - start)
        else:
            if end > start:
                steps.append(start - end)
            if last > first:
                steps.append("<".join(after[first:last]))
    if steps and isinstance(steps[-1], int) and steps[-1] > 0:
        steps.pop()
    return steps


def patched(source: str, steps: Patch) -> str:
    """Apply a patch."""
    if isinstance(steps, str):
        return steps
    before = source.split("<")
    after: list[str] = []
    at = 0
    for step in steps:
        if isinstance(step, str):
            after.append(step)
        elif step > 0:
            after += before[at : at + step]
            at += step
        else:
            at -= step
    return "<".join([*after, *before[at:]])
