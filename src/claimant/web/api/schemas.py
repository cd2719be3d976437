"""The bodies of requests and responses as types, by which Litestar validates and documents them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType, field

Short = Annotated[str, Meta(max_length=200)]
Line = Annotated[str, Meta(max_length=4096)]


class RequestBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request; unknown fields are refused."""


class SeriesWanted(RequestBody, frozen=True):
    games: int
    """2 to 21; an odd number for a best-of series."""
    best_of: bool = True
    """Whether it ends as soon as nobody can catch up; otherwise all games are played."""
    rotate: bool = False
    """Whether everyone changes seats, and so neighbours or partners, after each game."""
    redraw: bool = False
    """Whether the game's options, such as the deck, are drawn at random for each game."""


class MakeTable(RequestBody, frozen=True):
    game: Short
    players: int
    seats: Annotated[list[Short], Meta(max_length=10)]
    """`me`, `open`, `bot:LEVEL` or `here:NAME` for each seat; the latter for someone who plays on
    the creator's device."""
    options: Annotated[dict[Short, Line], Meta(max_length=20)] = {}
    name: Short | None = None
    """The name of the table's creator there."""
    word: Short = ""
    """The creator's word for the random draws, in the clear."""
    pace: Short = "none"
    public: bool = False
    spectators: bool = True
    swift: bool = False
    """Bots move at once instead of at a pace that people can follow."""
    contributes: bool = False
    """Whether the creator will commit to random bits: the start waits for them, not for long."""
    tempo: Short = "normal"
    """How long the web app shows what happens: `calm`, `normal`, `fast` or `instant`."""
    series: SeriesWanted | None = None
    """Makes the game the first of a series; null for a single game."""
    banter: bool = False
    """Bots say something in the chat now and then."""
    memory_aid: bool = False
    """Whether players can look up what they would otherwise have to remember, such as the tricks so
    far."""


class Join(RequestBody, frozen=True):
    name: Short | None = None
    word: Short = ""
    seat: int | None = None
    """The seat to take; by default the first free one."""
    contributes: bool = False
    """Whether this player will commit to random bits: the start waits for them, not for long."""
    guest: bool = False
    """Takes one more seat, for someone who plays on the caller's device."""


class Commit(RequestBody, frozen=True):
    commit: Short
    """SHA-256, in hexadecimal digits, of four lines: the table's commitment, the number of the
    seat, the contribution and the word, joined by line feeds."""


class Reveal(RequestBody, frozen=True):
    contribution: Short
    """128 random bits in hexadecimal digits."""
    word: Short = ""


class Happen(RequestBody, frozen=True):
    version: int
    """The version that the player saw."""
    event: Line
    """The event as it is written in the record."""


class Fill(RequestBody, frozen=True):
    seat: Short
    """`open` or `bot:LEVEL`."""


class Say(RequestBody, frozen=True):
    text: Line
    seat: int | None = None
    """Who says it, if several players share the caller's device."""


class React(RequestBody, frozen=True):
    reaction: Short
    """`bravo`, `laugh`, `wow`, `ouch`, `luck` or `thanks`."""
    seat: int | None = None
    """Who reacts, if several players share the caller's device."""


class CloseChat(RequestBody, frozen=True):
    closed: bool


class SetTempo(RequestBody, frozen=True):
    tempo: Short
    """`calm`, `normal`, `fast` or `instant`."""


class AskHint(RequestBody, frozen=True):
    version: int
    """The version that the player saw."""


class SetHints(RequestBody, frozen=True):
    agrees: bool


class ReportTalk(RequestBody, frozen=True):
    reason: Line = ""


class AddPasskey(RequestBody, frozen=True):
    credential: dict[str, Any]
    """What `navigator.credentials.create` returned, as JSON."""
    name: Short = ""


class UsePasskey(RequestBody, frozen=True):
    credential: dict[str, Any]
    """What `navigator.credentials.get` returned, as JSON."""


class Introduce(RequestBody, frozen=True):
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
    """The version after the requested event, which is its number."""


class ReasonGiven(Struct, frozen=True):
    code: str
    """A stable name for programs."""
    text: str


class HintGiven(Struct, frozen=True):
    version: int
    best: str
    """The event that the judge would choose."""
    value: float
    """Its chance to win for the player's side."""
    values: dict[str, float]
    """The same for every legal event."""
    exact: bool
    """Whether the values are proven, and not estimates."""
    reasons: list[ReasonGiven]
    """Why, the most important reason first."""


