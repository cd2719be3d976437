"""What messages say: the game, who plays, and a link. Nothing about cards, dice or who is ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from claimant.i18n import Name, Text, listing


@dataclass(frozen=True)
class Message:
    """A message before it is put into a language."""

    title: Text
    body: Text
    path: str
    """The page that it leads to."""
    button: Text
    """What that link is called."""
    tag: str = ""
    """A later message with the same tag replaces this one on a screen."""


def your_turn(game: str, table: str, others: Sequence[Name]) -> Message:
    return Message(
        Text("It's your turn"),
        Text(
            "{game}: {names} is waiting for you.",
            "{game}: {names} are waiting for you.",
            game=game,
            names=listing(others),
            n=len(others),
        ),
        f"/tables/{table}",
        Text("Go to the table"),
        table,
    )


def game_over(game: str, table: str, others: Sequence[Name]) -> Message:
    return Message(
        Text("The game is over"),
        Text("{game} with {names}: see how it ended.", game=game, names=listing(others)),
        f"/tables/{table}",
        Text("Go to the table"),
        table,
    )


def rematch_waiting(game: str, table: str, others: Sequence[Name]) -> Message:
    """`table` is the finished game: its page has the button that takes the reserved seat."""
    return Message(
        Text("A rematch is waiting"),
        Text(
            "{game}: {names} wants to play again and has saved you a seat.",
            "{game}: {names} want to play again and have saved you a seat.",
            game=game,
            names=listing(others),
            n=len(others),
        ),
        f"/tables/{table}",
        Text("Go to the table"),
        table,
    )


def trial() -> Message:
    return Message(
        Text("It works"),
        Text("This is what it looks like when it's your turn."),
        "/me",
        Text("Change what is sent to you"),
        "test",
    )


def confirmation(path: str) -> Message:
    """Sent to an address that anyone may have entered: nothing that they wrote is in it."""
    return Message(
        Text("Is this your e-mail address?"),
        Text(
            "Someone asked us to send a message here whenever it's their turn in a game. If that"
            " was you, please confirm it. If not, do nothing: this address is deleted after a day."
        ),
        path,
        Text("Yes, this is my address"),
    )
