"""What is known of the processes that have windows: when they started, and which keep a terminal
of their own, whatever they are called, so that a line confirmed there may be a command.

A terminal starts a program on a pseudo terminal. So a process below it has a controlling terminal
(proc(5), ``tty_nr``) that it has not itself; what was started from somebody's terminal has the same
one as all that it starts.

And which of them are Pilothouse's own, so that their windows are kept out of the agent's reach. A
console on the screen that the agent works on would otherwise be in its own picture, and the
agent could press the console's own buttons. The terminal from which Pilothouse was started is a
window of somebody else's, but what is typed there goes to Pilothouse or to its shell."""

import json
import os
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.domain.facts import Frozen, asdict


class OwnProcesses(Frozen):
    """``process_ids`` are Pilothouse's. ``terminal_ids`` hold the terminal in which it runs: the
    nearest of them, in this order, that has a window is it; empty where it runs in none."""

    process_ids: tuple[int, ...] = ()
    terminal_ids: tuple[int, ...] = ()

    def to_argument(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_argument(argument: str) -> "OwnProcesses":
        told = json.loads(argument)
        return OwnProcesses(tuple(told["process_ids"]), tuple(told["terminal_ids"]))


NOBODY = OwnProcesses()
"""On a display of the agent's own."""


def own_processes(process_id: int | None = None) -> OwnProcesses:
    """Those of this process, or of another."""
    own = process_id or os.getpid()
    return OwnProcesses((own,), _terminal_ids(own))


def _terminal_ids(own: int) -> tuple[int, ...]:
    """The ancestors beyond the shell: those that don't run in the same terminal themselves. The
    nearest is usually the terminal's window; ``script``, ``sudo`` and the like may stand in
    between. A terminal multiplexer's or a remote login's server has no window, nor those above."""
    here = facts_of(own)
    if here is None or not here.terminal:
        return ()
    beyond = list[int]()
    above = here.parent_id
    while above > 1:
        facts = facts_of(above)
        if facts is None:
            return ()  # it has just ended, and with it the terminal
        if beyond or facts.terminal != here.terminal:
            beyond.append(above)
        above = facts.parent_id
    return tuple(beyond)


_TICKS_PER_SEC = os.sysconf("SC_CLK_TCK")
_OLDEST_SECS = 1.0
"""A terminal that a program opens inside itself is known after this."""


class ProcessFacts(NamedTuple):
    """``terminal`` is the device of the controlling terminal, 0 where there is none; ``is_ready``:
    it is a shell, and gets what is typed there. ``started_at_secs`` is wall clock time."""

    parent_id: int
    terminal: int
    started_at_secs: float = 0.0
    is_ready: bool = False


class WindowProcess(NamedTuple):
    """What is known of a process that has a window."""

    keeps_terminal: bool
    started_at_secs: float
    keys_act: bool


class WindowProcesses:
    """Knows the windows' processes for one reader, anew for others and each second."""

    def __init__(self) -> None:
        self._asked: frozenset[int] = frozenset()
        self._known: Mapping[int, WindowProcess] = {}
        self._read_at = 0.0

    def of(self, process_ids: Iterable[int]) -> Mapping[int, WindowProcess]:
        """What is known of each; nothing of one elsewhere, or that has ended."""
        asked = frozenset(process_ids) - {0}
        now = time.monotonic()
        if asked != self._asked or now - self._read_at > _OLDEST_SECS:
            self._asked, self._read_at = asked, now
            ids = (int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal())
            processes = {one: facts for one in ids if (facts := facts_of(one)) is not None}
            keeping = keepers(asked, processes)
            self._known = {
                one: WindowProcess(
                    one in keeping, processes[one].started_at_secs, not keeping.get(one, True)
                )
                for one in asked & processes.keys()
            }
        return self._known


def keepers(asked: frozenset[int], processes: dict[int, ProcessFacts]) -> dict[int, bool]:
    """Those of the asked ones below which something runs on another terminal than they do
    themselves, and whether shells await a line on all of them. Each process with a terminal is
    followed up to the first without it."""
    found = dict[int, bool]()
    ready = {facts.terminal for facts in processes.values() if facts.is_ready}
    for facts in processes.values():
        above, seen = facts.parent_id, set[int]()
        while facts.terminal and (parent := processes.get(above)) and above not in seen:
            seen.add(above)
            if above in asked and parent.terminal != facts.terminal:
                found[above] = found.get(above, True) and facts.terminal in ready
            above = parent.parent_id
    return found


def facts_of(process_id: int) -> ProcessFacts | None:
    """None where it has ended."""
    try:
        told = Path(f"/proc/{process_id}/stat").read_bytes().decode(errors="replace")
    except OSError:
        return None
    name, _, rest = told.partition("(")[2].rpartition(")")
    fields = rest.split()
    age_secs = time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / _TICKS_PER_SEC
    is_ready = name in shells() and fields[2] == fields[5]  # the group in front is its own
    return ProcessFacts(int(fields[1]), int(fields[4]), time.time() - age_secs, is_ready)


@cache
def shells() -> frozenset[str]:
    """The names of the system's shells."""
    try:
        lines = Path("/etc/shells").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    return frozenset(Path(line).name for line in ("/bin/sh", *lines) if line.startswith("/"))