class Refused(Struct, frozen=True):
    code: str
    message: str
    version: int | UnsetType = UNSET
    """With code `stale`: the current version of the table."""


class SeatShown(Struct, frozen=True):
    seat: int
    kind: str
    name: str
    colour: int
    level: str | None
    away: bool
    held: bool
    commit: str | None
    """The hash by which the player has committed to a contribution to the random draws."""
    contribution: str | None
    """`awaited`, `revealed`, `missing`, or the contribution itself once the game has begun; null
    for a player without one."""
    character: str | None
    """What a bot is called at the table; null for people. Its `name` says how strong it is."""
    plays_at: int | None
    """The seat of the player whose device this one plays on; null for all others."""
    hints: bool
    """Whether the player agrees to hints."""


class TableShown(Struct, frozen=True):
    """A table without the state of its game: for lists, and when seats change."""

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
    """The code to type in order to join, while the table is waiting."""
    rematch: str | None
    commitment: str
    revealing: bool
    """Whether the players are to reveal what they have committed to."""
    chat_closed: bool
    tempo: str
    """How long the web app shows what happens: `calm`, `normal`, `fast` or `instant`."""
    hints: bool
    """Whether hints are given: to one person among bots, or if all players agree."""


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
    """The seat that has this view; null for a spectator."""
    actor: int | str | None
    """The seat to decide, `chance`, or null once the game is over."""
    legal: list[str]
    """The events this seat may choose now."""
    undo: bool
    over: bool
    event: str | None
    """The last event, as far as this seat may know it."""
    result: dict[str, Any] | None
    view: dict[str, Any]
    """Everything this seat may know about the game."""
    seats: list[SeatShown]
    pace: str
    due: float | None
    """When the acting player runs out of time, in seconds since 1970."""
    public: bool
    spectators: bool
    commitment: str
    seed: str | None
    code: str | None
    rematch: str | None
    revealing: bool
    """Whether the players are to reveal what they have committed to."""
    chat_closed: bool
    tempo: str
    """How long the web app shows what happens: `calm`, `normal`, `fast` or `instant`."""
    hints: bool
    """Whether hints are given: to one person among bots, or if all players agree."""


class Said(Struct, frozen=True):
    n: int
    seat: int
    """Where the person sat when they said it; somebody else may sit there now."""
    text: str
    at: float
    name: str
    """What the person was called then; empty if that is not known."""
    colour: int
    reaction: str = ""
    """The name of the reaction, if the line is one; `text` then says it in words."""


class Muted(Struct, frozen=True):
    id: str
    name: str
    """As it was when they were muted."""


class PasskeyShown(Struct, frozen=True):
    id: str
    name: str
    created: float
    used: float | None


class PersonShown(Struct, frozen=True):
    person: str
    name: str
    colour: int
    token: str | UnsetType = UNSET
    """Authenticates as this person; included only when it is created."""


class GameShown(Struct, frozen=True):
    game: str
    rules: int
    players: list[int]


class Offered(Struct, frozen=True):
    games: list[GameShown]
    bots: list[str]
    paces: dict[str, float] = field(default_factory=dict)


class Subscribe(RequestBody, frozen=True):
    """A browser's push subscription, as its `PushManager` returns it."""

    endpoint: Annotated[str, Meta(max_length=1024)]
    p256dh: Short
    """The browser's public key: an uncompressed point of P-256, in base64url."""
    auth: Short
    """16 bytes, in base64url."""
    zone: Short = "UTC"
    """The person's time zone, such as `Europe/Amsterdam`."""


class ContactShown(Struct, frozen=True):
    id: str
    channel: str
    """`push` or `email`."""
    address: str
    """The e-mail address, or the endpoint of the push subscription."""
    device: str
    """The browser and the system of a push subscription."""
    created: float
    confirmed: bool
    """Whether messages are sent there."""


class NotificationsShown(Struct, frozen=True):
    push_key: str
    """The server's public key, which a browser needs in order to subscribe."""
    email: bool
    """Whether this server can send e-mail."""
    contacts: list[ContactShown]
    language: str
    zone: str
    quiet_from: str
    """The beginning of the quiet hours, such as `22:00`; there are none if it is their end, too."""
    quiet_until: str
