"""Keep the catalogues in step with the sentences in the code: `python tools/messages.py`.

Finds every `Text("…")` and `Text("one", "many", n=…)` in the package, and every `_("…")` and
`ngettext("one", "many", n=…)` in its templates. Adds new sentences to the catalogues of all
languages, drops those that are gone, and lists what is not translated yet. Nothing is guessed: a
changed sentence has to be translated again.

Each game has catalogues of its own. A sentence that shared code uses is in the shared catalogues
only, even if games use it, too.

Click's messages have catalogues as well, `click.po`, next to the compiled form that Click
reads: Python's gettext functions need it.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "claimant"
GAMES = tuple(sorted(folder.parent for folder in (SOURCE / "games").glob("*/__init__.py")))
SHARED = SOURCE / "i18n"
CLICK = SOURCE / "cli" / "locale"
LANGUAGES = tuple(sorted(file.stem for file in (SHARED / "locale").glob("*.po")))

Sentence = str | tuple[str, ...]


def found(source: Path, besides: Iterable[Path] = ()) -> list[Sentence]:
    """Every sentence in the code and templates of a folder, each once, but not in these others.

    The documentation site, which `make docs` puts beside the code, shows templates too."""
    sentences: dict[Sentence, None] = {}
    others = (*besides, source / "documentation")
    for file in sorted(source.rglob("*")):
        if any(file.is_relative_to(other) for other in others):
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
    return _read(catalogue(folder, language), language)


def catalogue(folder: Path, language: str) -> Path:
    """Where the sentences of a folder are translated."""
    return folder / "locale" / f"{language}.po"


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


def click_catalogue(language: str) -> Path:
    """The catalogue of Click's messages."""
    return CLICK / language / "LC_MESSAGES" / "click.po"


def click_sentences() -> list[Sentence]:
    """Every message of the installed version of Click."""
    keywords = {"_": None, "ngettext": (1, 2)}
    found = extract_from_dir(Path(click.__file__).parent, keywords=keywords)
    return list(dict.fromkeys(sentence for _, _, sentence, _, _ in found))


def updated_click(language: str) -> Catalog:
    """The catalogue of Click's messages with just those of the installed version."""
    old, new = _read(click_catalogue(language), language), _new(language)
    for sentence in click_sentences():
        before = old.get(sentence)
        new.add(sentence, before.string if before is not None else None)
    return new


def compiled(catalog: Catalog) -> bytes:
    """A catalogue in the form that Python's gettext functions read, without the current date."""
    catalog.creation_date = catalog.revision_date = datetime.fromtimestamp(0, UTC)
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def missing(catalog: Catalog) -> list[str]:
    """The sentences without a translation."""
    gaps = []
    for message in catalog:
        forms = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and (message.fuzzy or not all(forms)):
            gaps.append(message.id if isinstance(message.id, str) else message.id[0])
    return gaps


def load_click(language: str) -> Catalog:
    """The catalogue of Click's messages as it is on disk."""
    return _read(click_catalogue(language), language)


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue, without places and dates: they would change with every edit."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, omit_header=True, sort_output=True, no_location=True)


def _report(name: str, language: str, catalog: Catalog) -> None:
    gaps = missing(catalog)
    print(f"{name}, {language}: {len(catalog)} sentences, {len(gaps)} to translate")
    for gap in gaps:
        print(f"  {gap}")


def main() -> None:
    for language in LANGUAGES:
        for folder, catalog in updated(language).items():
            write(catalogue(folder, language), catalog)
            _report(str(folder.relative_to(SOURCE)), language, catalog)
        catalog = updated_click(language)
        path = click_catalogue(language)
        write(path, catalog)
        path.with_suffix(".mo").write_bytes(compiled(load_click(language)))
        _report("click", language, catalog)


if __name__ == "__main__":
    main()
