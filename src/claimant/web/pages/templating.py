"""A page: a template, the language and the person it is for, and the frame around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)
from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from markupsafe import Markup, escape

from claimant import __version__, registry
from claimant.art.logo import logo
from claimant.art.tokens import SHAPES, token
from claimant.components import folder_of
from claimant.i18n import LANGUAGES, Text, language_name, listing, translations
from claimant.presentation import titles
from claimant.web.http.caller import caller_of
from claimant.web.http.request import YEAR, AnyRequest, language_of, person_of
from claimant.web.http.static import address, game_file

THEMES: Final = ("system", "light", "dark")
SOUNDS: Final = ("off", "on")


async def page(
    request: AnyRequest,
    template: str,
    *,
    status: int = 200,
    cookies: Sequence[Cookie] = (),
    **values: Any,
) -> Response[str]:
    """A whole page. Templates know `me` (the person or None), `language`, `_`, `say`, `token`."""
    me = values.pop("me") if "me" in values else await person_of(request)
    return Response(
        html(request, template, me=me, **values),
        status_code=status,
        media_type="text/html",
        headers={"cache-control": "private, no-cache", "vary": "Cookie, Accept-Language"},
        cookies=list(cookies),
    )


def html(request: AnyRequest, template: str, **values: Any) -> str:
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return (
        _environment(language_of(request))
        .get_template(template)
        .render(
            {
                "me": None,
                "here": here if request.method == "GET" else "/",
                "theme": chosen(request, "theme", THEMES),
                "sounds": chosen(request, "sounds", SOUNDS),
                "wide": False,
                "stylesheets": (),
            }
            | values
        )
    )


def chosen(request: AnyRequest, name: str, known: Sequence[str]) -> str:
    """A setting from its cookie; the first of the known values by default."""
    value = caller_of(request.scope).cookie_named(name)
    return value if value in known else known[0]


def setting(request: AnyRequest, name: str, value: str) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=YEAR,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def go(path: str, cookies: Sequence[Cookie] = ()) -> Redirect:
    """Redirect to another page after a form was handled."""
    return Redirect(path, status_code=303, cookies=list(cookies))


def local(path: str) -> str:
    """The path if it is one of this site, else that of the home page."""
    good = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if good and path.isascii() and len(path) < 300 else "/"


def _game_templates() -> dict[str, BaseLoader]:
    """The templates of each game that has some, by the game's name."""
    return {
        name: PackageLoader(entry.package, "page/templates")
        for name, entry in registry.entries().items()
        if (folder_of(name) / "templates").is_dir()
    }


# One entry per language.
@cache
def _environment(language: str) -> Environment:
    def translate(one: str, many: str | None = None, /, **values: object) -> Markup:
        """A sentence of a template. Values are escaped unless they are markup."""
        words = translations(language)
        if many is None:
            sentence = words.gettext(one)
        else:
            sentence = words.ngettext(one, many, int(str(values["n"])))
        filled = {k: v.say(language) if isinstance(v, Text) else v for k, v in values.items()}
        return escape(sentence).format(**filled)

    def say(text: Text | str) -> str:
        return text.say(language) if isinstance(text, Text) else text

    environment = Environment(
        loader=ChoiceLoader(
            [PackageLoader("claimant.web.pages", "templates"), PrefixLoader(_game_templates())]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["capfirst"] = lambda text: text[:1].upper() + text[1:]
    environment.globals |= {
        "_": translate,
        "ngettext": translate,
        "say": say,
        "language": language,
        "languages": {code: language_name(code) for code in LANGUAGES},
        "address": address,
        "game_file": game_file,
        "version": __version__,
        "logo": Markup(logo()),
        "token": lambda seat: Markup(token(seat)),
        "shapes": SHAPES,
        "art": Markup,
        "all_titles": listing(list(titles().values())),
    }
    return environment
