"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import claimant

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def test_the_readme_s_python_runs() -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert code
    ran = subprocess.run(
        [sys.executable, "-c", code[1]], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.splitlines() == [
        "['roll', 'stop']",
        "(-1, 26, -1, -1, -1, -1)",
        "würfle, bevor du setzt",
    ]


def test_the_package_s_example_runs() -> None:
    assert doctest.testmod(claimant).failed == 0


def test_links_between_documents_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def test_every_public_name_is_there() -> None:
    for name in claimant.__all__:
        assert getattr(claimant, name) is not None


def test_nothing_in_the_repository_names_a_machine() -> None:
    constraints = (ROOT / "constraints.txt").read_text()
    assert re.fullmatch(r"([A-Za-z0-9._-]+==[A-Za-z0-9.]+\n)+", constraints)
