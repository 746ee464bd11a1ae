"""What the live view paints: the picture, scaled, its margins, the veil, and the empty state."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from widgets.kit.theme import Theme

CENTRED = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


def paint_margins(painter: QPainter, view: QRectF, picture: QRectF, theme: Theme) -> None:
    """The stage around the picture, and nothing under it."""
    stage = theme.palette.colour("stage")
    below, beside = picture.bottom(), picture.right()
    painter.fillRect(QRectF(0, 0, view.width(), picture.top()), stage)
    painter.fillRect(QRectF(0, below, view.width(), view.height() - below), stage)
    painter.fillRect(QRectF(0, 0, picture.left(), view.height()), stage)
    painter.fillRect(QRectF(beside, 0, view.width() - beside, view.height()), stage)


def paint_veil(painter: QPainter, widget: QWidget, theme: Theme, text: str) -> None:
    """The picture shines through, but nobody takes it for live."""
    view = widget.rect()
    painter.fillRect(view, theme.palette.colour("stage", 215))
    icon = theme.pixmap("warning", "warn", 40, widget.devicePixelRatioF())
    middle = view.center()
    painter.drawPixmap(QPointF(middle.x() - 20, middle.y() - 60), icon)
    painter.setPen(theme.palette.colour("on_stage"))
    painter.drawText(QRectF(32, middle.y() - 8, view.width() - 64, 120), CENTRED, text)


def paint_empty(painter: QPainter, widget: QWidget, theme: Theme, title: str, hint: str) -> None:
    view, palette = widget.rect(), theme.palette
    painter.fillRect(view, palette.colour("stage"))
    middle = view.center()
    icon = theme.pixmap("desktop", "on_stage_quiet", 48, widget.devicePixelRatioF())
    painter.drawPixmap(QPointF(middle.x() - 24, middle.y() - 76), icon)
    font = widget.font()
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(palette.colour("on_stage"))
    line = painter.fontMetrics().height() + 8
    width = view.width() - 48
    painter.drawText(QRectF(24, middle.y() - 12, width, line), CENTRED, title)
    painter.setFont(widget.font())
    painter.setPen(palette.colour("on_stage_quiet"))
    painter.drawText(QRectF(24, middle.y() - 12 + line, width, line * 3), CENTRED, hint)


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
