"""A language is added with files only: a copy of the package learns Esperanto.

Each sentence of the made-up catalogues is the English one in brackets, so that one that is not
translated is seen at once.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from support.catalogues import MESSAGES, forms

from claimant.games.claim.names import factions

SOURCE = Path(__file__).parents[2] / "src" / "claimant"

# What a process with the new language shows: each part of the product that talks to people.
CHECKS = """
import io, tempfile
from contextlib import redirect_stdout, redirect_stderr
from pathlib import Path
from support.site import running
from claimant.cli import main
from claimant.i18n import LANGUAGES, Text, accepted_language, environment_language, language_name
from claimant.rulebook import in_60_seconds, rules
from claimant.games.claim.names import card, faction

assert LANGUAGES == ("en", "de", "eo", "nl"), LANGUAGES
assert accepted_language("eo;q=0.9, de;q=0.5") == "eo"
assert environment_language() == "eo"
assert language_name("eo") == "Esperanto"

def command(*arguments):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        main(arguments)
    return out.getvalue() + err.getvalue()

assert "[Show the rules of a game.]" in command("rules", "--help")
assert "[No such option" in command("rules", "--nonsense")
assert "[Claim It!]" in command("rules", "claim-it")
assert "[dragons]" in command("deck")
assert "[dragon] 4" == card("dragon-4").say("eo")
assert "[knights]" == faction("knights").say("eo")
assert "Two or more bots;" in command("arena", "--help"), "a sentence that is not translated"
two = Text("{n} unknown card", "{n} unknown cards", n=2)
assert two.say("eo") == "2 unknown cards"  # nor is this one
for game in ("claim", "claim-it"):
    assert rules(game, "eo").startswith("# [")
    assert in_60_seconds(game, "eo").startswith("[")

with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as site:
    spoken = {"Accept-Language": "eo"}
    get = lambda path: site.client.get(path, headers=spoken)
    for path, words in {
        "/": "[Play now]",
        "/rules/claim": "[Claim]",
        "/offline/eo": "[No connection]",
        "/fairness": "[Fair luck]",
    }.items():
        page = get(path).text
        assert '<html lang="eo"' in page, path
        assert words in page, (path, words)
    settings = get("/").text
    assert "Esperanto" in settings, "the choice of languages"
    assert '"eo": "/offline/eo"' in get("/service-worker.js").text
    refused = get("/api/tables/none")
    assert refused.json()["message"].lower() == "[there is no such table]", refused.text
    at = site.client.post(
        "/api/tables",
        headers=spoken,
        json={
            "game": "claim", "players": 2, "seats": ["me", "open"],
            "options": {"factions": "elves"},
        },
    )
    assert "[elves is not a faction]" in at.text, at.text
print("esperanto: fine")
"""


def translated(sentence: str) -> str:
    return f"[{sentence}]"


def write(path: Path, catalog: Catalog) -> None:
    """Translate the sentences of a catalogue into brackets, in both numbers, but for two."""
    new = Catalog(locale="eo", charset="utf-8", fuzzy=False)
    for message in catalog:
        if forms(message.id)[0].startswith(("Two or more bots;", "{n} unknown card")):
            new.add(message.id)
        elif isinstance(message.id, str) and message.id:
            new.add(message.id, translated(message.id))
        elif message.id:
            new.add(message.id, tuple(map(translated, message.id)))
    MESSAGES.write(path, new)


def learn(copy: Path) -> list[Path]:
    """Write the files of a new language, and nothing else; returns them."""
    before = set(copy.rglob("*"))
    for folder in MESSAGES.sentences():
        own = copy / folder.relative_to(SOURCE)
        write(own / "locale" / "eo.po", MESSAGES.load(folder, "de"))
    click = copy / "cli" / "locale" / "eo" / "LC_MESSAGES" / "click.po"
    write(click, MESSAGES.load_click("de"))
    with click.open("rb") as file:
        catalog = MESSAGES.read_po(file, locale="eo")
    click.with_suffix(".mo").write_bytes(MESSAGES.compiled(catalog))
    for text in sorted(copy.glob("games/*/texts/*.en.md")):
        words = re.sub(r"^(#+ )(R-\w+)?(.*)$", heading, text.read_text("utf-8"), flags=re.M)
        if not words.startswith("#"):
            words = translated(words)
        text.with_name(text.name.replace(".en.", ".eo.")).write_text(words, "utf-8")
    lines = [
        f'[{name}]\nplural = "[{name}]"\nsingular = "[{name.removesuffix("s")}]"\npower = "[-]"\n'
        for name in factions()
    ]
    (copy / "games/claim/texts/factions.eo.toml").write_text("\n".join(lines), "utf-8")
    return sorted(set(copy.rglob("*")) - before)


def heading(found: re.Match[str]) -> str:
    return f"{found[1]}{translated(found[2] or found[3])}{found[3] if found[2] else ''}"


def test_a_language_is_added_with_files_only(tmp_path: Path) -> None:
    copy = tmp_path / "src" / "claimant"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    added = [path for path in learn(copy) if path.is_file()]
    assert {path.suffix for path in added} == {".po", ".mo", ".md", ".toml"}
    assert all("eo" in path.parts or ".eo." in f".{path.name}" for path in added)
    paths = [str(tmp_path / "src"), str(Path(__file__).parents[1])]
    done = subprocess.run(
        [sys.executable, "-c", CHECKS], capture_output=True, text=True, check=False,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join(paths), "NUMBA_DISABLE_JIT": "1", "LC_ALL": "eo.UTF-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("esperanto: fine\n")
