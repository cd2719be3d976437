"""Every ruling is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

from claimant import registry, rulebook


def test_no_ruling_lacks_a_test() -> None:
    here = Path(__file__)
    # The tests of the texts name every ruling without testing any.
    others = set(here.parent.rglob("*.py")) - {here, here.with_name("test_rulebook.py")}
    cited = {
        name
        for path in others
        for name in re.findall(r"R-[A-Z]\d+", path.read_text(encoding="utf-8"))
    }
    told = {name for game in registry.entries() for name in rulebook.rulings(game)}
    assert " ".join(sorted(told - cited)) == "", "no test cites them"
    assert " ".join(sorted(cited - told)) == "", "cited, but not in the rules"
