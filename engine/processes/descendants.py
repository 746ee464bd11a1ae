"""Processes below this one: started so that they can't outlive it, collected, ended.

Each child gets a signal from the kernel when its parent dies, which no ``finally`` can promise
where the parent is killed. Asking comes before forcing. A process that detached itself is inherited
by a subreaper, and is a descendant all the same; one that a killed parent left behind is known by
a mark in its environment.

What every child is given: the command that runs it, where it is a module of ours, and of our own
environment the variables of a list and no others. Our own may hold keys, tokens and ways into the
person's session, under any name. What a child needs beyond that, its starter adds."""

import contextlib
import ctypes
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import psutil

from engine.domain import errors, facts

END_TIMEOUT_SECS = 10.0
_MOST_CROWDING = 8.0
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_prctl = ctypes.CDLL(None, use_errno=True).prctl


def crowding() -> float:
    """How many programs want each processor, of late: 1 at least, bounded. What waits for one does
    not hang: so many times as long may it be silent."""
    return min(max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)), _MOST_CROWDING)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends before it."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def started_at(pid: int) -> int | None:
    """When a living process started, in clock ticks since boot; None for dead ones and zombies."""
    try:
        state, *rest = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if state in "ZX" else int(rest[18])


def living(pids: Iterable[int]) -> dict[int, int]:
    """Those of them that live, each with when it started."""
    return {pid: started for pid in pids if (started := started_at(pid)) is not None}


def told_of_children() -> int:
    """A descriptor that can be read once something has become of a child."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    return reader


def wake_stopped(children: Iterable[int]) -> None:
    """Have those go on that somebody stopped: all that uses them would wait for them."""
    for pid in children:
        with contextlib.suppress(ChildProcessError):  # it has just ended, which is told apart
            if os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG) is not None:
                go_on([pid])


def go_on(pids: Iterable[int]) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGCONT)


def marked_processes(variable: str, value: str) -> list[int]:
    """This user's processes that were started with that variable, whoever their parent is now."""
    everybody = psutil.process_iter(["uids", "environ"])  # None where it is not to be read
    ours = (one for one in everybody if one.info["uids"] and one.info["uids"].real == os.getuid())
    marked = (one.pid for one in ours if (one.info["environ"] or {}).get(variable) == value)
    return [pid for pid in marked if pid != os.getpid()]


def descendants() -> list[int]:
    return [process.pid for process in psutil.Process().children(recursive=True)]


class Collected(NamedTuple):
    """A child that ended; ``program`` is its short name."""

    process_id: int
    exit_code: int
    program: str


def reap() -> list[Collected]:
    """Collect the ended children, adopted ones included."""
    ended: list[Collected] = []
    while True:
        try:
            waiting = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            if waiting is None:
                return ended
            program = _program_of(waiting.si_pid)
            pid, status = os.waitpid(waiting.si_pid, 0)
        except ChildProcessError:
            return ended
        ended.append(Collected(pid, os.waitstatus_to_exitcode(status), program))


def _program_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def end_processes(
    still_there: Callable[[], list[int]], *, grace_secs: float, collect: Callable[[], object] = reap
) -> bool:
    """Ask, then force, until ``still_there`` finds nobody. SIGCHLD must be blocked."""
    started = time.monotonic()
    told: set[tuple[int, signal.Signals]] = set()
    while pids := still_there():
        waited = time.monotonic() - started
        if waited > END_TIMEOUT_SECS:
            return False
        number = signal.SIGTERM if waited < grace_secs else signal.SIGKILL
        for pid in pids:
            if (pid, number) not in told:
                told.add((pid, number))
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        signal.sigtimedwait({signal.SIGCHLD}, 0.02)
        collect()
    return True


_END_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def end_on_signals() -> None:
    """Let SIGTERM and its kin end this process in order; a second one does not disturb that."""

    def end(_number: int, _frame: FrameType | None) -> None:
        ignore_end_signals()
        sys.exit(0)

    for number in _END_SIGNALS:
        signal.signal(number, end)


def ignore_end_signals() -> None:
    for number in _END_SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def prepare_ending() -> None:
    """Before all children are ended: SIGCHLD is blocked, for which ``end_processes`` waits."""
    ignore_end_signals()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    reap()


def dying_with_parent(death: signal.Signals) -> Callable[[], None]:
    """To be called in a child before its program begins: it gets ``death`` when the thread that
    started it ends, even by ``kill -9``."""
    parent_pid = os.getpid()

    def die_with_parent() -> None:
        _prctl(_PR_SET_PDEATHSIG, death)
        if os.getppid() != parent_pid:
            os._exit(1)

    return die_with_parent


