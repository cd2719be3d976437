"""Durations as people type them: `30d`, `6h`, `15m`, `90s`."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from claimant.cli.options import Say
from claimant.i18n import Text

SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_DURATION: Final = re.compile(r"([1-9][0-9]{0,5})([smhd])")


class Duration(click.ParamType[float]):
    """A number and a unit, as seconds."""

    name = "duration"

    def __init__(self, say: Say) -> None:
        self.say = say

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):  # Click may convert a value twice
            return value
        found = _DURATION.fullmatch(str(value))
        if found is None:
            text = Text("“{given}” is not a duration such as 30d, 6h or 15m", given=value)
            self.fail(self.say(text), param, ctx)
        return float(int(found[1]) * SECONDS[found[2]])
