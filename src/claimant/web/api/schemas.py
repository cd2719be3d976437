"""What goes over the API, as types: Litestar checks requests by them and documents them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

Short = Annotated[str, Meta(max_length=200)]
Line = Annotated[str, Meta(max_length=4096)]


class Asked(Struct, forbid_unknown_fields=True, frozen=True):
    """A request: what it does not know it refuses."""


class MakeTable(Asked, frozen=True):
    game: Short
    players: int
    seats: Annotated[list[Short], Meta(max_length=10)]
    """`me`, `open` or `bot:LEVEL` for each seat."""
    options: Annotated[dict[Short, Line], Meta(max_length=20)] = {}
    name: Short | None = None
    """How the maker is called at this table."""
    word: Short = ""
    """The maker's word for the luck."""
    pace: Short = "none"
    public: bool = False
    spectators: bool = True
    swift: bool = False
    """Bots move at once, not at a pace that people can follow."""


class Join(Asked, frozen=True):
    name: Short | None = None
    word: Short = ""
    seat: int | None = None
    """This seat; without it the first that is free."""


class Happen(Asked, frozen=True):
    version: int
    """The version that the player has seen."""
    event: Line
    """As the record writes it."""


class Fill(Asked, frozen=True):
    seat: Short
    """`open` or `bot:LEVEL`."""


class Say(Asked, frozen=True):
    text: Line


class Introduce(Asked, frozen=True):
    name: Short | None = None
    colour: int | None = None


class Made(Struct, frozen=True):
    table: str
    seat: int | None
    token: str


class Joined(Struct, frozen=True):
    seat: int
    token: str


class Happened(Struct, frozen=True):
    version: int
    """The number of the event that was asked for."""


class Refused(Struct, frozen=True):
    code: str
    message: str
    version: int | UnsetType = UNSET
    """With code `stale`: the version that the table has by now."""


class SeatShown(Struct, frozen=True):
    seat: int
    kind: str
    name: str
    colour: int
    level: str | None
    away: bool
    held: bool


class TableShown(Struct, frozen=True):
    """A table without its game: for lists, and when the seats change."""

    table: str
    status: str
    game: str
    players: int
    options: dict[str, str]
    seats: list[SeatShown]
    version: int
    actor: int | str | None
    pace: str
    public: bool
    spectators: bool
    created: float
    code: str | None
    """What one types to join, while the table waits."""
    rematch: str | None


class TableSeen(Struct, frozen=True):
    """A table as one seat sees it."""

    table: str
    version: int
    game: str
    rules: int
    players: int
    options: dict[str, str]
    status: str
    seat: int | None
    """Whose view this is; null for a spectator."""
    actor: int | str | None
    """The seat to decide, `chance`, or null once the game is over."""
    legal: list[str]
    """What this seat may do now."""
    undo: bool
    over: bool
    event: str | None
    """What happened last, as this seat may know it."""
    result: dict[str, Any] | None
    view: dict[str, Any]
    """All that this seat may know of the game."""
    seats: list[SeatShown]
    pace: str
    due: float | None
    """When the time of the one to decide is up, in seconds since 1970."""
    public: bool
    spectators: bool
    commitment: str
    seed: str | None
    code: str | None
    rematch: str | None


class Said(Struct, frozen=True):
    n: int
    seat: int
    text: str
    at: float


class PersonShown(Struct, frozen=True):
    person: str
    name: str
    colour: int
    token: str | UnsetType = UNSET
    """As a bearer it is this person; told only when it is made."""


class GameShown(Struct, frozen=True):
    game: str
    rules: int
    players: list[int]


class Offered(Struct, frozen=True):
    games: list[GameShown]
    bots: list[str]
    paces: dict[str, float] = field(default_factory=dict)
