"""What a test needs to know about processes, asked of the kernel rather than of the code."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil


def command_of(module: str) -> tuple[str, ...]:
    """How a module of the tests is run in a sandbox, which does not hold them: by its text."""
    found = importlib.util.find_spec(module)
    assert found is not None and found.origin is not None
    return (sys.executable, "-c", Path(found.origin).read_text())


def is_alive(pid: int) -> bool:
    """A zombie is dead: nobody may ever collect it."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def processes_with(variable: str, value: str) -> dict[int, str]:
    """The living processes that have the variable in their environment: name by id."""
    found = {}
    for process in psutil.process_iter():
        try:
            if process.environ().get(variable) == value:
                found[process.pid] = process.name()
        except psutil.Error:  # ended meanwhile, a zombie, or another user's
            continue
    return found


def seen_from_outside(pid: int, variable: str, value: str) -> int:
    """The process that has this number within its own namespace, and the variable; 0 where it is
    gone."""
    for outside in processes_with(variable, value):
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{outside}/status").read_text()
            if re.search(rf"^NSpid:.*\s{pid}$", status, re.MULTILINE):
                return outside
    return 0


async def eventually(condition: Callable[[], object], *, timeout_secs: float = 60.0) -> None:
    """Return as soon as the condition holds; fail when it never does."""
    ends = time.monotonic() + timeout_secs
    while not condition():
        assert time.monotonic() < ends, f"not within {timeout_secs:g} s"
        await asyncio.sleep(0.02)
