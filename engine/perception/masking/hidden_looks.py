"""What a covered field looked like, as one number: enough to see that something was typed."""

from __future__ import annotations

import cv2
import numpy as np

from engine.domain.frames import Frame
from engine.domain.zones import Role, Zone

_RING_PX = 4
_CONTRAST = 40
_CARET_PX = 3
_STEP_PX = 3


def ink_of(zone: Zone, frame: Frame) -> int:
    """How much is painted in a password field, which tells no text: columns of dots, coarsely.

    The ring of the focus and the caret do not count. 0 for all other zones.
    """
    box = zone.bounds_px.grown(-_RING_PX).intersection(frame.bounds_px)
    if zone.role is not Role.PASSWORD_FIELD or box.is_empty:
        return 0
    pixels = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    part = np.ascontiguousarray(pixels[box.y : box.bottom, box.x : box.right, :3])
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.int16)
    is_ink = (np.abs(grey - np.median(grey)) > _CONTRAST).astype(np.uint8)
    opened = cv2.morphologyEx(is_ink, cv2.MORPH_OPEN, np.ones((1, _CARET_PX), np.uint8))
    return int(np.count_nonzero(opened.any(axis=0))) // _STEP_PX
