"""Sentences in English, German and Dutch, and what people and lists of things are called."""

from claimant.i18n.names import Name, everyone, listing, player, said
from claimant.i18n.text import LANGUAGES, Text, preferred, sentence, translations

__all__ = [
    "LANGUAGES",
    "Name",
    "Text",
    "everyone",
    "listing",
    "player",
    "preferred",
    "said",
    "sentence",
    "translations",
]
