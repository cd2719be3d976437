"""The luck of a table on its page: what the browser's script needs in order to contribute, and what
is to be said about everyone's contributions."""

from __future__ import annotations

from typing import Final, NamedTuple

from claimant.i18n import Text
from claimant.record import MISSING
from claimant.web.tables.opening import AWAITED, PATIENCE, are_frozen, is_revealing
from claimant.web.tables.table import Table

WITHOUT_SCRIPT: Final = Text(
    "Scripts are off in this browser, so your word is all that you can add to the luck, and this"
    " server sees it before the game begins. If the server's operator and another player worked"
    " together, they could then choose the luck."
)
SENTENCES: Final = (
    ("same", Text("This browser compared: the fingerprint is the one it was shown first.")),
    ("mine", Text("Its own contribution to the luck is in the record.")),
    ("other", Text("Careful: this browser was first shown another fingerprint for this table.")),
    (
        "lost",
        Text(
            "Careful: this browser revealed its contribution to the luck in time, but the game was"
            " played without it."
        ),
    ),
    (
        "late",
        Text(
            "Careful: someone's contribution to the luck was swapped after this browser had "
            "revealed its own."
        ),
    ),
)
"""What the script may have to say, by name."""


class PageLuck(NamedTuple):
    """What is sent to the script."""

    phase: str
    """`commit` or `reveal` if the script is to do that, `over` once the game is."""
    commits: list[str]
    word: str
    """The viewer's own word in the game before."""
    bits: str
    """The viewer's own contribution."""
    sentences: tuple[tuple[str, Text], ...] = SENTENCES


def page_luck(table: Table, seat: int | None) -> PageLuck | None:
    """What is sent to a viewer's script; None at a table with nothing but words."""
    if table.options.luck == 1 or table.options.continued:
        return None
    commits = [row.commit_hash for row in table.seats]
    if seat is None:
        return PageLuck("over" if table.over else "", commits, "", "")
    mine = table.seats[seat]
    phase = ""
    if table.over:
        phase = "over"
    elif is_revealing(table) and mine.bits == AWAITED:
        phase = "reveal"
    elif not table.events and not (table.status == "starting" and are_frozen(table.seats)):
        phase = "commit"
    return PageLuck(phase, commits, mine.word, mine.bits)


def luck_notes(table: Table) -> list[Text]:
    """What the players have not contributed to the luck, and what that means."""
    if table.options.luck == 1 or not table.events:
        return []
    notes = []
    for row, name in zip(table.seats, table.names, strict=True):
        if row.bits == MISSING:
            notes.append(
                Text(
                    "The contribution of {who} did not arrive within {n} seconds: the game began"
                    " without it.",
                    who=name,
                    n=int(PATIENCE),
                )
            )
        elif row.device is not None and not row.bits:
            owner = table.seat_of_person(row.device)
            notes.append(
                Text(
                    "{who} plays on the device of {owner}: it contributes to the luck once, for"
                    " everyone on it.",
                    who=name,
                    owner=table.names[row.seat if owner is None else owner],
                )
            )
        elif row.kind == "person" and not row.bits and row.word:
            notes.append(
                Text(
                    "{who} contributed only a typed word, which the server knew before the game"
                    " began.",
                    who=name,
                )
            )
        elif row.kind == "person" and not row.bits:
            notes.append(Text("{who} contributed nothing to the luck.", who=name))
    if all(not row.bits or row.bits == MISSING for row in table.seats):
        notes.append(
            Text(
                "So the secret and the words alone decide: you have to trust that this server's"
                " operator did not choose the luck."
            )
        )
    return notes
