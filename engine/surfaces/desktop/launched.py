"""The applications that a display's host launched: which run, how they ended, what they wrote.

The supervisor has one for the practice desktop, `ExistingDisplay` one of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.surfaces.desktop.error_output import ErrorOutput

_MAX_REMEMBERED = 500


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
