"""The catalogues contain every sentence of the code, translated, and nothing else."""

from __future__ import annotations

import string
from itertools import combinations
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from support.catalogues import MESSAGES, SENTENCES, forms, messages

from claimant import registry
from claimant.i18n import LANGUAGES, Text
from claimant.registry import GameEntry

OTHERS = [language for language in LANGUAGES if language != "en"]

every_language = pytest.mark.parametrize("language", OTHERS)
every_folder = pytest.mark.parametrize("folder", SENTENCES, ids=lambda folder: folder.name)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def same_placeholders(message: Message) -> None:
    """Each form of a translation has the placeholders of its original. Only the form for one thing
    may say the number in words; a language may have more or fewer forms than English."""
    one, *many = forms(message.id)
    first, *others = forms(message.string or "")
    assert placeholders(first) | {"n"} == placeholders(one) | {"n"}, first
    if not many:
        assert placeholders(first) == placeholders(one), first
    for sentence in others:
        assert placeholders(sentence) == placeholders(many[0]), sentence


@every_language
@every_folder
def test_the_catalogue_has_just_the_sentences_of_the_code(folder: Path, language: str) -> None:
    catalogue = MESSAGES.load(folder, language)
    assert {message.id for message in messages(catalogue)} == set(SENTENCES[folder])
    assert not catalogue.obsolete


@every_language
@every_folder
def test_every_sentence_is_translated(folder: Path, language: str) -> None:
    assert MESSAGES.missing(MESSAGES.load(folder, language)) == []


@every_language
@every_folder
def test_a_translation_has_the_same_placeholders(folder: Path, language: str) -> None:
    for message in messages(MESSAGES.load(folder, language)):
        same_placeholders(message)


@every_language
def test_games_agree_on_the_translation_of_a_sentence(language: str) -> None:
    catalogues = [MESSAGES.load(folder, language) for folder in SENTENCES]
    for one, other in combinations(catalogues, 2):
        for message in messages(one):
            same = other.get(message.id)
            assert same is None or same.string == message.string, message.id


@every_language
def test_click_s_messages_are_translated_and_compiled(language: str) -> None:
    catalogue = MESSAGES.load_click(language)
    assert {message.id for message in messages(catalogue)} == set(MESSAGES.click_sentences())
    assert MESSAGES.missing(catalogue) == []
    for message in messages(catalogue):
        same_placeholders(message)
    file = MESSAGES.click_catalogue(language).with_suffix(".mo")
    assert file.read_bytes() == MESSAGES.compiled(catalogue)


@pytest.mark.parametrize(("n", "said"), [(1, "1 onbekende kaart"), (2, "2 onbekende kaarten")])
def test_a_plural_has_its_own_sentence(n: int, said: str) -> None:
    assert Text("{n} unknown card", "{n} unknown cards", n=n).say("nl") == said


def test_the_tool_finds_both_kinds_of_sentences(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('Text("a " "b", x=1)\nText("one", "many", n=2)\n')
    (tmp_path / "a.html").write_text("{{ _('hello') }}{{ ngettext('1 x', '{n} x', n=2) }}")
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "b.py").write_text('Text("own")')
    (tmp_path / "documentation").mkdir()
    (tmp_path / "documentation" / "a-page.html").write_text("{{ _('an example') }}")
    assert MESSAGES.found(tmp_path, besides=[tmp_path / "game"]) == [
        "hello",
        ("1 x", "{n} x"),
        "a b",
        ("one", "many"),
    ]


def test_a_game_brings_its_own_catalogues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    package = tmp_path / "a_game_of_its_own"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "locale" / "de.po").write_text(
        'msgid "a sentence of its own"\nmsgstr "ein eigener Satz"\n\n'
        'msgid "Player {n}"\nmsgstr "anders"\n'
    )
    monkeypatch.syspath_prepend(tmp_path)
    own = Text("a sentence of its own")
    assert own.say("de") == "a sentence of its own"
    request.addfinalizer(lambda: registry.unregister("own"))
    registry.register(GameEntry("own", "a_game_of_its_own", rules=()))
    assert own.say("de") == "ein eigener Satz"
    assert own.say("nl") == "a sentence of its own"  # it does not speak Dutch
    assert Text("Player {n}", n=1).say("de") == "Person 1"  # shared sentences stay as they are
