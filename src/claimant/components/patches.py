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

from rapidfuzz.distance import LCSseq, Postfix, Prefix

Patch = list[int | str] | str
_Opcodes = Iterable[tuple[str, int, int, int, int]]

SHORT: Final = 100
"""Characters up to which a patch is not worth its steps."""
NARROW: Final = 60
"""Characters up to which what lies between two unchanged ends is sent whole: looking for unchanged
pieces in there costs more time than it saves bytes."""

_PICTURE: Final = re.compile(
    'svg class="art ([\\w -]+)"(?: viewBox="([-\\d ]+)")? aria-hidden="true">'
    '<use href="#([\\w-]+)"/></svg>'
)
_SHORT_PICTURE: Final = re.compile("art>([\\w -]+)>([-\\d ]*)>([\\w-]+)>")


def shortened(source: str) -> str:
    """A source as it is sent, a seventh shorter: pictures without what they all have in common, and
    quotation marks exchanged for apostrophes, which JSON does not escape. Markup never has four `>`
    without a `<`, so a short picture cannot be anything else."""
    return _swapped(_PICTURE.sub(_short_picture, source) if "<use" in source else source)


def lengthened(text: str) -> str:
    return _SHORT_PICTURE.sub(_picture, _swapped(text))


def _swapped(text: str) -> str:
    """A text with quotation marks for apostrophes and the other way round. Apostrophes are rare, so
    this takes a quarter of the time of `str.translate`."""
    if "'" not in text:
        return text.replace('"', "'")
    return '"'.join([piece.replace('"', "'") for piece in text.split("'")])


def _short_picture(found: re.Match[str]) -> str:
    kind, box, name = found.groups("")
    return f"art>{kind}>{box}>{name}>"


def _picture(found: re.Match[str]) -> str:
    kind, box, name = found.groups()
    seen = f' viewBox="{box}"' if box else ""
    return f'svg class="art {kind}"{seen} aria-hidden="true"><use href="#{name}"/></svg>'


def patch(old: str, new: str) -> Patch:
    """The steps from one source to another. Only what lies between the first and the last change is
    taken apart: most changes are small."""
    if len(new) <= SHORT:
        return shortened(new)
    # With one more `<`, every piece begins with one, and no piece is cut in two.
    old, new = f"<{old}", f"<{new}"
    start = max(0, old.rfind("<", 0, Prefix.similarity(old, new)))
    same = min(Postfix.similarity(old, new), len(old) - start, len(new) - start)
    end = old.find("<", len(old) - same)
    rest = len(old) - end if end >= 0 else 0
    before, after = old[start : len(old) - rest], new[start : len(new) - rest]
    steps: list[int | str] = [old.count("<", 0, start)] if start else []
    if len(after) > NARROW and before:
        steps += _steps(before[1:].split("<"), after[1:].split("<"))
    else:
        if before:
            steps.append(-before.count("<"))
        if after:
            steps.append(shortened(after[1:]))
    if steps and isinstance(steps[-1], int) and steps[-1] > 0:
        steps.pop()
    return steps


def _steps(before: list[str], after: list[str]) -> Iterable[int | str]:
    """The steps from some pieces to others."""
    for tag, start, end, first, last in cast(_Opcodes, LCSseq.opcodes(before, after)):
        if tag == "equal":
            yield end - start
        else:
            if end > start:
                yield start - end
            if last > first:
                yield shortened("<".join(after[first:last]))


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
