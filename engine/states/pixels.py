"""The pixels of frames, and how many of two frames' differ."""

from typing import Any

import cv2
import numpy as np

from engine.domain.masks import COVERED
from engine.domain.spaces import Frame, Rect

PIXEL_DIFFERENCE = 24
TILE_PX = 32
_PLAIN_DIFFERENCE = 40
CARET_PIXELS = 600
"""Changed pixels below this are a caret, not an effect (a caret of a large font is 3 × 60)."""
_CARET_WIDTH_PX, _CARET_SOLID = 4, 0.9
_SPECKS_PX = 40
_LIT_MARGIN_PX = 4
"""A control that the pointer lies over may be lit up a little beyond its bounds."""


def changed_pixels(before: Frame, now: Frame, *, besides: Rect | None = None) -> int:
    """How many pixels differ by more than noise, ``besides`` those of a place and its margin; all
    of them where the sizes differ."""
    if (before.width, before.height) != (now.width, now.height):
        return now.width * now.height
    if before.change_count == now.change_count:
        return 0
    same = _same(before, now)
    if besides is not None:
        lit = besides.grown(_LIT_MARGIN_PX).intersection(now.bounds_px)
        same[lit.slices] = 255
    return now.width * now.height - cv2.countNonZero(same)


def caret_that_blinked(before: Frame, now: Frame) -> Rect | None:
    """Where a caret came or went, if nothing else differs: one thin, solid spot."""
    if (before.width, before.height) != (now.width, now.height):
        return None
    differs = cv2.bitwise_not(_same(before, now))
    spot = Rect(*cv2.boundingRect(differs))
    is_solid = cv2.countNonZero(differs) >= _CARET_SOLID * spot.area
    return spot if 0 < spot.width <= _CARET_WIDTH_PX < spot.height and is_solid else None


def _same(before: Frame, now: Frame) -> cv2.typing.MatLike:
    """255 where two frames of one size are the same but for noise."""
    difference = cv2.absdiff(pixels_of(before), pixels_of(now))
    return cv2.inRange(difference, (0, 0, 0, 0), (*([PIXEL_DIFFERENCE] * 3), 255))


def changed_tiles(differs: np.ndarray[Any, np.dtype[np.bool_]], *, margin: int = 0) -> list[Rect]:
    """Boxes around neighbouring tiles in which something differs, with so many tiles around them;
    they may reach beyond the picture on the right and below."""
    rows, columns = (-(-side // TILE_PX) for side in differs.shape)
    padded = np.zeros((rows * TILE_PX, columns * TILE_PX), bool)
    padded[: differs.shape[0], : differs.shape[1]] = differs
    tiles = padded.reshape(rows, TILE_PX, columns, TILE_PX).any(axis=(1, 3)).astype(np.uint8)
    joined = cv2.dilate(tiles, np.ones((2 * margin + 1, 2 * margin + 1), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [Rect(*(int(number) * TILE_PX for number in row[:4])) for row in stats[1:count]]


def pixels_of(frame: Frame) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The frame as an array (height, width, 4) of BGRA bytes, sharing its memory."""
    return np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)


def changed_share(before: Frame, now: Frame, place: Rect) -> float:
    """Of the pixels there, how many are plainly different, 0 to 1; what was covered before can't be
    compared."""
    if (before.width, before.height) != (now.width, now.height):
        return 1.0
    old, new = crop_of(before, place), crop_of(now, place)
    if old.size == 0:
        return 0.0
    difference = cv2.absdiff(np.ascontiguousarray(old), np.ascontiguousarray(new))
    is_known = (old != COVERED).any(axis=2)
    return float(np.mean((difference[:, :, :3].max(axis=2) > _PLAIN_DIFFERENCE) & is_known))


def is_plain(frame: Frame, place: Rect) -> bool:
    """One colour and next to nothing else, less than a caret: nothing is painted there yet."""
    part = crop_of(frame, place)[..., :3]
    if not part.size:
        return False
    other = cv2.absdiff(np.ascontiguousarray(part), np.broadcast_to(part[0, 0], part.shape).copy())
    return int((other > PIXEL_DIFFERENCE).any(axis=2).sum()) < _SPECKS_PX


def crop_of(frame: Frame, place: Rect) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """What of the place lies in the frame."""
    inside = place.intersection(frame.bounds_px)
    return pixels_of(frame)[inside.slices]
