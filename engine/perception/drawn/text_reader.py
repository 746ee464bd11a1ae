"""Text recognition in a process of its own, so that neither the loop nor the live view waits.

It starts at the first picture, holds some 300 MB from then on, and ends with its owner: by
``close``, and where the owner is killed, since its input ends then.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.domain.errors import KnownError
from engine.domain.spaces import Rect
from engine.perception.pixels import Pixels

_ANSWER_SECS = 30.0
_CLOSE_GRACE_SECS = 1.0
_LINE_LIMIT_BYTES = 16 * 1024 * 1024
_MODULE = "engine.perception.drawn.text_reader_child"
_REMEDY = "What tells nothing over accessibility is not read until the next run."


class RecognitionUnavailable(KnownError):
    """No text can be recognised any more."""


@dataclass(frozen=True, slots=True)
class ReadText:
    """What a line says; ``confidence`` is 0 to 1."""

    text: str
    confidence: float


class Recogniser(Protocol):
    """Finds lines of text in a picture, and reads them. Raises ``RecognitionUnavailable``."""

    async def find(self, picture: Pixels) -> list[Rect]:
        """Where the lines are, in the picture's own pixels."""
        ...

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]: ...

    async def close(self) -> None: ...


class TextReader:
    """Implements ``Recogniser`` with RapidOCR in a child process."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(os.environ if environment is None else environment)
        self._process: asyncio.subprocess.Process | None = None
        self._complaints: asyncio.Task[None] | None = None
        self._last_words: deque[str] = deque(maxlen=20)
        self._has_answered = self._is_closed = False
        self._one_by_one = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """None until there was something to read."""
        return self._process.pid if self._process is not None else None

    async def find(self, picture: Pixels) -> list[Rect]:
        boxes = await self._ask("find", [picture])
        whole = Rect(0, 0, picture.shape[1], picture.shape[0])
        return [place for box in boxes if not (place := Rect(*box).intersection(whole)).is_empty]

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]:
        answers = await self._ask("read", lines) if lines else []
        return [ReadText(" ".join(text.split()), confidence) for text, confidence in answers]

    async def close(self) -> None:
        """End the child, whatever it is doing; none is started any more."""
        self._is_closed = True
        await self._end()

    async def _end(self) -> None:
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(_CLOSE_GRACE_SECS):
                await process.wait()
        except TimeoutError:
            _kill(process)
            await process.wait()
        if self._complaints is not None:
            await self._complaints

    async def _ask(self, op: str, pictures: Sequence[Pixels]) -> list[Any]:
        """One that has answered before and died is started anew, once."""
        async with self._one_by_one:
            process = await self._started()
            line = await self._answer(process, op, pictures)
            if not line and self._has_answered:
                await process.wait()
                process = await self._started()
                line = await self._answer(process, op, pictures)
            if not line:
                raise _unavailable(f"ended unexpectedly ({await self._ending(process)})")
        answer = json.loads(line)
        if "error" in answer:
            raise RecognitionUnavailable(
                f"Text can't be recognised: {answer['error']}.",
                answer.get("remedy", "Install it with: pip install rapidocr onnxruntime."),
            )
        self._has_answered = True
        found: list[Any] = answer["ok"]
        return found

    async def _answer(
        self, process: asyncio.subprocess.Process, op: str, pictures: Sequence[Pixels]
    ) -> bytes:
        """The line that comes back, a whole one; empty where the child is gone."""
        assert process.stdin is not None and process.stdout is not None
        sizes = [[picture.shape[1], picture.shape[0]] for picture in pictures]
        try:
            async with asyncio.timeout(_ANSWER_SECS):
                process.stdin.write(json.dumps({"op": op, "sizes": sizes}).encode() + b"\n")
                for picture in pictures:
                    process.stdin.write(picture.tobytes())
                await process.stdin.drain()
                line = await process.stdout.readline()
                return line if line.endswith(b"\n") else b""
        except TimeoutError:
            _kill(process)
            raise _unavailable(f"gave no answer within {_ANSWER_SECS:.0f} s") from None
        except ConnectionError:
            return b""

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        if self._is_closed:
            raise _unavailable("was closed")
        await self._end()
        self._has_answered = False
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", _MODULE),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=self._environment,
                start_new_session=True,  # Ctrl+C in the terminal is for the parent alone
                limit=_LINE_LIMIT_BYTES,
            )
        except OSError as error:  # no memory, no process, no Python any more
            raise _unavailable(f"can't be started ({error.strerror})") from error
        self._process = process
        self._complaints = asyncio.create_task(self._read_complaints(process))
        return process

    async def _ending(self, process: asyncio.subprocess.Process) -> str:
        await process.wait()
        if self._complaints is not None:
            await self._complaints
        return next((text for text in reversed(self._last_words) if text), "no last words")

    async def _read_complaints(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            self._last_words.append(line.decode(errors="replace").rstrip())


def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


def _unavailable(what: str) -> RecognitionUnavailable:
    return RecognitionUnavailable(f"Text recognition {what}.", _REMEDY)
