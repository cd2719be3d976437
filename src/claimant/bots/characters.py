"""The characters that bots play as: each has a name, a portrait and a temperament.

A character is independent of the game and of the level: Marta may be a novice at one table and an
expert at the next. Her portrait is in `art.portraits`, under her name in lower case. Her
temperament shows in what she says when fortune turns, which everyone at the table has seen: a line
knows nothing of the cards that she holds or of what she computes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from claimant.i18n import Text


class Cue(StrEnum):
    """What a character may have something to say about."""

    HELLO = "hello"
    """The game begins."""
    GAIN = "gain"
    """Something went well for the character."""
    SETBACK = "setback"
    """Something went wrong for the character."""
    OTHERS_GAIN = "others-gain"
    OTHERS_SETBACK = "others-setback"
    WON = "won"
    LOST = "lost"


class Character(NamedTuple):
    name: str
    """The same in every language."""
    lines: Mapping[Cue, Text]

    @property
    def portrait(self) -> str:
        """The name of the portrait."""
        return self.name.lower()


def _character(name: str, *lines: Text) -> Character:
    """A character with a line for each occasion, in their order."""
    return Character(name, dict(zip(Cue, lines, strict=True)))


CHARACTERS: Final = (
    _character(  # an innkeeper who has seen it all
        "Marta",
        Text("I have had worse guests."),
        Text("That goes on the bill."),
        Text("Fine. I will sweep it up."),
        Text("Nice, while it lasts."),
        Text("I could have told you."),
        Text("Closing time."),
        Text("This round is on me."),
    ),
    _character(  # a gentle soul who is sorry to win
        "Bruno",
        Text("Good luck, everyone! I mean it."),
        Text("Oh! Sorry about that."),
        Text("That is all right. I am used to it."),
        Text("Well done! Really well done."),
        Text("Oh no. Do you need a hug?"),
        Text("I won? Are we still friends?"),
        Text("That was lovely. Again?"),
    ),
    _character(  # a gambler with all the time in the world
        "Felix",
        Text("Who feels lucky tonight?"),
        Text("Never in doubt."),
        Text("Double or nothing next time."),
        Text("Beginner's luck. I know it well."),
        Text("The bank says thank you."),
        Text("A pleasure doing business."),
        Text("I let you win. Ask anyone."),
    ),
    _character(  # a captain in any weather
        "Nora",
        Text("All hands on deck!"),
        Text("Full speed ahead!"),
        Text("Just a bit of spray."),
        Text("A fair wind for you."),
        Text("Overboard!"),
        Text("Land in sight, and it is mine."),
        Text("I go down with my ship."),
    ),
    _character(  # a sage who lets the river decide
        "Selma",
        Text("Every game begins with a breath."),
        Text("The river brings, if you wait."),
        Text("The river takes."),
        Text("You move like water."),
        Text("This too will pass."),
        Text("Nobody ever wins. Except me, today."),
        Text("I have lost, and lost nothing."),
    ),
    _character(  # a poet who suffers beautifully
        "Anton",
        Text("O table, stage of my sorrows!"),
        Text("At last, a verse that rhymes."),
        Text("Alas! Write that on my stone."),
        Text("You are stealing my best scene."),
        Text("What a tragedy. Bravo!"),
        Text("I shall write an ode to myself."),
        Text("Defeat suits me."),
    ),
    _character(  # a dog
        "Rufus",
        Text("Woof!"),
        Text("Woof woof woof!"),
        Text("Whine …"),
        Text("Growl."),
        Text("Woof?"),
        Text("*chases own tail*"),
        Text("*lies down under the table*"),
    ),
    _character(  # a pessimist, and usually right
        "Casper",
        Text("This will not end well. For me."),
        Text("It will not last."),
        Text("As I expected."),
        Text("Of course. It never happens to me."),
        Text("Welcome to my world."),
        Text("There must be some mistake."),
        Text("I knew it from the start."),
    ),
    _character(  # a grandmother, sweet and without mercy
        "Olga",
        Text("Have a biscuit, dear. You will need it."),
        Text("These old hands still know a trick or two."),
        Text("I dropped a stitch there."),
        Text("How clever. I shall remember that."),
        Text("Oh dear. Another biscuit?"),
        Text("And now off to bed with you."),
        Text("I will knit you a medal."),
    ),
    _character(  # a prospector with many stories
        "Victor",
        Text("I once won this with my eyes shut."),
        Text("Gold! Did you all see that?"),
        Text("All part of the plan."),
        Text("You learned that from me."),
        Text("In my day we dug deeper."),
        Text("They will sing about this one."),
        Text("The sun was in my eyes."),
    ),
    _character(  # an inventor for whom every result is a good one
        "Lina",
        Text("Let us see what happens!"),
        Text("It works! It works!"),
        Text("Bang! Next experiment."),
        Text("Ooh, how did you build that?"),
        Text("Did you check the fuse?"),
        Text("Theory confirmed!"),
        Text("Interesting! I am taking notes."),
    ),
    _character(  # an accountant who misses nothing
        "Agnes",
        Text("The books are open."),
        Text("Entered under income."),
        Text("A loss. Deductible, at least."),
        Text("I will need a receipt for that."),
        Text("Poor planning."),
        Text("It all adds up."),
        Text("I will go over those figures again."),
    ),
)
"""All of them. Their order decides who plays where no character was chosen."""

_BY_NAME: Final = {character.name: character for character in CHARACTERS}


def character(name: str, seat: int) -> Character:
    """The character of a name; if there is none, as in records and tables that do not say, the one
    that belongs to the seat."""
    return _BY_NAME.get(name) or CHARACTERS[seat % len(CHARACTERS)]


def bot_seat(level: str) -> str:
    """A bot in the header `seat N` of a record."""
    return f"bot {level}"


def level_of(seat: str) -> str | None:
    """The level in such a header; None if it names a person."""
    bot, _, level = seat.partition(" ")
    return level if bot == "bot" and level else None


def character_key(seat: int) -> str:
    """The header of a record that names a bot's character."""
    return f"character {seat}"


def free_characters(taken: Collection[str]) -> list[Character]:
    """The characters that nobody at a table is called after; all of them if everyone is taken."""
    return [each for each in CHARACTERS if each.name not in taken] or list(CHARACTERS)
