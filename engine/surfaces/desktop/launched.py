"""The applications that a display's host launched: which run, how they ended, what they wrote, and
which lines of that tell of an error, in the forms that toolkits and languages give them.

The supervisor has one for the practice desktop, `ExistingDisplay` one of its own. What every
healthy program writes is no error, and neither is what a toolkit's bridge to accessibility
complains of: that is our own asking."""

import fcntl
import os
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from engine.domain.exploring.limits import ConsoleLine, EndedProcess
from engine.domain.facts import Frozen, Part, field

SIZE_BYTES = 1 << 20
_MAX_LINE_CHARS = 2000
_MAX_LINES = 400
_MAX_REMEMBERED = 500
_MAX_CONSOLE_LINES = 50
_TRACEBACK = "Traceback (most recent call last):"
_FRAME = re.compile(r'\s+File "(?:.*/)?([^"/]+)", line \d+, in (\S+)')
_ERROR = re.compile(
    r"""-CRITICAL[ ]\*\* | -ERROR[ ]\*\* | \*\*[ ]\(.*\):[ ](CRITICAL|ERROR)
    | segmentation[ ]fault | bus[ ]error\b | floating[ ]point[ ]exception | core[ ]dumped
    | terminate[ ]called | assertion[ ].*failed | stack[ ]smashing | double[ ]free
    | corrupted[ ] | AddressSanitizer | runtime[ ]error: | free\(\):
    | ^\s*(qt\.[\w.]+:\s*)?(critical|fatal|panic|error)\b\s*[:\[(] | ^\s*\[?(ERROR|CRITICAL|FATAL)\b
    | \b(ERROR|FATAL|CRITICAL)\] | panicked[ ]at | unhandled[ ]exception
    | ^Exception[ ]in[ ]thread | ^QObject::\S+:[ ]No[ ]such | ^Gdk-Message:.*Fatal
    | X[ ]Error[ ]of[ ]failed[ ]request | ^BadWindow\b""",
    re.VERBOSE | re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"""dbind | AT-SPI | at-spi | accessibility[ ]bus | \bimpl_[A-Z]\w+: | \bATK_IS_
    | canberra | dconf | gvfs | \bibus\b
    | libEGL | libGL\b | MESA | vaInitialize | failed[ ]to[ ]create[ ].*vulkan | DRI[23]
    | XDG_RUNTIME_DIR | session[ ]manager | SESSION_MANAGER | Theme[ ]pars | [Gg]dk-?[Pp]ixbuf
    | propagat | org\.freedesktop\.(systemd|Notifications|ScreenSaver|UPower|portal|hostname)
    | Failed[ ]to[ ]connect[ ]to[ ](the[ ])?(system[ ])?(bus|proxy|session) | system_bus_socket
    | ALSA | PulseAudio | pulse | jack[ ]server | gpu_ | viz_main | ContextResult | sandbox
    | no[ ]errors? | 0[ ]errors?""",
    re.VERBOSE,
)


class ErrorOutput:
    """A program's standard error, kept where it can neither fill a disk nor hold the program up.

    A pipe would do both wrong on the operator's own screen: a full one stops the program, a closed
    one ends it. This is a file in memory that can't grow: what is written beyond its end is
    dropped. ``fd`` is handed to the program. Close it when both are done."""

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


class Said(NamedTuple):
    """A line that an application wrote to its standard error."""

    name: str
    line: str
    process_id: int


class HostNews(Frozen):
    """What became of launched applications since; ``running``: ids of those that go on."""

    ended: tuple[EndedProcess, ...] = ()
    said: tuple[Said, ...] = ()
    running: tuple[int, ...] = ()

    def followed_by(self, later: "HostNews") -> "HostNews":
        """Both as one; of a great many the later ones."""
        return HostNews(
            (*self.ended, *later.ended)[-_MAX_REMEMBERED:],
            (*self.said, *later.said)[-_MAX_REMEMBERED:],
            later.running,
        )


class LaunchedApplications(Part):
    """What became of those that were launched; each fact is given out once."""

    _running: dict[int, tuple[Launch, ErrorOutput]] = field(default_factory=dict)
    _ended: deque[EndedProcess] = field(default_factory=lambda: deque(maxlen=_MAX_REMEMBERED))
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
        last = errors.take_lines(is_last=True)
        self._said += [Said(launch.name, line, process_id) for line in last]
        errors.close()
        self._ended.append(EndedProcess(launch.name, process_id, exit_code))

    def note_orphan(self, name: str, process_id: int, exit_code: int) -> None:
        """A process that a launched one left behind has ended."""
        self._ended.append(EndedProcess(name, process_id, exit_code))

    def take_news(self) -> HostNews:
        """Since the last time."""
        for process_id, (launch, errors) in self._running.items():
            self._said += [Said(launch.name, line, process_id) for line in errors.take_lines()]
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


def console_lines_of(said: Iterable[Said]) -> tuple[ConsoleLine, ...]:
    """The errors among them, at most some dozens. A traceback of Python's is one: its last line,
    with where it came from as the source."""
    by_name: dict[str, list[str]] = {}
    for one in said:
        by_name.setdefault(one.name, []).append(one.line)
    found = [
        ConsoleLine(name, text, source)
        for name, lines in by_name.items()
        for text, source in _errors_in(lines)
    ]
    return tuple(found[:_MAX_CONSOLE_LINES])


def _errors_in(lines: list[str]) -> Iterator[tuple[str, str]]:
    source, is_in_traceback = "", False
    for line in lines:
        if line.strip() == _TRACEBACK:
            source, is_in_traceback = "", True
        elif is_in_traceback and line.startswith(" "):
            if found := _FRAME.match(line):
                source = f"{found[1]}, {found[2]}"
        elif is_in_traceback:
            is_in_traceback = False
            yield line, source
        elif _ERROR.search(line) and not _HARMLESS.search(line):
            yield line.strip(), ""
    if is_in_traceback:
        yield _TRACEBACK, source


class OtherProcesses:
    """Remembers who had a window. One on another machine is nobody that could be asked about."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, int]] = {}

    def asked_about(self, shown: Iterable[int]) -> list[int]:
        return [*{*self._seen, *shown}]

    def vanished(
        self, shown: Mapping[int, str], launched: Collection[int], living: Mapping[int, int]
    ) -> list[EndedProcess]:
        """Who has ended since the last time, of those that are not ``launched``. ``shown`` are the
        processes with windows now, and what they are called; ``living`` those of them and of whom
        else is asked about that live, each with when it started."""
        for process_id in launched:
            self._seen.pop(process_id, None)
        gone = [pid for pid, (_, started) in self._seen.items() if living.get(pid) != started]
        ended = [EndedProcess(self._seen.pop(pid)[0], pid, None) for pid in gone]
        for process_id in shown.keys() & living.keys() - set(launched) - self._seen.keys():
            self._seen[process_id] = (shown[process_id], living[process_id])
        return ended
