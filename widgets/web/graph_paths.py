"""The state graph as it is drawn: where each node stands, and the ways between them as lines.

The nodes of every pass stand below each other, in the order of the document; those that are
visited only now and then stand beside them.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from engine.domain.web.events import WAYS, Node


class Place(NamedTuple):
    """``column`` 0 is the main one, 1 beside it; rows count from the top."""

    row: int
    column: int


PLACES: dict[Node, Place] = {
    Node.OBSERVE: Place(0, 0),
    Node.LOOP_MITIGATION: Place(0, 1),
    Node.GOAL_CHECK: Place(1, 0),
    Node.PLANNER: Place(2, 0),
    Node.ERROR_RETRY: Place(3, 1),
    Node.SAFETY: Place(3, 0),
    Node.CONFIRM: Place(4, 0),
    Node.EXECUTE: Place(5, 0),
    Node.PROGRESS: Place(6, 0),
    Node.ASK_USER: Place(6, 1),
}
ROWS = 7

EDGES = tuple((node, end) for node, ends in WAYS.items() for end in ends if end is not None)
"""The ways of the graph between nodes; those to its end are not drawn."""


SPREAD = 0.28
"""How far from a side's middle the lines of one side may begin, as a share of it."""


def path_between(start: Node, end: Node, boxes: dict[Node, QRectF], left: float) -> QPainterPath:
    """From the edge of one box to that of the other; ``left`` is the margin for the way back up
    the main column."""
    here, there = PLACES[start], PLACES[end]
    a, b = boxes[start], boxes[end]
    if here.column == there.column == 0:
        if there.row == here.row + 1:
            return _straight(QPointF(a.center().x(), a.bottom()), QPointF(b.center().x(), b.top()))
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


def _left(box: QRectF, shift: float) -> QPointF:
    return QPointF(box.left(), box.center().y() + shift)


def _right(box: QRectF, shift: float) -> QPointF:
    return QPointF(box.right(), box.center().y() + shift)
