"""A command on a terminal of its own, as a person at a keyboard has it."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
from collections.abc import Callable, Mapping

CTRL_C = "\x03"
AGAIN = 10.0
"""Seconds without a reaction after which Ctrl-C is pressed again: Python misses one that comes just
before it starts to wait for a key."""

Look = Callable[[bytes], str | signal.Signals | None]
"""Called with everything on the screen whenever there is more; returns what is typed then, or the
signal that is sent."""


def on_a_terminal(
    *arguments: str, look: Look, env: Mapping[str, str] = os.environ
) -> tuple[int, str]:
    """Run `claimant` until the last of its processes has left the terminal; the exit status and
    everything that was on the screen."""
    child, terminal = pty.fork()
    if child == 0:  # pragma: no cover  (another process)
        # Tests that run in the background of a shell ignore Ctrl-C; the command must not.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.execve(sys.executable, [sys.executable, "-m", "claimant", *arguments], env)
    screen = b""
    stopping = False
    while True:
        if stopping and not select.select([terminal], [], [], AGAIN)[0]:
            os.write(terminal, CTRL_C.encode())
            continue
        try:
            read = os.read(terminal, 65536)
        except OSError:  # Linux reports this when no process is left
            break
        if not read:
            break
        screen += read
        done = look(screen)
        if isinstance(done, str):
            os.write(terminal, done.encode())
            stopping = stopping or done == CTRL_C
        elif done is not None:
            os.kill(child, done)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), screen.decode()
