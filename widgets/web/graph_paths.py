"""The ways between the nodes of the state graph, as lines to be painted."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from engine.domain.web.events import Node
from widgets.web.graph_places import PLACES

SPREAD = 0.28
"""How far from a side's middle the lines of one side may begin, as a share of it."""


def path_between(start: Node, end: Node, boxes: dict[Node, QRectF], left: float) -> QPainterPath:
    """From the edge of one box to that of the other; ``left`` is the margin for the way back up
    the main column."""
    here, there = PLACES[start], PLACES[end]
    a, b = boxes[start], boxes[end]
    if here.column == there.column == 0:
        if there.row == here.row + 1:
            return _straight(_below(a), _above(b))
        return _round_the_left(a, b, left)
    if here.row == there.row:
        shift = a.height() * (SPREAD / 2 if here.column else -SPREAD / 2)
        sides = (
            (_right(a, shift), _left(b, shift))
            if not here.column
            else (
                _left(a, shift),
                _right(b, shift),
            )
        )
        return _straight(*sides)
    share = SPREAD if there.row > here.row else -SPREAD
    if here.column < there.column:
        return _curve(_right(a, a.height() * share), _left(b, -b.height() * share))
    return _curve(_left(a, a.height() * share), _right(b, -b.height() * share / 2))


def _straight(start: QPointF, end: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    path.lineTo(end)
    return path


def _curve(start: QPointF, end: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    middle = (start.x() + end.x()) / 2
    path.cubicTo(QPointF(middle, start.y()), QPointF(middle, end.y()), end)
    return path


def _round_the_left(start: QRectF, end: QRectF, left: float) -> QPainterPath:
    """Out to the margin, along it, and in again."""
    a, b = _left(start, 0), _left(end, 0)
    radius = min(8.0, a.x() - left, abs(a.y() - b.y()) / 2)
    down = 1 if b.y() > a.y() else -1
    path = QPainterPath(a)
    path.lineTo(left + radius, a.y())
    path.quadTo(QPointF(left, a.y()), QPointF(left, a.y() + down * radius))
    path.lineTo(left, b.y() - down * radius)
    path.quadTo(QPointF(left, b.y()), QPointF(left + radius, b.y()))
    path.lineTo(b)
    return path


def _above(box: QRectF) -> QPointF:
    return QPointF(box.center().x(), box.top())


def _below(box: QRectF) -> QPointF:
    return QPointF(box.center().x(), box.bottom())


def _left(box: QRectF, shift: float) -> QPointF:
    return QPointF(box.left(), box.center().y() + shift)


def _right(box: QRectF, shift: float) -> QPointF:
    return QPointF(box.right(), box.center().y() + shift)
