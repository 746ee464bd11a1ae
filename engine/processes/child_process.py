"""The parent's side of a child process: it starts, is asked, may tell of events, and ends.

A request is a line of JSON, ``{"id": 1, "op": "click", …}``; ``parent_line`` is the child's side
and tells the answers. Every call is bounded; one that may take long is broken off as soon as the
child's pulse stays away (``ANSWER_SECS``). However the child ends, whoever waits for it is told:
also where it writes what can't be read, or where taking in its events fails."""

import asyncio
import contextlib
import itertools
import json
import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.domain.errors import HandsStopped, KnownError, SurfaceLost, SurfaceSilent
from engine.domain.facts import KW_ONLY, Part
from engine.processes.descendants import child_environment, wake_stopped

LINE_LIMIT_BYTES = 64 * 1024 * 1024
CLOSE_GRACE_SECS = 2.0
ANSWER_SECS = 5.0
"""What a call has, where its caller knows nothing better; and after how long without a sign of life
a child counts as silent, whatever it was given for the call."""
START_SECS = 60.0
"""What the first one has: the child starts before it answers."""
_PULSE_EVERY_SECS = 1.0
_LAST_WORDS_BYTES = 4096
_LAST_WORDS_SECS = 0.5

logger = logging.getLogger(__name__)


class _Unreadable(Exception):
    """The child wrote what is no line of the protocol."""


class _Pipes(asyncio.subprocess.SubprocessStreamProtocol):
    """Closed soon after the child's own end, also where somebody whom it started holds them still:
    else `Process.wait` and whoever reads would wait for that one.
    https://github.com/python/cpython/issues/119710"""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._close_all = transport.close

    def process_exited(self) -> None:
        super().process_exited()
        asyncio.get_running_loop().call_later(_LAST_WORDS_SECS, self._close_all)


