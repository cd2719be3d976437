"""The command line: `claimant play claim-it`.

Here is what holds for every command: the language, and how it ends. Wrong usage is one line and
status 2, a file that is no use one line and status 1; a person never sees a traceback, except on
purpose with CLAIMANT_DEBUG=1.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence

from claimant.cli.screen import Refused, complain
from claimant.i18n import LANGUAGES, Text, environment_language

INTERRUPTED = 130
PIPE_CLOSED = 141
OUR_FAULT = 70
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character shows a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    language = environment_language()
    try:
        rest, language = _language(list(sys.argv[1:] if arguments is None else arguments))
        status = _run(rest, language)
        sys.stdout.flush()
    except Refused as refused:
        complain(refused.text, language)
        return refused.status
    except KeyboardInterrupt:
        complain(Text("interrupted"), language)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough of it; there is nobody left to tell.
        _forget_output()
        return PIPE_CLOSED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            complain(
                Text("what there is to say cannot be written: {reason}", reason=error.strerror),
                language,
            )
            _forget_output()
            return 1
        if os.environ.get("CLAIMANT_DEBUG"):
            raise
        complain(
            Text(
                "this should not happen: {kind}: {message}. Please report it, with the command "
                "and the output under CLAIMANT_DEBUG=1.",
                kind=type(error).__name__,
                message=" ".join(str(error).split()),
            ),
            language,
        )
        return OUR_FAULT
    return status


def _run(arguments: list[str], language: str) -> int:
    import typer

    from claimant.cli.app import build
    from claimant.cli.usage import wrong_usage

    command = typer.main.get_command(build(language))
    try:
        # Not `command.main`, which has its own ways to end.
        with command.make_context("claimant", arguments) as context:
            status = command.invoke(context)
    except typer.Exit as done:
        return done.exit_code
    except typer.TyperException as error:
        raise wrong_usage(error) from error
    return status if isinstance(status, int) else 0


def _language(arguments: list[str]) -> tuple[list[str], str]:
    """Take `--lang` out, wherever it stands: the help texts need it before all else."""
    language = None
    rest = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word == "--lang":
            language = next(words, "")
        elif word.startswith("--lang="):
            language = word.removeprefix("--lang=")
        else:
            rest.append(word)
    if language is None:
        return rest, environment_language()
    if language not in LANGUAGES:
        raise Refused(
            Text("--lang is one of {languages}", languages=", ".join(LANGUAGES)), status=2
        )
    return rest, language


def _forget_output() -> None:
    """Keep Python from complaining when it flushes the closed output at exit."""
    with contextlib.suppress(OSError, ValueError):  # not a real file: nothing will be flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
