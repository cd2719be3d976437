"""The rules of all games with their rulings, and why the luck can be trusted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from claimant import registry, rulebook
from claimant.components import RulesSection, demo_picture, page_of
from claimant.teaching.course import course_of
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest, language_of
from claimant.web.http.static import stylesheets
from claimant.web.pages.home import introductions
from claimant.web.pages.templating import page

_RULING: Final = re.compile(r"\bR-[A-Z]\d+\b")


@dataclass(frozen=True)
class Part:
    """A section of the rules as the template shows it."""

    level: int
    title: str
    anchor: str
    body: Markup
    own: Markup | None
    """The game's own markup for the whole section, if it has any."""

    @property
    def ruling(self) -> bool:
        return bool(_RULING.fullmatch(self.anchor))


# One entry per game and language; the texts do not change.
@cache
def parts(game: str, language: str) -> tuple[Part, ...]:
    """The sections of a game's rules. The texts are Markdown without HTML."""
    markdown = _Renderer(game, language)
    found = []
    for section in rulebook.sections(game, language):
        title = section.title.removeprefix(section.anchor).strip()
        body = markdown.render(section.text)
        rendered = RulesSection(section.level, title, section.anchor, body)
        own = page_of(game).rules.section(rendered, language)
        markup = None if own is None else Markup(own)
        found.append(Part(section.level, title, section.anchor, Markup(body), markup))
    return tuple(found)


# One entry per game and language; the texts do not change.
@cache
def in_60_seconds(game: str, language: str) -> Markup:
    """The short explanation of a game; empty if it has none."""
    text = rulebook.in_60_seconds(game, language)
    return Markup(_Renderer(game, language).render(text)) if text else Markup()


class _Renderer:
    """Markdown to HTML: examples become pictures, names of rulings links, and tables scroll."""

    def __init__(self, game: str, language: str) -> None:
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        extras = page_of(game).rules

        def image(renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: Any) -> str:
            name = str(tokens[at].attrs["src"]).rpartition("/")[2]
            return f'<span class="example {game}">{extras.example(name, language)}</span>'

        def text(renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: Any) -> str:
            return _RULING.sub(_link, str(escape(extras.hyphenate(tokens[at].content))))

        def table_open(*_: Any) -> str:
            return '<div class="table"><table>'

        def table_close(*_: Any) -> str:
            return "</table></div>"

        rules = (("image", image), ("text", text), ("table_open", table_open))
        for name, rule in (*rules, ("table_close", table_close)):
            self._markdown.add_render_rule(name, rule)

    def render(self, text: str) -> str:
        return str(self._markdown.render(text)).replace("<th></th>", "<td></td>")


def _link(named: re.Match[str]) -> str:
    """A ruling that a text names; it is always one of the same game."""
    return f'<a href="#{named[0]}">{named[0]}</a>'


@get("/rules")
async def overview(request: AnyRequest) -> Response[str]:
    games = introductions(language_of(request))
    return await page(
        request, "rules.html", games=games, stylesheets=stylesheets(*registry.entries())
    )


@get("/rules/{game:str}")
async def rules(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    if game not in registry.entries():
        raise not_found()
    language = language_of(request)
    title, *rest = parts(game, language)
    game_page = page_of(game)
    return await page(
        request,
        "rules_game.html",
        game=game,
        course=course_of(game) is not None,
        studied=bool(registry.entry(game).study),
        theme_class=game_page.card.theme,
        stylesheets=stylesheets(game),
        title=title,
        picture=Markup(demo_picture(game, language)),
        parts=rest,
        definitions=Markup(game_page.rules.definitions()),
    )


@get("/fairness")
async def fairness(request: AnyRequest) -> Response[str]:
    return await page(request, "fairness.html")


handlers: Final = [overview, rules, fairness]
