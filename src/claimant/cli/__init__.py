"""The command line: `claimant play GAME`.

This module handles what all commands share: the language, and how a command ends. Wrong usage is
reported in one line with status 2, an unusable file in one line with status 1. Users never see a
traceback unless they ask for it with CLAIMANT_DEBUG=1.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from claimant.cli.errors import (
    FAILED,
    INTERNAL_ERROR,
    INTERRUPTED,
    PIPE_CLOSED,
    CommandError,
    print_error,
    usage_error,
)
from claimant.i18n import LANGUAGES, Text, environment_language

DISK_ERRORS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show a character gets a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    language = environment_language()
    try:
        rest, language = _take_language(list(sys.argv[1:] if arguments is None else arguments))
        status = _run(rest, language)
        sys.stdout.flush()
    except CommandError as error:
        print_error(error.text, language)
        return error.status
    except KeyboardInterrupt:
        print_error(Text("interrupted"), language)
        return INTERRUPTED
    except BrokenPipeError:
        # The program that was reading our output has closed it: there is nobody to tell.
        _discard_output()
        return PIPE_CLOSED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in DISK_ERRORS:
            print_error(Text("cannot write the output: {reason}", reason=error.strerror), language)
            _discard_output()
            return FAILED
        if os.environ.get("CLAIMANT_DEBUG"):
            raise
        _report_bug(error, language)
        return INTERNAL_ERROR
    return status


def _run(arguments: list[str], language: str) -> int:
    import click

    from claimant.cli.app import build
    from claimant.cli.click_messages import click_speaks
    from claimant.cli.errors import from_click

    with click_speaks(language):
        command = build(language)
        try:
            # Not `command.main`, which handles interrupts and closed pipes in its own way.
            with command.make_context("claimant", arguments) as context:
                status = command.invoke(context)
        except click.exceptions.Exit as done:
            return done.exit_code
        except click.exceptions.NoArgsIsHelpError as group:
            print(group.format_message())  # `claimant admin`, like `claimant` alone
            return 0
        except click.ClickException as error:
            raise from_click(error) from error
    return status if isinstance(status, int) else 0


def _take_language(arguments: list[str]) -> tuple[list[str], str]:
    """Take `--lang` out of the arguments, wherever it is: building the commands needs it."""
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
        raise usage_error(Text("--lang must be one of {languages}", languages=", ".join(LANGUAGES)))
    return rest, language


def _report_bug(error: Exception, language: str) -> None:
    print_error(
        Text(
            "internal error: {kind}: {message}. Please report it, with the command and its output "
            "under CLAIMANT_DEBUG=1.",
            kind=type(error).__name__,
            message=" ".join(str(error).split()),
        ),
        language,
    )


def _discard_output() -> None:
    """Keep Python from failing when it flushes the closed output at exit."""
    with contextlib.suppress(OSError, ValueError):  # not a real file: nothing will be flushed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
