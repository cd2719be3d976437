"""The rules of both games, their rulings, the factions, and why the luck can be trusted."""

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

from claimant import rulebook
from claimant.games.claim.art.cards import card, definitions, emblem
from claimant.games.claim.names import faction_text
from claimant.games.claim.rules.cards import BY_NAME, FACTIONS
from claimant.games.claim_it.art.board import definitions as survey
from claimant.i18n import Text
from claimant.web.http.errors import Refusal
from claimant.web.http.request import AnyRequest, language_of
from claimant.web.pages import pictures
from claimant.web.pages.home import TITLES
from claimant.web.pages.templating import go, page

_RULING: Final = re.compile(r"\bR-[A-Z]\d+\b")
_LONG: Final = re.compile(
    "(Nachzieh|hoog|[Dd]oppel|[Dd]ubbel|uurwerk|aange)(stapel|gebergte|gänger|ganger|oorlog|boden)"
)
"""Words too long for a column on a phone, and where they may break."""


@dataclass(frozen=True)
class Part:
    """A heading with what stands under it, as HTML."""

    level: int
    title: str
    anchor: str
    body: Markup
    faction: str | None
    """The faction that it is about."""

    @property
    def ruling(self) -> bool:
        return bool(_RULING.fullmatch(self.anchor))

    @property
    def emblem(self) -> Markup:
        assert self.faction is not None
        return Markup(emblem(self.faction))


@cache
def parts(game: str, language: str) -> tuple[Part, ...]:
    """The rules as pieces of a page. Texts are Markdown without HTML in it."""
    markdown = _Rules(game, language)
    return tuple(
        Part(
            section.level,
            section.title.removeprefix(section.anchor).strip(),
            section.anchor,
            Markup(markdown.render(section.text)),
            section.anchor if section.anchor in BY_NAME else None,
        )
        for section in rulebook.sections(game, language)
    )


class _Rules:
    """Markdown to HTML: examples become pictures, names of rulings links, tables stay narrow."""

    def __init__(self, game: str, language: str) -> None:
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

        def image(renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: Any) -> str:
            kind, _slash, name = (
                str(tokens[at].attrs["src"]).removeprefix("example:").partition("/")
            )
            return f'<span class="example {kind}">{pictures.example(kind, name, language)}</span>'

        def text(renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: Any) -> str:
            words = _RULING.sub(_link, str(escape(tokens[at].content)))
            return _LONG.sub(lambda word: "&shy;".join(word.groups()), words)

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
    """A ruling that a text names; all that are named stand in the same game's rules."""
    return f'<a href="#{named[0]}">{named[0]}</a>'


@get("/rules")
async def overview(request: AnyRequest) -> Response[str]:
    language = language_of(request)
    shown = {name: pictures.in_play(name, language) for name in TITLES}
    return await page(request, "rules.html", pictures=shown, corners=pictures.corners())


@get("/rules/{game:str}")
async def rules(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    if game not in TITLES:
        raise Refusal(404, "not-found", Text("there is nothing here"))
    language = language_of(request)
    title, *rest = parts(game, language)
    factions = [] if game == "claim-it" else [part for part in rest if part.faction]
    return await page(
        request,
        "rules_game.html",
        game=game,
        title=title,
        picture=pictures.in_play(game, language),
        parts=rest,
        factions=factions,
        symbols=Markup(definitions(each.name for each in FACTIONS) if factions else survey()),
        cards={part.faction: _cards(str(part.faction)) for part in factions},
        powers={each.name: faction_text(each.name, language).power for each in FACTIONS},
    )


@cache
def _cards(name: str) -> Markup:
    """A few cards of a faction, low to high."""
    each = BY_NAME[name]
    values = sorted(set(each.values))
    shown = (values[0], values[len(values) // 2], values[-1])
    return Markup("".join(card(f"{each.singular}-{value}") for value in shown))


@get("/factions/{name:str}")
async def faction(name: FromPath[str]) -> Response[Any]:
    """A faction's own address leads to its place in the rules."""
    if name not in BY_NAME:
        raise Refusal(404, "not-found", Text("there is nothing here"))
    return go(f"/rules/claim#{name}")


@get("/fairness")
async def fairness(request: AnyRequest) -> Response[str]:
    return await page(request, "fairness.html")


handlers: Final = [overview, rules, faction, fairness]
