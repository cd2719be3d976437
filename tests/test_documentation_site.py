"""The documentation site builds without a warning, its examples run, and it needs no network."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import claimant
from claimant.cli import documentation, main

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, which also executes the notebooks."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q"]
    built = subprocess.run(
        [*command, "-d", str(folder / "doctrees"), str(DOCS), str(folder / "html")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr[-4000:]
    return folder / "html"


class Page(HTMLParser):
    """What a page links to, loads, and can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif "src" in values:
            self.loaded.append(values["src"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(values["href"])


@pytest.mark.timeout(900)  # notebooks and diagrams take a while on a busy machine
def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 25
    for page in pages:
        for address in Page(page).loaded:
            assert not urlsplit(address).netloc, f"{page.name} loads {address}"


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    pages = {page.resolve(): Page(page) for page in site.rglob("*.html")}
    checked = 0
    for path, page in pages.items():
        for link in [*page.links, *page.loaded]:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or path.name in ("search.html", "genindex.html"):
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert there.exists(), f"{path.name} links to {link}"
            if parts.fragment and there in pages:
                assert unquote(parts.fragment) in pages[there].anchors, f"{path.name}: {link}"
            checked += 1
    assert checked > 1000


def test_the_site_can_be_searched(site: Path) -> None:
    index = (site / "searchindex.js").read_text()
    for word in ("squatter", "doppelganger", "backup", "gymnasium"):
        assert f"{word}" in index


def test_rules_and_diagrams_have_their_pictures(site: Path) -> None:
    assert (site / "rules" / "claim-it.html").read_text().count("<title>Example") >= 5
    assert "example:" not in (site / "rules" / "claim.html").read_text()
    architecture = (site / "architecture.html").read_text()
    pictures = re.findall(r'src="(_images/diagram-[^"]+)"', architecture)
    assert len(pictures) == 4  # two diagrams, for light and dark pages
    for picture in pictures:
        assert "</svg>" in (site / picture).read_text()


def test_notebooks_are_stored_without_results_and_shown_with_them(site: Path) -> None:
    assert len(NOTEBOOKS) == 4
    for notebook in NOTEBOOKS:
        cells = [c for c in json.loads(notebook.read_text())["cells"] if c["cell_type"] == "code"]
        assert cells
        assert not any(cell["outputs"] or cell["execution_count"] for cell in cells)
        html = (site / "notebooks" / notebook.with_suffix(".html").name).read_text()
        assert html.count("cell_output") >= 3


def test_every_public_name_has_an_example_in_the_reference() -> None:
    text = (DOCS / "reference.md").read_text()
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))
    assert set(sections) == set(claimant.__all__)
    for name, section in sections.items():
        assert ">>>" in section, f"no example of {name}"
        assert re.search(rf"\b{name}\b", section.partition(">>>")[2]), f"no use of {name}"
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "reference", None, None)
    assert doctest.DocTestRunner().run(session).failed == 0


def test_claimant_docs_says_where_the_installed_copy_is(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert documentation.show(site) == 0
    assert capsys.readouterr().out.strip() == str(site / "index.html")


def test_claimant_docs_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(documentation, "FOLDER", tmp_path)
    assert main(["docs"]) == 1
    assert "make docs" in capsys.readouterr().err
