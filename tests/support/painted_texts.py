"""Situations with painted texts, as windows without accessibility show them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.domain.plans import Situation
from engine.domain.spaces import Frame, Rect
from engine.domain.zones import Window, Zone
from tests.support.drawn import window

SIZE = Rect(0, 0, 640, 400)
WHOLE = Rect(20, 20, 600, 360)
_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
_counts = itertools.count(1)

Text = tuple[str, int, int]
"""What it says, and where its upper left corner is in the frame."""


def painted(
    texts: Sequence[Text],
    *,
    windows: Sequence[Window] | None = None,
    zones: Sequence[Zone] = (),
    paper: str = "white",
    ink: str = "black",
    height_px: int = 13,
    font_file: str = _FONT,
    turned_degrees: int = 0,
    stale: bool = False,
) -> Situation:
    """One silent window, unless others are given; the texts stand where they are put, or the
    whole picture is turned around its middle afterwards."""
    windows = [window(bounds=WHOLE)] if windows is None else windows
    image = Image.new("RGBA", (SIZE.width, SIZE.height), "grey")
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(font_file, height_px)
    for one in sorted(windows, key=lambda each: -each.order):
        box = one.bounds_px
        draw.rectangle((box.x, box.y, box.right - 1, box.bottom - 1), fill=paper)
    for words, x, y in texts:
        draw.text((x, y), words, fill=ink, font=font)
    if turned_degrees:
        image = image.rotate(turned_degrees, fillcolor=paper)
    pixels = np.array(image)[:, :, [2, 1, 0, 3]]
    frame = Frame(next(_counts), 0.0, SIZE.width, SIZE.height, pixels.tobytes())
    return Situation(frame, tuple(zones), tuple(windows), is_stale=stale)
