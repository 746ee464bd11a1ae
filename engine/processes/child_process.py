"""The parent's side of a child process: calls that end in an answer, an error or a deadline.

A child that dies or does not answer in time becomes ``SurfaceLost`` with a plain message; it
never holds the parent's loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import signal
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.domain.errors import (
    AccessibilityUnavailable,
    ActionImpossible,
    HandsStopped,
    KnownError,
    SurfaceLost,
)

_LINE_LIMIT_BYTES = 64 * 1024 * 1024
_CLOSE_GRACE_SECS = 2.0
_ERROR_KINDS: dict[str, type[KnownError]] = {
    kind.__name__: kind for kind in (ActionImpossible, AccessibilityUnavailable)
}

logger = logging.getLogger(__name__)


class ChildProcess:
    """One child, ``what`` for people ("the camera"), running ``python -m module arguments``."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str] = (),
        *,
        what: str,
        environment: Mapping[str, str],
        pass_fds: Sequence[int] = (),
        on_event: Callable[[dict[str, Any]], None] | None = None,
        on_end: Callable[[str], object] | None = None,
    ) -> None:
        self._command = [sys.executable, "-m", module, *arguments]
        self._what = what
        self._environment = dict(environment)
        self._pass_fds = tuple(pass_fds)
        self._on_event = on_event
        self._on_end = on_end
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._complaints: asyncio.Task[None] | None = None
        self._last_words: deque[str] = deque(maxlen=20)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._numbers = itertools.count(1)
        self._is_stopped = False

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._environment,
            pass_fds=self._pass_fds,
            start_new_session=True,  # Ctrl+C in the terminal is for the parent alone
            limit=_LINE_LIMIT_BYTES,
        )
        self._reader = asyncio.create_task(self._read_answers(self._process))
        self._complaints = asyncio.create_task(self._read_complaints(self._process))

    async def call(self, op: str, *, timeout_secs: float | None = 5.0, **arguments: object) -> Any:
        """The child's answer. Raises what it refused with, ``SurfaceLost`` or ``HandsStopped``."""
        process = self._process
        if process is None or process.stdin is None or not self.is_alive:
            raise self._ended()
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        line = json.dumps({"id": number, "op": op, **arguments}, ensure_ascii=False)
        try:
            process.stdin.write(line.encode() + b"\n")
            async with asyncio.timeout(timeout_secs):
                return await answer
        except TimeoutError:
            raise SurfaceLost(
                f"{self._what.capitalize()} did not answer within {timeout_secs:g} s.",
                "The display server or an application on it may hang.",
            ) from None
        except ConnectionError:
            raise self._ended() from None
        finally:
            self._waiting.pop(number, None)

    def kill(self) -> None:
        """End it now, without a chance to do anything more. Safe to call from any state."""
        self._is_stopped = True
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGKILL)

    async def close(self) -> None:
        """Let it end by closing its line; kill it if it does not."""
        process = self._process
        if process is None:
            return
        self._is_stopped = True
        if process.stdin is not None and process.returncode is None:
            process.stdin.close()
        try:
            async with asyncio.timeout(_CLOSE_GRACE_SECS):
                await process.wait()
        except TimeoutError:
            self.kill()
            await process.wait()
        for task in (self._reader, self._complaints):
            if task is not None:
                await task

    async def wait(self) -> None:
        """Return when the process is gone."""
        if self._process is not None:
            await self._process.wait()

    async def _read_answers(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            message = json.loads(line)
            if "event" in message:
                if self._on_event is not None:
                    self._on_event(message)
                continue
            answer = self._waiting.get(message["id"])
            if answer is None or answer.done():
                continue
            if "error" in message:
                kind = _ERROR_KINDS.get(message["kind"], SurfaceLost)
                answer.set_exception(kind(message["error"], message.get("remedy", "")))
            else:
                answer.set_result(message["ok"])
        await process.wait()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(self._ended())
        if self._on_end is not None and not self._is_stopped:
            self._on_end(self._ended().message)

    async def _read_complaints(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            text = line.decode(errors="replace").rstrip()
            self._last_words.append(text)
            logger.debug("%s: %s", self._what, text)

    def _ended(self) -> KnownError:
        if self._is_stopped:
            return HandsStopped(f"{self._what.capitalize()} was stopped.")
        last = next((text for text in reversed(self._last_words) if text), "no last words")
        return SurfaceLost(f"{self._what.capitalize()} ended unexpectedly ({last}).")
