"""What is read in a picture before it goes out, so that only what has to be is covered in it.

Withholding finds where text may stand of which nobody tells. It is read here, by the reader that
reads what is drawn: lines as they are, first, since they cost least; what is larger, or not clear,
is searched for lines. What was read is remembered by its pixels. What may be masked, what could not
be made out and what was not read in time stays covered; the reading goes on, for the next picture.
"""

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.domain.facts import Frozen, replace
from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import MASK, Zone
from engine.geometry.regions import is_in_any
from engine.language.labels import has_words
from engine.perception.drawn.memory import digest_of, keep_room
from engine.perception.drawn.text_lines import tightened
from engine.perception.drawn.text_reader import ReadText, Recogniser, RecognitionUnavailable
from engine.perception.masking.masker import Masker
from engine.perception.masking.rules import SECRET_NAMES
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.vision.withholding import (
    NARROWEST,
    Withheld,
    inked_parts,
    told_zones,
    withheld_places,
)
from engine.states.spots import pixels_of

_READ_SECS, _START_SECS = 3.0, 20.0
_LINES_AT_ONCE = 6
_LINE_PX, _AROUND_PX, _MARGIN_PX = 64, 8, 3
_CLEAR = 0.9
_MOST_REMEMBERED = 2_000
_BESIDE, _ONE_LINE, _ONE_WORD = 0.5, 1.5, 0.4
"""How much of the lower of two lines lies beside the other in a row; and how far apart they are at
most where they are one line, and one word, in heights."""
_LEGIBLE_PX, _OTHER_EDGE_PX = 11, 4
"""Of 639 texts of 8 to 16 px 611 were read alike twice, four of them wrongly; so high, and without
what looks alike, were 497 of them, one wrongly."""
_LOOK_ALIKE = re.compile(r"[A-Za-z][01](?!\d)|(?<!\d)[01][A-Za-z]|\d[OIl]|[OIl]\d|\b[Il]{2,}\b")


class _Line(Frozen):
    """What stands in a place, as far as it could be made out."""

    bounds_px: Rect
    read: ReadText

    def moved(self, place: Rect) -> "_Line":
        return _Line(self.bounds_px.moved(place.x, place.y), self.read)


class _Unknown(Frozen):
    """A place where a text may stand, with what is around it and the digest of that."""

    place: Rect
    bounds_px: Rect
    digest: str