class Children(facts.Part):
    """Starts children in one environment, at ``home``, and collects those that ended."""

    home: Path
    log: Path
    environment: dict[str, str]
    _running: dict[int, subprocess.Popen[bytes]] = facts.field(default_factory=dict)

    def launch(
        self,
        argv: Sequence[str],
        *,
        cwd: str | None = None,
        pass_fds: tuple[int, ...] = (),
        errors_to: int | None = None,
        death: signal.Signals = signal.SIGTERM,
        line_to: int | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start a child that gets ``death`` when this process dies, even by ``kill -9``.

        With ``errors_to``, a descriptor for its standard error, its other output is dropped;
        without, both go to ``log``. With ``line_to`` it speaks with our own parent: it has our
        standard input, our standard error, and writes to that descriptor. Raises OSError."""
        log = self.log if errors_to is None else os.devnull
        with Path(log).open("ab") as output:
            child = subprocess.Popen(
                argv,
                cwd=cwd or self.home,
                env=self.environment,
                stdin=subprocess.DEVNULL if line_to is None else None,
                stdout=output if line_to is None else line_to,
                stderr=errors_to if errors_to is not None else output if line_to is None else None,
                pass_fds=pass_fds,
                start_new_session=True,
                preexec_fn=dying_with_parent(death),
            )
        self._running[child.pid] = child
        return child

    def launch_and_read(
        self, what: str, argv: Callable[[int], list[str]], timeout_secs: float
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Start a server, which is ready once it has written a line to the given descriptor: that
        line. Raises ``SurfaceUnavailable``."""
        deadline = time.monotonic() + timeout_secs
        reader, writer = os.pipe()
        try:
            child = self.launch(argv(writer), pass_fds=(writer,))
        finally:
            os.close(writer)
        line = b""
        while not line.endswith(b"\n"):
            if not select.select([reader], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise self.failure(f"{what} did not come up in {timeout_secs:.0f} s.")
            received = os.read(reader, 4096)
            if not received:
                raise self.failure(f"{what} ended at its start.")
            line += received
        os.close(reader)
        return child, line.decode().strip()

    def failure(self, message: str) -> errors.SurfaceUnavailable:
        """With the last lines of the log, which tell why."""
        said = self.log.read_text(errors="replace").strip().splitlines()[-3:]
        return errors.SurfaceUnavailable(message, f"It said: {' / '.join(said)}" if said else "")

    def collect_ended(self) -> list[Collected]:
        """Those that ended since, adopted ones included."""
        ended = reap()
        for one in ended:
            if child := self._running.pop(one.process_id, None):
                child.returncode = one.exit_code
        return ended


_FOR_EVERYBODY = re.compile(
    r"""PATH | HOME | USER | LOGNAME | SHELL | TERM | COLORTERM | TMPDIR | TMP | TEMP
    | LANG | LANGUAGE | LC_\w+ | LOCPATH | LOCALE_ARCHIVE | TZ | TZDIR
    | LD_LIBRARY_PATH | LD_PRELOAD | PYTHON[A-Z]+ | VIRTUAL_ENV | JAVA_HOME | NIX_LD\w*
    | XDG_DATA_DIRS | XDG_CONFIG_DIRS | GI_TYPELIB_PATH | GIO_\w+ | GSETTINGS_SCHEMA_DIR
    | FONTCONFIG_\w+ | FREETYPE_PROPERTIES | LIBGL_\w+ | MESA_\w+ | GALLIUM_\w+ | EGL_\w+
    | OMP_\w+ | SSL_CERT_FILE | SSL_CERT_DIR | NODE_EXTRA_CA_CERTS | PLAYWRIGHT_\w+
    | PILOTHOUSE_DESKTOP""",
    re.VERBOSE,
)
"""The system, the language, libraries, fonts; and the mark of the desktop it runs on."""
_FOR_THE_NETWORK = re.compile(r"(?i)(https?|ftp|all|no)_proxy")
_FOR_THE_SCREEN = re.compile(
    r"""DISPLAY | WAYLAND_DISPLAY | XAUTHORITY | ICEAUTHORITY | SESSION_MANAGER | DESKTOP_\w+
    | DBUS_SESSION_BUS_ADDRESS | XDG_\w+ | GTK_\w+ | GDK_\w+ | QT_\w+ | XCURSOR_\w+ | XMODIFIERS
    | GNOME_\w+ | KDE_\w+ | NO_AT_BRIDGE | AT_SPI_\w+""",
    re.VERBOSE,
)
"""The person's own session, for what shows there."""
_RUN_MODULE = str(Path(__file__).with_name("run_module.py"))
_SECRET = re.compile(r"(?i)(^|_)KEY(_|$)|APIKEY|TOKEN|SECRET|PASSW|CREDENTIAL")


def python_module(module: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs a module of Pilothouse by this interpreter."""
    return (sys.executable, "-P", _RUN_MODULE, module, *arguments)


def require_programs(what: str, packages: Mapping[str, str]) -> None:
    """``packages`` has the program's name and its package in Debian. Raises ``SurfaceUnavailable``
    with what is missing and what to install."""
    missing = [program for program in packages if shutil.which(program) is None]
    if missing:
        wanted = dict.fromkeys(packages[program] for program in missing)
        verb = "is" if len(missing) == 1 else "are"
        why = f"{what} needs {', '.join(missing)}, which {verb} not installed."
        raise errors.SurfaceUnavailable(why, f"On Debian: sudo apt install {' '.join(wanted)}")


def child_environment(
    inherited: Mapping[str, str] | None = None,
    *,
    on_screen: bool = False,
    with_network: bool = False,
) -> dict[str, str]:
    """What a child may have of ``inherited``, our own where nothing is given. ``on_screen``: it
    shows itself in the person's session, or reads it. ``with_network``: it needs the proxies, whose
    addresses may hold a password."""
    lists = [_FOR_EVERYBODY]
    lists += [_FOR_THE_SCREEN] if on_screen else []
    lists += [_FOR_THE_NETWORK] if with_network else []
    return {
        name: value
        for name, value in (os.environ if inherited is None else inherited).items()
        if any(each.fullmatch(name) for each in lists) and not _SECRET.search(name)
    }
