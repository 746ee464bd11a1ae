"""The pixels of a frame as an array, for those who look into them."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.domain.frames import Frame
from engine.domain.spaces import Rect

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
"""Height × width × 3 bytes, in the order blue, green, red."""


def bgr_of(frame: Frame, part_px: Rect) -> Pixels:
    """A copy of that part of the frame's pixels, (height, width, 3) of BGR bytes."""
    pixels = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    part = pixels[part_px.y : part_px.bottom, part_px.x : part_px.right, :3]
    return np.array(part, order="C")