class PictureTexts:
    """Reads with ``recogniser``; without one, all stays covered that may hold a text."""

    def __init__(self, recogniser: Recogniser | None) -> None:
        self._recogniser = recogniser
        self._known: dict[str, tuple[_Line, ...]] = {}
        self._begun: dict[str, tuple[_Line, ...]] = {}
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
        frame = situation.frame

        def unknown() -> list[_Unknown]:
            places = withheld_places(situation, part_px, least_chars)
            return [_unknown(frame, place) for place in places]

        found = await asyncio.to_thread(unknown)
        left = await self._read_for_a_while(frame, found)
        unread = [part for one in left for part in inked_parts(frame, one.place)]
        lines = [line for one in found for line in self._lines_in(one)]
        secret = _to_be_hidden(lines, masker, least_chars)
        hidden = [line.bounds_px.grown(_MARGIN_PX) for line in secret]
        covers = (place.intersection(part_px) for place in (*unread, *hidden))
        return Withheld(tuple(place for place in covers if not place.is_empty), len(unread))

    async def read(
        self, situation: Situation, zone: Zone, masker: Masker, words: str
    ) -> tuple[str, bool]:
        """What is drawn in the zone and nobody tells, row by row; of ``words`` only where they
        surely stand. And whether there is more: not read in time, or under another window."""
        frame, part = situation.frame, zone.bounds_px.intersection(situation.frame.bounds_px)
        if self._is_off or part.is_empty:
            return "", False
        whole = _unknown(frame, part)
        left = await self._read_for_a_while(frame, [whole])
        beside = (each for each in told_zones(situation) if each.window_id == zone.window_id)
        told = [each.bounds_px for each in beside if each.source.tells]
        middles = ((line, line.bounds_px.center) for line in self._lines_in(whole))
        found = [line for line, at in middles if part.contains(at) and not is_in_any(at, told)]
        window = situation.window_of(zone)
        above = [w.bounds_px for w in situation.windows if window and w.order < window.order]
        own = [line for line in found if not any(map(line.bounds_px.meets, above))]
        secret = list(_to_be_hidden(own, masker, masker.rules.least_chars or 0))
        lines = [replace(e, read=ReadText(MASK, 1.0)) if e in secret else e for e in own]
        rows = sorted(_rows(lines), key=lambda row: min(line.bounds_px.y for line in row))
        groups = [[(text.strip(), group) for text, group in _groups(row)] for row in rows]
        texts = ["   ".join(text for text, _ in row) for row in groups]
        if words:
            said = ((_spaced(words, text), group) for row in groups for text, group in row)
            having = [(text, group) for text, group in said if has_words(words, text)]
            texts = [text for text, group in having if await self._is_sure(frame, group, words)]
        return "\n".join(texts), bool(left) or len(own) < len(found)

    async def _is_sure(self, frame: Frame, lines: Sequence[_Line], words: str) -> bool:
        """Whether they stand there also when these are read once more, with other edges, clearly
        both times; and are neither tiny nor hold a letter that looks like a digit."""
        lines = [
            line for line in lines if has_words(words, _spaced(words, line.read.text))
        ] or lines
        picture = pixels_of(frame)[..., :3]
        edges = [tightened(picture, line.bounds_px) for line in lines]
        wider = [each.grown(_OTHER_EDGE_PX).intersection(frame.bounds_px) for each in edges]
        try:
            async with asyncio.timeout(_READ_SECS):
                again = await self._read_lines([picture[each.slices] for each in wider])
        except (TimeoutError, RecognitionUnavailable):
            return False
        read = [*again, *(line.read for line in lines)]
        is_clear = min(each.confidence for each in read) >= _CLEAR
        is_legible = min(each.height for each in edges) >= _LEGIBLE_PX
        said = _spaced(words, " ".join(each.text for each in again))
        return is_clear and is_legible and has_words(words, said) and not _LOOK_ALIKE.search(words)

    def _lines_in(self, one: _Unknown) -> list[_Line]:
        lines = self._known.get(one.digest) or self._begun.get(one.digest, ())
        return [line.moved(one.bounds_px) for line in lines]

    async def stop(self) -> None:
        """Read no more; to be done by all who read before one of them closes the reader."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        await self.stop()
        if self._recogniser is not None:
            await self._recogniser.close()

    async def _read_for_a_while(self, frame: Frame, found: Sequence[_Unknown]) -> list[_Unknown]:
        """Those that are not known then; what is still being read may be the same."""
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
            low = [one for one in unknown if one.place.height <= _LINE_PX]
            texts = await self._read_lines([bgr_of(frame, one.place) for one in low])
            for one, text in zip(low, texts, strict=True):
                if text.confidence >= _CLEAR:
                    at = one.place.moved(-one.bounds_px.x, -one.bounds_px.y)
                    self._known[one.digest] = (_Line(at, text),)
            others = [one for one in unknown if one.digest not in self._known]
            for one in sorted(others, key=lambda each: each.bounds_px.area):
                picture = bgr_of(frame, one.bounds_px)
                places = await self._recogniser.find(picture)
                lines: list[_Line] = []
                for start in range(0, len(places), _LINES_AT_ONCE):
                    some = places[start : start + _LINES_AT_ONCE]
                    read = await self._read_lines([picture[p.slices] for p in some])
                    lines += map(_Line, some, read)
                    self._begun = {one.digest: tuple(lines)}
                keep_room(self._known, _MOST_REMEMBERED)
                self._known[one.digest] = tuple(lines)
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


def _spaced(words: str, text: str) -> str:
    """With the spaces of the words where they stand in it: a reader often leaves some out."""
    pattern = r"\s*".join(map(re.escape, words.split()))
    return re.sub(pattern, lambda _: words, text, flags=re.IGNORECASE)


def _unknown(frame: Frame, place: Rect) -> _Unknown:
    whole = place.grown(_AROUND_PX).intersection(frame.bounds_px)
    return _Unknown(place, whole, digest_of(bgr_of(frame, whole)))


def _to_be_hidden(lines: Sequence[_Line], masker: Masker, least_chars: int) -> Iterator[_Line]:
    """Where something may be masked, be it parted into several lines or called by the one before
    it; and what may be as long as that and is not clear."""
    for row in _rows(lines):
        is_named = False
        for text, group in _groups(row):
            is_secret = masker.text(text) != text or masker.rules.may_hold(text)
            for line in group:
                place, read = line.bounds_px, line.read
                is_long = 0 < least_chars * NARROWEST * place.height <= place.width
                if is_named or is_secret or (is_long and read.confidence < _CLEAR):
                    yield line
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
