"""A page: a template, the language and the person it is for, and the frame around it."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
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
from jinja2.ext import Extension
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
from claimant.web.http.static import address, game_file, takes_gzip
from claimant.web.people.people import Person


class _Outdented(Extension):
    """Drops the indentation of templates. The page of a running game is sent uncompressed."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return re.sub(r"^[ \t]+", "", source, flags=re.MULTILINE)


THEMES: Final = ("system", "light", "dark")
SOUNDS: Final = ("off", "on")
RATING: Final = ("hide", "show")
CONFIRM: Final = ("touch", "always", "never")
"""When a move that was chosen has to be confirmed: on touch screens, always or never."""


async def page(
    request: AnyRequest,
    template: str,
    *,
    status: int = 200,
    cookies: Sequence[Cookie] = (),
    no_store: bool = False,
    public: bool = False,
    **values: Any,
) -> Response[Any]:
    """A whole page. Templates know `me` (the person or None), `language`, `_`, `say`, `token`.
    `no_store`: browsers must not keep a copy, not even for the way back. `public`: nothing on it
    is a secret, so it can be compressed. Other pages contain what people have typed next to
    secrets, and the size of a compressed page tells how alike these are."""
    caching = "no-store" if no_store else "private, no-cache"
    headers = {"cache-control": caching, "vary": "Cookie, Accept-Language, Accept-Encoding"}
    me = values.pop("me") if "me" in values else await person_of(request)
    body = html(request, template, me=me, **values).encode()
    if public and takes_gzip(request):
        body = gzip.compress(body, 4, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(
        body,
        status_code=status,
        media_type="text/html",
        headers=headers,
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
                "confirm": chosen(request, "confirm", CONFIRM),
                "wide": False,
                "stylesheets": (),
            }
            | values
        )
    )


def plain_html(language: str, template: str, **values: Any) -> str:
    """A page that is the same for everyone, in a language."""
    return _environment(language).get_template(template).render(values)


def person_tag(person: Person | None) -> str:
    """A tag by which a browser notices that somebody else is using it. It does not reveal an id."""
    return "" if person is None else hashlib.sha256(person.id.encode()).hexdigest()[:16]


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


def go(
    path: str, cookies: Sequence[Cookie] = (), headers: Mapping[str, str] | None = None
) -> Redirect:
    """Redirect to another page after a form was handled."""
    return Redirect(path, status_code=303, cookies=list(cookies), headers=dict(headers or {}))


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
        extensions=[_Outdented],
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
        "person_tag": person_tag,
        "all_titles": listing(list(titles().values())),
    }
    return environment
