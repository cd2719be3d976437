"""The supported languages, and the gettext catalogues with their sentences.

Sentences of shared code are in `locale/` beside this file, those of a game in the `locale/` folder
of the game's package. English is the source: it needs no catalogue.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

SOURCE_LANGUAGE: Final = "en"
SHARED: Final = resources.files("claimant.i18n") / "locale"

LANGUAGES: Final = (
    SOURCE_LANGUAGE,
    *sorted(
        file.name.removesuffix(".po") for file in SHARED.iterdir() if file.name.endswith(".po")
    ),
)
"""The code of every language: English, and those with a catalogue of the shared sentences."""

_finders: Final[list[Callable[[], Iterable[Traversable]]]] = [lambda: [SHARED]]


def add_catalogues(folders: Callable[[], Iterable[Traversable]]) -> None:
    """Add folders with `LANGUAGE.po` files. They are looked up when a catalogue is first needed,
    and again after `forget_translations`; one that does not exist is skipped."""
    _finders.append(folders)
    forget_translations()


def forget_translations() -> None:
    """Read the catalogues again at the next sentence, because there are other folders now."""
    translations.cache_clear()


@cache
def translations(language: str) -> gettext.NullTranslations:
    """All catalogues of a language in one; where two translate the same sentence, the earlier one
    counts, shared before the games. A game without this language speaks English.

    One entry per language, valid until folders are added.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    # Reading a catalogue needs Babel, English does not: import it only if it is used.
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    merged = Catalog(locale=language)
    for find in _finders:
        for folder in find():
            file = folder / f"{language}.po"
            if not file.is_file():
                continue
            with file.open("rb") as source:
                for message in read_po(source, locale=language):
                    if message.id and message.id not in merged:
                        merged.add(message.id, message.string)
    compiled = io.BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def language_name(language: str) -> str:
    """What a language calls itself: `Deutsch`."""
    from babel.core import Locale

    return Locale(language).display_name or language
