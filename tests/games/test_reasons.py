"""The reasons of judges are true, and each kind is given in one position and not in another.

`reasons.toml` has both positions for every kind of reason. `python tests/games/test_reasons.py`
finds them anew, which is needed only if the judges change: read what they say before you commit
them.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from inspect import getsource
from pathlib import Path
from typing import Any

import pytest

from claimant import registry
from claimant.bots import Bot, create
from claimant.game import Game, State, View
from claimant.games.claim import reasons as claim_reasons
from claimant.games.claim.game import Claim, ClaimState
from claimant.games.claim.view import ClaimView
from claimant.games.claim.worlds import sample
from claimant.games.claim_it import odds
from claimant.games.claim_it import reasons as claim_it_reasons
from claimant.games.claim_it.game import ClaimIt
from claimant.games.claim_it.view import ClaimItView
from claimant.judge import COMPARISONS, Judgement, judge_of
from claimant.luck import Seeded
from claimant.play import drawing, play
from claimant.teaching.puzzles import decode, encode

FILE = Path(__file__).with_name("reasons.toml")
PAIRS = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
EFFORT = 0.1
CLEAR = 0.03
"""How much better than the next the best choice of a position is, if one choice has to be best."""
RACES = {"factions": "giants gnomes dragons trolls seers"}
DECKS = (Claim.create(2), Claim.create(2, RACES))
SET_UPS: dict[str, tuple[Game, ...]] = {
    "claim-it": (ClaimIt(2), ClaimIt(3)),
    "claim": (*DECKS, Claim.create(2, {"scenario": "the hungry court"}), Claim.create(4)),
}
MODULES = {"claim-it": claim_it_reasons, "claim": claim_reasons}
WRITTEN = {
    name: {*re.findall(r'Reason\(\s*"([a-z-]+)"', getsource(module))} | COMPARISONS
    for name, module in MODULES.items()
}
"""The kinds of reason that a game's judge can give, by the game's name."""


@cache
def judged(game: Game, seed: int) -> tuple[tuple[View, State, Judgement], ...]:
    """Every third decision of a game between weak bots, with what the judge says."""
    bot, judge = create("easy", seed), judge_of(game.name)
    assert judge is not None
    found = []

    def decide(state: State, number: int) -> str:
        view = state.view(state.actor)
        if len(view.legal) > 1 and number % 3:
            found.append((view, state, judge.judge(view, effort=EFFORT)))
        return bot.choose(view)

    for _ in play(game, decide, drawing(Seeded(seed))):
        pass
    return tuple(found)


def positions(name: str) -> Iterator[tuple[View, State, Judgement]]:
    games: tuple[Game, ...] = (ClaimIt(2), ClaimIt(3)) if name == "claim-it" else DECKS
    for game in games:
        for seed in (1, 2, 3):
            yield from judged(game, seed)


def codes(judgement: Judgement) -> set[str]:
    return {reason.code for reason in judgement.reasons}


@pytest.mark.parametrize("name", MODULES)
def test_every_kind_of_reason_has_its_two_positions(name: str) -> None:
    assert PAIRS[name].keys() == WRITTEN[name]
    assert len(WRITTEN[name] - COMPARISONS) >= 8


@pytest.mark.parametrize(
    ("name", "code"), [(name, code) for name, pairs in PAIRS.items() for code in pairs]
)
def test_a_reason_is_given_where_it_holds_and_nowhere_else(name: str, code: str) -> None:
    pair = PAIRS[name][code]
    there, elsewhere = (at(name, pair[which]) for which in ("given", "not-given"))
    said = {reason.code: reason.text.say() for reason in there.reasons}
    assert said.get(code) == pair["given"]["says"]
    assert code not in codes(elsewhere)
    for judgement, which in ((there, "given"), (elsewhere, "not-given")):
        assert judgement.best == pair[which]["best"]


def at(name: str, position: dict[str, Any]) -> Judgement:
    """What the judge says in a position of the file."""
    judge = judge_of(name)
    assert judge is not None
    game = registry.game_class(name).create(position["players"], position.get("options", {}))
    state: State = game.start()
    for event in events_of(state, position["events"]):
        state = state.play(event)
    return judge.judge(state.view(state.actor), effort=EFFORT)


def test_the_risks_of_rolling_are_the_exact_ones() -> None:
    told = 0
    for view, state, judgement in positions("claim-it"):
        assert isinstance(view, ClaimItView)
        if view.stage != "decide":
            continue
        busts = sum(
            ways for dice, ways in ((roll.dice, roll.ways) for roll in odds.rolls(view))
            if state.play("roll").happen(dice).view(None).actor != view.seat
        )  # fmt: skip
        for reason in judgement.reasons:
            if reason.code in ("bust-risk", "low-risk") and busts:
                figure = round(100 * busts / 216)
                assert (f"{figure}%" if figure else "almost never") in reason.text.say()
                told += 1
    assert told > 5


def test_a_card_that_wins_for_certain_wins_in_every_world() -> None:
    """Whatever the others hold, and whatever they play."""
    told = 0
    for view, _, judgement in positions("claim"):
        assert isinstance(view, ClaimView)
        if "wins-for-certain" not in codes(judgement) or view.automaton:
            continue
        told += 1
        for seed in range(3):
            for after in ended(sample(view, Seeded(seed)).play(judgement.best)):
                assert after.view(None).last_winner == view.seat
    assert told > 1


def ended(state: ClaimState) -> Iterator[ClaimState]:
    """The state at the end of the trick for every way to go on."""
    if not state.view(None).table:
        yield state
        return
    for action in state.legal():
        yield from ended(state.apply(action))


def events_of(start: State, text: str) -> tuple[str, ...]:
    """The events of a position: as letters, or in full if there are too many cards for that."""
    return tuple(text.split("; ")) if "; " in text else decode(start, text)


# Finding the positions.


def text_of(start: State, events: Sequence[str]) -> str:
    try:
        return encode(start, events)
    except IndexError:
        return "; ".join(events)


def find(name: str, most: int) -> dict[str, dict[str, Any]]:
    """A pair of positions for every kind of reason, from games between weak bots."""
    judge = judge_of(name)
    assert judge is not None
    given: dict[str, dict[str, Any]] = {}
    others: dict[tuple[Any, ...], list[tuple[set[str], dict[str, Any]]]] = {}
    for game in SET_UPS[name]:
        for seed in range(most):
            events: list[str] = []
            bot = create("easy", seed)

            def decide(state: State, _: int, bot: Bot = bot) -> str:
                return bot.choose(state.view(state.actor))

            for turn in play(game, decide, drawing(Seeded(seed))):
                events.append(turn.event)
                state = turn.state
                if state.actor is None or state.actor < 0 or len(state.legal()) < 2:
                    continue
                view = state.view(state.actor)
                found = judge.judge(view, effort=EFFORT)
                ranked = sorted(found.values.values())
                shared = {"as-good", "any-move", "avoids-mistake", "lost"} & codes(found)
                if not shared and ranked[-1] - ranked[-2] < CLEAR:
                    continue
                here: dict[str, Any] = {
                    "players": game.players, "options": dict(game.options),
                    "events": text_of(game.start(), events), "best": found.best,
                }  # fmt: skip
                kind = kind_of(view, found)
                others.setdefault(kind, []).append((codes(found), here))
                for reason in found.reasons:
                    says = {"says": reason.text.say()}
                    had = given.get(reason.code)
                    if had is None or len(here["events"]) < len(had["position"]["events"]):
                        given[reason.code] = {"position": here | says, "kind": kind}
    pairs = {}
    for code, one in sorted(given.items()):
        without = [here for had, here in others[one["kind"]] if code not in had]
        if without:
            shortest = min(without, key=lambda here: len(here["events"]))
            pairs[code] = {"given": one["position"], "not-given": shortest}
    return pairs


def kind_of(view: View, found: Judgement) -> tuple[Any, ...]:
    """Positions that look alike: a reason given in one has to be decided by more than this."""
    verb = found.best.partition(" ")[0] if " " in found.best else found.best
    stage = getattr(view, "stage", "")
    table = bool(view.table) if isinstance(view, ClaimView) else False
    return view.players, stage, getattr(view, "phase", 0), table, stage != "place" and verb


def write() -> None:
    """Write the file."""
    lines = []
    for name, most in (("claim-it", 6), ("claim", 14)):
        for code, pair in find(name, most).items():
            for which, position in pair.items():
                lines.append(f"\n[{name}.{code}.{which}]")
                for key, value in position.items():
                    if value != {}:
                        shown = json.dumps(value, ensure_ascii=False)
                        if isinstance(value, dict):
                            words = (f"{k} = {json.dumps(v)}" for k, v in value.items())
                            shown = f"{{ {', '.join(words)} }}"
                        lines.append(f"{key} = {shown}")
    FILE.write_text("\n".join(lines).lstrip() + "\n", "utf-8")


if __name__ == "__main__":
    write()
