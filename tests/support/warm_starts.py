"""Python processes of ours that start warm: forked from one that has imported already.

Starting Python and importing takes a process of ours from 0.2 to 2 s of work, and the tests start
some hundred. ``WarmStarts.used`` gives ``subprocess`` a way around it: for a module of ours a
server, which has imported and waits, forks. The new process is the caller's own child, as always,
has the descriptors, environment, folder, session and command line that it was to have, and runs the
module as ``__main__``; what it imports is imported. All other programs are started as ever, and so
is what needs more than that and a terminal (another user, something to be called before it).

So nothing here guards that a process of ours can be started, and what it is given: that is guarded
where processes start cold, in the tests of single processes and of the command line.

Linux: ``CLONE_PARENT`` (https://man7.org/linux/man-pages/man2/clone.2.html), and ``PR_SET_MM_MAP``
(https://man7.org/linux/man-pages/man2/PR_SET_MM.2const.html) for what others see of a process.
Where a machine has them not, all starts cold."""

from __future__ import annotations

import ctypes
import fcntl
import gc
import importlib
import io
import json
import locale
import os
import platform
import random
import runpy
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
from _posixsubprocess import fork_exec
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
_RUN_MODULE = str(PROJECT / "engine" / "processes" / "run_module.py")
CHILDREN = (
    "numpy",
    "cv2",
    "PIL.Image",
    "Xlib.display",
    "engine.surfaces.desktop.practice.supervisor",
    "engine.surfaces.desktop.x11.camera",
    "engine.surfaces.desktop.at_spi.reader_child",
    "engine.surfaces.desktop.input.hands_child",
    "engine.surfaces.desktop.input.typist",
    "engine.perception.drawn.text_reader",
)
PILOTHOUSE = (
    *CHILDREN,
    "app.cli",
    "app.qt_loop",
    "app.run_command",
    "app.console",
    "app.console_command",
    "app.settings.page",
    "widgets.window.main_window",
    "playwright.async_api",
)
LATER = {"browser": "engine.modes.navigator.navigator", "mcp": "engine.thinking.guest.mcp_server"}
"""What takes a second to import and few start with: imported when a command has such a word."""
_SERVER = "tests.support.warm_starts"
WARM = "warm-starts"
"""So a server calls itself, for who looks at processes."""
_STARTERS = ("app", "tests.app.", "tests.support.")
"""Modules so called are Pilothouse itself, which starts others of ours."""
_MOST_BYTES = 1 << 17
_MOST_DESCRIPTORS = 64
_ABOVE_ALL = 512
"""No process here has so many descriptors."""
_CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}.get(platform.machine(), 0)
_CLONE_PARENT = 0x8000
_PR_SET_MM, _PR_SET_MM_MAP = 35, 14


@dataclass(frozen=True)
class Order:
    """A process to be; its descriptors, which come beside this, shall have these ``numbers``."""

    command: list[str]
    module: str
    environment: dict[str, str]
    folder: str
    leads_session: bool
    takes_terminal: bool
    numbers: list[int]


def module_of(command: Sequence[str]) -> str:
    """The module of ours that this runs; empty where it is none."""
    if command[:3] == [sys.executable, "-P", _RUN_MODULE]:
        return command[3]
    if command[:2] == [sys.executable, "-m"] and command[2].startswith(_STARTERS):
        return command[2] if command[2] != _SERVER else ""
    return ""


