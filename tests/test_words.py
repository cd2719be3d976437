"""What is told: right, complete, and no more than the viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from claimant.claim.cards import SCENARIOS
from claimant.claim.game import Claim
from claimant.claim.view import ClaimView
from claimant.claim_it.game import ClaimIt
from claimant.cli.sight import unhidden
from claimant.cli.simulate import simulated
from claimant.draw.names import card, faction, listing
from claimant.draw.words import choice, explain, hint, tell, told_more
from claimant.draw.words_claim_it import percent
from claimant.game import CHANCE, Game
from claimant.language import LANGUAGES, Text
from claimant.record import Record, Step, loads, steps

KINGDOM, MOUNTAINS, COURT, WAR = SCENARIOS.values()
TABLES: list[Game] = [
    ClaimIt(2),
    ClaimIt(3, squatters_return=True),
    Claim(2, KINGDOM.deck(2)),
    Claim(2, MOUNTAINS.deck(2)),
    Claim(2, COURT.deck(2)),
    Claim(3, COURT.deck(3)),
    Claim(4, WAR.deck(4)),
]


def played(game: Game, games: int, bot: str = "random") -> Iterator[Step]:
    for record, _ in simulated(game, [bot] * game.players, 5, games):
        yield from steps(record)


def told(step: Step, seat: int | None) -> list[Text]:
    return tell(step.before.view(seat), step.event, step.after.view(seat))


def all_told(lines: str) -> list[str]:
    """The words for the last event of a game of Claim It!"""
    head = "claimant record 1\ngame: claim-it\nrules: 1\nplayers: 2\n\n"
    *_, last = steps(loads(head + "\n".join(lines.split("; ")) + "\n"))
    return [str(text) for text in told(last, None)]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ("first 1", ["Player 2 goes first."]),
        ("first 1; roll", ["Player 2 begins a turn and rolls."]),
        ("first 0; roll; dice 2 3 5", ["The dice show 2 3 5."]),
        ("first 0; roll; dice 2 3 5; 3,5", ["Player 1 puts squatter 2 on 3,5."]),
        ("first 0; roll; dice 2 3 5; 3,5; undo", ["Player 1 takes that back."]),
        ("first 0; roll; dice 2 3 5; 3,5; roll", ["Player 1 rolls again."]),
        (
            "first 0; roll; dice 2 3 5; 3,5; roll; dice 3 5 1; 3,5",
            ["Player 1 caps squatter 2 on 3,5 with a claim marker."],
        ),
        (
            "first 0; roll; dice 2 3 5; 3,5; roll; dice 3 5 1; 3,5; roll; dice 6 6 6; 6,6; stop",
            ["Player 1 stops and claims 3,5 for good.", "Player 1 also settles 6,6."],
        ),
        (
            "first 0; roll; dice 1 1 1; 1,1; roll; dice 1 1 1; 1,1; roll; dice 1 1 1",
            [
                "The dice show 1 1 1.",
                "Nothing can be placed: Player 1 goes bust and loses the 2 markers of this turn.",
            ],
        ),
        (
            "first 0; roll; dice 1 1 2; 1,1; stop; roll; dice 1 1 3; 1,1; stop",
            ["Player 2 stops and settles 1,1.", "Player 1 loses 1,1."],
        ),
        (
            "first 0; roll; dice 1 1 2; 1,1; stop; roll; dice 6 6 3; 6,6; stop; roll; dice 1 1 3; "
            "1,1",
            ["Player 1 puts a claim marker on 1,1, settled before."],
        ),
    ],
)
def test_claim_it_in_words(events: str, words: list[str]) -> None:
    assert all_told(events) == words


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_every_event_is_told_in_every_language(game: Game) -> None:
    for step in played(game, 1):
        story = tell(unhidden(step.before), step.event, unhidden(step.after))
        assert story
        for language in LANGUAGES:
            for text in story:
                assert "{" not in text.say(language)


# R-C8, and R-P3: what others took unseen or laid off is not told, whatever the event says.
@pytest.mark.parametrize("game", [g for g in TABLES if g.name == "claim"], ids=repr)
def test_a_hidden_card_is_never_told(game: Game) -> None:
    hidden = 0
    for step in played(game, 1):
        verb, _, _ = step.event.partition(" ")
        for seat in (None, *range(game.players)):
            before, after = step.before.view(seat), step.after.view(seat)
            assert isinstance(before, ClaimView)
            assert isinstance(after, ClaimView)
            story = tell(before, step.event, after)
            if verb in ("take", "discard"):
                assert story == tell(before, f"{verb} ?", after)
            for old, new in zip(before.places, after.places, strict=False):
                if old.seat is None and new.seat is not None and new.card == "?":
                    hidden += 1
                    unseen = (
                        "{who} draws a card from the pile.",
                        "{who} takes the card that the seer showed.",
                    )
                    assert any(text.one in unseen for text in story)
    assert hidden


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_who_is_told_no_more_than_a_spectator_is_told_the_same(game: Game) -> None:
    more = fewer = 0
    for step in played(game, 3):
        before, after = step.before.view(None), step.after.view(None)
        told = told_more(before, step.event, after)
        common = tell(before, step.event, after)
        for seat in range(game.players):
            own = tell(step.before.view(seat), step.event, step.after.view(seat))
            assert own == common or seat in told
            more += own != common
            fewer += seat not in told
    assert fewer > 4 * more
    assert more or game.name == "claim-it"


def test_the_winner_of_a_trick_and_its_powers_are_told() -> None:
    """Each sentence about a power comes with what the power did (R-P1 to R-P9)."""
    seen: set[str] = set()
    for game in TABLES:
        if game.name != "claim":
            continue
        games = 8 if "gnomes" in game.options["factions"] else 4  # giants rarely find their gnome
        for step in played(game, games):
            before, after = step.before.view(None), step.after.view(None)
            assert isinstance(before, ClaimView)
            assert isinstance(after, ClaimView)
            for text in tell(before, step.event, after, [f"P{s}" for s in range(game.players)]):
                seen.add(text.one)
                who = text.values.get("who")
                if text.one == "{who} wins the trick with {card}.":
                    assert who == f"P{after.last_winner}"
                elif text.one == "{who} played a dragon and leads the next trick.":
                    assert who == f"P{after.leader}" != f"P{after.last_winner}"
                elif text.one == "{who} saves {cards} in the score pile.":
                    assert "undead" in text.say()
                elif text.one == "Giants: {who} loses {cards}.":
                    assert len(after.discarded) > len(before.discarded)
    powers = {
        "{who} saves {cards} in the score pile.",
        "{who} played a dragon and leads the next trick.",
        "{who} looks at the top card of the pile.",
        "An automaton won: {who} wins this trick too, everyone lays off a card.",
        "{who} lays {cards} open.",
        "Giants: {who} loses {cards}.",
        "A griffin makes it worth 5 more.",
        "On the table stays {cards}.",
        "{cards} leaves {who}.",
        "{cards} comes over to {who}.",
        "The loot of {who} counts for the {faction}.",
        "{who} counts the loot for the {faction}.",
    }
    assert powers <= seen


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_the_result_names_the_winners_last(game: Game) -> None:
    reasons = set()
    for _, end in simulated(game, ["normal"] * game.players, 2, 5):
        outcome = end.outcome
        assert outcome is not None
        reasons.add(outcome.reason)
        names = [f"P{seat}" for seat in range(game.players)]
        for language in LANGUAGES:
            *_, last = explain(end.view(None), names)
            said = last.say(language)
            assert {name for name in names if name in said} == {
                f"P{seat}" for seat in outcome.winners
            }
    assert reasons


@pytest.mark.parametrize("game", TABLES, ids=repr)
def test_choices_are_told_apart(game: Game) -> None:
    for step in played(game, 1):
        actor = step.before.actor
        if actor is None or actor == CHANCE:
            continue
        view = step.before.view(actor)
        for language in LANGUAGES:
            sentences = {choice(view, legal).say(language) for legal in view.legal}
            assert len(sentences) == len(view.legal)


def test_the_chance_to_bust_is_shown_before_rolling_on() -> None:
    record = loads(
        "claimant record 1\ngame: claim-it\nrules: 1\nplayers: 2\n\n"
        "first 0\nroll\ndice 1 1 1\n1,1\n"
    )
    *_, last = steps(record)
    # Only 1,1 is out of reach without squatter 1: a triple 1 caps it, so nothing busts. A roll
    # whose third die can always be another number never busts either.
    assert [str(text) for text in hint(last.after.view(0))] == [
        "Chance to bust on the next roll: 0% (0 of 216)"
    ]


@pytest.mark.parametrize(
    ("ways", "said"), [(0, "0"), (1, "<1"), (2, "1"), (108, "50"), (215, ">99"), (216, "100")]
)
def test_a_chance_is_called_sure_only_if_it_is(ways: int, said: str) -> None:
    assert percent(ways) == said


def test_cards_and_lists_in_three_languages() -> None:
    assert card("undead-4").say("de") == "Untote 4"
    assert faction("dwarves").say("nl") == "dwergen"
    assert Text("{x}", x=listing(["a", "b", "c"])).say("de") == "a, b und c"


def test_a_record_without_names_has_numbered_players() -> None:
    record = Record({"game": "claim-it", "rules": "1", "players": "2"}, ["first 1"])
    (step,) = steps(record)
    assert told(step, None)[0].say("nl") == "Speler 2 begint."
