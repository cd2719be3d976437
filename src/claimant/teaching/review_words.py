"""A review in words, for the terminal and the web app."""

from __future__ import annotations

from claimant.game import View
from claimant.i18n import Name, Text
from claimant.judge import COMPARISONS
from claimant.presentation import presentation_of
from claimant.teaching.grades import NAMES
from claimant.teaching.review_data import Advice, Graded, PlayerReview, Why

BASIS = Text(
    "The chances are computed, and take into account everything that was hidden. A decision is"
    " graded only by what its player could know. Luck is what was drawn or rolled. Everything else"
    " is what hidden cards made of a decision, and what can only be judged one event later."
)


def percent(share: float) -> str:
    """A chance in percent, as a number."""
    return f"{100 * share:.0f}"


def change(share: float) -> str:
    """A change of a chance in percentage points, with its sign."""
    points = round(100 * share)
    return "0" if points == 0 else f"{points:+d}".replace("-", "\N{MINUS SIGN}")


def choice(view: View, event: str, language: str) -> str:
    """A decision in words, without what one would have to type for it."""
    words = presentation_of(view.game).choice(view, event).say(language)
    before, _, typed = words.removesuffix(")").rpartition(" (")
    return before if before and event.endswith(typed) else words


def verdict(one: Graded, view: View, who: Name, language: str) -> Text:
    """What a player did and how good that was. `view` is the player's, before the decision."""
    return Text(
        "{who}: {choice}. Grade: {grade}. Cost: {percent}% of winning chance.",
        who=who,
        choice=choice(view, one.event, language),
        grade=NAMES[one.grade],
        percent=percent(one.cost),
    )


def better(one: Graded, view: View, language: str) -> Text | None:
    """The better choice, if there was one."""
    if one.event == one.best or one.cost == 0:
        return None
    return Text("Better: {choice}", choice=choice(view, one.best, language))


def why(reason: Why, language: str) -> str:
    """A reason in a language."""
    return reason.text.get(language, reason.text["en"])


def with_open_cards(one: Graded, view: View, language: str) -> Text | None:
    """What is known for certain once all cards are open; None if nothing is."""
    if one.open_cost is None or one.open_best is None:
        return None
    if one.open_cost == 0:
        return Text("With everything face up, there was no better choice either.")
    return Text(
        "With everything face up, this costs {percent}%, and the best is: {choice}.",
        percent=percent(one.open_cost),
        choice=choice(view, one.open_best, language),
    )


def accuracy(player: PlayerReview) -> Text:
    """How much of what was at stake a player has kept."""
    if player.accuracy is None:
        return Text("No decision mattered.")
    return Text(
        "Accuracy {percent}%: of the winning chance at stake in all decisions, this much was kept.",
        percent=f"{player.accuracy:.0f}",
    )


def luck(player: PlayerReview) -> Text:
    """How lucky a player was, and how unusual that is."""
    return Text(
        "Luck changed the winning chance by {points} points. That is more luck than in {n} of 100"
        " games like this one.",
        points=change(player.luck),
        n=f"{player.luck_rank:.0f}",
    )


def to_work_on(advice: Advice) -> Text:
    """One thing to work on."""
    if advice.code in COMPARISONS:
        return Text(
            "No single habit stands out. {n} decision cost {percent}% of winning chance:",
            "No single habit stands out. {n} decisions cost {percent}% of winning chance together;"
            " this one cost the most:",
            n=advice.count, percent=percent(advice.cost),
        )  # fmt: skip
    return Text(
        "{n} decision of one kind cost {percent}% of winning chance, here for example:",
        "{n} decisions of the same kind cost {percent}% of winning chance together, here for"
        " example:",
        n=advice.count, percent=percent(advice.cost),
    )  # fmt: skip
