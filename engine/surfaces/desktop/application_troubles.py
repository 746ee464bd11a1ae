"""What goes wrong with applications: which lines of standard error tell of an error, in the forms
that toolkits and languages give them, and who ended that was not launched here.

What every healthy program writes is left out, and so is what a toolkit's bridge to accessibility
complains of: that is our own asking.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping

import psutil

from engine.domain.exploring.faults import ConsoleLine, EndedProcess
from engine.surfaces.desktop.launched import Said

MAX_LINES = 50
_MAX_TEXT_CHARS = 500
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


def console_lines_of(said: Iterable[Said]) -> tuple[ConsoleLine, ...]:
    """The errors among them, at most some dozens. A traceback of Python's is one: its last line,
    with where it came from as the source."""
    by_name: dict[str, list[str]] = {}
    for one in said:
        by_name.setdefault(one.name, []).append(one.line)
    found = [
        ConsoleLine(name, "error", text[:_MAX_TEXT_CHARS], source)
        for name, lines in by_name.items()
        for text, source in _errors_in(lines)
    ]
    return tuple(found[:MAX_LINES])


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
