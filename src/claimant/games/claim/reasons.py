"""Why a decision of Claim is the best one: true statements about what the player knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from claimant.games.claim.game import ClaimState
from claimant.games.claim.heuristic_weights import card_weights, load_weights
from claimant.games.claim.loot import loot_choices
from claimant.games.claim.names import card, cards, faction
from claimant.games.claim.rules.cards import Card
from claimant.games.claim.search.certain import TrickProspects
from claimant.games.claim.standing import races
from claimant.games.claim.view import ClaimView
from claimant.i18n import Text, sentence
from claimant.judge import Reason, compared

EQUAL: Final = 0.005
"""Values this close to each other count as equal."""
_NEVER_FREE: Final = ("dwarves", "griffins", "giants", "kings", "raccoons", "trolls", "vikings")
"""Factions whose cards do more than count for their own, or do not go to the winner of a trick."""


def reasons(
    view: ClaimView, world: ClaimState, values: Mapping[str, float], best: str, exact: bool
) -> tuple[Reason, ...]:
    """Why `best` is the best decision, the most important reason first. `world` is any world that
    fits the view."""
    if len(values) < 2:
        return ()
    position = _Position(view, world, values, best)
    found: list[Reason | None] = [_solved(values, best)] if exact else []
    if view.stage == "play":
        found += [reason(position) for reason in _TRICK]
    elif view.stage == "loot":
        found.append(_loot(position))
    elif view.stage == "take":
        found.append(_follower(position))
    if not exact:
        found.append(compared(values, best))
    return tuple([reason for reason in found if reason is not None])


@dataclass(frozen=True)
class _Position:
    view: ClaimView
    world: ClaimState
    values: Mapping[str, float]
    best: str

    @property
    def seat(self) -> int:
        assert self.view.actor is not None
        return self.view.actor

    @property
    def code(self) -> str:
        """The card of the best decision."""
        return self.best.partition(" ")[2]

    @cached_property
    def prospects(self) -> dict[str, int]:
        """What becomes of every card that may be played (see `certain.py`)."""
        found = TrickProspects(self.view, self.world)
        return {code: found.of(code) for code in (legal.partition(" ")[2] for legal in self.values)}

    @property
    def last(self) -> bool:
        """Whether the decision completes the trick."""
        return len(self.view.table) == self.view.players - 1

    @property
    def wins(self) -> bool:
        """Whether the card wins the trick for certain."""
        return self.prospects[self.code] == 2

    @property
    def loses(self) -> bool:
        return self.prospects[self.code] == 0

    def has(self, name: str) -> list[str]:
        """The cards of a faction in the trick, with the one that is to be played."""
        played = [code for _, code in self.view.table]
        return [code for code in [*played, self.code] if Card(code).faction == name]

    @property
    def followers(self) -> list[float]:
        """How much better than an average one each follower on offer is."""
        game = self.world.game
        weights: Any = card_weights(game, load_weights("tuned"), 0.0)[0]
        return [
            float(weights.follower[game.numbers[code]] - weights.average)
            for code in self.view.face_up
        ]


def _solved(values: Mapping[str, float], best: str) -> Reason:
    """What is proven about a decision, if everything is known and both play well."""
    others = [value for choice, value in values.items() if choice != best]
    value = values[best]
    if value == 0.0:
        return Reason("lost", Text("Against good play this game is lost; this loses by the least."))
    if max(others) < value:
        text = (
            Text("Only this wins for certain.") if value == 1.0
            else Text("Only this shares the win for certain.")
        )  # fmt: skip
        return Reason("only-move", text)
    if min(others) == value:
        text = (
            Text("You win whatever you do now, if you go on well.") if value == 1.0
            else Text("You share the win whatever you do now, if you go on well.")
        )  # fmt: skip
        return Reason("any-move", text)
    n = sum(other < value for other in others)
    return Reason(
        "avoids-mistake",
        Text(
            "This keeps what you have; {n} other choice gives it away.",
            "This keeps what you have; {n} other choices give it away.",
            n=n,
        ),
    )


def _wins_for_certain(at: _Position) -> Reason | None:
    if at.last or not at.wins:
        return None
    text = Text(
        "{card} wins this trick for certain: no card that could beat it can still be played.",
        card=card(at.code),
    )
    return Reason("wins-for-certain", sentence(text))


def _cheapest(at: _Position) -> Reason | None:
    """The lowest of several cards of a faction that win."""
    if not (at.last and at.wins):
        return None
    mine = Card(at.code)
    same = [Card(code) for code, how in at.prospects.items() if how == 2]
    rest = [one for one in same if one.faction == mine.faction]
    if len(rest) < 2 or min(one.value for one in rest) != mine.value:
        return None
    text = Text("{card} is low, and wins all the same.", card=card(at.code))
    return Reason("cheapest-win", sentence(text))


def _cannot_win(at: _Position) -> Reason | None:
    if not at.view.table or any(at.prospects.values()):
        return None
    if _partner_leads(at):
        return None
    return Reason("cannot-win", Text("None of your cards can win this trick."))


def _partner_leads(at: _Position) -> bool:
    """Whether the best card on the table is the partner's (R-C3)."""
    if at.view.players < 4 or len(at.view.table) < 2:
        return False
    return TrickProspects(at.view, at.world).leading() == (at.seat + 2) % 4


