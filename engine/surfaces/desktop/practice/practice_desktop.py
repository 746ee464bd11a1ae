"""The practice desktop as the console holds it: a display of its own to try things on.

A child, the ``supervisor``, keeps its processes, in a sandbox where the machine allows it; this is
the other end of the child's standard input and output. When this end closes, for whatever reason,
everything that ran on the desktop is ended and its home deleted. Nobody connects to the display
without the cookie that the environment names; see `engine.surfaces.desktop.x11.authority`."""

import asyncio
import json
import signal
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import TypeAdapter

from engine.domain import errors, spaces, surface_ports
from engine.domain.facts import Frozen, asdict
from engine.processes.child_process import ANSWER_SECS, LINE_LIMIT_BYTES, ChildProcess
from engine.processes.descendants import child_environment, crowding, python_module
from engine.surfaces.desktop import launched, surface
from engine.surfaces.desktop.practice import session_folder, supervisor
from engine.surfaces.files import PRACTICE, PlainFiles

START_TIMEOUT_SECS = 60.0
CLOSE_TIMEOUT_SECS = 12.0
_RESET_SECS = 120.0
"""A reset ends programs and copies files."""

SUPERVISOR = python_module("engine.surfaces.desktop.practice.supervisor")


class _Facts(Frozen):
    environment: dict[str, str]
    sandbox: surface_ports.Sandbox


