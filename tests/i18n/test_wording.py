"""The wording of everything that players read: one word for each thing, and everyone is meant.

`docs/translating.md` explains the words. Teach it a new rule by adding it to the table here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.catalogues import SENTENCES, forms, translations

from claimant.i18n import LANGUAGES

GAMES = Path(__file__).parents[2] / "src" / "claimant" / "games"
OTHERS = [language for language in LANGUAGES if language != "en"]

# What a language does not say, as a pattern, and what it says instead.
AVOIDED = {
    "en": {
        r"\bis to (play|move|decide)\b": "it is the turn of …, … decides",
        r"\b(lay|lays|laid|laying)[- ]off\b": "discard",
        r"\btrolls? lying\b": "on the table",
        r"\b[Ww]hoever\b": "the player who, no matter who",
        r"(?<!there )(?<!There )\b(is|are) no (?!longer|more)\w": "is not a",
        r"^(?!.*(Ann|Ben|Mia)).*\b(he|she|him|his|hers)\b": "they, the player",
        r"\bthe (page|house)'s\b": "the server's",
        r"\bfortune\b|\brandomness\b": "luck",
        r"^Kept\.|\b[Ff]ingerprint of": "Saved, the server's commitment",
    },
    "de": {
        r"Zufall|Zufälle": "Glück",
        r"\bPartien?\b": "Spiel",
        r"\bBesetzer": "Anspruchstein",
        r"[Bb]ankrott": "Pech gehabt!",
        r"besiedel": "besetzt",
        r"\b(Mit)?[Ss]pielern?\b": "Leute, zu dritt, wer mitspielt",
        r"\b(Gegner|Gegnern|Mitspieler|Zuschauer|Gastgeber|Betreiber)s?\b": "wer …, die anderen",
        r"\b(Sieger|Gewinner|Verlierer|Teilnehmer|Besitzer|Nutzer|Benutzer)s?\b": "wer …",
        r"\b(Freund|Autor|Händler)(e|en|n|s)?\b": "die anderen, wer …",
        r"\ber oder sie\b|:innen\b|\*innen\b": "a sentence that needs neither",
        r"\b(ist|sind) auszuspielen\b": "Spiel aus!",
        r"\bMerken\b|^Sagen$|\bwie Briefe\b": "Speichern, Senden",
        r"[\d}] %": "a no-break space before %",
    },
    "nl": {
        r"\btoeval\b|\btoevals": "geluk",
        r"\bpartij(en)?\b": "spel",
        r"\b[Kk]rakers?\b": "kraaksteen",
        r"fiches?\b": "steen, claimsteen, markeersteen",
        r"\bblut\b": "alles kwijt",
        r"\bvak(ken)?\b": "veld",
        r"\b(gastheer|gastvrouw)\b": "wie de tafel heeft geopend",
        r"\bhij of zij\b|\bhem of haar\b": "die, diegene",
        r"\bplek(ken)?\b|\bspelregelboek": "plaats, de spelregels",
        r"[\d}]\s%": "no space before %",
        r"\b[Mm]aak een tafel\b|\b[Dd]it huis\b": "Open een tafel, deze server",
    },
}

# A language's quotation marks; it uses no others.
QUOTES = {"en": ("“", "”"), "de": ("„", "“"), "nl": ("‘", "’")}  # noqa: RUF001

# Words that are the same in another language.
SAME = re.compile(r"best of \d|claimant|\bUTC\b|Buchholz|Sonneborn-Berger|Claim It!|--\w")


def texts(language: str) -> Iterator[tuple[Path, str]]:
    """The longer texts of the games in a language."""
    for path in sorted(GAMES.glob(f"*/texts/*.{language}.*")):
        yield path, path.read_text("utf-8")
    for path in sorted(GAMES.glob(f"*/course/{language}.toml")):
        yield path, path.read_text("utf-8")


def said(language: str) -> list[tuple[str, str]]:
    """Everything people read in a language, each with where it is."""
    if language == "en":
        found = [(form, form) for own in SENTENCES.values() for each in own for form in forms(each)]
    else:
        found = [(str(message.id), sentence) for message, sentence in translations(language)]
    lines = [
        (f"{path.name}:{number}", line)
        for path, text in texts(language)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.startswith("#") or path.suffix == ".md"
    ]
    return found + lines


@pytest.mark.parametrize("language", AVOIDED)
def test_one_word_for_each_thing_and_everyone_is_meant(language: str) -> None:
    found = [
        f"{place}: “{hit[0]}” in “{words}”; rather: {better}"
        for place, words in said(language)
        for avoided, better in AVOIDED[language].items()
        if (hit := re.search(avoided, words))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("language", QUOTES)
def test_a_language_has_its_own_quotation_marks(language: str) -> None:
    own = set(QUOTES[language])
    others = set("„“”‘«»") - own  # noqa: RUF001
    for place, words in said(language):
        assert not others & set(words), f"{place}: {words}"
        opened, closed = QUOTES[language]
        if closed != "’":  # noqa: RUF001
            assert words.count(opened) == words.count(closed), f"{place}: {words}"


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    """Names and abbreviations are the same in all languages; three words in a row are not."""
    for message, sentence in translations(language):
        bare = re.sub(r"\{\w*\}", "", sentence)
        if sentence in forms(message.id) and not SAME.search(sentence):
            assert len(re.findall(r"[^\W\d]{2,}", bare)) < 3, sentence


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_says_a_sentence_once(language: str) -> None:
    for _, sentence in translations(language):
        half = len(sentence) // 2
        assert half < 20 or sentence[:half].strip() != sentence[half:].strip(), sentence


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_the_spaces_around_it(language: str) -> None:
    """A prompt ends with a space, and a key in a list of keys is followed by two."""
    for message, sentence in translations(language):
        for original in forms(message.id):
            assert sentence.startswith(" ") == original.startswith(" "), sentence
            assert sentence.endswith(" ") == original.endswith(" "), sentence


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_a_game_is_there_in_every_language(language: str) -> None:
    for english, original in texts("en"):
        name = re.sub(r"(^|\.)en\.", rf"\1{language}.", english.name)
        other = english.with_name(name)
        assert other.is_file(), other
        translated = other.read_text("utf-8")
        if english.suffix == ".toml":
            keys, own = tomllib.loads(original), tomllib.loads(translated)
            assert own.keys() == keys.keys(), name
        else:
            for pattern in (r"^#+ (?:R-\w+)?", r"\(example:[^)]+\)", r"^\|", r"^\d+\. ", r"^- "):
                found = [re.findall(pattern, t, re.M) for t in (original, translated)]
                assert found[0] == found[1], (name, pattern)
