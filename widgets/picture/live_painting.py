"""What the live view paints: the picture, scaled, its margins, and words in its place; and the
mark of what the agent intends, corner brackets and a label in the accent.

Pictures are light or dark as they please, so the mark looks the same in both themes; the approval
card's crops have it too.
"""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from widgets.kit.theme import Palette, Theme

CENTRED = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


def paint_words(
    painter: QPainter, widget: QWidget, theme: Theme, icon: QPixmap, text: str, alpha: int = 255
) -> None:
    """In the place of the picture; with a lower ``alpha`` it shines through, but nobody takes it
    for live."""
    view, middle = widget.rect(), widget.rect().center()
    painter.fillRect(view, theme.palette.colour("stage", alpha))
    painter.drawPixmap(QPointF(middle.x() - 20, middle.y() - 60), icon)
    painter.setPen(theme.palette.colour("on_stage"))
    painter.drawText(QRectF(32, middle.y() - 8, view.width() - 64, 120), CENTRED, text)


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


MARGIN = 4.0
LABEL_POINTS = 340.0


def draw_brackets(painter: QPainter, box: QRectF, palette: Palette, *, weight: float = 3) -> None:
    """Four corners around the box, with a halo so that they stand out on any picture."""
    outer = box.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
    arm = max(6.0, min(16.0, outer.width() / 3, outer.height() / 3))
    corners = []
    for corner, across, down in (
        (outer.topLeft(), arm, arm),
        (outer.topRight(), -arm, arm),
        (outer.bottomLeft(), arm, -arm),
        (outer.bottomRight(), -arm, -arm),
    ):
        corners.append([corner + QPointF(across, 0), corner, corner + QPointF(0, down)])
    halo = QPen(palette.colour("on_mark", 220), weight + 2)
    line = QPen(palette.colour("mark"), weight)
    for pen in (halo, line):
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        for points in corners:
            painter.drawPolyline(points)


class TargetLabel(NamedTuple):
    words: str
    place: QRectF


def target_label(
    box: QRectF, text: str, metrics: QFontMetricsF, view: QRectF, others: Sequence[QRectF]
) -> TargetLabel | None:
    """The text beside the box or near it, where it lies over none of the ``others`` that don't
    hold the box; else its first word, where that finds such a place; else nothing."""
    around = [box, *(each for each in others if not each.contains(box))]
    height, gap = metrics.height() + 6, MARGIN + 3
    left, beside = box.left() - MARGIN, box.center().y() - height / 2
    for words in filter(None, (text, text.partition(" ")[0])):
        width = min(LABEL_POINTS, metrics.horizontalAdvance(words) + 18, view.width())
        for off in (gap, gap + height, gap + 2 * height):
            for x, y in (
                (left, box.top() - off - height),
                (left, box.bottom() + off),
                (box.right() + off, beside),
                (box.left() - off - width, beside),
            ):
                x = min(max(view.left(), x), view.right() - width)
                place = QRectF(x, y, width, height)
                if view.contains(place) and not any(map(place.intersects, around)):
                    elided = Qt.TextElideMode.ElideRight
                    return TargetLabel(metrics.elidedText(words, elided, width - 14), place)
    return None
