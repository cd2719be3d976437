"""Sentences that can be said in any of our languages.

A `Text` is a sentence with its values, not yet in a language: rules and bots make them without
knowing who will read them, and whoever shows them says in which language. English is the source,
the other languages are the gettext catalogues in `locale/`.
"""

from __future__ import annotations

import gettext
import io
import locale
import os
from functools import cache
from importlib import resources
from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "nl": "Nederlands"}


class Text:
    """A sentence in no language yet: `Text("squatter {number} is out", number=2).say("nl")`.

    Values may be texts themselves. With `many`, the sentence for several things, `n` decides.
    """

    __slots__ = ("many", "one", "values")

    def __init__(self, one: str, /, many: str | None = None, **values: object) -> None:
        self.one: Final = one
        self.many: Final = many
        self.values: Final = values

    def say(self, language: str = "en") -> str:
        if self.many is not None:
            words = translations(language)
            sentence = words.ngettext(self.one, self.many, int(str(self.values["n"])))
        elif language == "en":
            sentence = self.one
        else:
            sentence = translations(language).gettext(self.one)
        values = self.values
        if not values:
            return sentence
        for value in values.values():
            if isinstance(value, Text):
                values = {
                    key: value.say(language) if isinstance(value, Text) else value
                    for key, value in values.items()
                }
                break
        return sentence.format(**values)

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Text({self.say()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.one, self.many, self.values) == (other.one, other.many, other.values)

    def __hash__(self) -> int:
        return hash((self.one, self.many, tuple(sorted(self.values))))


class _Sentence(Text):
    __slots__ = ()

    def say(self, language: str = "en") -> str:
        words = super().say(language)
        return words[:1].upper() + words[1:]


def sentence(text: Text) -> Text:
    """The text with a capital, where a value that may be in lower case stands first."""
    return _Sentence(text.one, text.many, **text.values)


@cache
def translations(language: str) -> gettext.NullTranslations:
    """The catalogue of a language, read from its .po file, so that there is none to compile."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    if language == "en":
        return gettext.NullTranslations()
    # Reading a catalogue needs Babel, English does not: import it only where it is used.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = resources.files("claimant.i18n") / "locale" / f"{language}.po"
    compiled = io.BytesIO()
    with source.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def preferred() -> str:
    """The language of the user's locale, English where it is none of ours."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            code = locale.normalize(value)[:2]
            return code if code in LANGUAGES else "en"
    return "en"
