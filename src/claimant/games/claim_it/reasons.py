"""Why a decision of Claim It! is the best one: true statements about the table, with figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from claimant.games.claim_it import odds
from claimant.games.claim_it.names import space_name
from claimant.games.claim_it.rules.board import NUMBERS, bits_of, largest_group
from claimant.games.claim_it.view import ClaimItView
from claimant.games.claim_it.words import percent as percentage
from claimant.i18n import Text
from claimant.judge import Reason, compared

RISKY: Final = odds.WAYS // 5
"""If at least this many of the 216 rolls bust, the risk is a reason to stop."""
SAFE: Final = odds.WAYS // 4
"""If at most this many bust, the risk is low enough to be a reason to roll."""
MUCH_SAFER: Final = odds.WAYS // 20
"""How much less often the next roll has to bust after a placement than after the others."""
LITTLE: Final = 2
"""Losing at most this many spaces is losing little."""

Values = Mapping[str, float]


def reasons(view: ClaimItView, values: Values, best: str) -> tuple[Reason, ...]:
    """Why `best` is the best decision, the most important reason first."""
    if len(view.legal) < 2:
        return ()
    found = _placing(view, best) if view.stage == "place" else _deciding(view, best)
    return (*found, compared(values, best))


def _deciding(view: ClaimItView, best: str) -> list[Reason]:
    """Roll again or stop."""
    if best == "stop":
        found = [_wins_now(view), _calls(view), _bust_risk(view), _mine_grows(view)]
    else:
        found = [
            _nothing_to_lose(view),
            _too_early(view),
            _low_risk(view),
            _little_at_stake(view),
        ]
    return [reason for reason in found if reason is not None]


def _standings(view: ClaimItView) -> list[tuple[int, int, int]]:
    """Each seat's largest mine, claims and spaces if the player stops now (R-I9)."""
    taken = bits_of(view.squatted) | bits_of(view.capped)
    claimed = bits_of(view.claimed) | bits_of(view.capped)
    found = []
    for seat in range(view.players):
        own = bits_of(owner == seat for owner in view.owners) & ~taken
        own |= taken if seat == view.turn else 0
        group = largest_group(own).bit_count()
        found.append((group, (own & claimed).bit_count(), own.bit_count()))
    return found


def _ahead(view: ClaimItView) -> int:
    """Whether the player leads after stopping now: 1 alone, 0 together with others, -1 not."""
    standings = _standings(view)
    assert view.turn is not None
    mine = standings[view.turn]
    rival = max(one for seat, one in enumerate(standings) if seat != view.turn)
    return (mine > rival) - (mine < rival)


def _wins_now(view: ClaimItView) -> Reason | None:
    if view.turns_left != 1 or _ahead(view) < 1:
        return None
    return Reason("wins-now", Text("Stopping now wins the game."))


def _nothing_to_lose(view: ClaimItView) -> Reason | None:
    if view.turns_left != 1 or _ahead(view) >= 0:
        return None
    return Reason(
        "nothing-to-lose",
        Text("Stopping now loses the game, so you have nothing to lose by rolling again."),
    )


def _would_call(view: ClaimItView) -> bool:
    """Whether stopping now calls the last round (R-I8)."""
    assert view.turn is not None
    return view.caller is None and _standings(view)[view.turn][1] >= view.needed


def _calls(view: ClaimItView) -> Reason | None:
    if not _would_call(view) or _ahead(view) < 1:
        return None
    assert view.turn is not None
    return Reason(
        "calls-last-round",
        Text(
            "Stopping now calls the last round while you lead with a mine of {n} space.",
            "Stopping now calls the last round while you lead with a mine of {n} spaces.",
            n=_standings(view)[view.turn][0],
        ),
    )


def _too_early(view: ClaimItView) -> Reason | None:
    if not _would_call(view) or _ahead(view) >= 0:
        return None
    return Reason(
        "calls-too-early",
        Text("Stopping now would call the last round while a rival is ahead of you."),
    )


def _bust_risk(view: ClaimItView) -> Reason | None:
    ways, n = odds.ways_to_bust(view), _held(view)
    if ways < RISKY:
        return None
    return Reason(
        "bust-risk",
        Text(
            "Rolling again busts {percent}% of the time, and you hold {n} space.",
            "Rolling again busts {percent}% of the time, and you hold {n} spaces.",
            percent=percentage(ways),
            n=n,
        ),
    )


