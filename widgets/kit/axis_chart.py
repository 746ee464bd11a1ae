"""A chart of numbered things along an axis: the pointer is told of them, a click or the arrow keys
choose one."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCursor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip

from widgets.kit.parts import RingedWidget, tip_with
from widgets.kit.picture_view import tip_with_picture
from widgets.kit.theme import Theme, figures_font


class AxisChart(RingedWidget):
    """Whoever inherits says how many things there are, where, what is told of them, and paints."""

    def __init__(self, theme: Theme, name: str) -> None:
        focus = Qt.FocusPolicy.StrongFocus
        super().__init__(accessibleName=name, focusPolicy=focus, mouseTracking=True)
        self._theme = theme
        self.chosen = self._hovered = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def count(self) -> int:
        raise NotImplementedError

    def words_when_empty(self) -> str:
        raise NotImplementedError

    def number_at(self, x: float) -> int:
        """The thing that the pointer means; -1 where there is none."""
        raise NotImplementedError

    def tip_of(self, number: int) -> str:
        raise NotImplementedError

    def picture_of(self, number: int) -> QImage | None:
        """What is shown beside that, if there is anything."""
        return None

    def paint_things(self, painter: QPainter) -> None:
        raise NotImplementedError

    def tell(self, number: int) -> None:
        """The operator has chosen it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.fillRect(self.rect(), palette.colour("panel"))
        painter.setFont(figures_font(self.font()))
        if not self.count():
            painter.setPen(palette.colour("text_quiet"))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
            inside = self.rect().adjusted(16, 0, -16, 0)
            painter.drawText(inside, flags, self.words_when_empty())
        else:
            self.paint_things(painter)
        if self._shows_ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.colour("focus"), 1))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = self.number_at(event.position().x())
        self.show_tip()
        self.update()

    def show_tip(self) -> None:
        """Of what is pointed at."""
        tip = self.tip_of(self._hovered) if self._hovered >= 0 else ""
        picture = self.picture_of(self._hovered) if self._hovered >= 0 else None
        tip = tip_with_picture(tip, picture) if picture is not None else tip_with(tip)
        QToolTip.showText(QCursor.pos(), tip, self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.number_at(event.position().x())
        if number >= 0:
            self.take(number)

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        numbers = {
            Qt.Key.Key_Right: self.chosen + 1,
            Qt.Key.Key_Left: (self.chosen if self.chosen >= 0 else self.count()) - 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self.count() - 1,
        }
        number = numbers.get(Qt.Key(event.key()))
        if number is None:
            super().keyPressEvent(event)
        elif 0 <= number < self.count():
            self.take(number)

    def take(self, number: int) -> None:
        """As the operator chooses it."""
        self.chosen = number
        self.update()
        self.tell(number)
