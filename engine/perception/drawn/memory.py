"""What was read, for as long as the picture shows it still.

A line counts only where the very pixels stand that were read, so that a changed place never keeps
its former text. Of a picture only those parts are looked through for lines that changed, and a
line is read once, wherever and however often it stands. Places are kept within their window and
move with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import xxhash

from engine.domain.frames import Frame
from engine.domain.spaces import Rect
from engine.domain.zones import Window
from engine.perception.drawn.text_reader import ReadText
from engine.perception.drawn.untold import UntoldArea
from engine.perception.pixels import Pixels, bgr_of
from engine.perception.placed_names import moved

_TILE_PX = 32
_MOST_TEXTS = 5_000
_MOST_PLACES = 200
_MOST_AREAS = 16


@dataclass(frozen=True, slots=True)
class Line:
    """A line at a place within its window, and the digest of its pixels."""

    place: Rect
    digest: str


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line that the frame shows, in frame pixels; ``read`` is None until it was."""

    bounds_px: Rect
    window: Window
    digest: str
    read: ReadText | None


class TextMemory:
    def __init__(self) -> None:
        self._lines: dict[str, list[Line]] = {}
        self._looked: dict[tuple[str, Rect], Pixels] = {}
        self._texts: dict[str, ReadText] = {}
        self._found: dict[str, list[Rect]] = {}

    def changed(self, frame: Frame, area: UntoldArea) -> list[Rect]:
        """The parts of the area, in frame pixels, that were not looked through as they are."""
        now = bgr_of(frame, area.bounds_px)
        before = self._looked.get(_key(area))
        if before is None:
            return [area.bounds_px]
        known = [
            moved(line.place, area.window.bounds_px.x, area.window.bounds_px.y)
            for line in self._lines.get(area.window.window_id, [])
        ]
        parts = [
            moved(part, area.bounds_px.x, area.bounds_px.y) for part in _changed_parts(before, now)
        ]
        whole = _joined(_with_lines(part, known) for part in parts)
        return [part.intersection(area.bounds_px) for part in whole]

    def found_before(self, frame: Frame, part_px: Rect) -> list[Rect] | None:
        """Where lines are in the part, in its own pixels, if it ever looked just so."""
        return self._found.get(digest_of(bgr_of(frame, part_px)))

    def learn_places(
        self, frame: Frame, area: UntoldArea, parts: Mapping[Rect, Sequence[Rect]]
    ) -> None:
        """The area is looked through as it is; ``parts`` have the lines in their own pixels."""
        window = area.window
        right, down = -window.bounds_px.x, -window.bounds_px.y
        lines = self._lines.setdefault(window.window_id, [])
        for part, places in parts.items():
            _keep_room(self._found, _MOST_PLACES)
            self._found[digest_of(bgr_of(frame, part))] = list(places)
            there = moved(part, right, down)
            lines[:] = [one for one in lines if one.place.intersection(there).is_empty]
            for place in places:
                whole = moved(place, part.x, part.y)
                digest = digest_of(bgr_of(frame, whole))
                lines.append(Line(moved(whole, right, down), digest))
        _keep_room(self._looked, _MOST_AREAS)
        self._looked[_key(area)] = bgr_of(frame, area.bounds_px)

    def learn_texts(self, texts: Mapping[str, ReadText]) -> None:
        """By the digest of the lines' pixels."""
        _keep_room(self._texts, _MOST_TEXTS)
        self._texts.update(texts)

    def shown(self, frame: Frame, areas: Iterable[UntoldArea]) -> Iterator[ShownLine]:
        """The lines that are there still, read or not; what another window covers is not."""
        for area in areas:
            window = area.window
            for line in self._lines.get(window.window_id, []):
                place = moved(line.place, window.bounds_px.x, window.bounds_px.y)
                if place.intersection(area.bounds_px) != place:
                    continue
                if digest_of(bgr_of(frame, place)) == line.digest:
                    yield ShownLine(place, window, line.digest, self._texts.get(line.digest))

    def forget_windows_but(self, window_ids: Iterable[str]) -> None:
        """Drop what is known of windows that are gone; the texts of lines stay."""
        there = set(window_ids)
        self._lines = {one: lines for one, lines in self._lines.items() if one in there}
        self._looked = {key: seen for key, seen in self._looked.items() if key[0] in there}


def digest_of(pixels: Pixels) -> str:
    return f"{pixels.shape[1]}x{pixels.shape[0]} {xxhash.xxh3_128_hexdigest(pixels.tobytes())}"


def _key(area: UntoldArea) -> tuple[str, Rect]:
    at = area.window.bounds_px
    return area.window.window_id, moved(area.bounds_px, -at.x, -at.y)


def _changed_parts(before: Pixels, now: Pixels) -> Iterator[Rect]:
    """Boxes around neighbouring tiles that differ, with a margin of a tile."""
    if np.array_equal(before, now):
        return
    blue, green, red = cv2.split(cv2.absdiff(before, now))
    differs = (blue | green | red) != 0
    rows, columns = -(-differs.shape[0] // _TILE_PX), -(-differs.shape[1] // _TILE_PX)
    padded = np.zeros((rows * _TILE_PX, columns * _TILE_PX), bool)
    padded[: differs.shape[0], : differs.shape[1]] = differs
    tiles = padded.reshape(rows, _TILE_PX, columns, _TILE_PX).any(axis=(1, 3)).astype(np.uint8)
    joined = cv2.dilate(tiles, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    for x, y, width, height, _ in (tuple(map(int, row)) for row in stats[1:count]):
        yield Rect(x * _TILE_PX, y * _TILE_PX, width * _TILE_PX, height * _TILE_PX)


def _with_lines(part: Rect, lines: Iterable[Rect]) -> Rect:
    """The part grown by the lines that it cuts."""
    whole = part
    for line in lines:
        if not line.intersection(part).is_empty:
            whole = whole.union(line)
    return whole


def _joined(parts: Iterable[Rect]) -> list[Rect]:
    """Those that overlap as one."""
    joined: list[Rect] = []
    for part in parts:
        whole = part
        while over := [one for one in joined if not one.intersection(whole).is_empty]:
            joined = [one for one in joined if one not in over]
            for one in over:
                whole = whole.union(one)
        joined.append(whole)
    return joined


def _keep_room(known: dict[Any, Any], most: int) -> None:
    """Drop the older half where there are too many."""
    if len(known) >= most:
        for key in list(known)[: most // 2]:
            del known[key]
