"""What the creator of a table chose, stored as JSON in the `header` column."""

from __future__ import annotations

from typing import Self

import msgspec

from claimant import registry
from claimant.game import Game


class TableOptions(msgspec.Struct, frozen=True):
    game: str
    rules: int
    players: int
    game_options: dict[str, str] = msgspec.field(name="options")
    pace: str = "none"
    spectators: bool = True
    host_token: str = ""
    """The SHA-256 of the token of a host without a seat, in hexadecimal."""
    swift: bool = False
    """Bots move at once, not at a pace that people can follow."""
    maker: str = ""
    """The SHA-256 of the seat token of a host who is not a known person, in hexadecimal."""
    luck: int = 1
    """The protocol of the random draws. Tables from before there was a second have the first."""
    order: tuple[int, ...] = ()
    """For each seat, the seat of the game before that its player comes from; empty if everyone has
    kept theirs."""

    continued: int = 0
    """The number of events that come from a finished game, from which this one was played on: its
    luck cannot be verified, and it counts for nothing."""

    def place_after(self, seat: int) -> int:
        """The seat that is kept here for the player of a seat of the game before."""
        return self.order.index(seat) if self.order else seat

    banter: bool = False
    """Whether bots say something now and then."""
    memory_aid: bool = False
    """Whether players can look up what they would otherwise have to remember."""

    @classmethod
    def from_json(cls, header: str) -> Self:
        return msgspec.json.decode(header, type=cls)

    def create_game(self) -> Game:
        """The game in the version of the rules that the table was created with."""
        return registry.game_of(self.game, self.rules, self.players, self.game_options)

    def to_json(self) -> str:
        return msgspec.json.encode(self).decode()
