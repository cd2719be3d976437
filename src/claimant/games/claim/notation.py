"""How events of Claim are read and written, and why an event is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from claimant.game import CHANCE, ChanceOutcome, Illegal, over
from claimant.games.claim import names
from claimant.games.claim.rules import scoring, table
from claimant.games.claim.rules.cards import BY_NAME, BY_SINGULAR
from claimant.games.claim.view import holds
from claimant.i18n import Text

if TYPE_CHECKING:
    from claimant.games.claim.game import Claim, ClaimState

VERBS: Final = {
    table.PLAY: "play",
    table.TAKE: "take",
    table.DISCARD: "discard",
    table.LOOT: "loot",
}
"""The verb of the decision that each stage waits for."""
_DUTIES: Final = {
    table.PLAY: Text("play a card now"),
    table.TAKE: Text("take a follower now"),
    table.DISCARD: Text("discard a card now"),
    table.LOOT: Text("choose a faction for the loot now"),
}


def read_event(game: Claim, stage: int, text: str) -> int | ChanceOutcome:
    """The action or the outcome of chance that a line of the record stands for."""
    verb, _, rest = text.partition(" ")
    if verb == "first" and re.fullmatch(r"[0-9]", rest, re.ASCII):
        return (int(rest),)
    if verb == "deal" and rest:
        return _read_deal(game, rest)
    if verb not in VERBS.values() or not rest:
        raise Illegal("unknown", Text("“{event}” means nothing in this game", event=text[:40]))
    if verb == "loot":
        if rest not in game.factions:
            raise Illegal("loot", Text("{faction} are not in play", faction=rest[:30]))
        action = scoring.LOOT_FOR + game.factions.index(rest)
    else:
        action = _read_card(game, rest)
    if stage in VERBS and verb != VERBS[stage]:
        raise Illegal(
            "not-now",
            Text("“{event}” is not possible: {duty}", event=text[:40], duty=_DUTIES[stage]),
        )
    return action


def _read_card(game: Claim, code: str) -> int:
    number = game.numbers.get(code)
    if number is not None:
        return number
    singular, _, value = code.partition("-")
    faction = BY_SINGULAR.get(singular)
    if faction is None or value not in map(str, faction.values):
        raise Illegal("card", Text("there is no card {card}", card=code[:30]))
    raise Illegal(
        "not-in-play",
        Text(
            "{card} is not possible: {faction} are not in play",
            card=names.card(code),
            faction=names.faction(faction.name),
        ),
    )


def _read_deal(game: Claim, text: str) -> ChanceOutcome:
    groups = [group.split(" ") for group in text.split(" / ", game.players + 1)]
    sizes = [game.hand_size] * game.players + [game.players * game.hand_size]
    if [len(group) for group in groups] != sizes:
        raise Illegal(
            "deal",
            Text(
                "a deal has {hands} hands of {cards} cards and a draw pile of {pile}",
                hands=game.players,
                cards=game.hand_size,
                pile=sizes[-1],
            ),
        )
    return tuple(_read_card(game, code) for group in groups for code in group)


def write_event(game: Claim, stage: int, event: int | Sequence[int]) -> str:
    """The record's line for an action, or for an outcome of chance."""
    if isinstance(event, int) or not isinstance(event, Sequence):
        verb = VERBS[stage]
        if event >= scoring.LOOT_FOR:
            return f"{verb} {game.factions[event - scoring.LOOT_FOR]}"
        return f"{verb} {game.codes[event]}"
    if len(event) == 1:
        return f"first {event[0]}"
    codes = [game.codes[card] for card in event]
    size = game.hand_size
    hands = [codes[seat * size : (seat + 1) * size] for seat in range(game.players)]
    pile = codes[game.players * size :]
    return "deal " + " / ".join(" ".join(group) for group in (*hands, pile))


def check_deal(game: Claim, outcome: Sequence[int]) -> list[int]:
    """The cards of a deal, with a different number for each of several equal cards; raises
    `Illegal` if they cannot be dealt."""
    hands = game.players * game.hand_size
    if len(outcome) != 2 * hands:
        raise Illegal("deal", Text("a deal has {cards} cards", cards=2 * hands))
    firsts = game.firsts
    if not firsts.keys() >= {*outcome}:
        raise Illegal("deal", Text("a card of this deal is not in the deck"))
    free = dict(zip(firsts.values(), firsts.values(), strict=True))  # the number of the next one
    cards = []
    for card in outcome:
        first = firsts[card]
        number = free[first]
        if firsts.get(number) != first:
            code = game.codes[card]
            raise Illegal("deal", Text("{card} is dealt too often", card=names.card(code)))
        free[first] = number + 1
        cards.append(number)
    if "raccoons" in game.factions:
        _check_raccoons(game, cards, hands)
    return cards


def _check_raccoons(game: Claim, cards: Sequence[int], hands: int) -> None:
    """Raise `Illegal` unless ten take part, and all of them are in the pile if that is the rule."""
    if game.raccoons == "pile":
        for card in cards[:hands]:
            if game.codes[card].startswith("raccoon-"):
                raise Illegal("deal", Text("raccoons belong in the draw pile"))
    raccoons = sum(game.codes[card].startswith("raccoon-") for card in cards)
    if raccoons != BY_NAME["raccoons"].size:
        raise Illegal("deal", Text("ten raccoons take part, not {n}", n=raccoons))


def refusal(state: ClaimState, action: int) -> Illegal:
    """Why an action is not possible, in a player's words."""
    s = state.record()
    game = state.game
    if s.stage == table.OVER:
        return over()
    if state.actor == CHANCE:
        return Illegal("chance", Text("luck has to decide before anyone can act"))
    if s.stage == table.LOOT and action in range(
        scoring.LOOT_FOR, scoring.LOOT_FOR + len(game.factions)
    ):
        return Illegal(
            "loot",
            Text(
                "loot cannot count for the {faction}: it counts for the faction with the fewest "
                "cards",
                faction=names.faction(game.factions[action - scoring.LOOT_FOR]),
            ),
        )
    if action not in range(len(game.codes)) or not game.codes[action]:
        return Illegal("unknown", Text("“{event}” means nothing in this game", event=action))
    card = game.codes[action]
    name = names.card(card)
    if s.stage == table.TAKE:
        return Illegal("not-there", Text("{card} is not one of the cards you can take", card=name))
    hand = s.cards[table.HAND + s.actor]
    held = [code for n, code in enumerate(game.codes) if holds(hand, n)]
    if card not in held:
        return Illegal("not-held", Text("{card} is not in your hand", card=name))
    return Illegal(
        "follow",
        Text(
            "{card} is not possible: {faction} were led, so you must follow",
            card=name,
            faction=names.faction(game.factions[int(s.trick[0]) >> 4]),
        ),
    )
