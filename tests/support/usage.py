"""How every command reacts to wrong usage."""

from __future__ import annotations

import pytest

from claimant.cli import main


def refused_in_a_line(command: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that it prints one line with the reason and nothing else, and ends with status 2."""
    assert main(command.split(" ")) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("claimant: ")
    assert said in err
    assert err.count("\n") == 1