def _partner(at: _Position) -> Reason | None:
    if not (at.loses and _partner_leads(at)):
        return None
    if not at.last:
        return None
    return Reason("partner-wins", Text("Your partner already wins this trick."))


def _take_follower(at: _Position) -> Reason | None:
    if at.view.phase != 1 or at.view.automaton or not at.wins or not at.followers:
        return None
    value = max(at.followers)
    if value <= 0.0:
        return None
    best = at.view.face_up[at.followers.index(value)]
    text = Text("Win this trick: {card} is a good follower.", card=card(best))
    return Reason("good-follower", text)


def _let_go(at: _Position) -> Reason | None:
    if at.view.phase != 1 or not at.loses or not any(at.prospects.values()):
        return None
    if not at.followers or max(at.followers) >= 0.0:
        return None
    text = (
        Text("Let this trick go: the follower on offer is worth little to you.")
        if len(at.view.face_up) == 1
        else Text("Let this trick go: the followers on offer are worth little to you.")
    )
    return Reason("poor-follower", text)


def _undead(at: _Position) -> Reason | None:
    saved = at.has("undead")
    if at.view.phase != 1 or not at.wins or not saved:
        return None
    text = Text(
        "{cards} goes to your score pile at once.",
        "{cards} go to your score pile at once.",
        cards=cards(saved),
        n=len(saved),
    )
    return Reason("saves-undead", sentence(text))


def _dwarves(at: _Position) -> Reason | None:
    won = at.has("dwarves")
    if at.view.phase != 2 or at.view.players != 2 or not at.loses or not won:
        return None
    return Reason("dwarves-to-loser", Text("Lose this trick: its loser gets the dwarves in it."))


def _dragon(at: _Position) -> Reason | None:
    if not at.last or Card(at.code).faction != "dragons" or not at.view.table:
        return None
    if at.has("automatons"):
        return None
    if at.view.phase == 2 and at.view.trick == at.view.tricks:
        return None
    text = Text("With {card} you lead the next trick, even if you lose this one.",
                card=card(at.code))  # fmt: skip
    return Reason("dragon-leads", text)


def _decides(at: _Position) -> Reason | None:
    """A faction that the trick decides for the player."""
    if at.view.phase != 2 or not at.last:
        return None
    after = at.world.play(at.best).view(None)
    if after.outcome is not None:
        return None
    before = {race.faction for race in races(at.view) if race.decided}
    side = at.world.game.sides[at.seat]
    for race in races(after):
        if race.decided and race.leader == side and race.faction not in before:
            text = Text(
                "This trick decides the {faction}: nobody can catch up with you.",
                faction=faction(race.faction),
            )
            return Reason("decides-faction", text)
    return None


def _nothing_lost(at: _Position) -> Reason | None:
    """A card of a faction that is decided costs little."""
    name = Card(at.code).faction
    if at.view.phase != 2 or not at.loses or name in _NEVER_FREE:
        return None
    if not any(race.decided and race.faction == name for race in races(at.view)):
        return None
    text = Text(
        "{card} is easy to give away: the {faction} are already decided.",
        card=card(at.code),
        faction=faction(name),
    )
    return Reason("nothing-lost", sentence(text))


def _follower(at: _Position) -> Reason | None:
    """Which follower to take: the only thing to say is what the other one would be worth."""
    others = [legal.partition(" ")[2] for legal in at.values if legal != at.best]
    second = max(others, key=lambda code: at.values[f"take {code}"])
    if at.values[at.best] - at.values[f"take {second}"] < EQUAL:
        return None
    text = Text("{card} is worth more to you than {other}.", card=card(at.code), other=card(second))
    return Reason("better-follower", sentence(text))


def _loot(at: _Position) -> Reason | None:
    if at.view.seat is None:
        return None
    for choice in loot_choices(at.view):
        if choice.faction == at.code and choice.own <= choice.best < choice.own + choice.loot:
            text = Text(
                "The loot gives you {n} of the {faction}, more than anyone else.",
                n=choice.own + choice.loot,
                faction=faction(choice.faction),
            )
            return Reason("loot-wins", text)
    return None


_TRICK: Final[tuple[Callable[[_Position], Reason | None], ...]] = (
    _decides, _wins_for_certain, _take_follower, _let_go, _undead, _dwarves, _dragon, _partner,
    _cannot_win, _cheapest, _nothing_lost,
)  # fmt: skip
