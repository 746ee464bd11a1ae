"""Ends a process by force that does not end by itself: only one that descends from us.

The number that a browser tells from within a sandbox may be anybody's outside of it.
"""

from __future__ import annotations

import asyncio
import contextlib

import psutil


class ProcessHandle:
    def __init__(self, process: psutil.Process) -> None:
        self._process = process

    @classmethod
    def of_descendant(cls, pid: int) -> ProcessHandle | None:
        """None where it is gone, or is no descendant of this process."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            if psutil.Process() in process.parents():
                return cls(process)
        return None

    async def end(self, bound_secs: float) -> None:
        """Kill it where it does not end by itself within the bound; another process that has its
        number by then is left alone."""
        await asyncio.to_thread(self._end, bound_secs)

    def _end(self, bound_secs: float) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            try:
                self._process.wait(bound_secs)
            except psutil.TimeoutExpired:
                self._process.kill()
