"""The target as it was planned beside the target as it is now, each with the intended box.

Whether both are the same is told here for the eye only; the engine checks it before acting.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.domain.spaces import Rect
from widgets.kit.laying import STRETCH, lay_column, lay_row
from widgets.kit.marks import Mark
from widgets.kit.parts import MarkLabel, role_label
from widgets.kit.theme import Theme
from widgets.picture.live_painting import draw_brackets
from widgets.picture.zone_layer import draw_zone_box

SAME_SHARE = 0.01
"""So many of the pixels may differ (a caret, a focus ring) and it still counts as the same."""
PIXEL_TOLERANCE = 24
COLOUR_PX = 4
MOST_BANDS = 24
LEAST_HEIGHT, MOST_HEIGHT, CAPTION_HEIGHT = 56, 120, 22


class CropView(QWidget):
    """One crop with its caption and the brackets around the target.

    What is not intended has a plain box: the accent is for what the agent means to do.
    """

    def __init__(self, theme: Theme, caption: str, *, is_intended: bool = True) -> None:
        super().__init__()
        self._picture = _CropPicture(theme, is_intended=is_intended)
        self._mark = MarkLabel(theme, size_px=14)
        self._caption = role_label(caption, "small")
        head = lay_row(self._caption, self._mark, STRETCH, spacing=4)
        lay_column(head, (self._picture, 1), of=self, margins=0, spacing=4)
        self._mark.hide()

    def show_crop(self, image: QImage | None, target: Rect | None) -> None:
        """``target`` is in the crop's own pixels."""
        self._picture.show_crop(image, target)

    def show_caption(self, text: str, mark: Mark | None = None) -> None:
        if text != self._caption.text():
            self._caption.setText(text)
        self._mark.show_mark(mark)
        self._mark.setVisible(mark is not None)


class _CropPicture(QWidget):
    def __init__(self, theme: Theme, *, is_intended: bool) -> None:
        super().__init__()
        self._is_intended = is_intended
        self._theme = theme
        self._image: QImage | None = None
        self._target: Rect | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(80, 48)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(144, 96)

    def show_crop(self, image: QImage | None, target: Rect | None) -> None:
        self._image, self._target = image, target
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), palette.colour("stage"))
        if self._image is None or self._image.isNull():
            painter.setPen(palette.colour("on_stage_quiet"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "no picture")
            return
        image = self._image
        scale = min(self.width() / image.width(), self.height() / image.height())
        scale = min(scale, 2.0)
        width, height = image.width() * scale, image.height() * scale
        left, top = (self.width() - width) / 2, (self.height() - height) / 2
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, scale != 1.0)
        painter.drawImage(QRectF(left, top, width, height), image)
        if self._target is not None:
            box = QRectF(
                left + self._target.x * scale,
                top + self._target.y * scale,
                self._target.width * scale,
                self._target.height * scale,
            )
            inside = QRectF(self.rect()).adjusted(6, 6, -6, -6)
            if self._is_intended:
                draw_brackets(painter, box.intersected(inside), palette, weight=2)
            else:
                draw_zone_box(painter, box.intersected(inside), palette)


class CropPair(QWidget):
    """Planned and now, side by side."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._planned = CropView(theme, "planned")
        self._now = CropView(theme, "now")
        self._planned_image: QImage | None = None
        self._now_image: QImage | None = None
        self._crop_px: Rect | None = None
        self._target: Rect | None = None
        lay_row((self._planned, 1), (self._now, 1), of=self, margins=0, spacing=8)

    def show_place(self, crop_px: Rect | None, target_px: Rect | None) -> None:
        """Which part of the frame is looked at; forgets the pictures of before."""
        self._crop_px = crop_px
        self._target = None
        self._fit_height()
        if crop_px is not None and target_px is not None:
            self._target = Rect(
                target_px.x - crop_px.x,
                target_px.y - crop_px.y,
                target_px.width,
                target_px.height,
            )
        self._planned_image = self._now_image = None
        self._planned.show_crop(None, None)
        self._now.show_crop(None, None)
        self._compare()

    def show_planned(self, image: QImage) -> None:
        self._planned_image = image
        self._planned.show_crop(image, self._target)
        self._compare()

    def show_frame(self, frame: QImage) -> None:
        """Cut the place out of the latest frame."""
        crop = self._crop_px
        if crop is None or not QRect(0, 0, frame.width(), frame.height()).intersects(
            QRect(crop.x, crop.y, crop.width, crop.height)
        ):
            return
        now = frame.copy(crop.x, crop.y, crop.width, crop.height)
        if self._now_image is not None and now == self._now_image:
            return
        self._now_image = now
        self._now.show_crop(now, self._target)
        self._compare()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_height()

    def _fit_height(self) -> None:
        """As high as the crop is at the width there is."""
        crop = self._crop_px
        if crop is not None and crop.width:
            height = (self.width() - 8) // 2 * crop.height // crop.width
            self.setFixedHeight(CAPTION_HEIGHT + min(MOST_HEIGHT, max(LEAST_HEIGHT, height)))

    @property
    def looks_same(self) -> bool | None:
        """None while one of the pictures is missing."""
        if self._planned_image is None or self._now_image is None:
            return None
        return share_of_changed_pixels(self._planned_image, self._now_image) <= SAME_SHARE

    def _compare(self) -> None:
        same = self.looks_same
        if same is None:
            self._now.show_caption("now")
        elif same:
            self._now.show_caption("now: the same", Mark("done", "good"))
        else:
            self._now.show_caption("now: different", Mark("warning", "warn"))


def share_of_changed_pixels(first: QImage, second: QImage) -> float:
    """Share of pixels that differ visibly, 0 to 1; 1 where the sizes differ.

    A browser's live picture keeps brightness for each pixel and colour for a few together: so is
    it compared.
    """
    if first.size() != second.size():
        return 1.0
    if first == second:
        return 0.0
    before, now = _pixels(first), _pixels(second)
    plain = np.maximum(before, now) - np.minimum(before, now) > PIXEL_TOLERANCE
    if (share := float(plain.any(axis=2).mean())) <= SAME_SHARE:
        return share
    return _share_as_painted(before, now)


def _share_as_painted(before: np.ndarray, now: np.ndarray) -> float:
    """Of a large picture only some bands are compared, each as high as colours are coarse: this
    is for the eye, and must not hold the window."""
    bands = before.shape[0] // COLOUR_PX
    if bands > MOST_BANDS:
        chosen = np.linspace(0, bands - 1, MOST_BANDS).astype(int)[:, None] * COLOUR_PX
        lines = (chosen + np.arange(COLOUR_PX)).ravel()
        before, now = before[lines], now[lines]
    difference = before.astype(np.int16) - now.astype(np.int16)
    brightness = float((np.abs(difference.mean(axis=2)) > PIXEL_TOLERANCE).mean())
    rows, columns = (size // COLOUR_PX * COLOUR_PX for size in difference.shape[:2])
    if not (rows and columns):
        return brightness
    blocks = difference[:rows, :columns].reshape(
        rows // COLOUR_PX, COLOUR_PX, columns // COLOUR_PX, COLOUR_PX, 3
    )
    colour = np.abs(blocks.mean(axis=(1, 3))).max(axis=2) > PIXEL_TOLERANCE
    return max(brightness, float(colour.mean()))


def _pixels(image: QImage) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1)
    return rows[:, : plain.width() * 4].reshape(plain.height(), plain.width(), 4)[:, :, :3].copy()
