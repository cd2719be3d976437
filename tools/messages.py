"""Keep the catalogues in step with the sentences in the code: `python tools/messages.py`.

Finds every `Text("…")` and `Text("one", "many", n=…)` in the package, and every `_("…")` and
`ngettext("one", "many", n=…)` in its templates. Adds new sentences to the catalogues of all
languages, drops those that are gone, and lists what is not translated yet. Nothing is guessed: a
changed sentence has to be translated again.

Each game has catalogues of its own. A sentence that shared code uses is in the shared catalogues
only, even if games use it, too.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "claimant"
GAMES = tuple(sorted(folder.parent for folder in (SOURCE / "games").glob("*/__init__.py")))
SHARED = SOURCE / "i18n"
LANGUAGES = tuple(sorted(file.stem for file in (SHARED / "locale").glob("*.po")))

Sentence = str | tuple[str, ...]


def found(source: Path, besides: Iterable[Path] = ()) -> list[Sentence]:
    """Every sentence in the code and templates of a folder, each once, but not in these others."""
    sentences: dict[Sentence, None] = {}
    for file in sorted(source.rglob("*")):
        if any(file.is_relative_to(other) for other in besides):
            continue
        if file.suffix == ".py":
            sentences |= dict.fromkeys(_in_code(file))
        elif file.suffix == ".html":
            sentences |= dict.fromkeys(_in_template(file))
    return list(sentences)


def _in_code(file: Path) -> Iterator[Sentence]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "Text"
        ):
            continue
        forms = [
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
        if len(forms) != len(node.args) or not forms:
            sys.exit(f"{file}:{node.lineno}: a Text needs its sentence as a literal")
        yield forms[0] if len(forms) == 1 else tuple(forms)


def _in_template(file: Path) -> Iterator[Sentence]:
    template = Environment().parse(file.read_text("utf-8"))
    for line, _, words in extract_from_ast(template, babel_style=False):
        forms = [words] if isinstance(words, str) else [word for word in words or () if word]
        if not forms:
            sys.exit(f"{file}:{line}: a sentence has to be a literal")
        yield forms[0] if len(forms) == 1 else tuple(forms)


def sentences() -> dict[Path, list[Sentence]]:
    """What each catalogue has to contain, by the folder that its `locale/` is in."""
    shared = found(SOURCE, besides=GAMES)
    known = set(shared)
    return {SHARED: shared} | {
        game: [sentence for sentence in found(game) if sentence not in known] for game in GAMES
    }


def load(folder: Path, language: str) -> Catalog:
    """A catalogue as it is on disk."""
    return _read(folder / "locale" / f"{language}.po", language)


def _read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return _new(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _new(language: str) -> Catalog:
    return Catalog(locale=language, project="claimant", charset="utf-8", fuzzy=False)


def updated(language: str) -> dict[Path, Catalog]:
    """A language's catalogues with just the sentences in the code. A sentence that moved to
    another folder takes its translation along."""
    wanted = sentences()
    old = {folder: load(folder, language) for folder in wanted}
    new = {}
    for folder, own in wanted.items():
        new[folder] = _new(language)
        for sentence in own:
            known = (catalog.get(sentence) for catalog in (old[folder], *old.values()))
            before = next((message for message in known if message and message.string), None)
            new[folder].add(sentence, before.string if before is not None else None)
    return new


def missing(catalog: Catalog) -> list[str]:
    """The sentences without a translation."""
    gaps = []
    for message in catalog:
        forms = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and (message.fuzzy or not all(forms)):
            gaps.append(message.id if isinstance(message.id, str) else message.id[0])
    return gaps


def write(folder: Path, language: str, catalog: Catalog) -> None:
    """Write a catalogue, without places and dates: they would change with every edit."""
    path = folder / "locale" / f"{language}.po"
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=True, sort_output=True, no_location=True)


def main() -> None:
    for language in LANGUAGES:
        for folder, catalog in updated(language).items():
            write(folder, language, catalog)
            gaps = missing(catalog)
            name = folder.relative_to(SOURCE)
            print(f"{name}, {language}: {len(catalog)} sentences, {len(gaps)} to translate")
            for gap in gaps:
                print(f"  {gap}")


if __name__ == "__main__":
    main()