def _low_risk(view: ClaimItView) -> Reason | None:
    ways = odds.ways_to_bust(view)
    if ways > SAFE:
        return None
    if ways == 0:
        return Reason("low-risk", Text("The next roll cannot bust."))
    if _tiny(ways):
        return Reason("low-risk", Text("Rolling again almost never busts."))
    return Reason(
        "low-risk",
        Text("Rolling again busts only {percent}% of the time.", percent=percentage(ways)),
    )


def _tiny(ways: int) -> bool:
    """Whether so few rolls bust that the percentage would be 0."""
    return ways > 0 and round(100 * ways / odds.WAYS) == 0


def _little_at_stake(view: ClaimItView) -> Reason | None:
    n = _held(view)
    if n > LITTLE:
        return None
    return Reason(
        "little-at-stake",
        Text(
            "You risk only {n} space by rolling again.",
            "You risk only {n} spaces by rolling again.",
            n=n,
        ),
    )


def _mine_grows(view: ClaimItView) -> Reason | None:
    assert view.turn is not None
    before, after = view.groups[view.turn], _standings(view)[view.turn][0]
    if after <= before or before == 0:
        return None
    return Reason(
        "mine-grows",
        Text("Stopping now makes your mine grow from {n} to {more}.", n=before, more=after),
    )


def _held(view: ClaimItView) -> int:
    """The spaces on which this turn has put something."""
    return (bits_of(view.squatted) | bits_of(view.capped)).bit_count()


def _placing(view: ClaimItView, best: str) -> list[Reason]:
    """Where to place."""
    found = [
        _joins(view, best), _takes(view, best), _for_good(view, best), _safer(view, best),
    ]  # fmt: skip
    return [reason for reason in found if reason is not None]


def _joins(view: ClaimItView, best: str) -> Reason | None:
    seat, bit = view.turn, 1 << NUMBERS[best]
    own = bits_of(owner == seat for owner in view.owners)
    own |= bits_of(view.squatted) | bits_of(view.capped)
    before = largest_group(own).bit_count()
    after = largest_group(own | bit).bit_count()
    if after <= before or after < 2:
        return None
    if after > before + 1:
        text = Text(
            "{space} joins your groups into a mine of {n} spaces.", space=space_name(best), n=after
        )
        return Reason("joins-groups", text)
    text = Text("{space} makes your mine {n} spaces big.", space=space_name(best), n=after)
    return Reason("extends-mine", text)


def _takes(view: ClaimItView, best: str) -> Reason | None:
    owner, bit = view.owners[NUMBERS[best]], 1 << NUMBERS[best]
    if owner is None or owner == view.turn or view.squatted[NUMBERS[best]]:
        return None
    taken = bits_of(view.squatted) | bits_of(view.capped)
    own = bits_of(one == owner for one in view.owners) & ~taken
    before, after = largest_group(own).bit_count(), largest_group(own & ~bit).bit_count()
    if after >= before:
        return None
    return Reason(
        "cuts-rival",
        Text(
            "{space} cuts a rival's mine down from {n} to {less}.",
            space=space_name(best),
            n=before,
            less=after,
        ),
    )


def _for_good(view: ClaimItView, best: str) -> Reason | None:
    space = NUMBERS[best]
    if not (view.squatted[space] or view.owners[space] == view.turn):
        return None
    return Reason(
        "for-good",
        Text(
            "A claim marker on {space} makes it yours for good once you stop.",
            space=space_name(best),
        ),
    )


def _safer(view: ClaimItView, best: str) -> Reason | None:
    ways = odds.ways_to_bust_after(view)
    others = [n for space, n in ways.items() if space != best]
    if ways[best] > min(others) - MUCH_SAFER:
        return None
    if _tiny(ways[best]):
        text = Text(
            "After {space} the next roll almost never busts; after any other choice at least"
            " {other}% of the time.",
            space=space_name(best),
            other=percentage(min(others)),
        )
        return Reason("safer-roll", text)
    return Reason(
        "safer-roll",
        Text(
            "After {space} the next roll busts {percent}% of the time; "
            "after any other choice at least {other}%.",
            space=space_name(best),
            percent=percentage(ways[best]),
            other=percentage(min(others)),
        ),
    )
