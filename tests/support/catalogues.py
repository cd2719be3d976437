"""The tool that keeps the catalogues in step, and what it finds in this checkout."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from babel.messages.catalog import Catalog, Message

_TOOL = Path(__file__).parents[2] / "tools" / "messages.py"


def _tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", _TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MESSAGES = _tool()
SENTENCES = MESSAGES.sentences()


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def forms(sentence: str | list[str] | tuple[str, ...]) -> list[str]:
    """The sentence, or its forms for one and for several things."""
    return [sentence] if isinstance(sentence, str) else list(sentence)


def translations(language: str) -> Iterator[tuple[Message, str]]:
    """Every message of a language's catalogues, with each form of its translation."""
    catalogues = [MESSAGES.load(folder, language) for folder in SENTENCES]
    for catalogue in (*catalogues, MESSAGES.load_click(language)):
        for message in messages(catalogue):
            for sentence in forms(message.string or ""):
                yield message, sentence
