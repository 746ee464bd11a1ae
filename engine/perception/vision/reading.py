"""What is read in a picture before it goes out, so that only what has to be is covered in it.

Withholding finds where text may stand of which nobody tells. It is read here, by the reader that
reads what is drawn: lines as they are, first, since they cost least; what is larger, or not clear,
is searched for lines. What was read is remembered by its pixels. What may be masked, what could not
be made out and what was not read in time stays covered; the reading goes on, for the next picture.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.perception.drawn.memory import digest_of, keep_room
from engine.perception.drawn.text_reader import ReadText, Recogniser, RecognitionUnavailable
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import SECRET_NAMES
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision.withholding import NARROWEST, Withheld, inked_parts, withheld_places

_READ_SECS, _START_SECS = 3.0, 20.0
_LINES_AT_ONCE = 6
_LINE_PX, _AROUND_PX, _MARGIN_PX = 64, 8, 3
_CLEAR = 0.9
_MOST_REMEMBERED = 2_000
_BESIDE, _ONE_LINE, _ONE_WORD = 0.5, 1.5, 0.4
"""How much of the lower of two lines lies beside the other in a row; and how far apart they are at
most where they are one line, and one word, in heights."""


@dataclass(frozen=True, slots=True)
class _Line:
    """What stands in a place, as far as it could be made out."""

    bounds_px: Rect
    read: ReadText

    def moved(self, place: Rect) -> "_Line":
        return _Line(self.bounds_px.moved(place.x, place.y), self.read)


@dataclass(frozen=True, slots=True)
class _Unknown:
    """A place where a text may stand, with what is around it and the digest of that."""

    place: Rect
    bounds_px: Rect
    digest: str


class PictureTexts:
    """Reads with ``recogniser``; without one, all stays covered that may hold a text."""

    def __init__(self, recogniser: Recogniser | None) -> None:
        self._recogniser = recogniser
        self._known: dict[str, tuple[_Line, ...]] = {}
        self._looked: tuple[Situation, Rect, int, list[_Unknown]] | None = None
        self._task: asyncio.Task[None] | None = None
        self._first_answer = asyncio.Event()
        self._is_off = recogniser is None

    def start_run(self) -> None:
        """Try again, where reading has failed before."""
        self._is_off = self._recogniser is None

    async def withheld(self, situation: Situation, part_px: Rect, masker: Masker) -> Withheld:
        """What is to be covered in this part of the frame before it is sent, in frame pixels."""
        least_chars = masker.rules.least_chars
        if least_chars is None:
            return Withheld()
        found = await self._unknown_in(situation, part_px, least_chars)
        frame = situation.frame
        left = await self._read_for_a_while(frame, found)
        unread = [part for one in left for part in inked_parts(frame, one.place)]
        lines = [
            line.moved(one.bounds_px) for one in found for line in self._known.get(one.digest, ())
        ]
        hidden = [one.grown(_MARGIN_PX) for one in _to_be_hidden(lines, masker, least_chars)]
        places = (place.intersection(part_px) for place in (*unread, *hidden))
        return Withheld(tuple(place for place in places if not place.is_empty), len(unread))

    async def stop(self) -> None:
        """Read no more; to be done by all who read before one of them closes the reader."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        await self.stop()
        if self._recogniser is not None:
            await self._recogniser.close()

    async def _unknown_in(
        self, situation: Situation, part_px: Rect, least_chars: int
    ) -> list[_Unknown]:
        """The same that was looked through last costs nothing."""
        last = self._looked
        if last and last[0] is situation and last[1:3] == (part_px, least_chars):
            return last[3]
        found = await asyncio.to_thread(_unknown_in, situation, part_px, least_chars)
        self._looked = (situation, part_px, least_chars, found)
        return found

    async def _read_for_a_while(self, frame: Frame, found: Sequence[_Unknown]) -> list[_Unknown]:
        """Those that are not known then. What was still being read for a picture before is
        waited for: it may be the same."""
        until_secs = time.monotonic() + _READ_SECS
        while left := [one for one in found if one.digest not in self._known]:
            left_secs = until_secs - time.monotonic()
            if self._is_off or left_secs <= 0:
                break
            task = self._task
            if task is None or task.done():
                task = self._task = asyncio.create_task(self._read(frame, left))
            if not self._first_answer.is_set():  # the reader starts
                answer = asyncio.ensure_future(self._first_answer.wait())
                either = {task, answer}
                await asyncio.wait(either, timeout=_START_SECS, return_when="FIRST_COMPLETED")
                answer.cancel()
                until_secs = time.monotonic() + _READ_SECS if answer.done() else 0.0
            await asyncio.wait({task}, timeout=until_secs - time.monotonic())
            if task.done():
                task.result()  # a mistake of ours is raised, not lost with the task
        return left

    async def _read(self, frame: Frame, unknown: Sequence[_Unknown]) -> None:
        """Lines as they are, first; then what is not clear, or larger, the smallest first."""
        assert self._recogniser is not None
        try:
            lines = [one for one in unknown if one.place.height <= _LINE_PX]
            read = await self._read_lines([bgr_of(frame, one.place) for one in lines])
            for one, text in zip(lines, read, strict=True):
                if text.confidence >= _CLEAR:
                    at = one.place.moved(-one.bounds_px.x, -one.bounds_px.y)
                    self._known[one.digest] = (_Line(at, text),)
            others = [one for one in unknown if one.digest not in self._known]
            for one in sorted(others, key=lambda each: each.bounds_px.area):
                picture = bgr_of(frame, one.bounds_px)
                places = await self._recogniser.find(picture)
                read = await self._read_lines([picture[p.slices] for p in places])
                keep_room(self._known, _MOST_REMEMBERED)
                self._known[one.digest] = tuple(map(_Line, places, read))
                self._first_answer.set()
        except RecognitionUnavailable:
            self._is_off = True

    async def _read_lines(self, pictures: Sequence[Pixels]) -> list[ReadText]:
        assert self._recogniser is not None
        read: list[ReadText] = []
        for at in range(0, len(pictures), _LINES_AT_ONCE):
            read += await self._recogniser.read(pictures[at : at + _LINES_AT_ONCE])
            self._first_answer.set()
        return read


