"""Which processes are Pilothouse's own, so that their windows are kept out of the agent's reach.

A console on the screen that the agent works on would otherwise be in its own picture, and the
agent could press the console's own buttons. The terminal from which Pilothouse was started is a
window of somebody else's, but what is typed there goes to Pilothouse or to its shell.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import psutil

from engine.surfaces.desktop.terminals import facts_of


@dataclass(frozen=True, slots=True)
class OwnProcesses:
    """``process_ids`` are Pilothouse's. ``terminal_ids`` hold the terminal in which it runs: the
    nearest of them, in this order, that has a window is it; empty where it runs in none.
    """

    process_ids: tuple[int, ...] = ()
    terminal_ids: tuple[int, ...] = ()

    def to_argument(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def from_argument(argument: str) -> OwnProcesses:
        told = json.loads(argument)
        return OwnProcesses(tuple(told["process_ids"]), tuple(told["terminal_ids"]))


NOBODY = OwnProcesses()
"""On a display of the agent's own."""


def own_processes(process_id: int | None = None) -> OwnProcesses:
    """Those of this process, or of another."""
    own = psutil.Process(process_id)
    return OwnProcesses((own.pid,), _terminal_ids(own))


def _terminal_ids(own: psutil.Process) -> tuple[int, ...]:
    """The ancestors beyond the shell: those that don't run in the same terminal themselves.

    The nearest is usually the terminal's window; ``script``, ``sudo`` and the like may stand in
    between. A terminal multiplexer's or a remote login's server has no window, nor those above.
    """
    try:
        terminal = _terminal_number(own)
        if not terminal:
            return ()
        above = own.parents()
        while above and _terminal_number(above[0]) == terminal:
            del above[0]
    except psutil.Error:
        return ()  # one of them has just ended, and with it the terminal
    return tuple(process.pid for process in above if process.pid > 1)


def _terminal_number(process: psutil.Process) -> int:
    """psutil knows only those terminals by name that were there when it was first asked."""
    facts = facts_of(process.pid)
    if facts is None:
        raise psutil.NoSuchProcess(process.pid)
    return facts.terminal
