"""What a seat at a table of Claim It! sees: everything, for the game has no secrets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from claimant.game import Outcome, View
from claimant.games.claim_it.rules import turn
from claimant.games.claim_it.rules.board import SIDE, SPACES
from claimant.kernels.layout import Layout

if TYPE_CHECKING:
    from claimant.games.claim_it.game import ClaimItState

LAYOUT: Final = Layout(turn.STATE)
STAGES: Final = ("first", "begin", "dice", "place", "decide", "over")
"""The names of the stages, by their numbers in the rules."""


@dataclass(frozen=True)
class ClaimItOutcome(Outcome):
    """Reason: `group`, `claims`, `spaces` (what broke the tie) or `shared` (R-I9)."""

    groups: tuple[int, ...]
    claims: tuple[int, ...]
    spaces: tuple[int, ...]

    def result(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "groups": list(self.groups),
            "claims": list(self.claims),
            "spaces": list(self.spaces),
        }

    def figure(self, seat: int) -> int:
        """The size of the seat's largest mine."""
        return self.groups[seat]


@dataclass(frozen=True, repr=False)
class ClaimItView(View):
    """The whole table. Seats differ only in what each may do."""

    squatters_return: bool
    stage: str
    """`first`, `begin`, `dice`, `place`, `decide` or `over`."""
    turn: int | None
    """The seat whose turn it is, even while the dice roll; None before the first turn and after
    the last."""
    dice: tuple[int, ...]
    """The last roll as it fell; empty before the first and between `roll` and the dice."""
    owners: tuple[int | None, ...]
    """The owner of the marker on each space, by the space's number (`board.NAMES`)."""
    claimed: tuple[bool, ...]
    """Whether a claim marker lies under that marker: the space is taken for good."""
    squatters: tuple[int, ...]
    """The space of each of the six squatters by number, -1 for one in the supply."""
    squatted: tuple[bool, ...]
    """Where this turn put a squatter; with squatters that return it may be back in the supply."""
    capped: tuple[bool, ...]
    """Where this turn put a claim marker."""
    groups: tuple[int, ...]
    """The size of each seat's largest mine."""
    claims: tuple[int, ...]
    spaces: tuple[int, ...]
    needed: int
    """The number of claimed spaces that calls the last round."""
    caller: int | None
    turns_left: int
    """Turns of the last round that are not over, this one included; 0 before it is called."""

    def squatter_for(self, space: int) -> int:
        """The number of the squatter that this roll puts on a space: two of the dice name the
        space, and the third is left."""
        return sum(self.dice) - space % SIDE - space // SIDE - 2


def spectator_view(state: ClaimItState) -> ClaimItView:
    """The view of a spectator, on which every seat's is based."""
    s = LAYOUT.read(state.data)
    game = state.game
    groups, claims, spaces = zip(*state.standings(), strict=True)
    return ClaimItView.of(
        game=game.name,
        players=game.players,
        seat=None,
        actor=state.actor,
        legal=(),
        undo=False,
        outcome=state.outcome,
        squatters_return=game.squatters_return,
        stage=STAGES[s.stage],
        turn=None if s.stage in (turn.FIRST, turn.OVER) else s.actor,
        dice=s.dice if s.dice[0] else (),
        owners=_owners(s.owned),
        claimed=_flags(s.claimed),
        squatters=tuple([where - 1 for where in s.squatter]),
        squatted=_flags(s.squatted),
        capped=_flags(s.capped),
        groups=groups,
        claims=claims,
        spaces=spaces,
        needed=turn.LAST_ROUND[game.players],
        caller=None if s.caller == turn.NOBODY else s.caller,
        turns_left=s.turns_left,
    )


# Most events leave these sets as they are. Both functions depend on their arguments alone, so
# nothing is invalidated; 4096 entries cover the boards of a busy server.


@lru_cache(4096)
def _flags(spaces: int) -> tuple[bool, ...]:
    """Whether each space is in a set. The 4096 sets used last are cached."""
    return tuple(bool(spaces >> i & 1) for i in range(SPACES))


@lru_cache(4096)
def _owners(owned: tuple[int, ...]) -> tuple[int | None, ...]:
    """The owner of each space. The 4096 boards used last are cached."""
    owners: list[int | None] = [None] * SPACES
    for owner, spaces in enumerate(owned):
        for i in range(SPACES):
            if spaces >> i & 1:
                owners[i] = owner
    return tuple(owners)
