"""Which language a user gets, and how lists are written in it."""

from __future__ import annotations

import pytest

from claimant.i18n import (
    LANGUAGES,
    Text,
    accepted_language,
    environment_language,
    language_name,
    listing,
    said,
    sentence,
)


def test_languages_and_what_they_call_themselves() -> None:
    names = {language: language_name(language) for language in LANGUAGES}
    assert names == {"en": "English", "de": "Deutsch", "nl": "Nederlands"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("DE-at", "de"),
        ("nl-BE, nl;q=0.9, en;q=0.8", "nl"),
        ("fr-FR,fr;q=0.9,en;q=0.2,de;q=0.8", "de"),
        ("de;q=0.1, nl ; q=0.7", "nl"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("fr, ja", "en"),
        ("*", "en"),
        ("de;q=much, nl;q=0.3", "nl"),
        (", ;q=, ;;, de--", "de"),
        ("x" * 100_000 + ",de", "en"),
    ],
)
def test_the_best_language_of_a_header(header: str, language: str) -> None:
    assert accepted_language(header) == language


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "de_AT@euro"}, "de"),
        ({"LC_ALL": "nl"}, "nl"),
        ({"LC_ALL": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({"LC_ALL": "???"}, "en"),
    ],
)
def test_the_language_of_the_environment(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert environment_language() == language


@pytest.mark.parametrize(
    ("things", "english", "german", "dutch"),
    [
        ([], "nothing", "nichts", "niets"),
        (["a"], "a", "a", "a"),
        (["a", "b"], "a and b", "a und b", "a en b"),
        (["a", "b", "c", "d"], "a, b, c and d", "a, b, c und d", "a, b, c en d"),
        (["1,2", "3,4"], "1,2 and 3,4", "1,2 und 3,4", "1,2 en 3,4"),
        (["1,2", "3,4", "5,6"], "1,2; 3,4 and 5,6", "1,2; 3,4 und 5,6", "1,2; 3,4 en 5,6"),
        ([Text("nothing"), "x"], "nothing and x", "nichts und x", "niets en x"),
        (["{0}", "{x}"], "{0} and {x}", "{0} und {x}", "{0} en {x}"),
    ],
)  # fmt: skip
def test_lists(things: list[str | Text], english: str, german: str, dutch: str) -> None:
    listed = listing(things)
    assert [said(listed, language) for language in ("en", "de", "nl")] == [english, german, dutch]
    within = Text("{things}", things=listed)
    assert within.say("de") == german


def test_a_sentence_begins_with_a_capital() -> None:
    assert sentence(Text("nothing")).say("nl") == "Niets"


def test_a_sentence_keeps_the_way_its_text_is_said() -> None:
    """Names of things are texts that are said in ways of their own."""
    both = listing(["ann", Text("nothing")])
    assert isinstance(both, Text)
    assert sentence(both).say("de") == "Ann und nichts"
