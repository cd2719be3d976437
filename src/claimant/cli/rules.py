"""`claimant rules`: the rules of a game, page by page on a terminal."""

from __future__ import annotations

import re
import sys

from rich.markdown import Markdown

from claimant import rulebook
from claimant.cli.screen import console
from claimant.cli.setup import game_named

_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n*", re.MULTILINE)


def show(game: str, language: str) -> int:
    # The pictures of the page are not for the terminal; the text beside them says it all.
    source = _PICTURE.sub("", rulebook.rules(game_named(game).name, language))
    screen = console()
    page = Markdown(source, hyperlinks=False)
    if screen.is_terminal and sys.stdin.isatty():
        with screen.pager(styles=True):
            screen.print(page)
    else:
        screen.print(page)
    return 0
