"""Which steps of the courses someone has done, in a cookie of their browser."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import Cookie

from claimant.teaching.course import courses
from claimant.web.http.caller import caller_of
from claimant.web.http.request import AnyRequest
from claimant.web.pages.templating import setting

COOKIE: Final = "learned"
Progress = dict[str, frozenset[str]]
"""The ids of the steps by game."""


def progress_of(request: AnyRequest) -> Progress:
    """What the cookie says; whatever is not a step is ignored."""
    found: Progress = {}
    known = courses()
    for part in caller_of(request.scope).cookie_named(COOKIE).split("~"):
        game, *done = part.split(".")
        if game in known:
            found[game] = frozenset(done) & {step.id for step in known[game].steps}
    return found


def with_step(progress: Progress, game: str, step: str) -> Progress:
    return progress | {game: progress.get(game, frozenset()) | {step}}


def progress_cookie(request: AnyRequest, progress: Progress) -> Cookie:
    parts = [".".join([game, *sorted(done)]) for game, done in sorted(progress.items())]
    return setting(request, COOKIE, "~".join(parts))
