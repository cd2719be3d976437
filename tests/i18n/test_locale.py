"""The catalogues hold every sentence of the code, translated, and nothing else."""

from __future__ import annotations

import importlib.util
import string
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message

from claimant.i18n import LANGUAGES, Text

_TOOL = Path(__file__).parents[2] / "tools" / "messages.py"


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", _TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MESSAGES = tool()
OTHERS = [language for language in LANGUAGES if language != "en"]


def forms(sentence: str | list[str] | tuple[str, ...]) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_has_just_the_sentences_of_the_code(language: str) -> None:
    in_code = {str(message.id) for message in messages(MESSAGES.found())}
    catalogue = MESSAGES.load(language)
    assert {str(message.id) for message in messages(catalogue)} == in_code
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language: str) -> None:
    assert MESSAGES.missing(MESSAGES.load(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_placeholders(language: str) -> None:
    for message in messages(MESSAGES.load(language)):
        one, *many = forms(message.id)
        translated = forms(message.string or "")
        for original, sentence in zip([one, *many], translated, strict=True):
            assert placeholders(sentence) == placeholders(original), sentence


@pytest.mark.parametrize(("n", "said"), [(1, "1 onbekende kaart"), (2, "2 onbekende kaarten")])
def test_several_things_have_their_own_sentence(n: int, said: str) -> None:
    assert Text("{n} unknown card", "{n} unknown cards", n=n).say("nl") == said


def test_the_tool_finds_both_kinds_of_sentences(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('Text("a " "b", x=1)\nText("one", "many", n=2)\n')
    found = MESSAGES.found(tmp_path)
    assert [message.id for message in messages(found)] == ["a b", ("one", "many")]
