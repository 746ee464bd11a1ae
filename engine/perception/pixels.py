"""The pixels of a frame as an array, for those who look into them."""

from typing import Any

import numpy as np

from engine.domain.errors import SurfaceUnavailable
from engine.domain.spaces import Frame, Rect
from engine.states.spots import pixels_of

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
"""Height × width × 3 bytes, in the order blue, green, red."""


def checked(frame: Frame) -> Frame:
    """The frame itself. Raises ``SurfaceUnavailable`` where its pixels are not all there."""
    wanted, there = frame.height * frame.width * 4, len(frame.pixels)
    if wanted <= 0 or there != wanted:
        raise SurfaceUnavailable(
            f"The picture of the screen is damaged: {there:,} bytes instead of {wanted:,}"
            f" ({frame.width} × {frame.height} pixels).",
            "Check that the display is running, and start the run again.",
        )
    return frame


def bgr_of(frame: Frame, part_px: Rect) -> Pixels:
    """A copy of that part of the frame's pixels, (height, width, 3) of BGR bytes."""
    return np.array(pixels_of(frame)[part_px.slices][..., :3], order="C")