def _unknown_in(situation: Situation, part_px: Rect, least_chars: int) -> list[_Unknown]:
    frame, found = situation.frame, []
    for place in withheld_places(situation, part_px, least_chars):
        whole = place.grown(_AROUND_PX).intersection(frame.bounds_px)
        found.append(_Unknown(place, whole, digest_of(bgr_of(frame, whole))))
    return found


def _to_be_hidden(lines: Sequence[_Line], masker: Masker, least_chars: int) -> Iterator[Rect]:
    """Where something may be masked, be it parted into several lines or called by the one before
    it; and what may be as long as that and is not clear."""
    for row in _rows(lines):
        is_named = False
        for text, group in _groups(row):
            is_secret = masker.text(text) != text or masker.rules.may_hold(text)
            for line in group:
                place, read = line.bounds_px, line.read
                is_long = place.width >= least_chars * NARROWEST * place.height
                if is_named or is_secret or (is_long and read.confidence < _CLEAR):
                    yield place
                last = read.text.rstrip(" :=").rpartition(" ")[2]
                is_named = is_named or bool(SECRET_NAMES.search(last))


def _rows(lines: Sequence[_Line]) -> list[list[_Line]]:
    """Those side by side, from left to right."""
    rows: list[list[_Line]] = []
    for line in sorted(lines, key=lambda each: each.bounds_px.x):
        for row in rows:
            one, other = row[-1].bounds_px, line.bounds_px
            shared = min(one.bottom, other.bottom) - max(one.y, other.y)
            if shared >= _BESIDE * min(one.height, other.height):
                row.append(line)
                break
        else:
            rows.append([line])
    return rows


def _groups(row: Sequence[_Line]) -> Iterator[tuple[str, list[_Line]]]:
    """Those of a row that stand as near as the words of a line, with what they say together."""
    text, group = row[0].read.text, [row[0]]
    for before, line in pairwise(row):
        one, other = before.bounds_px, line.bounds_px
        apart = (other.x - one.right) / max(1, min(one.height, other.height))
        if apart > _ONE_LINE:
            yield text, group
            text, group = "", []
        text += (" " if apart > _ONE_WORD else "") + line.read.text
        group.append(line)
    yield text, group
