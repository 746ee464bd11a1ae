"""The applications that a display's host launched: which run, how they ended, what they wrote.

The supervisor has one for the practice desktop, `ExistingDisplay` one of its own.
"""

from __future__ import annotations

import fcntl
import os
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

SIZE_BYTES = 1 << 20
_MAX_LINE_CHARS = 2000
_MAX_LINES = 400
_MAX_REMEMBERED = 500


class ErrorOutput:
    """A program's standard error, kept where it can neither fill a disk nor hold the program up.

    A pipe would do both wrong on the operator's own screen: a full one stops the program, a closed
    one ends it. This is a file in memory that can't grow: what is written beyond its end is
    dropped. ``fd`` is handed to the program. Close it when both are done.
    """

    def __init__(self) -> None:
        self.fd = os.memfd_create("standard-error", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(self.fd, SIZE_BYTES)
        seals = fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
        fcntl.fcntl(self.fd, fcntl.F_ADD_SEALS, seals)
        self._read_bytes = 0
        self._rest = b""

    def take_lines(self, *, is_last: bool = False) -> list[str]:
        """What was written since the last time, at most some hundred lines; a line that is not
        finished waits, unless nothing more will come."""
        written = os.lseek(self.fd, 0, os.SEEK_CUR)  # the program shares the position
        fresh = os.pread(self.fd, written - self._read_bytes, self._read_bytes)
        self._read_bytes = written
        *lines, self._rest = (self._rest + fresh).split(b"\n")
        if is_last and self._rest:
            lines.append(self._rest)
            self._rest = b""
        texts = (line.decode(errors="replace").rstrip() for line in lines[-_MAX_LINES:])
        return [text[:_MAX_LINE_CHARS] for text in texts if text]

    def close(self) -> None:
        os.close(self.fd)


class Launch(NamedTuple):
    """How an application is started; ``name`` is for people."""

    name: str
    argv: tuple[str, ...]
    cwd: str | None = None


class Ended(NamedTuple):
    """``exit_code`` as `subprocess` has it: negative is a signal."""

    name: str
    process_id: int
    exit_code: int


class Said(NamedTuple):
    """A line that an application wrote to its standard error."""

    name: str
    line: str


class HostNews(NamedTuple):
    """What became of launched applications since the last asking; ``running`` are the process ids
    of those that go on."""

    ended: tuple[Ended, ...] = ()
    said: tuple[Said, ...] = ()
    running: tuple[int, ...] = ()


@dataclass(slots=True)
class LaunchedApplications:
    """What became of those that were launched; each fact is given out once."""

    _running: dict[int, tuple[Launch, ErrorOutput]] = field(default_factory=dict)
    _ended: deque[Ended] = field(default_factory=lambda: deque(maxlen=_MAX_REMEMBERED))
    _said: deque[Said] = field(default_factory=lambda: deque(maxlen=_MAX_REMEMBERED))

    @property
    def running(self) -> tuple[Launch, ...]:
        """In the order in which they were launched."""
        return tuple(launch for launch, _ in self._running.values())

    @property
    def process_ids(self) -> tuple[int, ...]:
        return tuple(self._running)

    def launch(self, launch: Launch, start: Callable[[Launch, int], int]) -> int:
        """``start`` is given the standard error's descriptor and answers the process id."""
        errors = ErrorOutput()
        try:
            process_id = start(launch, errors.fd)
        except BaseException:
            errors.close()
            raise
        self._running[process_id] = (launch, errors)
        return process_id

    def note_ended(self, process_id: int, exit_code: int) -> None:
        """Of processes that were not launched here nothing is noted."""
        known = self._running.pop(process_id, None)
        if known is None:
            return
        launch, errors = known
        self._said += [Said(launch.name, line) for line in errors.take_lines(is_last=True)]
        errors.close()
        self._ended.append(Ended(launch.name, process_id, exit_code))

    def note_orphan(self, name: str, process_id: int, exit_code: int) -> None:
        """A process that a launched one left behind has ended."""
        self._ended.append(Ended(name, process_id, exit_code))

    def take_news(self) -> HostNews:
        """Since the last time."""
        for launch, errors in self._running.values():
            self._said += [Said(launch.name, line) for line in errors.take_lines()]
        news = HostNews(tuple(self._ended), tuple(self._said), self.process_ids)
        self._ended.clear()
        self._said.clear()
        return news

    def forget(self) -> None:
        """They were ended on purpose, or are nobody's business any more."""
        for _, errors in self._running.values():
            errors.close()
        self._running.clear()
        self.take_news()
