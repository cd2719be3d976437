"""`claimant docs`: the documentation that is installed with the package, in the browser."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from typing import Final

import claimant
from claimant.cli.errors import CommandError
from claimant.i18n import Text

FOLDER: Final = Path(claimant.__file__).parent / "documentation"
"""Where `make docs` puts the site, and packages contain it."""


def show(folder: Path | None = None) -> int:
    """Print where the documentation begins, and open it if someone is there to read it."""
    start = (folder or FOLDER) / "index.html"
    if not start.is_file():
        raise CommandError(
            Text(
                "The documentation has not been built here."
                " In a copy of the sources, run: make docs"
            )
        )
    print(start)
    if sys.stdout.isatty():
        webbrowser.open(start.as_uri())
    return 0
