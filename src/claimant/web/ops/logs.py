"""What the server writes about itself: a line an event, for people or as JSON, each with the id of
the request it belongs to. No line holds a token, a name, a card, or which table it was."""

from __future__ import annotations

import logging
import sys
from contextvars import ContextVar
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final, TextIO

import structlog
from structlog.typing import EventDict, Processor

KINDS: Final = ("console", "json")
REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""The id of the request that is being answered."""
DEEPEST: Final = 12


def set_up(kind: str = "console", stream: TextIO | None = None) -> None:
    """Let all that is logged in this process pass through here."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=_FIELDS),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _asked,
        _where,
    ]
    last: Processor
    if kind == "json":
        last = structlog.processors.JSONRenderer()
    else:
        last = structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("claimant").setLevel(logging.INFO)
    # Anyone can send what is no request: that is not worth a line each time.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


_FIELDS: Final = {"method", "route", "status", "milliseconds"}


def _asked(_: Any, __: str, event: EventDict) -> EventDict:
    request = REQUEST.get()
    if request:
        event["request"] = request
    return event


def _where(_: Any, __: str, event: EventDict) -> EventDict:
    """An error as its kind and the lines that led to it. Its message may hold what nobody may read:
    a `KeyError` says which card."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        kinds: list[str] = []
        lines: list[str] = []
        seen: BaseException | None = error
        while seen is not None and len(kinds) < 4:
            kinds.append(type(seen).__name__)
            lines += [
                f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in extract_tb(seen.__traceback__)[-DEEPEST:]
            ]
            seen = seen.__cause__
        event["error"] = " from ".join(kinds)
        event["where"] = lines
    return event
