"""The pixels of frames, and how many of two frames' differ."""

from __future__ import annotations

import cv2
import numpy as np

from engine.domain.frames import Frame
from engine.domain.spaces import Rect

PIXEL_DIFFERENCE = 24
CARET_PIXELS = 600
"""Changed pixels below this are a caret, not an effect (a caret of a large font is 3 × 60)."""
_LIT_MARGIN_PX = 4
"""A control that the pointer lies over may be lit up a little beyond its bounds."""


def changed_pixels(before: Frame, now: Frame, *, besides: Rect | None = None) -> int:
    """How many pixels differ by more than noise, ``besides`` those of a place and its margin; all
    of them where the sizes differ."""
    if (before.width, before.height) != (now.width, now.height):
        return now.width * now.height
    if before.change_count == now.change_count:
        return 0
    difference = cv2.absdiff(pixels_of(before), pixels_of(now))
    same = cv2.inRange(difference, (0, 0, 0, 0), (*([PIXEL_DIFFERENCE] * 3), 255))
    if besides is not None:
        lit = besides.grown(_LIT_MARGIN_PX).intersection(now.bounds_px)
        same[lit.y : lit.bottom, lit.x : lit.right] = 255
    return now.width * now.height - cv2.countNonZero(same)


def pixels_of(frame: Frame) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """The frame as an array (height, width, 4) of BGRA bytes, sharing its memory."""
    return np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
