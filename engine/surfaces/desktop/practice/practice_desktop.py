"""The practice desktop as the console holds it: a display of its own to try things on.

A child, the ``supervisor``, keeps its processes, in a sandbox where the machine allows it; this is
the other end of the child's standard input and output. When this end closes, for whatever reason,
everything that ran on the desktop is ended and its home deleted. Nobody connects to the display
without the cookie that the environment names; see `engine.surfaces.desktop.x11.authority`."""

import asyncio
import json
import signal
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.domain import errors
from engine.domain.exploring.limits import EndedProcess
from engine.domain.spaces import PRACTICE_HEIGHT_PX, PRACTICE_WIDTH_PX
from engine.domain.surface_ports import FileFacts, Sandbox
from engine.processes.child_process import ANSWER_SECS, ChildProcess
from engine.processes.descendants import child_environment, crowding, python_module
from engine.surfaces.desktop.launched import HostNews, Launch, Said
from engine.surfaces.desktop.practice.session_folder import PRACTICE_WINDOWS
from engine.surfaces.desktop.practice.supervisor import Asked
from engine.surfaces.desktop.surface import DisplayHost

START_TIMEOUT_SECS = 60.0
CLOSE_TIMEOUT_SECS = 12.0
_RESET_SECS = 120.0
"""A reset ends programs and copies files."""

_SUPERVISOR = python_module("engine.surfaces.desktop.practice.supervisor")


class PracticeDesktop(DisplayHost):
    """A nested X display with a window manager, a D-Bus session and a home folder of its own.

    ``is_sandboxed``: programs are kept in a sandbox if the machine allows it, and ``sandbox`` says
    so; off is for a screen on which others show their windows too. ``has_network``: the sandbox
    lets them reach the network. ``windows`` are the window manager's settings."""

    def __init__(
        self,
        *,
        width: int = PRACTICE_WIDTH_PX,
        height: int = PRACTICE_HEIGHT_PX,
        is_sandboxed: bool = True,
        has_network: bool = False,
        windows: str = PRACTICE_WINDOWS,
    ) -> None:
        asked = Asked(width, height, is_sandboxed, has_network, windows)
        self._supervisor = ChildProcess(
            (*_SUPERVISOR, json.dumps(asdict(asked))),
            what="the practice desktop's supervisor",
            environment=child_environment(with_network=has_network or not is_sandboxed),
            refusals=(errors.ActionImpossible,),
            on_event=self._take_event,
            on_end=lambda _message: self._lose("supervisor"),
        )
        self._was_started = False
        self._failure: errors.SurfaceUnavailable | None = None
        self._facts: Mapping[str, Any] | None = None
        self._told_start = asyncio.Event()
        self._gone = asyncio.Event()
        self._gone_reason = ""

    @property
    def sandbox(self) -> Sandbox:
        """What it runs in, as it was really started."""
        return Sandbox(**self._fact("sandbox"))

    @property
    def display(self) -> str:
        """Such as ":7"."""
        return self.environment["DISPLAY"]

    @property
    def environment(self) -> Mapping[str, str]:
        """The whole environment for a process on this desktop. It carries the desktop's mark:
        whoever is started with it is ended with the desktop."""
        return MappingProxyType(self._fact("environment"))

    @property
    def home(self) -> Path:
        return Path(self.environment["HOME"])

    @property
    def practice_folder(self) -> Path:
        return self.home / "Practice"

    @property
    def places(self) -> Mapping[str, str]:
        return {"practice folder": str(self.practice_folder), **super().places}

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
        return int(pid)

    async def news(self) -> HostNews:
        """Raises `SurfaceLost` where the desktop ended."""
        told = await self._ask("news")
        return HostNews(
            tuple(EndedProcess(**one) for one in told["ended"]),
            tuple(Said(*one) for one in told["said"]),
            tuple(told["running"]),
        )

    async def living(self, process_ids: Sequence[int]) -> Mapping[int, int]:
        """Raises `SurfaceLost` where the desktop ended."""
        return dict(await self._ask("living", process_ids=list(process_ids)))

    async def file_facts(self, path: str) -> FileFacts:
        """Raises `SurfaceLost` where the desktop ended."""
        return FileFacts(**await self._ask("file", path=path))

    @property
    def can_reset(self) -> bool:
        return True

    async def mark_start(self) -> None:
        """Raises `ActionImpossible` where the files can't be copied, `SurfaceLost`."""
        await self._ask("mark", "The start can't be remembered", timeout_secs=_RESET_SECS)

    async def reset(self) -> tuple[Launch, ...]:
        """Raises `ActionImpossible`, `SurfaceLost`."""
        told = await self._ask("reset", "The desktop can't be reset", timeout_secs=_RESET_SECS)
        return tuple(Launch(name, tuple(argv), cwd) for name, argv, cwd in told)

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
        try:
            async with asyncio.timeout(within_secs := START_TIMEOUT_SECS * crowding()):
                await self._told_start.wait()
        except TimeoutError:
            message = f"The practice desktop did not come up in {within_secs:.0f} s."
            raise errors.SurfaceUnavailable(message) from None
        if self._failure is not None:
            raise self._failure
        if self._facts is None and self._gone_reason == "supervisor":
            raise errors.SurfaceUnavailable("The practice desktop's supervisor ended at its start.")
        self._check_there()  # closed meanwhile?

    def _take_event(self, event: Mapping[str, Any]) -> None:
        match event:
            case {"event": "ready", "facts": facts}:
                if self._facts is None:  # told before any program runs there; never believed again
                    self._facts = dict(facts)
            case {"event": "failed", "message": str(message), "remedy": str(remedy)}:
                self._failure = errors.SurfaceUnavailable(message, remedy)
            case {"event": "gone", "what": str(what)}:
                self._lose(what)
        self._told_start.set()

    async def _ask(
        self, op: str, failed: str = "", *, timeout_secs: float = ANSWER_SECS, **arguments: Any
    ) -> Any:
        """The supervisor's answer. Raises `ActionImpossible` with what has ``failed`` and its words
        why, `SurfaceLost`."""
        self._check_there()
        try:
            return await self._supervisor.call(op, timeout_secs=timeout_secs, **arguments)
        except errors.ActionImpossible as error:
            raise errors.ActionImpossible(f"{failed}: {error.message}.") from None
        except errors.SurfaceSilent:
            raise
        except (errors.SurfaceLost, errors.HandsStopped):
            raise _has_ended() from None

    def _lose(self, reason: str) -> None:
        """Remember the first reason; the others follow from it."""
        if not self._gone.is_set():
            self._gone_reason = reason
            self._gone.set()
        self._told_start.set()

    def _check_there(self) -> None:
        """Raises `SurfaceLost`."""
        if not self._was_started:
            raise errors.BugError("The practice desktop has not been started.")
        if self._gone.is_set():
            raise _has_ended()

    def _fact(self, name: str) -> Any:
        if self._facts is None:
            raise errors.BugError("The practice desktop has not been started.")
        return self._facts[name]


def _has_ended() -> errors.SurfaceLost:
    return errors.SurfaceLost("The practice desktop has ended.", "Start the session again.")
