"""What is known of the processes that have windows: when they started, and which keep a terminal
of their own, whatever they are called, so that a line confirmed there may be a command.

A terminal starts a program on a pseudo terminal. So a process below it has a controlling terminal
(proc(5), ``tty_nr``) that it has not itself; what was started from somebody's terminal has the same
one as all that it starts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_TICKS_PER_SEC = os.sysconf("SC_CLK_TCK")
_OLDEST_SECS = 1.0
"""A terminal that a program opens inside itself is known after this."""


class ProcessFacts(NamedTuple):
    """``terminal`` is the device of the controlling terminal, 0 where there is none;
    ``started_at_secs`` is wall clock time."""

    parent_id: int
    terminal: int
    started_at_secs: float = 0.0


class WindowProcess(NamedTuple):
    """What is known of a process that has a window."""

    keeps_terminal: bool
    started_at_secs: float


class WindowProcesses:
    """Knows those of the windows for one reader; the processes are read anew where others are asked
    for, and each second."""

    def __init__(self) -> None:
        self._asked: frozenset[int] = frozenset()
        self._known: Mapping[int, WindowProcess] = {}
        self._read_at = 0.0

    def of(self, process_ids: Iterable[int]) -> Mapping[int, WindowProcess]:
        """What is known of each; nothing of a process on another machine, or one that has
        ended."""
        asked = frozenset(process_ids) - {0}
        now = time.monotonic()
        if asked != self._asked or now - self._read_at > _OLDEST_SECS:
            self._asked, self._read_at = asked, now
            processes = _all_processes()
            keeping = keepers(asked, processes)
            self._known = {
                one: WindowProcess(one in keeping, processes[one].started_at_secs)
                for one in asked & processes.keys()
            }
        return self._known


def keepers(asked: frozenset[int], processes: dict[int, ProcessFacts]) -> frozenset[int]:
    """Those of the asked ones below which something runs on another terminal than they do
    themselves. Each process with a terminal is followed up to the first without it."""
    found = set()
    for facts in processes.values():
        above, seen = facts.parent_id, set[int]()
        while facts.terminal and (parent := processes.get(above)) and above not in seen:
            seen.add(above)
            if above in asked and parent.terminal != facts.terminal:
                found.add(above)
            above = parent.parent_id
    return frozenset(found)


def facts_of(process_id: int) -> ProcessFacts | None:
    """None where it has ended."""
    try:
        told = (_PROC / str(process_id) / "stat").read_text(errors="replace")
    except OSError:
        return None
    fields = told.rpartition(")")[2].split()
    age_secs = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / _TICKS_PER_SEC
    return ProcessFacts(int(fields[1]), int(fields[4]), time.time() - age_secs)


def _all_processes() -> dict[int, ProcessFacts]:
    ids = (int(each.name) for each in _PROC.iterdir() if each.name.isdecimal())
    return {one: facts for one in ids if (facts := facts_of(one)) is not None}
