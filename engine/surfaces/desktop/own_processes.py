"""Which processes are Pilothouse's own, so that their windows are kept out of the agent's reach.

A console on the screen that the agent works on would otherwise be in its own picture, and the
agent could press the console's own buttons. The terminal from which Pilothouse was started is a
window of somebody else's, but what is typed there goes to Pilothouse or to its shell.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass

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
    own = process_id or os.getpid()
    return OwnProcesses((own,), _terminal_ids(own))


def _terminal_ids(own: int) -> tuple[int, ...]:
    """The ancestors beyond the shell: those that don't run in the same terminal themselves.

    The nearest is usually the terminal's window; ``script``, ``sudo`` and the like may stand in
    between. A terminal multiplexer's or a remote login's server has no window, nor those above.
    """
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