class PracticeDesktop(surface.DisplayHost):
    """A nested X display with a window manager, a D-Bus session and a home folder of its own.

    ``is_sandboxed``: programs are kept in a sandbox if the machine allows it, and ``sandbox`` says
    so; off is for a screen on which others show their windows too. ``has_network``: the sandbox
    lets them reach the network. ``windows`` are the window manager's settings."""

    can_reset = True
    _start_timeout_secs = START_TIMEOUT_SECS
    _line_limit_bytes = LINE_LIMIT_BYTES

    def __init__(
        self,
        *,
        width: int = spaces.PRACTICE_WIDTH_PX,
        height: int = spaces.PRACTICE_HEIGHT_PX,
        is_sandboxed: bool = True,
        has_network: bool = False,
        windows: str = session_folder.PRACTICE_WINDOWS,
    ) -> None:
        self._asked = supervisor.Asked(width, height, is_sandboxed, has_network, windows)
        self._supervisor = self._child(
            (*SUPERVISOR, json.dumps(asdict(self._asked))),
            "the practice desktop's supervisor",
            child_environment(with_network=has_network or not is_sandboxed),
        )
        self._was_started = False
        self._failure: errors.SurfaceUnavailable | None = None
        self._told: object = None
        self._facts: _Facts | None = None
        self._told_start = asyncio.Event()
        self._gone = asyncio.Event()
        self._gone_reason = self._ended = ""

    @property
    def sandbox(self) -> surface_ports.Sandbox | None:
        """What it runs in, as it was really started."""
        return self._known.sandbox

    @property
    def display(self) -> str:
        """Such as ":7"."""
        return self.environment["DISPLAY"]

    @property
    def environment(self) -> Mapping[str, str]:
        """The whole environment for a process on this desktop. It carries the desktop's mark:
        whoever is started with it is ended with the desktop."""
        return MappingProxyType(self._known.environment)

    @property
    def home(self) -> Path:
        return Path(self._known.environment.get("HOME", "/"))

    @property
    def practice_folder(self) -> Path:
        return self.home / PRACTICE

    @property
    def places(self) -> Mapping[str, str]:
        return {"practice folder": str(self.practice_folder), **super().places}

    @property
    def files(self) -> PlainFiles | None:
        return PlainFiles(self.home)

    def _child(self, command: Sequence[str], what: str, its: Mapping[str, str]) -> ChildProcess:
        """The supervisor, or what speaks for it; ``its`` environment."""
        return ChildProcess(
            command,
            what=what,
            environment=its,
            refusals=(errors.ActionImpossible,),
            on_event=self._take_event,
            on_end=lambda message: self._lose("supervisor", message),
            line_limit_bytes=self._line_limit_bytes,
        )

    async def start(self) -> None:
        """Bring the desktop up; it can be started once. Raises `SurfaceUnavailable`."""
        if self._was_started:
            raise errors.BugError("This practice desktop was started before.")
        self._was_started = True
        try:
            await self._supervisor.start()
            await self._await_ready()
        except BaseException:
            await self.close()
            raise

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None, name: str = "") -> int:
        """Start a program on the desktop, in ``cwd`` or at home; its process id. ``name`` is what
        people call it, in place of its command. Raises `ActionImpossible` where it can't be
        started, `SurfaceLost` where the desktop ended."""
        pid = await self._ask(
            "spawn",
            f"“{argv[0]}” could not be started",
            argv=list(argv),
            cwd=str(cwd) if cwd else None,
            name=name or Path(argv[0]).name,
        )
        return read_told(int, pid)

    async def news(self) -> launched.HostNews:
        return read_told(launched.HostNews, await self._ask("news"))

    async def living(self, process_ids: Sequence[int]) -> Mapping[int, int]:
        told = await self._ask("living", process_ids=list(process_ids))
        return dict(read_told(tuple[tuple[int, int], ...], told))

    async def file_facts(self, path: str) -> surface_ports.FileFacts:
        return read_told(surface_ports.FileFacts, await self._ask("file", path=path))

    async def mark_start(self) -> None:
        """Raises `ActionImpossible` where the files can't be copied, `SurfaceLost`."""
        await self._ask("mark", "The start can't be remembered", timeout_secs=_RESET_SECS)

    async def reset(self) -> tuple[launched.Launch, ...]:
        """Raises `ActionImpossible`, `SurfaceLost`."""
        told = await self._ask("reset", "The desktop can't be reset", timeout_secs=_RESET_SECS)
        return read_told(tuple[launched.Launch, ...], told)

    async def wait_gone(self) -> str:
        """Wait until the desktop is lost or closed, and say by what. "display", "session bus"
        (without it nothing new can be read), "supervisor" or "closed"."""
        await self._gone.wait()
        return self._gone_reason

    async def close(self) -> None:
        """End everything on the desktop. Bounded to seconds; calling it again does no harm."""
        self._lose("closed")
        if self._facts is None:  # it reads only when it is up
            self._supervisor.send_signal(signal.SIGTERM)
        await self._supervisor.close(
            grace_secs=CLOSE_TIMEOUT_SECS, signals=(signal.SIGTERM, signal.SIGKILL)
        )

    async def _await_ready(self) -> None:
        within_secs = self._start_timeout_secs * crowding()
        late = f"The practice desktop did not come up in {within_secs:.0f} s."
        with errors.SurfaceUnavailable.instead_of(TimeoutError, late):
            await asyncio.wait_for(self._told_start.wait(), within_secs)
        if self._failure is not None:
            raise self._failure
        if self._told is None and self._gone_reason == "supervisor":
            raise errors.SurfaceUnavailable(self._ended)
        self._check_there()  # closed meanwhile?
        self._facts = read_told(_Facts, self._told)

    def _take_event(self, event: Mapping[str, Any]) -> None:
        match event:
            case {"event": "ready", "facts": facts}:
                if self._told is None:  # told before any program runs there; never believed again
                    self._told = facts
            case {"event": "failed", "message": str(message), "remedy": str(remedy)}:
                self._failure = errors.SurfaceUnavailable(message, remedy)
            case {"event": "gone", "what": "display" | "session bus" as what}:
                self._lose(what)
        self._told_start.set()

    async def _ask(
        self, op: str, failed: str = "", *, timeout_secs: float = ANSWER_SECS, **arguments: Any
    ) -> Any:
        """The supervisor's answer. Raises ``ActionImpossible`` and ``SurfaceLost``."""
        self._check_there()
        try:
            return await self._supervisor.call(op, timeout_secs=timeout_secs, **arguments)
        except errors.ActionImpossible as error:
            raise errors.ActionImpossible(f"{failed}: {error.message}.") from None
        except errors.SurfaceSilent:
            raise
        except (errors.SurfaceLost, errors.HandsStopped):
            raise _has_ended() from None

    def _lose(self, reason: str, message: str = "") -> None:
        """Remember the first reason; the others follow from it."""
        if not self._gone.is_set():
            self._gone_reason, self._ended = reason, message
            self._gone.set()
        self._told_start.set()

    def _check_there(self) -> None:
        """Raises `SurfaceLost`."""
        if not self._was_started:
            raise errors.BugError("The practice desktop has not been started.")
        if self._gone.is_set():
            raise _has_ended()

    @property
    def _known(self) -> "_Facts":
        if self._facts is None:
            raise errors.BugError("The practice desktop has not been started.")
        return self._facts


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)
_Told = TypeVar("_Told")


def read_told(kind: type[_Told], told: object) -> _Told:
    """What was told, as one of that kind. Raises `SurfaceLost` where it is none."""
    with errors.SurfaceLost.instead_of(ValueError, "What the practice desktop told can't be read."):
        read: _Told = _adapter(kind).validate_python(told)
    return read


def _has_ended() -> errors.SurfaceLost:
    return errors.SurfaceLost("The practice desktop has ended.", "Start the session again.")