def take_terminal() -> None:
    """For ``preexec_fn``, which is called in the new process: its stdin becomes its terminal."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


# -- where processes are started -----------------------------------------------------------------


class WarmStarts:
    """At the ``line`` to a server, or with one of its own that is started when it is first needed,
    and has the ``modules`` imported."""

    def __init__(self, modules: Sequence[str] = (), line: socket.socket | None = None) -> None:
        self._modules = modules
        self._line = line
        self._server: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    @contextmanager
    def used(self) -> Iterator[None]:
        self.use()
        try:
            yield
        finally:
            subprocess._fork_exec = fork_exec  # type: ignore[attr-defined]
            if self._line is not None:
                self._line.close()
            if self._server is not None:
                self._server.wait()

    def use(self) -> None:
        subprocess._fork_exec = self._fork_exec  # type: ignore[attr-defined]

    def _fork_exec(self, *told: object) -> int:
        """In place of ``_posixsubprocess.fork_exec``, with its arguments."""
        if (ordered := self._ordered(*told)) is None:
            return fork_exec(*told)
        order, descriptors = ordered
        with self._lock:
            if self._line is None and self._modules:
                self._start()
            if self._line is None:
                return fork_exec(*told)
            socket.send_fds(self._line, [json.dumps(asdict(order)).encode()], descriptors)
            return int(self._line.recv(32))

    def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        number = theirs.fileno()
        command = [sys.executable, "-m", _SERVER, str(number), *self._modules]
        quiet = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # what has threads can't be forked
        self._server = subprocess.Popen(
            command, pass_fds=(number,), cwd=PROJECT, env=quiet, stdin=subprocess.DEVNULL
        )
        theirs.close()
        self._line, self._modules = ours if ours.recv(1) else None, ()

    def _ordered(self, *told: object) -> tuple[Order, list[int]] | None:
        command, _, _, kept, folder, environment, *ends = told[:12]
        failed_to, leads_session, *others, before = told[13], told[15], *told[16:22]
        words = [os.fsdecode(word) for word in command]  # type: ignore[attr-defined, arg-type]
        if others != [-1, None, None, None, -1] or before not in (None, take_terminal):
            return None
        if not (module := module_of(words)):
            return None
        given = dict(os.environ)
        if environment is not None:
            pairs = (os.fsdecode(each).partition("=") for each in environment)  # type: ignore[attr-defined]
            given = {name: value for name, _, value in pairs}
        standard = [ends[0], ends[3], ends[5]]
        descriptors = [
            *(number if each == -1 else each for number, each in enumerate(standard)),
            *(each for each in kept if each != failed_to),  # type: ignore[attr-defined]
        ]
        numbers = [0, 1, 2, *descriptors[3:]]
        where = str(Path.cwd()) if folder is None else os.fsdecode(folder)  # type: ignore[arg-type]
        leads, takes = bool(leads_session), before is not None
        return Order(words, module, given, where, leads, takes, numbers), descriptors


@pytest.fixture(scope="package", autouse=True)
def starts_warm() -> Iterator[None]:
    """For a conftest: all that the tests beside it start, but for what is marked as ``cold``."""
    with WarmStarts(PILOTHOUSE).used():
        yield


@pytest.fixture(scope="package", autouse=True)
def children_start_warm() -> Iterator[None]:
    """The same where the engine's processes alone are started."""
    with WarmStarts(CHILDREN).used():
        yield


