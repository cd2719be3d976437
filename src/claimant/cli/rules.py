"""`claimant rules`: the rules of a game, in a pager on a terminal."""

from __future__ import annotations

import re
import sys

from rich.markdown import Markdown

from claimant import rulebook
from claimant.cli.console import console
from claimant.cli.game_setup import game_class

_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n*", re.MULTILINE)


def show(game: str, language: str) -> int:
    """Print the rules of a game."""
    # A terminal cannot show the pictures; the text beside them says the same.
    source = _PICTURE.sub("", rulebook.rules(game_class(game).name, language))
    screen = console()
    page = Markdown(source, hyperlinks=False)
    if screen.is_terminal and sys.stdin.isatty():
        with screen.pager(styles=True):
            screen.print(page)
    else:
        screen.print(page)
    return 0
