"""Which of our languages a user gets."""

from __future__ import annotations

from collections.abc import Iterable

from claimant.i18n.catalogues import LANGUAGES, SOURCE_LANGUAGE

MAX_CHARACTERS = 200
"""How much of an Accept-Language header is read: browsers send a few dozen characters."""


def environment_language() -> str:
    """The language of the user's locale, or English if it is not one of ours."""
    from babel.core import default_locale

    locale = default_locale(("LC_ALL", "LC_MESSAGES", "LANG"))
    return _first_of_ours([locale.replace("_", "-")] if locale else [])


def accepted_language(header: str) -> str:
    """The best of our languages for an Accept-Language header, or English if none is accepted."""
    wanted = []
    for choice in header[:MAX_CHARACTERS].split(","):
        tag, _, weight = choice.replace(" ", "").partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        if quality > 0:
            wanted.append((quality, tag))
    wanted.sort(key=lambda choice: -choice[0])
    return _first_of_ours(tag for _, tag in wanted)


def _first_of_ours(tags: Iterable[str]) -> str:
    from babel.core import negotiate_locale

    return (negotiate_locale(tags, LANGUAGES, sep="-") or SOURCE_LANGUAGE).lower()
