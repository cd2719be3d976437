"""Killing a process at every one of its system calls, which a parent sees with ptrace."""

from __future__ import annotations

import ctypes
import os
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from itertools import count

TRACE_ME, UNTIL_SYSTEM_CALL = 0, 24
_ptrace = ctypes.CDLL(None, use_errno=True).ptrace
_ptrace.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


def killed_at_every_system_call(work: Callable[[], object]) -> Iterator[int]:
    """Do some work in a process of its own, again and again, killed when it leaves its first system
    call, its second, and so on until it gets to its end. (To be killed when it enters one leaves
    the same behind as when it left the one before.) Yields the number of system calls after each
    kill, and 0 at last, when the work was done."""
    for calls in count(1):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # this process may have threads
            child = os.fork()
        if not child:
            _run(work)
        os.waitpid(child, 0)  # stopped by itself
        status = _go_on(child, 2 * calls)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0, "the work failed"
            yield 0
            return
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        yield calls


def _run(work: Callable[[], object]) -> None:
    """What the child does. It never returns into the test."""
    status = 1
    try:
        if _ptrace(TRACE_ME, 0, None, None) == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
            work()
            status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _go_on(child: int, stops: int) -> int:
    status = 0
    for _ in range(stops):
        _ptrace(UNTIL_SYSTEM_CALL, child, None, None)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            break
    return status
