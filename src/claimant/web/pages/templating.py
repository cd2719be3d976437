"""A page: a template, the language and the person it is for, and the frame around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect
from markupsafe import Markup, escape

from claimant import __version__, registry
from claimant.art.logo import logo
from claimant.art.tokens import SHAPES, token
from claimant.i18n import LANGUAGES, Text, language_name, translations
from claimant.web.http.request import YEAR, AnyRequest, language_of, person_of
from claimant.web.http.static import address

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
            }
            | values
        )
    )


def fragment(template: str, language: str, **values: Any) -> str:
    """A piece of a page that needs no request."""
    return _environment(language).get_template(template).render(values)


def chosen(request: AnyRequest, name: str, known: Sequence[str]) -> str:
    """A setting that a cookie keeps; the first of those known where it keeps none."""
    value = request.cookies.get(name, "")
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
    """On to another page after something was done."""
    return Redirect(path, status_code=303, cookies=list(cookies))


def local(path: str) -> str:
    """A path of this site to go back to; home for all else."""
    good = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if good and path.isascii() and len(path) < 300 else "/"


@cache
def _environment(language: str) -> Environment:
    def said(one: str, many: str | None = None, /, **values: object) -> Markup:
        """A sentence of a template; values that are markup stay markup."""
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
            [
                PackageLoader("claimant.web.pages", "templates"),
                *(
                    PackageLoader(entry.package, "page/templates")
                    for entry in registry.entries().values()
                ),
            ]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["capfirst"] = lambda text: text[:1].upper() + text[1:]
    environment.globals |= {
        "_": said,
        "ngettext": said,
        "say": say,
        "language": language,
        "languages": {code: language_name(code) for code in LANGUAGES},
        "address": address,
        "version": __version__,
        "logo": Markup(logo()),
        "token": lambda seat: Markup(token(seat)),
        "shapes": SHAPES,
        "art": Markup,
    }
    return environment
