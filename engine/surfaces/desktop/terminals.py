"""Which processes keep a terminal of their own, whatever they are called: a line that is confirmed
in their windows may be a command.

A terminal starts a program on a pseudo terminal. So a process below it has a controlling terminal
(proc(5), ``tty_nr``) that it has not itself; what was started from somebody's terminal has the same
one as all that it starts.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_PROC = Path("/proc")
_OLDEST_SECS = 1.0
"""A terminal that a program opens inside itself is known after this."""


class ProcessFacts(NamedTuple):
    """``terminal`` is the device of the controlling terminal, 0 where there is none."""

    parent_id: int
    terminal: int


class TerminalKeepers:
    """Knows them for one reader; the processes are read anew where others are asked for, and each
    second."""

    def __init__(self) -> None:
        self._asked: frozenset[int] = frozenset()
        self._keepers: frozenset[int] = frozenset()
        self._read_at = 0.0

    def among(self, process_ids: Iterable[int]) -> frozenset[int]:
        """Those below which something runs on another terminal than they do themselves.

        A process of another machine, or one that has ended, is none of them.
        """
        asked = frozenset(process_ids) - {0}
        now = time.monotonic()
        if asked != self._asked or now - self._read_at > _OLDEST_SECS:
            self._asked, self._read_at = asked, now
            self._keepers = keepers(asked, _all_processes())
        return self._keepers


def keepers(asked: frozenset[int], processes: dict[int, ProcessFacts]) -> frozenset[int]:
    """Of the asked ones. Each process with a terminal is followed up to the first without it."""
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
    return ProcessFacts(int(fields[1]), int(fields[4]))


def _all_processes() -> dict[int, ProcessFacts]:
    ids = (int(each.name) for each in _PROC.iterdir() if each.name.isdecimal())
    return {one: facts for one in ids if (facts := facts_of(one)) is not None}
