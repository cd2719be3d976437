"""Patches lead from one source to the next, whatever has changed, and send little of it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimant.components.patches import patch, patched

PIECES = (
    "<p>",
    "</p>",
    'Ann\'s "turn"',
    "<b class='n'>1</b>",
    '<svg class="art card" viewBox="0 0 9 9" aria-hidden="true"><use href="#ace-1"/></svg>',
    "x" * 70,
)
sources = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(sources, sources, sources, sources, sources)
def test_a_patch_leads_from_one_source_to_the_next(
    start: str, old: str, new: str, between: str, end: str
) -> None:
    for before, after in (
        (f"{start}{old}{end}", f"{start}{new}{end}"),
        (f"{start}{old}{between}{new}{end}", f"{start}{new}{between}{old}{end}"),
    ):
        sent = json.loads(json.dumps(patch(before, after)))
        assert patched(before, sent) == after


@pytest.mark.parametrize(
    ("old", "new", "steps"),
    [
        ("<li>one</li>", "<li>two</li>", [-1, "li>two"]),
        ("", "<li>two</li>", ["li>two</li>"]),
        ("<li>one</li>", "", [-2]),
    ],
)
def test_only_what_has_changed_is_sent(old: str, new: str, steps: list[object]) -> None:
    before, after = (f"<ul>{'<i></i>' * 2}{one}{'<b>0</b>' * 20}</ul>" for one in (old, new))
    assert patch(before, after) == [6, *steps]


def test_what_lies_between_two_changes_is_not_sent() -> None:
    before, after = (f"<ul>{one}{'<b>0</b>' * 20}{one}</ul>" for one in ("<i>1</i>", "<i>2</i>"))
    assert patch(before, after) == [2, "i>2", -1, 41, "i>2", -1]
