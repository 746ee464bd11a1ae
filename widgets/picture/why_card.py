"""The answer to a question about a place: a card beside it, and a small cross on the place itself.

Both are children of the live view that never take the pointer, so nothing of the picture is
painted anew but what lies under them.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from widgets.kit.laying import lay_column, lay_row
from widgets.kit.parts import MarkLabel, role_label
from widgets.kit.theme import Theme
from widgets.picture.why_words import PlaceAnswer

WIDTH_PX = 376
GAP = 16
CROSS_PX = 25
KEYS = "Arrow keys ask beside it (Shift: by the pixel), Esc closes."


class PlaceCross(QWidget):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(CROSS_PX, CROSS_PX)
        self.hide()

    def show_at(self, place: QPointF) -> None:
        self.move(int(place.x()) - CROSS_PX // 2, int(place.y()) - CROSS_PX // 2)
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle, inner, outer = CROSS_PX / 2, 3.0, CROSS_PX / 2 - 1
        for tone, weight in (("zone_halo", 4), ("zone_line", 2)):
            painter.setPen(QPen(self._theme.palette.colour(tone), weight))
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(
                    QPointF(middle + x * inner, middle + y * inner),
                    QPointF(middle + x * outer, middle + y * outer),
                )


class WhyCard(QFrame):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("whyCard")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(WIDTH_PX)
        self._mark = MarkLabel(theme)
        self._title = role_label("", "goal", wraps=True)
        self._lines: list[QLabel] = []
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        keys = role_label(KEYS, "small", wraps=True)
        head = lay_row((self._mark, 0, Qt.AlignmentFlag.AlignTop), (self._title, 1), spacing=8)
        lay_column(head, self._rows, keys, of=self, margins=(12, 10, 12, 10), spacing=8)
        self.hide()

    @property
    def text(self) -> str:
        return self.accessibleName()

    def show_answer(self, answer: PlaceAnswer, place: QPointF) -> None:
        """Beside ``place`` (a point of the parent), wherever there is more room."""
        self._mark.show_mark(answer.mark)
        self._title.setText(answer.title)
        self._fill(answer.lines)
        self.setAccessibleName(answer.text)
        layout = self.layout()
        if layout is not None:
            self.resize(WIDTH_PX, layout.heightForWidth(WIDTH_PX))
        self._move_beside(place)
        self.show()
        self.raise_()

    def _fill(self, lines: Sequence[str]) -> None:
        while len(self._lines) < len(lines):
            label = QLabel()
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            self._lines.append(label)
            self._rows.addWidget(label)
        for number, label in enumerate(self._lines):
            label.setText(lines[number] if number < len(lines) else "")
            label.setVisible(number < len(lines))

    def _move_beside(self, place: QPointF) -> None:
        parent = self.parentWidget()
        view = QRectF(parent.rect() if parent is not None else self.rect())
        left = place.x() + GAP
        if left + self.width() > view.right():
            left = place.x() - GAP - self.width()
        top = min(place.y() + GAP, view.bottom() - self.height() - GAP)
        left = max(view.left() + GAP / 2, min(left, view.right() - self.width()))
        self.move(int(left), int(max(view.top() + GAP / 2, top)))
