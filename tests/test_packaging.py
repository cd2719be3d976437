"""`pip install claimant` has what the library and the terminal need; extras bring the rest."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

# Refuses every module of these packages, as if they were not installed, and runs a command.
WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
missing = set(sys.argv.pop(1).split(","))
sys.meta_path.insert(0, Missing())
from claimant.cli import main
sys.exit(main(sys.argv[1:]))
"""


def distributions(requirements: list[str]) -> set[str]:
    """The names of the packages that requirements ask for, without our own extras."""
    names = {re.split(r"[\[<>=]", requirement)[0] for requirement in requirements}
    return {canonical(name) for name in names - {"claimant"}}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def modules_of_extras() -> set[str]:
    """The top-level modules that only extras bring. (rich needs markdown-it-py as well.)"""
    base = distributions(PROJECT["dependencies"]) | {"markdown-it-py"}
    extras = {
        name
        for extra, requirements in PROJECT["optional-dependencies"].items()
        if extra != "dev"
        for name in distributions(requirements)
    }
    return {
        module
        for module, providers in packages_distributions().items()
        if {canonical(provider) for provider in providers} & (extras - base)
    }


def run_without_extras(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    missing = modules_of_extras()
    assert {"litestar", "uvicorn", "psycopg", "gymnasium"} <= missing
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(sorted(missing)), *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "typed"),
    [
        ("--help", ""),
        ("play claim-it --lang en", "roll\nq\n"),
        ("play claim --lang en", "q\n"),
        ("rules claim --lang en", ""),
        ("arena --game claim-it random easy --games 2 --workers 1 --lang en", ""),
    ],
)
def test_the_terminal_needs_no_extra(command: str, typed: str) -> None:
    ran = run_without_extras(*command.split(), typed=typed)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "serve"),
        ("worker", "serve"),
        ("backup FILE", "serve"),
        ("restore FILE", "serve"),
        ("export FILE", "serve"),
        ("import FILE", "serve"),
        ("torture", "torture"),
    ],
)
def test_a_command_without_its_packages_names_the_extra(command: str, extra: str) -> None:
    ran = run_without_extras(*command.split(), "--lang", "en")
    name = command.split()[0]
    assert ran.returncode == 2
    assert ran.stderr == (
        f"claimant: claimant {name} needs more packages: pip install 'claimant[{extra}]'\n"
    )


def test_every_extra_is_pinned() -> None:
    pinned = {
        canonical(line.partition("==")[0])
        for line in (ROOT / "constraints.txt").read_text().splitlines()
    }
    for requirements in PROJECT["optional-dependencies"].values():
        assert distributions(requirements) <= pinned
    assert distributions(PROJECT["dependencies"]) <= pinned


def pins(file: str) -> dict[str, str]:
    """The pinned versions in a file, by package."""
    found = re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / file).read_text(), re.MULTILINE)
    return {canonical(name): version for name, version in found}


def needed_by(names: Iterable[str]) -> set[str]:
    """These packages and all that they need here, as their installed metadata say."""
    found: set[str] = set()
    waiting = [Requirement(name) for name in names]
    while waiting:
        requirement = waiting.pop()
        name = canonical(requirement.name)
        wanted = {f"{name}[{extra}]" for extra in requirement.extras} | {name}
        if wanted <= found:
            continue
        found |= wanted
        for line in requires(name) or ():
            inner = Requirement(line)
            extras = requirement.extras or {""}
            if inner.marker is None or any(inner.marker.evaluate({"extra": e}) for e in extras):
                waiting.append(inner)
    return {name for name in found if "[" not in name}


def test_the_lock_pins_what_a_server_needs() -> None:
    extras = PROJECT["optional-dependencies"]
    asked = [*PROJECT["dependencies"], *extras["serve"], *extras["postgresql"]]
    locked = pins("requirements.lock")
    assert set(locked) == needed_by(asked), "make lock"
    constraints = pins("constraints.txt")
    assert locked == {name: constraints[name] for name in locked}, "make lock"


def test_the_lock_has_hashes_and_no_addresses() -> None:
    text = (ROOT / "requirements.lock").read_text()
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert re.fullmatch(
            r"[\w.-]+==[^\s;]+( ; [^\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+", block
        )
    assert "://" not in text


def test_the_list_of_components_names_every_locked_package(tmp_path: Path) -> None:
    """What `make sbom` runs."""
    makefile = (ROOT / "Makefile").read_text()
    command = re.search(
        r"^sbom:.*\n\t\$\(BIN\)/python (.*)\\\n\s*(.*) sbom\.json$", makefile, re.MULTILINE
    )
    assert command is not None
    to = tmp_path / "sbom.json"
    arguments = [*command[1].split(), *command[2].split(), str(to)]
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True)
    found = json.loads(to.read_text())
    assert found["bomFormat"] == "CycloneDX"
    assert found["metadata"]["component"]["name"] == "claimant"
    listed = {canonical(one["name"]): one["version"] for one in found["components"]}
    assert listed == pins("requirements.lock")
    assert all(one["externalReferences"][0]["hashes"] for one in found["components"])
    assert str(ROOT) not in to.read_text()
