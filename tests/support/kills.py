"""Killing a process after each of its system calls that changes something outside of it, which a
parent sees with ptrace.

That is as good as killing it at any moment: between two of these calls, everything that outlives
the process stays the same. (The one exception is memory that is mapped to a file. SQLite maps its
`-shm`, an index of the log that the next process to open the database builds anew.)
"""

from __future__ import annotations

import ctypes
import os
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from itertools import count

TRACE_ME, UNTIL_SYSTEM_CALL, SET_OPTIONS, SYSTEM_CALL_INFO = 0, 24, 0x4200, 0x420E
MARK_SYSTEM_CALLS, KILL_WITH_PARENT = 1, 1 << 20
ENTRY = 1
_ptrace = ctypes.CDLL(None, use_errno=True).ptrace
_ptrace.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_ptrace.restype = ctypes.c_long

OPENING = {"x86_64": {2: 1, 257: 2}, "aarch64": {56: 2}}
"""By machine and system call (open, openat): the argument with the flags. It changes something if
it creates or truncates a file."""
CHANGING = {
    # write, pwrite64, writev, sendfile, sendto, sendmsg, truncate, ftruncate, rename, mkdir, rmdir,
    # creat, link, unlink, symlink, chmod, fchmod, mkdirat, unlinkat, renameat, linkat, symlinkat,
    # fchmodat, fallocate, pwritev, sendmmsg, renameat2, copy_file_range, pwritev2, openat2,
    # fchmodat2
    "x86_64": {
        *(1, 18, 20, 40, 44, 46, 76, 77, 82, 83, 84, 85, 86, 87, 88, 90, 91),
        *(258, 263, 264, 265, 266, 268, 285, 296, 307, 316, 326, 328, 437, 452),
    },
    "aarch64": {
        *(64, 68, 66, 71, 206, 211, 45, 46, 34, 35, 38, 37, 36, 52, 53, 47, 70, 269),
        *(276, 285, 287, 437, 452),
    },
}


class _SystemCall(ctypes.Structure):
    """The kernel's `ptrace_syscall_info`, as far as it is needed here."""

    _fields_ = (
        ("op", ctypes.c_uint8),
        ("arch", ctypes.c_uint32),
        ("instruction", ctypes.c_uint64),
        ("stack", ctypes.c_uint64),
        ("number", ctypes.c_uint64),
        ("arguments", ctypes.c_uint64 * 6),
    )

    @property
    def changes_something(self) -> bool:
        machine = os.uname().machine
        flags = OPENING[machine].get(self.number)
        if flags is not None:
            return bool(self.arguments[flags] & (os.O_CREAT | os.O_TRUNC))
        return self.number in CHANGING[machine]


def killed_after_every_change(work: Callable[[], object]) -> Iterator[int]:
    """Do some work in a process of its own, again and again: killed before it changes anything,
    after its first change, its second, and so on until it gets to its end. Yields the number of
    changes after each kill, and -1 at last, when the work was done."""
    for changes in count():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # this process may have threads
            child = os.fork()
        if not child:
            _run(work)
        os.waitpid(child, 0)  # stopped by itself
        _ptrace(SET_OPTIONS, child, None, MARK_SYSTEM_CALLS | KILL_WITH_PARENT)
        status = _go_on(child, changes)
        if os.WIFEXITED(status):
            assert os.WEXITSTATUS(status) == 0, "the work failed"
            yield -1
            return
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        yield changes


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


def _go_on(child: int, changes: int) -> int:
    """Let a process run until it is about to make a change after so many; its status."""
    call = _SystemCall()
    while True:
        _ptrace(UNTIL_SYSTEM_CALL, child, None, None)
        _, status = os.waitpid(child, 0)
        if not os.WIFSTOPPED(status):
            return status
        _ptrace(SYSTEM_CALL_INFO, child, ctypes.sizeof(call), ctypes.addressof(call))
        if call.op == ENTRY and call.changes_something:
            if not changes:
                return status
            changes -= 1
