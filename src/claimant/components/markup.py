"""Escaping, and the placeholders in markup that is filled in later."""

from __future__ import annotations

import html
import re
from typing import Final

PART: Final = "\n%s"
"""In a layout: the place of a part."""
VERSION: Final = "\0"
"""In a part: the place of the table's version. Parts that differ only in their version count as
unchanged. U+0000 cannot occur in a page, so it never clashes with content."""

_SPECIAL: Final = re.compile("[&<>\"']").search


def escape(text: str) -> str:
    """The text as HTML. Most text has no special characters, and is returned as it is."""
    return html.escape(text) if _SPECIAL(text) else text
