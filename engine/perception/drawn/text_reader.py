"""Text recognition in a process of its own, so that neither the loop nor the live view waits.

It starts at the first picture, holds some 140 MB from then on, three times as much while it reads
a large one, and ends with its owner: by ``close``, and where the owner is killed, since its input
ends then."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from engine.domain.errors import HandsStopped, KnownError, SurfaceLost, SurfaceSilent
from engine.domain.facts import Frozen
from engine.domain.spaces import Rect
from engine.perception.pixels import Pixels
from engine.processes.child_process import ChildProcess
from engine.processes.descendants import python_module

_LEAST = 0.85
_LEAST_OF_A_SIGN = 0.6
_GREEK_WORD = re.compile("[Ͱ-Ͽἀ-῿]{2}")
"""The reader knows some of these letters, as formulas have them, and leaves out the others."""
_ANSWER_SECS = 120.0
"""What a large picture takes on a busy machine. One that is stopped or hangs is told by its pulse
long before that."""
_CLOSE_GRACE_SECS = 1.0
_REMEDY = "What tells nothing over accessibility is not read until the next run."


class RecognitionUnavailable(KnownError):
    """No text can be recognised any more."""


class ReadText(Frozen):
    """What a line says; ``confidence`` is 0 to 1."""

    text: str
    confidence: float


class Recogniser(Protocol):
    """Finds lines of text in a picture, and reads them. Raises ``RecognitionUnavailable``."""

    async def find(self, picture: Pixels) -> list[Rect]:
        """Where the lines are, in the picture's own pixels."""

    async def read(self, lines: Sequence[Pixels]) -> list[ReadText]: ...

    async def close(self) -> None: ...


class TextReader:
    """Implements ``Recogniser`` with RapidOCR in a child process; with ``shared_at``, a path in a
    folder of this user alone, in the one that all share who name that path."""

    def __init__(
        self, environment: Mapping[str, str] | None = None, *, shared_at: str = ""
    ) -> None:
        self._environment = environment
        self._shared_at = shared_at
        self._child: ChildProcess | None = None
        self._has_answered = self._is_closed = False
        self._one_by_one = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """None until there was something to read."""
        return self._child.pid if self._child is not None else None

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
        if self._child is not None:
            await self._child.close(grace_secs=_CLOSE_GRACE_SECS)

    async def _ask(self, op: str, pictures: Sequence[Pixels]) -> list[Any]:
        async with self._one_by_one:
            try:
                may_repeat = self._has_answered or bool(self._shared_at)
                return await self._answered(op, pictures, may_repeat)
            except (SurfaceLost, HandsStopped) as error:
                raise RecognitionUnavailable(error.message, _REMEDY) from None

    async def _answered(self, op: str, pictures: Sequence[Pixels], may_repeat: bool) -> list[Any]:
        """One that has answered before and died is started anew, once. A shared one may have died
        of another's picture: who loses it twice in a row goes on with one of its own."""
        child = await self._started()
        try:
            found = await _answer(child, op, pictures)
        except SurfaceLost as lost:
            if not may_repeat or isinstance(lost, SurfaceSilent):
                if not self._shared_at:
                    raise
                self._shared_at = ""
            await child.wait()
            return await self._answered(op, pictures, False)
        self._has_answered = True
        return found

    async def _started(self) -> ChildProcess:
        if self._child is not None and self._child.is_alive:
            return self._child
        if self._is_closed:
            raise RecognitionUnavailable("Text recognition was closed.", _REMEDY)
        if self._child is not None:
            await self._child.close()
        module = "shared_texts" if self._shared_at else "text_reader_child"
        words = filter(None, [self._shared_at])
        self._child = ChildProcess(
            python_module(f"engine.perception.drawn.{module}", *words),
            what="text recognition",
            environment=self._environment,
            refusals=(RecognitionUnavailable,),
            ends_when_silent=True,  # it would hold its memory for nobody
        )
        # no memory, no process, no Python any more
        with RecognitionUnavailable.on_refusal("Text recognition can't be started", _REMEDY):
            await self._child.start()
        return self._child


async def _answer(child: ChildProcess, op: str, pictures: Sequence[Pixels]) -> list[Any]:
    found: list[Any] = await child.call(
        op,
        sizes=[[picture.shape[1], picture.shape[0]] for picture in pictures],
        payload=[picture.tobytes() for picture in pictures],
        timeout_secs=_ANSWER_SECS,
    )
    return found


def is_sure(text: str, confidence: float) -> bool:
    """Whether a reading counts; ``confidence`` is the reader's, 0 to 1.

    Lines in a script that the reader does not know, or that stand on their head, mostly come out as
    a few letters of little confidence, though not all do; nearly all right ones are surer. A single
    sign such as + is often right though it is not (measured with four fonts in six sizes)."""
    words = text.strip()
    is_sign = len(words) == 1 and not words.isalpha()
    least = _LEAST_OF_A_SIGN if is_sign else _LEAST
    return bool(words) and confidence >= least and not _GREEK_WORD.search(words)
