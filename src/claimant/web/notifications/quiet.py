"""Quiet hours, by the clock on the person's wall."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from claimant.web.store.contacts import PreferenceRow

DAY: Final = 24 * 60
"""Minutes."""
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}")


@lru_cache(600)  # by name; nothing invalidates it
def zone(name: str) -> ZoneInfo | None:
    """A time zone; None if there is none of this name."""
    if not _ZONE.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError):  # unknown, or the name of something else in that folder
        return None


def sending_time(preferences: PreferenceRow, now: float) -> float:
    """Now, or the end of the quiet hours if it is quiet now."""
    begin, end = preferences.quiet_from, preferences.quiet_until
    here = datetime.fromtimestamp(now, zone(preferences.zone) or UTC)
    minute = here.hour * 60 + here.minute
    if (minute - begin) % DAY >= (end - begin) % DAY:
        return now
    tomorrow = minute >= end
    # By the calendar, not by adding seconds: a day may have 23 or 25 hours.
    day = here.date() + timedelta(days=1 if tomorrow else 0)
    wanted = datetime(day.year, day.month, day.day, end // 60, end % 60, tzinfo=here.tzinfo)
    return max(wanted.timestamp(), now + 60)


def minutes(text: str) -> int | None:
    """Minutes after midnight of a time such as `22:30`; None if it is not one."""
    found = re.fullmatch(r"(\d\d):(\d\d)", text, re.ASCII)
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2])
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def clock_time(minutes: int) -> str:
    """A time such as `22:30`."""
    return f"{minutes // 60:02}:{minutes % 60:02}"
