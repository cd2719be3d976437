"""Keep the catalogues in step with the sentences in the code: `python tools/messages.py`.

Finds every `Text("…")` and `Text("one", "many", n=…)` in the package, and every `_("…")` and
`ngettext("one", "many", n=…)` in the templates of its pages, adds what is new to the catalogues
of all languages, drops what is gone, and names what is not translated yet. Nothing is guessed: a
sentence that changed has to be translated again.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "claimant"
LOCALE = SOURCE / "locale"


def found(source: Path = SOURCE) -> Catalog:
    """Every sentence in the code, with the files it stands in."""
    catalog = Catalog(project="claimant", charset="utf-8")
    for file in sorted(source.rglob("*.py")):
        where = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Text"
            ):
                forms = [
                    argument.value
                    for argument in node.args
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                ]
                if len(forms) != len(node.args) or not forms:
                    sys.exit(f"{where}:{node.lineno}: a Text needs its sentence written out here")
                catalog.add(forms[0] if len(forms) == 1 else tuple(forms), locations=[(where, 0)])
    for file in sorted(source.rglob("*.html")):
        where = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
        template = Environment().parse(file.read_text("utf-8"))
        for line, _, words in extract_from_ast(template, babel_style=False):
            forms = [words] if isinstance(words, str) else [word for word in words or () if word]
            if not forms:
                sys.exit(f"{where}:{line}: a sentence has to be written out here")
            catalog.add(forms[0] if len(forms) == 1 else tuple(forms), locations=[(where, 0)])
    return catalog


def load(language: str) -> Catalog:
    path = LOCALE / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, project="claimant", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(language: str) -> Catalog:
    """A language's catalogue with just the sentences in the code."""
    old = load(language)
    new = Catalog(locale=language, project="claimant", charset="utf-8", fuzzy=False)
    for message in found():
        if message.id:
            before = old.get(message.id)
            new.add(
                message.id,
                before.string if before is not None else None,
                locations=message.locations,
            )
    return new


def missing(catalog: Catalog) -> list[str]:
    """The sentences without a translation."""
    gaps = []
    for message in catalog:
        forms = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and (message.fuzzy or not all(forms)):
            gaps.append(message.id if isinstance(message.id, str) else message.id[0])
    return gaps


def write(language: str, catalog: Catalog) -> None:
    # No line numbers and no dates: they would change with every edit.
    with (LOCALE / f"{language}.po").open("wb") as file:
        write_po(file, catalog, width=100, omit_header=True, sort_output=True, include_lineno=False)


def main() -> None:
    for language in ("de", "nl"):
        catalog = updated(language)
        write(language, catalog)
        gaps = missing(catalog)
        print(f"{language}: {len(catalog)} sentences, {len(gaps)} to translate")
        for gap in gaps:
            print(f"  {gap}")


if __name__ == "__main__":
    main()
