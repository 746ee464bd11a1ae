"""Things that stand somewhere, each a button, with the ways between them drawn below.

Of the buttons one is chosen; it is the Tab key's one stop, from which the arrow keys go on to the
nearest in their direction. All of that is Qt's, as of any group of buttons."""

import math

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton, QWidget

from widgets.kit.theme import Theme, fitted_words, set_look

PAD_PX = 8


class MapNode(QToolButton):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self.setProperty("look", "node")
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def show_state(self, lines: tuple[str, ...], state: str) -> None:
        """``state`` is one of the style sheet's: lit, fault, seen, or none."""
        set_look(self, "state", state)
        self._lines = lines
        self.elide()

    def elide(self) -> None:
        """Each line within the width that there is."""
        self.ensurePolished()
        metrics, room = self.fontMetrics(), self.width() - PAD_PX
        words = (fitted_words(metrics, line, room) for line in self._lines)
        self.setText("\n".join(words).replace("&", "&&"))


class NodeMap(QWidget):
    node_chosen = Signal(str)

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(focusPolicy=Qt.FocusPolicy.ClickFocus, accessibleName=name)
        self._theme = theme
        self.nodes: dict[str, MapNode] = {}
        self._group = QButtonGroup(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def add_node(self, name: str) -> MapNode:
        node = self.nodes[name] = MapNode(self)
        node.clicked.connect(lambda: self.node_chosen.emit(name))
        self._group.addButton(node)
        node.show()
        return node

    def choose(self, name: str) -> None:
        """As chosen, without telling; nothing where there is no such node."""
        if name in self.nodes:
            self.nodes[name].setChecked(True)
            self.stop_at(name)

    @property
    def chosen(self) -> str:
        return next((name for name, node in self.nodes.items() if node.isChecked()), "")

    def choose_none(self) -> None:
        self._group.setExclusive(False)
        for node in self.nodes.values():
            node.setChecked(False)
        self._group.setExclusive(True)

    def stop_at(self, name: str) -> None:
        """Whoever comes here by key goes on from this node; not while the keyboard is in one."""
        if any(node.hasFocus() for node in self.nodes.values()):
            return
        for each, node in self.nodes.items():
            policies = Qt.FocusPolicy
            node.setFocusPolicy(policies.StrongFocus if each == name else policies.ClickFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """From here on the arrow keys choose."""
        for name, node in self.nodes.items():
            if node.focusPolicy() & Qt.FocusPolicy.TabFocus:
                node.setFocus(event.reason())
                self.choose(name)
                return

    def paint_way(self, painter: QPainter, path: QPainterPath, tone: str, width: float) -> None:
        colour = self._theme.palette.colour(tone)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, width))
        painter.drawPath(path)
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(arrow_head(path))


ARROW_PX = 5


def arrow_head(path: QPainterPath) -> QPolygonF:
    """At the path's end, in its direction."""
    tip = path.pointAtPercent(1.0)
    back = path.pointAtPercent(max(0.0, 1.0 - 6 / max(6.0, path.length())))
    angle = math.atan2(tip.y() - back.y(), tip.x() - back.x())
    sides = (angle + 2.6, angle - 2.6)
    back_corners = (tip + QPointF(math.cos(side), math.sin(side)) * ARROW_PX for side in sides)
    return QPolygonF([tip, *back_corners])
