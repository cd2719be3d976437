"""The time to think, as the page of a table shows it."""

from __future__ import annotations

from datetime import UTC, datetime

from claimant.i18n import Text
from claimant.web.pages.table.context import TableContext
from claimant.web.tables.deadlines import time_up_at


def clock(context: TableContext) -> str:
    """When the time to think is up; the script turns it into a countdown."""
    if not (context.render.live and context.version):
        return ""
    due = time_up_at(context.table, context.version, context.settings.paces)
    if due is None:
        return ""
    moment = datetime.fromtimestamp(due, UTC)
    until = context.render.say(Text("until {time} UTC", time=moment.strftime("%H:%M")))
    return f'<time class="clock" datetime="{moment:%Y-%m-%dT%H:%M:%SZ}" data-due>{until}</time>'
