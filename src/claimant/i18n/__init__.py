"""Sentences in several languages, and what people and lists of things are called."""

from claimant.i18n.catalogues import LANGUAGES, SOURCE_LANGUAGE, language_name, translations
from claimant.i18n.names import Name, everyone, listing, player, said
from claimant.i18n.negotiation import accepted_language, environment_language
from claimant.i18n.text import Text, sentence

__all__ = [
    "LANGUAGES",
    "SOURCE_LANGUAGE",
    "Name",
    "Text",
    "accepted_language",
    "environment_language",
    "everyone",
    "language_name",
    "listing",
    "player",
    "said",
    "sentence",
    "translations",
]
