"""What our documentation needs beyond Sphinx: diagrams without a script, and links into sources.

Documents are written for readers of the repository too: diagrams are Mermaid, and links lead to
files. On the site, diagrams become SVG pictures, and a link to a source file names the file.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import mermaidx
from sphinx.application import Sphinx

from claimant import rulebook
from claimant.art.palette import css
from claimant.components import page_of

ROOT = Path(__file__).resolve().parent.parent
_LINK = re.compile(r"\[([^\]]+)\]\((\.\./[^)#]+)(#[^)]*)?\)")
_RULES = re.compile(r"^```{rules} ([a-z-]+)\n```$", re.MULTILINE)
_EXAMPLE = re.compile(r"^!\[[^]]+]\(example:([a-z-]+)/(\w+)\)$", re.MULTILINE)
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def prepare(app: Sphinx, name: str, source: list[str]) -> None:
    """Change a document's source before it is parsed."""
    source[0] = _RULES.sub(lambda rules: _rules(rules[1]), source[0])
    source[0] = _LINK.sub(lambda link: _without_target(app, name, link), source[0])
    source[0] = _DIAGRAM.sub(lambda diagram: _picture(app, name, diagram[1]), source[0])


def _rules(game: str) -> str:
    """The rules of a game with the pictures of their examples."""
    drawn = page_of(game).rules

    def picture(example: re.Match[str]) -> str:
        shown = drawn.example(example[2], "en").replace("\n", " ")
        return _raw(f'<div class="example {game}">{shown}</div>')

    style = f"<style>{css('.example')} .example svg {{ max-width: 26rem; width: 100% }}</style>"
    definitions = _raw(style + drawn.definitions().replace("\n", " "))
    return f"{_EXAMPLE.sub(picture, rulebook.rules(game, 'en'))}\n\n{definitions}\n"


def _raw(html: str) -> str:
    return f"```{{raw}} html\n{html}\n```"


def _without_target(app: Sphinx, name: str, link: re.Match[str]) -> str:
    """A link that leaves the documentation, as plain text; links between documents stay."""
    target = (Path(app.srcdir) / name).parent.joinpath(link[2]).resolve()
    if target.is_relative_to(Path(app.srcdir)):
        return link[0]
    if not target.exists():
        raise ValueError(f"{name} links to {link[2]}, which does not exist")
    words, path = link[1], str(target.relative_to(ROOT))
    shown = words if words.strip("`") in path else f"{words} (`{path}`)"
    return shown if "`" in shown or shown != words else f"`{path}`"


def _picture(app: Sphinx, name: str, diagram: str) -> str:
    """The diagram as a picture for light pages and one for dark ones."""
    digest = hashlib.sha256(diagram.encode()).hexdigest()[:12]
    folder = Path(app.outdir) / "_images"
    folder.mkdir(parents=True, exist_ok=True)
    depth = "../" * name.count("/")
    pictures = []
    for theme, shown in (("neutral", "only-light"), ("dark", "only-dark")):
        file = folder / f"diagram-{digest}-{theme}.svg"
        if not file.exists():
            file.write_text(mermaidx.render(diagram, theme=theme).svg())
        label = diagram.partition("\n")[0]
        pictures.append(f'<img class="{shown}" src="{depth}_images/{file.name}" alt="{label}">')
    return _raw("\n".join(pictures))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", prepare)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
