"""Where a game stands, with luck in numbered outcomes of known probability.

OpenSpiel wants every outcome of chance listed. A roll has 56, up to the order of its dice; a deal
has more than atoms, so it goes card by card.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Any, Final

from claimant.envs.observation import CARDS, Pieces, pieces_of, told
from claimant.game import CHANCE, Game, Luck, Outcomes, State, View
from claimant.games.claim import worlds
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.rules.cards import BY_NAME
from claimant.games.claim.view import UNKNOWN, ClaimView
from claimant.games.claim_it.from_view import record
from claimant.games.claim_it.game import ClaimIt, ClaimItState
from claimant.games.claim_it.view import ClaimItView

Chances = list[tuple[int, float]]

LONGEST: Final = 10_000
"""Decisions of a game of Claim It!, which has no bound; of 160,000 random games the longest had
641."""
ROLLS: Final = tuple(combinations_with_replacement(range(1, 7), 3))
_ROLL_CHANCES: Final = [
    (n, {1: 1, 2: 3, 3: 6}[len(set(roll))] / 216) for n, roll in enumerate(ROLLS)
]


class Moment:
    """It never changes, so a copy of it is itself. What leads to the next is kept, not written
    down: searches make millions of moments that nobody ever reads."""

    __slots__ = ("_event", "_log", "_past", "_told", "dealt", "odds", "state")

    def __init__(
        self,
        odds: Odds,
        state: State,
        dealt: Outcomes = (),
        past: Moment | None = None,
        event: int = 0,
        log: str = "",
    ) -> None:
        self.odds = odds
        self.state = state
        self.dealt = dealt
        """The cards dealt so far, while a deal is under way."""
        self._past = past
        self._event = event
        self._log = log if past is None else None
        self._told: dict[int | None, str] | None = None

    @property
    def log(self) -> str:
        """What happened so far, as a spectator saw it, a line an event; of a deal nothing."""
        if self._log is None:
            lines: list[str | None] = []
            now = self
            while now._log is None:
                assert now._past is not None
                lines.append(now._past.public(now._event))
                now = now._past
            self._log = "\n".join(filter(None, [now._log, *reversed(lines)]))
        return self._log

    def told(self, seat: int | None) -> str:
        """The seat's view as text."""
        if self._told is None:
            self._told = {}
        if seat not in self._told:
            self._told[seat] = told(self.state.view(seat)) + self.told_of_deal(seat)
        return self._told[seat]

    def told_of_deal(self, seat: int | None) -> str:
        """While cards are dealt, which no view shows: the seat's own so far."""
        if not self.dealt or seat is None:
            return ""
        own = self.odds.own(self.dealt, seat)
        return f"\ndealt {len(self.dealt)}, own: {' '.join(own)}"

    @property
    def is_start(self) -> bool:
        return self.state.data == self.odds.start.state.data

    def outcomes(self) -> Chances:
        """What luck may decide now, and how likely it is."""
        if self.is_start:
            players = self.odds.game.players
            return [(seat, 1 / players) for seat in range(players)]
        return self.odds.outcomes(self.dealt)

    def write(self, action: int) -> str:
        """A decision or an outcome of luck, as the record has it (but a deal is card by card)."""
        if self.state.actor != CHANCE:
            return self.state.write(action)
        return f"first {action}" if self.is_start else self.odds.write(action)

    def public(self, action: int) -> str | None:
        """A decision or an outcome as a spectator sees it: not what was dealt or laid off, nor a
        card taken after a look."""
        text = self.write(action)
        verb, _, card = text.partition(" ")
        if verb == "deal":
            return None
        if verb == "discard":
            return f"discard {UNKNOWN}"
        if verb == "take":
            view = self.state.view(None)
            assert isinstance(view, ClaimView)
            return text if card in view.face_up else f"take {UNKNOWN}"
        return text

    def after(self, action: int) -> Moment:
        state = self.state
        if state.actor != CHANCE:
            return Moment(self.odds, state.apply(action), (), self, action)
        if self.is_start:
            return Moment(self.odds, state.happen((action,)), (), self, action)
        return self.odds.happen(self, action)

    def resampled(self, seat: int, luck: Luck) -> Moment:
        """Another that the seat cannot tell from this one."""
        view = self.state.view(seat)
        if not isinstance(view, ClaimView) or view.stage in ("first", "deal"):
            return self
        return Moment(self.odds, worlds.sample(view, luck), log=self.log)

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.odds.game
        data = self.state.data
        return _again, (type(game), game.players, game.options, data, self.dealt, self.log)


