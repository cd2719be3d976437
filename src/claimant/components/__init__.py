"""The toolkit for drawing a game's part of the web app. It knows neither a game nor the server."""

from claimant.components.context import RenderCache, RenderContext
from claimant.components.markup import PART, VERSION, escape
from claimant.components.parts import Area, Parts, data_line
from claimant.components.widgets import badges, events_form, undo_button

__all__ = [
    "PART",
    "VERSION",
    "Area",
    "Parts",
    "RenderCache",
    "RenderContext",
    "badges",
    "data_line",
    "escape",
    "events_form",
    "undo_button",
]
