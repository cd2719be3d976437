"""What self-play says about the balance of a game, as a page."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath
from markupsafe import Markup

from claimant import registry
from claimant.components import page_of
from claimant.i18n import said
from claimant.presentation import titles
from claimant.study import Finding, drawn, study_of
from claimant.web.http.errors import not_found
from claimant.web.http.request import AnyRequest, language_of
from claimant.web.http.static import stylesheets
from claimant.web.pages.templating import page


@get("/study/{game:str}")
async def study(request: AnyRequest, game: FromPath[str]) -> Response[Any]:
    found = study_of(game) if game in registry.entries() else None
    if found is None:
        raise not_found()
    language = language_of(request)
    return await page(
        request,
        "study.html",
        game=game,
        title=titles()[game],
        theme_class=page_of(game).card.theme,
        stylesheets=stylesheets(game),
        sections=[_section(section, language) for section in found.sections()],
        sources=found.sources(),
    )


def _section(section: Finding, language: str) -> dict[str, Any]:
    """A section as the template shows it, with numbers as they are written in the language."""
    return {
        "key": section.key,
        "title": section.title,
        "words": section.words,
        "about": section.about,
        "narrow": section.narrow,
        "columns": [said(column.title, language) for column in section.columns],
        "rows": [
            (said(row.name, language), [
                (said(column.title, language), column.shown(value, language))
                for column, value in zip(section.columns, row.values, strict=True)
            ])
            for row in section.rows
        ],
        "plot": None if section.curve is None else Markup(drawn(section, language)),
    }  # fmt: skip


handlers: Final = [study]