class ChildProcess(Part):
    """One child, ``what`` for people ("the camera").

    Without ``environment`` it has what ``child_environment`` gives everybody. ``refusals`` are the
    errors that its answers may carry. ``on_event`` takes what it tells unasked, ``on_end`` a
    sentence where it ends by itself.

    One that was stopped is woken when it is asked. A child that misses a deadline lives on and may
    come back. One that ``ends_when_silent`` is killed, and every later call raises the same
    ``SurfaceSilent``; ``on_end`` is not told."""

    command: Sequence[str]
    _: KW_ONLY
    what: str
    environment: Mapping[str, str] | None = None
    pass_fds: Sequence[int] = ()
    refusals: Sequence[type[KnownError]] = ()
    on_event: Callable[[dict[str, Any]], None] = lambda event: None
    on_end: Callable[[str], object] = lambda message: None
    ends_when_silent: bool = False
    line_limit_bytes: int = LINE_LIMIT_BYTES

    def __post_init__(self) -> None:
        self.what = self.what[:1].upper() + self.what[1:]
        self._kinds = {kind.__name__: kind for kind in self.refusals}
        self._process: asyncio.subprocess.Process | None = None
        self._following: asyncio.Task[None] | None = None
        self._complaints: asyncio.Task[None] | None = None
        self._last_words: deque[str] = deque(maxlen=20)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._numbers = itertools.count(1)
        self._is_stopped = False
        self._silent: SurfaceSilent | None = None
        self._pulse: asyncio.Event | None = None

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def start(self) -> None:
        """Raises OSError."""
        loop = asyncio.get_running_loop()
        transport, pipes = await loop.subprocess_exec(
            lambda: _Pipes(self.line_limit_bytes, loop),
            *self.command,
            env=child_environment() if self.environment is None else self.environment,
            pass_fds=self.pass_fds,
            start_new_session=True,  # Ctrl+C in the terminal is for the parent alone
        )
        process = asyncio.subprocess.Process(transport, pipes, loop)
        self._process = process
        self._complaints = asyncio.create_task(self._read_complaints(process))
        self._following = asyncio.create_task(self._follow(process))
        self._following.add_done_callback(self._note_failure)

    async def call(
        self,
        op: str,
        *,
        timeout_secs: float = ANSWER_SECS,
        payload: Iterable[bytes] = (),
        **arguments: Any,
    ) -> Any:
        """The child's answer; ``payload`` follows the line. Raises what it refused with,
        ``SurfaceSilent`` at the deadline, ``SurfaceLost`` or ``HandsStopped`` at its end."""
        process = self._process
        if process is None or process.stdin is None or not self.is_alive:
            raise await self._ended()
        wake_stopped([process.pid])
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        parts = tuple(payload)
        size = {"payload_bytes": sum(map(len, parts))} if parts else {}
        line = json.dumps({"id": number, "op": op, **size, **arguments}, ensure_ascii=False)
        try:
            process.stdin.writelines((line.encode(), b"\n", *parts))
            async with asyncio.timeout(timeout_secs):
                return await self._answer_of_living(answer, process.stdin)
        except TimeoutError:
            raise self._fall_silent(timeout_secs) from None
        except ConnectionError:  # it ended before it had read all; it may have answered
            if self._following is not None:
                await asyncio.wait([self._following], timeout=CLOSE_GRACE_SECS)
            if answer.done():
                return answer.result()
            raise await self._ended() from None
        finally:
            del self._waiting[number]
            if not answer.cancel():  # it came; whoever asked may have been called off meanwhile
                answer.exception()

    async def _answer_of_living(
        self, answer: asyncio.Future[Any], line: asyncio.StreamWriter
    ) -> Any:
        """Raises ``TimeoutError`` where the pulse of a child that has one stays away."""
        async with asyncio.timeout(ANSWER_SECS if self._pulse is not None else None):
            await line.drain()
        while not (await asyncio.wait({answer}, timeout=_PULSE_EVERY_SECS))[0]:
            wake_stopped([self.pid or 0])
            if self._pulse is None:  # it has none, or has not come up yet
                continue
            self._pulse.clear()
            line.write(b'{"op": "pulse"}\n')
            beat = asyncio.ensure_future(self._pulse.wait())
            try:
                patience_secs = ANSWER_SECS - _PULSE_EVERY_SECS
                done, _ = await asyncio.wait(
                    {answer, beat}, timeout=patience_secs, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                beat.cancel()
            if not done:
                raise TimeoutError
        return answer.result()

    def _fall_silent(self, timeout_secs: float) -> SurfaceSilent:
        if self._pulse is not None and not self._pulse.is_set():
            timeout_secs = min(timeout_secs, ANSWER_SECS)
        silent = SurfaceSilent(
            f"{self.what} did not answer within {timeout_secs:g} s.",
            "The display server or an application on it may hang.",
        )
        if self.ends_when_silent:
            self._silent = silent
            self.send_signal(signal.SIGKILL)
        return silent

    def send_signal(self, number: signal.Signals) -> None:
        """Nothing happens where it has ended or was not started."""
        if self._process is not None and self._process.returncode is None:
            # `Process.send_signal` would collect a child that has just ended, as the loop's own
            # watcher is about to: https://github.com/python/cpython/issues/87744
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                os.kill(self._process.pid, number)

    def kill(self) -> None:
        """End it now, without a chance to do anything more. Safe to call from any state."""
        self._is_stopped = True
        self.send_signal(signal.SIGKILL)

    async def close(
        self,
        *,
        grace_secs: float = CLOSE_GRACE_SECS,
        signals: Sequence[signal.Signals] = (signal.SIGKILL,),
    ) -> None:
        """Let it end by closing its line; each time that the grace is over, send the next of the
        ``signals``, the last of which must end it."""
        process = self._process
        if process is None:
            return
        self._is_stopped = True
        if process.stdin is not None and process.returncode is None:
            process.stdin.close()
            self.send_signal(signal.SIGCONT)  # one that was stopped shall see that
        for number in signals:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(grace_secs):
                    await process.wait()
            self.send_signal(number)
        await process.wait()
        await asyncio.wait([task for task in (self._following, self._complaints) if task])

    async def wait(self) -> None:
        """Return when the process is gone."""
        if self._process is not None:
            await self._process.wait()

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Take in what it says until it ends; then tell whoever waits, and ``on_end``."""
        assert process.stdout is not None
        try:
            while (line := await self._next_line(process.stdout)) is not None:
                self._take(line)
        except _Unreadable as error:
            self._last_words.append(str(error))
            self.send_signal(signal.SIGKILL)
        finally:  # also where an event's taker failed: nobody listens to the child any more
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_GRACE_SECS):
                    await _drained(process)
            self.send_signal(signal.SIGKILL)
            await _drained(process)
            ended = await self._ended()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(ended)
            if not self._is_stopped and self._silent is None:
                self.on_end(ended.message)

    async def _next_line(self, stdout: asyncio.StreamReader) -> dict[str, Any] | None:
        """None at the end, where a line may have been cut off. Raises ``_Unreadable``."""
        try:
            line = await stdout.readline()
        except ValueError as error:
            limit = f"{self.line_limit_bytes:,} bytes"
            raise _Unreadable(f"what it wrote can't be read: a line of over {limit}") from error
        try:
            return dict(json.loads(line)) if line.endswith(b"\n") else None
        except (ValueError, TypeError, RecursionError) as error:
            raise _Unreadable(f"what it wrote can't be read: {error}") from error

    def _take(self, message: dict[str, Any]) -> None:
        if "pulse" in message:
            self._pulse = self._pulse or asyncio.Event()
            self._pulse.set()
            return
        if "event" in message:
            self.on_event(message)
            return
        answer = self._waiting.get(number) if isinstance(number := message.get("id"), int) else None
        if answer is None or answer.done():  # whoever asked does not wait any more
            return
        if "error" in message:
            kind = self._kinds.get(str(message.get("kind")), SurfaceLost)
            answer.set_exception(kind(str(message["error"]), str(message.get("remedy", ""))))
        else:
            answer.set_result(message.get("ok"))

    async def _read_complaints(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        rest = b""
        while data := await process.stderr.read(1 << 16):
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[-_LAST_WORDS_BYTES:]
            self._note_words(lines)
        self._note_words([rest])

    def _note_words(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            if any(map(str.isalnum, text := line.decode(errors="replace").rstrip())):
                self._last_words.append(text)
                logger.debug("%s: %s", self.what, text)

    async def _ended(self) -> KnownError:
        if self._is_stopped:
            return HandsStopped(f"{self.what} was stopped.")
        if self._silent is not None:
            return SurfaceSilent(self._silent.message, self._silent.remedy)
        if self._complaints is not None and not self.is_alive:
            await asyncio.wait([self._complaints], timeout=_LAST_WORDS_SECS)
        last = self._last_words[-1] if self._last_words else "no last words"
        return SurfaceLost(f"{self.what} ended unexpectedly ({last}).")

    def _note_failure(self, following: asyncio.Task[None]) -> None:
        if not following.cancelled() and (error := following.exception()) is not None:
            logger.error("%s was ended: taking in what it told failed", self.what, exc_info=error)


async def _drained(process: asyncio.subprocess.Process) -> None:
    """At its end; what it still says goes unheard."""
    assert process.stdout is not None
    while await process.stdout.read(1 << 16):
        pass
    await process.wait()