@pytest.fixture(autouse=True)
def starts_cold(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("cold") is not None:
        monkeypatch.setattr(subprocess, "_fork_exec", fork_exec)


# -- the server, and what is forked from it ------------------------------------------------------


def main() -> None:
    """Arguments: the descriptor of the line, and what is to be imported."""
    line = socket.socket(fileno=int(sys.argv[1]))
    for module in sys.argv[2:]:
        importlib.import_module(module)
    if "app.cli" in sys.argv:
        _compile_words()
    gc.collect()
    gc.freeze()  # or each process would soon have a copy of it all
    threads = [*Path("/proc/self/task").iterdir()]  # a fork would have but one of them
    if not _CLONE or len(threads) > 1 or not _show_as([WARM], {}):
        line.close()
        return
    line.send(b".")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whatever the tests themselves were started with
    order = _serve(line)
    while order.module.startswith(_STARTERS):  # has a server of its own, as it will have threads
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        if os.fork():
            theirs.close()
            WarmStarts(line=ours).use()
            break
        ours.close()
        _show_as([WARM], order.environment)
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        order = _serve(theirs)
    sys.modules.pop(order.module, None)
    runpy.run_module(order.module, run_name="__main__", alter_sys=True)


def _compile_words() -> None:
    """The tables of words become patterns when they are first looked up, in half a second."""
    from engine.language import grave_words
    from engine.safety.instructions import instructions_in

    instructions_in("Nothing")
    grave_words.class_of_words("Nothing")
    grave_words.class_of_setting("Nothing")
    grave_words.class_of_label("Nothing", "window")
    grave_words.class_of_label("Nothing", "page")


def _serve(line: socket.socket) -> Order:
    """Fork until the line ends; returns in those that were forked."""
    while True:
        told, descriptors, _, _ = socket.recv_fds(line, _MOST_BYTES, _MOST_DESCRIPTORS)
        if not told:
            os._exit(0)
        order = Order(**json.loads(told))
        if order.module == "app":
            for word in order.command:
                if module := LATER.get(word.partition(":")[0]):
                    importlib.import_module(module)
        pid = _fork_beside()
        if not pid:
            line.close()
            _become(order, descriptors)
            return order
        for each in descriptors:
            os.close(each)
        line.send(str(pid).encode())


def _fork_beside() -> int:
    """Like ``os.fork``, but the new process is the child of this one's parent."""
    ctypes.pythonapi.PyOS_BeforeFork()
    call = ctypes.PyDLL(None).syscall
    pid = call(_CLONE, _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
    if pid:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    return int(pid)


def _become(order: Order, descriptors: Sequence[int]) -> None:
    high = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, _ABOVE_ALL) for each in descriptors]
    os.closerange(0, _ABOVE_ALL)
    for descriptor, number in zip(high, order.numbers, strict=True):
        os.dup2(descriptor, number)
        os.close(descriptor)
    if order.leads_session:
        os.setsid()
    if order.takes_terminal:
        take_terminal()
    os.chdir(order.folder)
    os.environ.clear()
    os.environ.update(order.environment)
    locale.setlocale(locale.LC_CTYPE, "")
    time.tzset()
    random.seed()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = sys.__stdin__ = open(0, closefd=False)  # type: ignore[misc] # noqa: SIM115
    sys.stdout = sys.__stdout__ = _written_to(1, "strict")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _written_to(2, "backslashreplace")  # type: ignore[misc]
    sys.argv = order.command[order.command.index(order.module) :]
    _show_as(order.command, order.environment)


def _written_to(number: int, errors: str) -> io.TextIOWrapper:
    by_line = number == 2 or os.isatty(number)
    raw = io.BufferedWriter(io.FileIO(number, "wb", closefd=False))
    return io.TextIOWrapper(raw, encoding="utf-8", errors=errors, line_buffering=by_line)


_shown: list[object] = []


def _show_as(command: Sequence[str], environment: dict[str, str]) -> bool:
    """Have others see this command line and environment; False where the kernel does not allow."""
    words = b"".join(os.fsencode(each) + b"\0" for each in command)
    given = b"".join(os.fsencode(f"{name}={value}") + b"\0" for name, value in environment.items())
    memory = ctypes.create_string_buffer(words + given)
    start = ctypes.addressof(memory)
    between, end = start + len(words), start + len(words) + len(given)
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start_code, end_code, start_stack = map(int, fields[23:26])
    start_data, end_data, start_brk = map(int, fields[42:45])
    break_now = ctypes.CDLL(None).sbrk
    break_now.restype = ctypes.c_void_p
    places = (start_code, end_code, start_data, end_data, start_brk, break_now(0), start_stack)
    layout = struct.pack("=12QII", *places, start, between, between, end, 0, 0, 0xFFFFFFFF)
    prctl = ctypes.CDLL(None).prctl
    prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
    told = ctypes.create_string_buffer(layout)
    if prctl(_PR_SET_MM, _PR_SET_MM_MAP, ctypes.addressof(told), len(layout), 0):
        return False
    _shown[:] = [memory]
    return True


if __name__ == "__main__":
    main()
