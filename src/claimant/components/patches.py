"""Patches: how a page that has the source of an element gets the source of the next one.

A source is split at every `<`. A patch is a list of steps: a positive number copies as many pieces,
a negative one skips them, a text is inserted; the rest is copied. A short source is sent whole, as
a text instead of a list. All texts are `shortened`. `patched` and `lengthened` in `versions.js` are
the other side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, cast

from rapidfuzz.distance import LCSseq

Patch = list[int | str] | str
_Opcodes = Iterable[tuple[str, int, int, int, int]]

SHORT: Final = 100
"""Characters up to which a patch is not worth its steps."""


_PICTURE: Final = re.compile(
    'svg class="art ([\\w -]+)"(?: viewBox="([-\\d ]+)")? aria-hidden="true">'
    '<use href="#([\\w-]+)"/></svg>'
)
_SHORT_PICTURE: Final = re.compile("art>([\\w -]+)>([-\\d ]*)>([\\w-]+)>")
_SWAP_QUOTES: Final = str.maketrans("\"'", "'\"")


def shortened(source: str) -> str:
    """A source as it is sent, a seventh shorter: pictures without what they all have in common, and
    quotation marks exchanged for apostrophes, which JSON does not escape. Markup never has four `>`
    without a `<`, so a short picture cannot be anything else."""
    return _PICTURE.sub(r"art>\1>\2>\3>", source).translate(_SWAP_QUOTES)


def lengthened(text: str) -> str:
    return _SHORT_PICTURE.sub(_picture, text.translate(_SWAP_QUOTES))


def _picture(found: re.Match[str]) -> str:
    kind, box, name = found.groups()
    seen = f' viewBox="{box}"' if box else ""
    return f'svg class="art {kind}"{seen} aria-hidden="true"><use href="#{name}"/></svg>'


def patch(old: str, new: str) -> Patch:
    """The steps from one source to another."""
    if len(new) <= SHORT:
        return shortened(new)
    before, after = old.split("<"), new.split("<")
    steps: list[int | str] = []
    for tag, start, end, first, last in cast(_Opcodes, LCSseq.opcodes(before, after)):
        if tag == "equal":
            steps.append(end - start)
        else:
            if end > start:
                steps.append(start - end)
            if last > first:
                steps.append(shortened("<".join(after[first:last])))
    if steps and isinstance(steps[-1], int) and steps[-1] > 0:
        steps.pop()
    return steps


def patched(source: str, steps: Patch) -> str:
    """Apply a patch."""
    if isinstance(steps, str):
        return lengthened(steps)
    before = source.split("<")
    after: list[str] = []
    at = 0
    for step in steps:
        if isinstance(step, str):
            after.append(lengthened(step))
        elif step > 0:
            after += before[at : at + step]
            at += step
        else:
            at -= step
    return "<".join([*after, *before[at:]])
