"""The documentation is true: its examples run, its links lead somewhere, its lists are complete."""

from __future__ import annotations

import dataclasses
import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from support.sources import SOURCE, imported

import claimant
from claimant.bots import NAMES
from claimant.cli import main
from claimant.cli.app import build
from claimant.registry import GameEntry

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_the_readme_s_python_runs() -> None:
    """All its examples are one session, and print what the README says."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", None, None)
    assert len(session.examples) > 15
    assert doctest.DocTestRunner().run(session).failed == 0


def test_the_readme_s_commands_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = re.findall(r"^\$ claimant (.*)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(commands) > 5
    monkeypatch.chdir(tmp_path)
    for command in commands:
        monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))  # players leave at once
        assert main(shlex.split(command)) == 0, f"{command}: {capsys.readouterr().err}"


def test_every_command_and_option_is_explained() -> None:
    text = (ROOT / "docs" / "cli.md").read_text()
    for name, command in build("en").commands.items():
        assert f"`claimant {name}" in text, f"docs/cli.md does not explain {name}"
        for parameter in command.params:
            option = parameter.opts[0]
            if option.startswith("--") and option != "--help":
                assert option in text, f"docs/cli.md does not explain {option} of {name}"


def test_every_environment_variable_is_explained() -> None:
    sources = "".join(path.read_text() for path in SOURCE.rglob("*.py"))
    variables = set(re.findall(r"\bCLAIMANT_[A-Z]+(?:_[A-Z]+)*\b", sources))
    variables |= {
        str(parameter.envvar)
        for command in build("en").commands.values()
        for parameter in command.params
        if parameter.envvar
    }
    assert len(variables) > 12
    text = "".join((ROOT / "docs" / name).read_text() for name in ("hosting.md", "cli.md"))
    for variable in sorted(variables):
        assert f"`{variable}" in text or f"{variable}=" in text, f"{variable} is not explained"


def test_every_bot_is_explained() -> None:
    text = (ROOT / "docs" / "cli.md").read_text()
    for bot in NAMES:
        assert f"`{bot}`" in text


def test_the_package_s_example_runs() -> None:
    assert doctest.testmod(claimant).failed == 0


def test_links_between_documents_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"


def headings(document: Path) -> set[str]:
    """The headings of a document as the fragments of links to them."""
    found = re.findall(r"^#+ (.*)$", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_links_to_headings_lead_somewhere() -> None:
    for document in DOCUMENTS:
        for target, heading in re.findall(r"\]\(([^)#:]*)#([^)]*)\)", document.read_text()):
            there = document.parent / target if target else document
            assert heading in headings(there), f"{document.name} links to {target}#{heading}"


def test_every_public_name_is_there() -> None:
    for name in claimant.__all__:
        assert getattr(claimant, name) is not None


def test_nothing_in_the_repository_names_a_machine() -> None:
    constraints = (ROOT / "constraints.txt").read_text()
    assert re.fullmatch(r"([A-Za-z0-9._-]+==[A-Za-z0-9.]+\n)+", constraints)


def test_the_tests_that_documents_name_exist() -> None:
    named = re.findall(r"`(test_\w+)`", "".join(path.read_text() for path in DOCUMENTS))
    defined = set[str]()
    for path in (ROOT / "tests").rglob("test_*.py"):
        defined |= {path.stem, *re.findall(r"^(?:async )?def (test_\w+)", path.read_text(), re.M)}
    assert len(named) > 40
    assert not set(named) - defined


def test_pictures_are_small() -> None:
    pictures = list((ROOT / "docs" / "images").iterdir())
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(page.read_text("utf-8") for page in pages)
    for picture in pictures:
        assert f"images/{picture.name})" in text, "nobody sees it"
        assert picture.stat().st_size <= 60_000, picture.name


@pytest.mark.parametrize("page", ["reliability", "security", "teaching"])
def test_every_test_that_a_page_names_exists(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text("utf-8")
    for path in re.findall(r"`(tests/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    defined = {name for source in sources for name in re.findall(r"def (test_\w+)\(", source)}
    assert {*re.findall(r"`(test_\w+)`", text)} <= defined


def test_every_finding_of_the_first_attempt_has_a_test() -> None:
    """Rows 1 to 11 of the report, and every part of the last one."""
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    table = text.partition("## What attempts to break it have found")[2].partition("Later")[0]
    rows = [line.split("|") for line in table.splitlines() if "test_" in line]
    assert [int(row[1]) for row in rows if row[1].strip()] == list(range(1, 12))
    assert all("test_" in row[3] for row in rows)
    assert len(rows) >= 24


def test_make_quick_runs_tests_that_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    quick = re.search(r"^QUICK := ((?:.*\\\n)*.*)$", makefile, re.MULTILINE)
    assert quick
    for path in quick[1].replace("\\\n", " ").split():
        assert (ROOT / path).exists(), f"make quick: there is no {path}"


# docs/architecture.md

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text()
PACKAGES = {
    path.stem
    for path in SOURCE.iterdir()
    if path.suffix == ".py" or (path / "__init__.py").exists()
} - {"__init__", "__main__"}


def first_column(heading: str) -> list[str]:
    """The first cell of every row of the table whose header begins like this."""
    rows = ARCHITECTURE.partition(f"| {heading} |")[2].partition("\n\n")[0].splitlines()[2:]
    return [row.split("|")[1].strip(" `") for row in rows]


def test_the_architecture_names_every_package() -> None:
    assert sorted(first_column("package")) == sorted(PACKAGES)


def test_the_architecture_names_every_package_of_the_server() -> None:
    server = ARCHITECTURE.partition("## The server")[2]
    found = {path.parent.name for path in (SOURCE / "web").glob("*/__init__.py")}
    assert {*re.findall(r"^\| `web/(\w+)` \|", server, re.MULTILINE)} == found


def test_the_architecture_names_every_part_of_a_game() -> None:
    fields = {field.name for field in dataclasses.fields(GameEntry)}
    parts = fields - {"name", "package", "rank", "kernels"}
    assert {*first_column("part")} == parts | {"texts", "course"}


def test_the_diagram_of_packages_has_their_imports() -> None:
    """Every arrow is an import, and every import follows from the arrows."""
    arrows = {*re.findall(r"^    (\w+) --> (\w+)$", ARCHITECTURE, re.MULTILINE)}
    imports = {
        (path.relative_to(SOURCE).parts[0].removesuffix(".py"), name.split(".")[1])
        for path in SOURCE.rglob("*.py")
        for name in imported(path)
        if name.startswith("claimant.")
    }
    imports = {(one, other) for one, other in imports if one != other and {one, other} <= PACKAGES}
    assert arrows <= imports
    followed = set(arrows)
    while longer := {(a, d) for a, b in followed for c, d in arrows if b == c} - followed:
        followed |= longer
    assert imports <= followed


def test_the_diagram_of_a_move_has_classes_that_exist() -> None:
    named = re.findall(r"participant \w+ as (\w+): ([A-Z]\w+)", ARCHITECTURE)
    assert len(named) > 5
    for package, name in named:
        sources = "".join(path.read_text() for path in (SOURCE / "web" / package).glob("*.py"))
        assert re.search(rf"^class {name}\b", sources, re.MULTILINE), f"{package}: {name}"


def test_paths_in_the_documents_exist() -> None:
    """Sources, tests, tools and benchmarks that the documentation mentions."""
    pattern = r"`((?:src|tests|tools|docs|examples)/[\w/.-]+|(?:games|web)/[\w/]+(?:\.py)?)`"
    for document in DOCUMENTS:
        for path in re.findall(pattern, document.read_text()):
            root = SOURCE if path.startswith(("games/", "web/")) else ROOT
            assert (root / path).exists(), f"{document.name} mentions {path}"
