"""The mark of what the agent intends: corner brackets and a label in the accent.

Pictures are light or dark as they please, so the mark looks the same in both themes.
Used over the live picture and in the approval card's crops, so that both show the same thing.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from widgets.kit.palette import Palette
from widgets.picture.zone_overlay import draw_chip

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


def label_rect(box: QRectF, text: str, metrics: QFontMetricsF, view: QRectF) -> QRectF:
    """Where the label goes: above the box, else below it, always inside the view."""
    width = min(LABEL_POINTS, metrics.horizontalAdvance(text) + 18, view.width())
    height = metrics.height() + 6
    top = box.top() - MARGIN - height - 3
    if top < view.top():
        top = min(box.bottom() + MARGIN + 3, view.bottom() - height)
    left = min(max(view.left(), box.left() - MARGIN), view.right() - width)
    return QRectF(left, top, width, height)


def draw_target(painter: QPainter, box: QRectF, text: str, palette: Palette, view: QRectF) -> None:
    """Brackets and, where there is a text, the label."""
    draw_brackets(painter, box, palette)
    if not text:
        return
    metrics = QFontMetricsF(painter.font())
    chip = label_rect(box, text, metrics, view)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, chip.width() - 14)
    draw_chip(painter, chip, shown, palette.colour("mark"), palette.colour("on_mark"))


def target_extent(box: QRectF, text: str, metrics: QFontMetricsF, view: QRectF) -> QRectF:
    """All that ``draw_target`` paints, for repainting no more than that."""
    brackets = box.adjusted(-MARGIN - 4, -MARGIN - 4, MARGIN + 4, MARGIN + 4)
    return brackets.united(label_rect(box, text, metrics, view)) if text else brackets
