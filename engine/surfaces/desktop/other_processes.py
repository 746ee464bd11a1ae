"""Processes with windows that were not launched here: that they ended can be seen, how cannot."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping

import psutil

from engine.domain.exploring.faults import EndedProcess


class OtherProcesses:
    """Remembers who had a window. One on another machine is nobody that could be asked about."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, psutil.Process]] = {}

    def vanished(self, shown: Mapping[int, str], launched: Collection[int]) -> list[EndedProcess]:
        """Who has ended since the last time, of those that are not ``launched``. ``shown`` are the
        processes with windows now, and what they are called."""
        for process_id in launched:
            self._seen.pop(process_id, None)
        gone = [pid for pid, (_, process) in self._seen.items() if not _is_there(process)]
        ended = [EndedProcess(self._seen.pop(pid)[0], pid, None) for pid in gone]
        for process_id in shown.keys() - launched - self._seen.keys():
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(process_id)
                if _is_there(process):
                    self._seen[process_id] = (shown[process_id], process)
        return ended


def _is_there(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