def _again(
    kind: type[Game],
    players: int,
    options: Mapping[str, str],
    data: bytes,
    dealt: Outcomes,
    log: str,
) -> Moment:
    odds = odds_of(kind.set_up(players, options))
    return Moment(odds, odds.state(data), dealt, log=log)


class Odds(ABC):
    """The luck of a set-up after who begins."""

    game: Game
    longest: int
    """Decisions that a game may have at most."""
    most_outcomes: int
    most_draws: int
    """How often luck decides at most."""

    @cached_property
    def pieces(self) -> Pieces:
        return pieces_of(self.game)

    @cached_property
    def start(self) -> Moment:
        return Moment(self, self.game.start())

    @abstractmethod
    def state(self, data: bytes) -> State: ...

    @abstractmethod
    def outcomes(self, dealt: Outcomes) -> Chances: ...

    @abstractmethod
    def happen(self, now: Moment, outcome: int) -> Moment: ...

    @abstractmethod
    def write(self, outcome: int) -> str: ...

    def own(self, dealt: Outcomes, seat: int) -> list[str]:
        """The cards of a seat in a deal that is under way."""
        return []


class Rolls(Odds):
    """The dice of Claim It!: an outcome is a roll in ascending order."""

    longest = LONGEST
    most_outcomes = len(ROLLS)
    most_draws = LONGEST

    def __init__(self, game: ClaimIt) -> None:
        self.game: ClaimIt = game

    def state(self, data: bytes) -> State:
        return ClaimItState(self.game, data)

    def outcomes(self, dealt: Outcomes) -> Chances:
        return _ROLL_CHANCES

    def happen(self, now: Moment, outcome: int) -> Moment:
        return Moment(self, now.state.happen(ROLLS[outcome]), (), now, outcome)

    def write(self, outcome: int) -> str:
        return "dice {} {} {}".format(*ROLLS[outcome])


class Deals(Odds):
    """The deal of Claim, card by card: the hands in seat order, then the pile (R-C2)."""

    most_outcomes = CARDS

    def __init__(self, game: Claim) -> None:
        self.game: Claim = game
        self._hands = game.players * game.hand_size
        self.most_draws = 1 + 2 * self._hands
        # A card each in two phases, a follower taken for each in the first, loot given.
        self.longest = 3 * self._hands + game.players
        deck = game.deck[0]
        cards = [int(deck.first_equal[card]) for card in deck.cards[: deck.card_count]]
        others = len(cards) - int(deck.raccoon_cards)
        self._others = Counter(cards[:others])
        self._raccoons = Counter(cards[others:])

    def state(self, data: bytes) -> State:
        return ClaimState(self.game, data)

    def outcomes(self, dealt: Outcomes) -> Chances:
        others = self._others - Counter(dealt)
        left = others.total()
        chances: dict[int, float] = {}
        if self.game.raccoons == "deck" or len(dealt) >= self._hands:
            # Ten of the raccoons have a place among the cards to come, whichever they are.
            raccoons = self._raccoons - Counter(dealt)
            removed = self._raccoons.total() - BY_NAME["raccoons"].size
            places = raccoons.total() - removed if self._raccoons else 0
            left += places
            if places:
                chances = dict.fromkeys(raccoons, places / left / raccoons.total())
        chances |= {card: n / left for card, n in others.items()}
        return sorted(chances.items())

    def happen(self, now: Moment, outcome: int) -> Moment:
        dealt = (*now.dealt, outcome)
        if len(dealt) < 2 * self._hands:
            return Moment(self, now.state, dealt, now, outcome)
        return Moment(self, now.state.happen(dealt), (), now, outcome)

    def write(self, outcome: int) -> str:
        return f"deal {self.game.codes[outcome]}"

    def own(self, dealt: Outcomes, seat: int) -> list[str]:
        size = self.game.hand_size
        return [self.game.codes[card] for card in dealt[seat * size : (seat + 1) * size]]


def fitting(view: View, luck: Luck) -> Moment:
    """A moment that the viewer, whose decision it is, cannot tell from the true one."""
    if isinstance(view, ClaimItView):
        table = ClaimIt(view.players, view.squatters_return)
        return Moment(odds_of(table), ClaimItState(table, bytes(record(view))))
    assert isinstance(view, ClaimView)
    world = worlds.sample(view, luck)
    return Moment(odds_of(world.game), world)


@cache
def odds_of(game: Game) -> Odds:
    if isinstance(game, ClaimIt):
        return Rolls(game)
    assert isinstance(game, Claim)
    return Deals(game)
