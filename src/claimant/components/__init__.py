"""The toolkit for drawing a game's part of the web app. It knows neither a game nor the server."""

from claimant.components.context import RenderCache, RenderContext
from claimant.components.game_page import (
    FormFields,
    GameCard,
    GamePage,
    Json,
    OptionsForm,
    Page,
    Redirect,
    Route,
    RulesPage,
    RulesSection,
    cover_of,
    demo_picture,
    facts_of,
    first,
    folder_of,
    page_of,
)
from claimant.components.markup import PART, VERSION, escape
from claimant.components.parts import Area, Parts, change
from claimant.components.patches import lengthened, patched, shortened
from claimant.components.scenes import Moment, Scene
from claimant.components.table_page import SideScore, TablePage
from claimant.components.widgets import acting_seat, badges, events_form, undo_button

__all__ = [
    "PART",
    "VERSION",
    "Area",
    "FormFields",
    "GameCard",
    "GamePage",
    "Json",
    "Moment",
    "OptionsForm",
    "Page",
    "Parts",
    "Redirect",
    "RenderCache",
    "RenderContext",
    "Route",
    "RulesPage",
    "RulesSection",
    "Scene",
    "SideScore",
    "TablePage",
    "acting_seat",
    "badges",
    "change",
    "cover_of",
    "demo_picture",
    "escape",
    "events_form",
    "facts_of",
    "first",
    "folder_of",
    "lengthened",
    "page_of",
    "patched",
    "shortened",
    "undo_button",
]
