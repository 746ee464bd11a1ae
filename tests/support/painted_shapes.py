"""Pictures of widgets, painted in the ways in which toolkits paint them, light and dark."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.domain.spaces import Rect
from engine.perception.pixels import Pixels

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
SIZE = (640, 420)


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    ground: str
    ink: str
    button: str
    border: str
    field: str


LIGHT = Theme("light", "#f0f0f0", "#202020", "#e4e4e4", "#9a9a9a", "#ffffff")
DARK = Theme("dark", "#2d2d2d", "#e8e8e8", "#3c3c3c", "#161616", "#1e1e1e")
FAINT = Theme("low in contrast", "#808080", "#a8a8a8", "#8a8a8a", "#707070", "#787878")
THEMES = (LIGHT, DARK, FAINT)


class Painter:
    """Paints on one picture; ``bgr`` is what a camera would give."""

    def __init__(self, theme: Theme = LIGHT, size: tuple[int, int] = SIZE) -> None:
        self.theme = theme
        self._image = Image.new("RGB", size, theme.ground)
        self._draw = ImageDraw.Draw(self._image)
        self._font = ImageFont.truetype(FONT, 13)

    @property
    def bgr(self) -> Pixels:
        return np.ascontiguousarray(np.array(self._image)[:, :, ::-1])

    def text(self, words: str, x: int, y: int) -> None:
        self._draw.text((x, y), words, fill=self.theme.ink, font=self._font)

    def flat_button(self, box: Rect, words: str, *, radius: int = 0) -> None:
        self._draw.rounded_rectangle(
            (box.x, box.y, box.right - 1, box.bottom - 1),
            radius,
            self.theme.button,
            self.theme.border,
        )
        self._centred(words, box)

    def raised_button(self, box: Rect, words: str, *, deep: bool = False) -> None:
        """With a bevel of two pixels, as old toolkits have it; sunken where ``deep``."""
        light, dark = ("#ffffff", "#606060") if not deep else ("#606060", "#ffffff")
        right, bottom = box.right - 1, box.bottom - 1
        self._draw.rectangle((box.x, box.y, right, bottom), self.theme.button)
        for inset in range(2):
            left, top = box.x + inset, box.y + inset
            corner = (left, bottom - inset, left, top, right - inset, top)
            self._draw.line(corner, light)
            self._draw.line((right - inset, top, right - inset, bottom - inset), dark)
            self._draw.line((left, bottom - inset, right - inset, bottom - inset), dark)
        self._centred(words, box)

    def field(self, box: Rect, words: str = "") -> None:
        self._draw.rectangle(
            (box.x, box.y, box.right - 1, box.bottom - 1), self.theme.field, self.theme.border
        )
        if words:
            self.text(words, box.x + 6, box.center.y - 8)

    def check_box(self, x: int, y: int, words: str, *, ticked: bool = False) -> None:
        self._draw.rectangle((x, y, x + 14, y + 14), self.theme.field, self.theme.border)
        if ticked:
            self._draw.line((x + 3, y + 7, x + 6, y + 11, x + 11, y + 3), self.theme.ink, 2)
        self.text(words, x + 22, y)

    def radio_button(self, x: int, y: int, words: str, *, chosen: bool = False) -> None:
        self._draw.ellipse((x, y, x + 14, y + 14), self.theme.field, self.theme.border)
        if chosen:
            self._draw.ellipse((x + 4, y + 4, x + 10, y + 10), self.theme.ink)
        self.text(words, x + 22, y)

    def icon(
        self, x: int, y: int, side: int = 32, caption: str = "", *, is_two_tone: bool = False
    ) -> None:
        """A folder of sorts."""
        self._draw.polygon(
            [
                *((x, y + 4), (x + side // 3, y + 4), (x + side // 2, y + 9), (x + side, y + 9)),
                *((x + side, y + side - 4), (x, y + side - 4)),
            ],
            fill="#d08020",
        )
        if is_two_tone:
            self._draw.rectangle((x, y + 14, x + side, y + side - 4), "#f0c060")
        if caption:
            width = self._draw.textlength(caption, font=self._font)
            self.text(caption, round(x + side / 2 - width / 2), y + side + 1)

    def _centred(self, words: str, box: Rect) -> None:
        left, top, right, bottom = self._draw.textbbox((0, 0), words, font=self._font)
        x = box.center.x - (right - left) / 2 - left
        y = box.center.y - (bottom - top) / 2 - top
        self._draw.text((x, y), words, fill=self.theme.ink, font=self._font)
