"""Sentences that can be said in any of our languages.

A `Text` is a sentence with its values, not yet in a language. Rules and bots create texts without
knowing the reader; the code that shows a text chooses the language. English is the source, the
other languages are gettext catalogues (`catalogues.py`).
"""

from __future__ import annotations

from typing import Final

from claimant.i18n.catalogues import SOURCE_LANGUAGE, translations


class Text:
    """A sentence in no language yet: `Text("there is no game {name}", name="x").say("nl")`.

    Values may be texts themselves. With `many`, the sentence for several things, the value `n`
    chooses between the two.
    """

    __slots__ = ("many", "one", "values")

    def __init__(self, one: str, /, many: str | None = None, **values: object) -> None:
        self.one: Final = one
        self.many: Final = many
        self.values: Final = values

    def say(self, language: str = SOURCE_LANGUAGE) -> str:
        """The sentence in a language, with its values."""
        if self.many is not None:
            words = translations(language)
            sentence = words.ngettext(self.one, self.many, int(str(self.values["n"])))
        elif language == SOURCE_LANGUAGE:
            sentence = self.one
        else:
            sentence = translations(language).gettext(self.one)
        if not self.values:
            return sentence
        return sentence.format_map(
            {
                name: value.say(language) if isinstance(value, Text) else value
                for name, value in self.values.items()
            }
        )

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
    """A text that begins with a capital letter."""

    __slots__ = ("_text",)

    def __init__(self, text: Text) -> None:
        super().__init__(text.one, text.many, **text.values)
        self._text: Final = text  # which may have a way of its own to say it, as names have

    def say(self, language: str = SOURCE_LANGUAGE) -> str:
        words = self._text.say(language)
        return words[:1].upper() + words[1:]


def sentence(text: Text) -> Text:
    """The text with a capital letter, for one that may begin with a lower-case value."""
    return _Sentence(text)
