"""A budget: a name, how much is used, and a bar. From 80 % on it warns, by colour and sign."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.theme import Theme, figures_font

WARN_FROM = 0.8
BAR_WIDTH = 32
BAR_HEIGHT = 4
GAP = 6
SIGN_PX = 14


class BudgetMeter(QWidget):
    def __init__(self, theme: Theme, name: str, tip: str) -> None:
        super().__init__()
        self._theme = theme
        self._name = name
        self._tip = tip
        self._used = 0
        self._limit = 0
        self.setFont(figures_font(self.font()))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)
        self.show_budget(0, 0)

    @property
    def is_short(self) -> bool:
        return self._limit > 0 and self._used >= WARN_FROM * self._limit

    def show_budget(self, used: int, limit: int) -> None:
        if (used, limit) == (self._used, self._limit) and self.accessibleName():
            return
        self._used, self._limit = used, limit
        left = max(0, limit - used)
        warning = ", nearly used up" if self.is_short and left else ""
        warning = ", used up" if self.is_short and not left else warning
        self.setAccessibleName(f"{self._name}: {used} of {limit}{warning}")
        self.setToolTip(f"{self._tip}: {used} of {limit}, {left} left{warning}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        widest = metrics.horizontalAdvance("00/00" if self._limit < 100 else "000/000")
        name = metrics.horizontalAdvance(self._name)
        width = name + GAP + widest + GAP + BAR_WIDTH
        return QSize(width, max(24, metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(self.font())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        middle = self.height() / 2
        painter.setPen(palette.colour("text_quiet"))
        painter.drawText(self.rect(), flags, self._name)
        left = metrics.horizontalAdvance(self._name) + GAP
        bold = QFont(self.font())
        bold.setBold(self.is_short)
        painter.setFont(bold)
        tone = "warn" if self.is_short else "text"
        painter.setPen(palette.colour(tone))
        figures = f"{self._used}/{self._limit}" if self._limit else "–"
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags, figures)
        left = self.width() - BAR_WIDTH
        bar = QRectF(left, middle - BAR_HEIGHT / 2, BAR_WIDTH, BAR_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palette.colour("border"))
        painter.drawRoundedRect(bar, 2, 2)
        share = min(1.0, self._used / self._limit) if self._limit else 0.0
        if share:
            painter.setBrush(palette.colour("warn" if self.is_short else "text_quiet"))
            painter.drawRoundedRect(
                QRectF(bar.topLeft(), bar.bottomLeft()).adjusted(0, 0, BAR_WIDTH * share, 0), 2, 2
            )
        if self.is_short:
            sign = self._theme.pixmap("warning", "warn", SIGN_PX, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(self.width() - SIGN_PX, middle - SIGN_PX / 2), sign)
