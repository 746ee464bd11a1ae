"""Masking: a secret that was typed is neither in a zone's text nor in a recorded picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from engine.domain.frames import Frame
from engine.domain.zones import Zone


def without_secrets(
    zones: Sequence[Zone], frame: Frame, masked: Callable[[str], str]
) -> tuple[tuple[Zone, ...], Frame]:
    """The zones with masked texts, and the frame with their parts blotted out in grey."""
    cleaned = tuple(
        replace(zone, label=masked(zone.label), value=masked(zone.value)) for zone in zones
    )
    telling = [
        before
        for before, after in zip(zones, cleaned, strict=True)
        if (before.label, before.value) != (after.label, after.value)
    ]
    if not telling:
        return tuple(zones), frame
    pixels = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4).copy()
    for zone in telling:
        box = zone.bounds_px
        pixels[box.y : box.bottom, box.x : box.right] = 128
    return cleaned, replace(frame, pixels=pixels.tobytes())
