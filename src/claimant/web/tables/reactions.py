"""The six reactions: lines of talk that are sent with one tap and shown as a picture.

A reaction is stored as a short line of talk, `:wow:`, so the rules for talk apply to it: who
may say something, how often, muting, closing the chat, and being forgotten."""

from __future__ import annotations

from typing import Final

from claimant.art.reactions import DRAWINGS
from claimant.i18n import Text

REACTIONS: Final = {
    "bravo": Text("Well played!"),
    "laugh": Text("Ha ha!"),
    "wow": Text("Wow!"),
    "ouch": Text("Ouch!"),
    "luck": Text("Good luck!"),
    "thanks": Text("Thank you!"),
}
"""What each of them says, by its name in the API."""
assert REACTIONS.keys() == DRAWINGS.keys()


def line_of(name: str) -> str:
    """A reaction as it is stored."""
    return f":{name}:"


def reaction_in(text: str) -> str:
    """The name of the reaction that a line is; empty if it is none."""
    name = text[1:-1]
    return name if name in REACTIONS and text == line_of(name) else ""
