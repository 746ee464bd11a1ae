"""How the supervisor ends processes: all that descend from it or carry the desktop's mark.

Asking comes before forcing. A process that detached itself was inherited by the supervisor, the
subreaper, and is a descendant all the same; one that a killed supervisor left behind is known by
the mark in its environment.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import psutil

MARKER = "PILOTHOUSE_DESKTOP"
END_TIMEOUT_SECS = 10.0


def started_at(pid: int) -> int | None:
    """When a living process started, in clock ticks since boot; None for dead ones and zombies."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if state in "ZX" else int(rest[18])


def marked_processes(desktop_id: str) -> list[int]:
    """This user's processes that were started on the desktop, whoever their parent is now."""
    mark = f"{MARKER}={desktop_id}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal() or entry.name == str(os.getpid()):
            continue
        try:
            is_ours = entry.stat().st_uid == os.getuid()
            if is_ours and mark in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:  # ended meanwhile, or another user's
            continue
    return found


def descendants() -> list[int]:
    return [process.pid for process in psutil.Process().children(recursive=True)]


class Collected(NamedTuple):
    """A child that ended; ``program`` is its short name."""

    process_id: int
    exit_code: int
    program: str


def reap() -> list[Collected]:
    """Collect the ended children, adopted ones included."""
    ended: list[Collected] = []
    while True:
        try:
            waiting = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if waiting is None:
                return ended
            program = _program_of(waiting.si_pid)
            pid, status = os.waitpid(waiting.si_pid, 0)
        except ChildProcessError:
            return ended
        ended.append(Collected(pid, os.waitstatus_to_exitcode(status), program))


def _program_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def end_processes(
    still_there: Callable[[], list[int]],
    *,
    grace_secs: float,
    collect: Callable[[], object] = reap,
) -> bool:
    """Ask, then force, until ``still_there`` finds nobody; False where somebody can't be ended.
    SIGCHLD must be blocked."""
    started = time.monotonic()
    told: set[tuple[int, signal.Signals]] = set()
    while pids := still_there():
        waited = time.monotonic() - started
        if waited > END_TIMEOUT_SECS:
            return False
        number = signal.SIGTERM if waited < grace_secs else signal.SIGKILL
        for pid in pids:
            if (pid, number) not in told:
                told.add((pid, number))
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        signal.sigtimedwait({signal.SIGCHLD}, 0.02)
        collect()
    return True
