"""A budget: a name, how much is used, and a bar. From 80 % on it warns, by colour and sign."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.kit.budget_rows import warning_words, whole
from widgets.kit.theme import Theme, figures_font

BAR_WIDTH = 32
BAR_HEIGHT = 4
GAP = 6
SIGN_PX = 14


class BudgetMeter(QWidget):
    def __init__(self, theme: Theme, name: str, tip: str, *, warns: bool = True) -> None:
        """Without ``warns`` it is there to be used up."""
        super().__init__()
        self._warns = warns
        self._theme = theme
        self._name = name
        self._tip = tip
        self._used = 0.0
        self._limit: float | None = None
        self._words: Callable[[float], str] = whole
        self._is_narrow = False
        self.setFont(figures_font(self.font()))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)
        self.show_budget(0, None)

    @property
    def is_short(self) -> bool:
        return self._warns and bool(warning_words(self._used, self._limit))

    @property
    def figures(self) -> str:
        """``3/30``; only what is used where there is no ceiling."""
        if self._limit is None:
            return self._words(self._used) if self._used else "–"
        return f"{self._words(self._used)}/{self._words(self._limit)}"

    def show_budget(
        self, used: float, limit: float | None, words: Callable[[float], str] = whole
    ) -> None:
        """``limit`` None stands for no ceiling; ``words`` say an amount."""
        if (used, limit) == (self._used, self._limit) and self.accessibleName():
            return
        self._used, self._limit, self._words = used, limit, words
        ceiling = f" of {words(limit)}" if limit is not None else ", no ceiling"
        warning = f", {warning_words(used, limit)}" if self.is_short else ""
        self.setAccessibleName(f"{self._name}: {words(used)}{ceiling}{warning}")
        self.setAccessibleDescription(self._tip)
        self.updateGeometry()
        self.update()

    def set_narrow(self, is_narrow: bool) -> None:
        """Without the bar, where there is little room; the sign stays."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self.updateGeometry()
            self.update()

    @property
    def _has_bar(self) -> bool:
        return not self._is_narrow and (self._limit is not None or not self._used)

    def sizeHint(self) -> QSize:
        bold = QFont(self.font())
        bold.setBold(True)
        metrics = QFontMetrics(bold)
        widest = self._words(self._limit or 0)
        figures = max((self.figures, f"{widest}/{widest}"), key=len)
        name = QFontMetrics(self.font()).horizontalAdvance(self._name)
        width = name + GAP + metrics.horizontalAdvance(figures)
        sign = GAP + SIGN_PX if self.is_short else 0
        return QSize(
            width + (GAP + BAR_WIDTH if self._has_bar else sign), max(24, metrics.height())
        )

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
        painter.drawText(self.rect().adjusted(left, 0, 0, 0), flags, self.figures)
        if self._has_bar:
            self._paint_bar(painter, middle)
        if self.is_short:
            sign = self._theme.pixmap("warning", "warn", SIGN_PX, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(self.width() - SIGN_PX, middle - SIGN_PX / 2), sign)

    def _paint_bar(self, painter: QPainter, middle: float) -> None:
        palette = self._theme.palette
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
