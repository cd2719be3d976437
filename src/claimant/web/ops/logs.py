"""The server's log: one line per event, for people or as JSON, each with the id of its request. No
line contains a token, a name, a card or the id of a table."""

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
"""The id of the current request."""
MAX_FRAMES: Final = 12
"""Frames of a traceback that are logged per exception."""
MAX_CAUSES: Final = 4


def set_up(kind: str = "console", stream: TextIO | None = None) -> None:
    """Format everything that this process logs."""
    shared: list[Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=_FIELDS),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_request,
        _redact_error,
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
    # Anyone can send malformed requests: they do not deserve a line each.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)


_FIELDS: Final = {"method", "route", "status", "milliseconds"}


def _add_request(_: Any, __: str, event: EventDict) -> EventDict:
    request = REQUEST.get()
    if request:
        event["request"] = request
    return event


def _redact_error(_: Any, __: str, event: EventDict) -> EventDict:
    """Replace an exception by its type and the lines that led to it. Its message may be secret: a
    `KeyError` names a card."""
    given = event.pop("exc_info", None)
    error = sys.exc_info()[1] if given is True else given
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        kinds: list[str] = []
        lines: list[str] = []
        cause: BaseException | None = error
        while cause is not None and len(kinds) < MAX_CAUSES:
            kinds.append(type(cause).__name__)
            lines += [
                f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
                for frame in extract_tb(cause.__traceback__)[-MAX_FRAMES:]
            ]
            cause = cause.__cause__
        event["error"] = " from ".join(kinds)
        event["where"] = lines
    return event
