"""Scaling a picture for the live view: smooth, and without a new buffer for each frame.

Down to half its size, bilinear drawing into a kept buffer is as sharp as Qt's area average and
takes half the time (1080p to 1830 × 1029: 1.1 ms instead of 2.5). Below that it would skip pixels,
so the area average is taken.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

BILINEAR_FROM = 0.5


class PictureScaler:
    """The picture returned is good until the next call."""

    def __init__(self) -> None:
        self._buffer = QImage()

    def scaled(self, image: QImage, size: QSize) -> QImage:
        """``size`` in device pixels."""
        if size.width() < BILINEAR_FROM * image.width():
            return image.scaled(
                size,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        if self._buffer.size() != size:
            self._buffer = QImage(size, QImage.Format.Format_RGB32)
        self._buffer.setDevicePixelRatio(1.0)
        painter = QPainter(self._buffer)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawImage(QRectF(0, 0, size.width(), size.height()), image)
        painter.end()
        return self._buffer
