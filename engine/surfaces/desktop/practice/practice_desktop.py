"""The practice desktop as the console holds it: a display of its own to try things on.

A child, the ``supervisor``, keeps its processes; this is the other end of the child's standard
input and output. When this end closes, for whatever reason, the supervisor ends everything that
ran on the desktop and deletes its home. Nobody connects to the display without the cookie that
the environment names; see `engine.surfaces.desktop.x11.authority`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from engine.domain.errors import (
    ActionImpossible,
    BugError,
    KnownError,
    SurfaceLost,
    SurfaceUnavailable,
)
from engine.surfaces.desktop.launched import Ended, HostNews, Launch, Said

START_TIMEOUT_SECS = 60.0
CLOSE_TIMEOUT_SECS = 12.0
_LINE_LIMIT_BYTES = 1 << 24

_Pipe = TypeVar("_Pipe", asyncio.StreamReader, asyncio.StreamWriter)

SUPERVISOR_COMMAND = (sys.executable, "-m", "engine.surfaces.desktop.practice.supervisor")


class PracticeDesktop:
    """A nested X display with a window manager, a D-Bus session and a home folder of its own.

    ``server`` "Xtigervnc" is a display that can change its size. ``supervisor_command`` is what
    starts the supervisor, for an installation in which ``sys.executable`` is no interpreter.
    """

    def __init__(
        self,
        *,
        width: int = 1280,
        height: int = 800,
        server: Literal["Xvfb", "Xtigervnc"] = "Xvfb",
        supervisor_command: Sequence[str] = SUPERVISOR_COMMAND,
    ) -> None:
        options = ("--server", server, "--width", str(width), "--height", str(height))
        self._command = (*supervisor_command, *options)
        self._supervisor: asyncio.subprocess.Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self._facts: Mapping[str, Any] | None = None
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._gone = asyncio.Event()
        self._gone_reason = ""

    @property
    def display(self) -> str:
        """Such as ":7"."""
        return str(self._fact("display"))

    @property
    def environment(self) -> Mapping[str, str]:
        """The whole environment for a process on this desktop.

        It carries the desktop's mark: whoever is started with it is ended with the desktop.
        """
        return MappingProxyType(self._fact("environment"))

    @property
    def bus_address(self) -> str:
        return str(self._fact("bus_address"))

    @property
    def accessibility_address(self) -> str:
        """The accessibility bus; empty where at-spi2-core is not installed."""
        return str(self._fact("accessibility_address"))

    @property
    def home(self) -> Path:
        return Path(self._fact("home"))

    @property
    def practice_folder(self) -> Path:
        return Path(self._fact("practice_folder"))

    @property
    def places(self) -> Mapping[str, str]:
        """The folders that a goal may name, by absolute path."""
        folders = {
            "practice folder": self.practice_folder,
            "home folder": self.home,
            "documents": self.home / "Documents",
            "downloads": self.home / "Downloads",
            "desktop": self.home / "Desktop",
        }
        return MappingProxyType({name: str(path) for name, path in folders.items()})

    async def start(self) -> None:
        """Bring the desktop up; it can be started once. Raises `SurfaceUnavailable`."""
        if sys.platform != "linux":
            raise SurfaceUnavailable(
                "The practice desktop needs Linux.", "Choose another surface, such as the browser."
            )
        if self._supervisor is not None:
            raise BugError("This practice desktop was started before.")
        self._supervisor = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE_LIMIT_BYTES,
            start_new_session=True,
        )
        try:
            self._facts = await self._await_ready()
        except BaseException:
            await self.close()
            raise
        self._listener = asyncio.create_task(self._listen(_pipe(self._supervisor.stdout)))

    async def spawn(self, argv: Sequence[str], *, cwd: Path | None = None, name: str = "") -> int:
        """Start a program on the desktop, in ``cwd`` or at home; its process id.

        ``name`` is what people call it, in place of its command. Raises `ActionImpossible` where
        it can't be started, `SurfaceLost` where the desktop ended.
        """
        try:
            pid = await self._ask(
                "spawn",
                argv=list(argv),
                cwd=str(cwd) if cwd else None,
                name=name or Path(argv[0]).name,
            )
        except ActionImpossible as error:
            raise ActionImpossible(f"“{argv[0]}” could not be started: {error.message}.") from None
        return int(pid)

    async def news(self) -> HostNews:
        """Raises `SurfaceLost` where the desktop ended."""
        told = await self._ask("news")
        return HostNews(
            tuple(Ended(*one) for one in told["ended"]),
            tuple(Said(*one) for one in told["said"]),
            tuple(told["running"]),
        )

    @property
    def can_reset(self) -> bool:
        return True

    async def mark_start(self) -> None:
        """Raises `ActionImpossible` where the files can't be copied, `SurfaceLost`."""
        try:
            await self._ask("mark")
        except ActionImpossible as error:
            raise ActionImpossible(f"The start can't be remembered: {error.message}.") from None

    async def reset(self) -> tuple[Launch, ...]:
        """Raises `ActionImpossible`, `SurfaceLost`."""
        try:
            told = await self._ask("reset")
        except ActionImpossible as error:
            raise ActionImpossible(f"The desktop can't be reset: {error.message}.") from None
        return tuple(Launch(name, tuple(argv), cwd) for name, argv, cwd in told)

    async def wait_gone(self) -> str:
        """Wait until the desktop is lost or closed, and say by what.

        "display", "session bus" (without it nothing new can be read), "supervisor" or "closed".
        """
        await self._gone.wait()
        return self._gone_reason

    async def close(self) -> None:
        """End everything on the desktop. Bounded to seconds; calling it again does no harm."""
        self._lose("closed")
        supervisor = self._supervisor
        if supervisor is None:
            return
        _pipe(supervisor.stdin).close()
        if self._facts is None:  # it reads only when it is up
            with contextlib.suppress(ProcessLookupError):
                supervisor.terminate()
        for insist in (supervisor.terminate, supervisor.kill):
            try:
                async with asyncio.timeout(CLOSE_TIMEOUT_SECS):
                    await supervisor.wait()
                break
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    insist()
        await supervisor.wait()
        if self._listener is not None:
            await self._listener

    async def _await_ready(self) -> Mapping[str, Any]:
        supervisor = self._running_supervisor()
        try:
            async with asyncio.timeout(START_TIMEOUT_SECS):
                line = await _pipe(supervisor.stdout).readline()
        except TimeoutError:
            message = f"The practice desktop did not come up in {START_TIMEOUT_SECS:.0f} s."
            raise SurfaceUnavailable(message) from None
        if not line:
            raise SurfaceUnavailable("The practice desktop's supervisor ended at its start.")
        self._running_supervisor()  # closed meanwhile?
        reply = json.loads(line)
        if "failed" in reply:
            raise SurfaceUnavailable(reply["failed"], reply["remedy"])
        return dict(reply["ready"])

    async def _listen(self, lines: asyncio.StreamReader) -> None:
        """Hand on what the supervisor says until it falls silent."""
        while line := await lines.readline():
            match json.loads(line):
                case {"event": "gone", "what": str(what)}:
                    self._lose(what)
                case {"id": int(number), "error": str(error)}:
                    self._settle(number, ActionImpossible(error))
                case {"id": int(number), "ok": told}:
                    self._settle(number, told)
        self._lose("supervisor")
        for number in self._answers:
            self._settle(number, SurfaceLost("The practice desktop has ended."))

    async def _ask(self, op: str, **arguments: object) -> Any:
        """The supervisor's answer. Raises `ActionImpossible` with its words, `SurfaceLost`."""
        supervisor = self._running_supervisor()
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            request = {"id": number, "op": op, **arguments}
            _pipe(supervisor.stdin).write(json.dumps(request).encode() + b"\n")
            return await answer
        finally:
            del self._answers[number]

    def _settle(self, number: int, outcome: Any | KnownError) -> None:
        waiting = self._answers.get(number)
        if waiting is None or waiting.done():  # whoever asked was cancelled meanwhile
            return
        if isinstance(outcome, KnownError):
            waiting.set_exception(outcome)
        else:
            waiting.set_result(outcome)

    def _lose(self, reason: str) -> None:
        """Remember the first reason; the others follow from it."""
        if not self._gone.is_set():
            self._gone_reason = reason
            self._gone.set()

    def _running_supervisor(self) -> asyncio.subprocess.Process:
        if self._supervisor is None:
            raise BugError("The practice desktop has not been started.")
        if self._gone.is_set():
            raise SurfaceLost("The practice desktop has ended.", "Start the session again.")
        return self._supervisor

    def _fact(self, name: str) -> Any:
        if self._facts is None:
            raise BugError("The practice desktop has not been started.")
        return self._facts[name]


def _pipe(pipe: _Pipe | None) -> _Pipe:
    if pipe is None:
        raise BugError("The supervisor was started without pipes.")
    return pipe
