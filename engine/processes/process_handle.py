"""A descendant that does not end by itself, known by more than its number.

In a file of its own since `descendants` is what small children import, and asyncio is large."""

import asyncio
import contextlib
import os

import psutil


class ProcessHandle:
    """Ends a descendant by force that does not end by itself. The number that a program tells from
    within a sandbox may be anybody's outside of it."""

    def __init__(self, process: psutil.Process) -> None:
        self._process = process

    @classmethod
    def of_descendant(cls, pid: int) -> "ProcessHandle | None":
        """None where it is gone, or is no descendant of this process."""
        with contextlib.suppress(psutil.Error):
            process = psutil.Process(pid)
            if psutil.Process() in process.parents():
                return cls(process)
        return None

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_stopped(self) -> bool:
        """By a signal, until another has it go on."""
        with contextlib.suppress(psutil.Error):
            return bool(self._process.status() == psutil.STATUS_STOPPED)
        return False

    def child_above(self) -> "ProcessHandle | None":
        """The child of this process from which it descends; None where it is gone."""
        with contextlib.suppress(psutil.Error):
            line = [self._process, *self._process.parents()]
            return next((ProcessHandle(one) for one in line if one.ppid() == os.getpid()), None)
        return None

    def kill(self) -> None:
        with contextlib.suppress(psutil.NoSuchProcess):
            self._process.kill()

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
