"""The protocol of a game's part of the web app, with plain defaults for everything.

A registry entry names a `GamePage`; shared code reaches it with `page_of`. Files that the game
needs are in the folder `page` of its package, and are found there by their names:

- `demo.claim`: the record of a game in progress, for the picture on the home page;
- `templates/`: Jinja templates, loaded as `GAME/NAME`;
- `static/`: files served as `/static/GAME/NAME`. `site.css` is linked on pages about the game and
  `table.css` at its tables. `table.js` is a module for its tables, and may export `placeOf(box)`
  (where an element with `data-vt` is; it moves when this changes), `originOf(box)` (where a new
  element comes from) and `sounds` (tones by the verb of an event). `luck.js` lets a browser verify
  the luck of a finished game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from claimant import registry
from claimant.components.table_page import TablePage
from claimant.i18n import Text
from claimant.presentation import presentation_of
from claimant.record import loads

FormFields = Mapping[str, Sequence[str]]
"""A submitted form: the values by field name."""

_DEMO_NAMES: Final = ("Ada", "Bas", "Cleo", "Dot", "Eli")


@dataclass(frozen=True)
class GameCard:
    """How the home page and lists of games introduce a game."""

    facts: Text | None = None
    """Kind, players and duration in a few words. Without it the number of players."""
    line: Text | None = None
    """What players do, in one short line."""
    blurb: Text | None = None
    """What the game is about, where there is room for more."""
    theme: str = ""
    """The CSS class of pages and panels about the game."""
    players: int | None = None
    """How many play when someone starts a game against bots with one click. Without it the fewest
    that can play."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options of that game."""
    cover: Callable[[], str] = str
    """A picture of the game, as SVG that a page can crop. Without it a game in progress is shown,
    if there is a demo."""


class OptionsForm:
    """A game's part of the form for a new table. The default has a text field per option."""

    template = "new_table.html"
    """The template of the whole form; a game's own extends this one."""

    def revised(self, game: str, fields: FormFields, players: int) -> FormFields:
        """The form after a press of one of the game's own buttons, which is shown again: other
        fields than those that were sent. The same fields if none of them was pressed."""
        return fields

    def options(self, game: str, fields: FormFields) -> dict[str, str]:
        """The options that the form asks for. They need not be legal."""
        return {name: first(fields, _FIELD + name, value) for name, value in _defaults(game)}

    def values(self, game: str, fields: FormFields, players: int, language: str) -> dict[str, Any]:
        """What the template needs besides what every form does."""
        return {
            "option_fields": [
                (_FIELD + name, name, first(fields, _FIELD + name, value))
                for name, value in _defaults(game)
            ]
        }


_FIELD: Final = "option-"


def _defaults(game: str) -> list[tuple[str, str]]:
    return list(registry.game_class(game).create().options.items())


def first(fields: FormFields, name: str, default: str = "") -> str:
    """The first value of a field."""
    values = fields.get(name)
    return values[0] if values else default


@dataclass(frozen=True)
class RulesSection:
    """A section of the rules as HTML."""

    level: int
    title: str
    anchor: str
    body: str


class RulesPage:
    """What a game adds to the page of its rules."""

    def definitions(self) -> str:
        """SVG definitions that the page contains once."""
        return ""

    def example(self, name: str, language: str) -> str:
        """The picture of an example that the text refers to."""
        return ""

    def hyphenate(self, text: str) -> str:
        """The text with soft hyphens in words too long for a narrow column."""
        return text

    def section(self, section: RulesSection, language: str) -> str | None:
        """A section's own markup; None for the usual one."""
        return None


@dataclass(frozen=True)
class Redirect:
    path: str


@dataclass(frozen=True)
class Json:
    content: Any


@dataclass(frozen=True)
class Page:
    """A whole page, from a template that extends `base.html`."""

    template: str
    """As `GAME/NAME`."""
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Route:
    """A GET address of a game's own."""

    path: str
    """As in `/pieces/{name:str}`."""
    answer: Callable[[Mapping[str, str], str], Page | Redirect | Json | None]
    """The answer to the parameters of path and query, in a language. None if nothing is there;
    ValueError if the parameters make no sense."""


@dataclass(frozen=True)
class GamePage:
    """A game's part of the web app."""

    table: TablePage = field(default_factory=TablePage)
    card: GameCard = field(default_factory=GameCard)
    form: OptionsForm = field(default_factory=OptionsForm)
    rules: RulesPage = field(default_factory=RulesPage)
    routes: tuple[Route, ...] = ()
    computed_css: Callable[[], str] = str
    """Rules that the code computes, put before those of `static/table.css`."""


# One entry per game, valid as long as the process.
@cache
def page_of(game: str) -> GamePage:
    """A game's part of the web app, by the game's name."""
    entry = registry.entry(game)
    if not entry.page:
        return GamePage()
    found: GamePage = registry.part(entry.page)
    return found


def folder_of(game: str) -> Traversable:
    """Where the files of a game's part of the web app are, if it has any."""
    return resources.files(registry.entry(game).package) / "page"


def facts_of(game: str) -> Text:
    """Kind, players and duration of a game in a few words."""
    seats = registry.game_class(game).seats
    return page_of(game).card.facts or Text(
        "{least} to {most} players", least=seats.start, most=seats.stop - 1
    )


def cover_of(game: str, language: str) -> str:
    """The picture that introduces a game; empty without one. It fills its box, and what does not
    fit is cut off."""
    picture = page_of(game).card.cover() or demo_picture(game, language)
    return picture.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1)


# One entry per game and language; the records do not change.
@cache
def demo_picture(game: str, language: str) -> str:
    """The picture of a game in progress as seat 0 sees it, from its demo record; none without."""
    file = folder_of(game) / "demo.claim"
    if not file.is_file():
        return ""
    record = loads(file.read_text(encoding="utf-8"))
    state = record.game.start()
    for event in record.events:
        state = state.play(event)
    names = _DEMO_NAMES[: record.game.players]
    return presentation_of(game).picture(state.view(0), names, language, style=False)
