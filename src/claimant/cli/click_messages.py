"""Click's own messages in our languages.

Click translates its help and errors with Python's `gettext` functions. Those take their catalogue
from a text domain's folder of compiled catalogues, and the language from the environment: there is
no other public way to set either.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DOMAIN: Final = "click"
FOLDER: Final = Path(__file__).with_name("locale")
"""Has `LANGUAGE/LC_MESSAGES/click.po` and the `.mo` that `make messages` compiles from it."""


@contextmanager
def click_speaks(language: str) -> Iterator[None]:
    """Have Click speak a language for a while."""
    domain, environment = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(FOLDER))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if environment is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = environment
