"""How the quiet lines of a local state are painted: its number, the decision, the distances, the
pictures before and after, and what it has cost."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QPainter

from engine.domain.local_planning import DecisionInputs
from engine.language.sentences.local import distance_words
from widgets.kit.local_rows import LocalRow
from widgets.kit.marks import SOFT_TONES, Mark
from widgets.kit.theme import Theme, figures_font
from widgets.kit.thumbnails import Thumbnails

PAD = 4
BADGE_ICON_PX = 12
PICTURE_WIDTH, PICTURE_HEIGHT = 48, 30
ARROW_PX = 12
COST_LINE_PX = 15
FADED = 0.5
"""What was taken back is greyed, pictures too."""
TOLD_TONES = ("warn", "bad", "good")
DISTANCE_SHAPES = {1: ("▲", "good"), 0: ("=", "text_quiet"), -1: ("▼", "warn")}


class LocalRowPainter:
    def __init__(self, theme: Theme, thumbnails: Thumbnails) -> None:
        self._theme = theme
        self._thumbnails = thumbnails

    def extra_height(self, row: LocalRow) -> int:
        """What a row needs below its two lines."""
        if not any(row.pictures):
            return 0
        return max(PICTURE_HEIGHT, len(row.cost) * COST_LINE_PX) + PAD

    def paint(
        self, painter: QPainter, line: QRect, font: QFont, row: LocalRow, *, is_selected: bool
    ) -> None:
        """``line`` is the second line of the row; the pictures stand below it."""
        painter.setFont(figures_font(font))
        quiet = "text_faint" if row.is_quiet and not is_selected else "text_quiet"
        taken = self._paint_words(painter, line, row.number, quiet)
        rest = line.adjusted(taken + 2 * PAD, 0, 0, 0)
        badge = row.badge
        if badge is None:
            tone = row.mark.tone if row.mark.tone in TOLD_TONES and not is_selected else quiet
            self._paint_words(painter, rest, row.subtitle, tone)
        else:
            taken = self._paint_badge(painter, rest, *badge, is_quiet=row.is_quiet)
            rest = rest.adjusted(taken + 2 * PAD, 0, 0, 0)
            if row.state is not None and row.state.inputs is not None:
                self._paint_distance(painter, rest, row.state.inputs, is_quiet=row.is_quiet)
        if any(row.pictures):
            below = QRect(line.left(), line.bottom() + PAD, line.width(), PICTURE_HEIGHT)
            self._paint_pictures(painter, below, row, quiet)

    def _paint_words(self, painter: QPainter, line: QRect, words: str, tone: str) -> int:
        """The width that they took."""
        metrics = painter.fontMetrics()
        text = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0, line.width()))
        painter.setPen(self._theme.palette.colour(tone))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        return metrics.horizontalAdvance(text)

    def _paint_badge(
        self, painter: QPainter, line: QRect, mark: Mark, words: str, *, is_quiet: bool
    ) -> int:
        palette = self._theme.palette
        tone = "text_faint" if is_quiet else mark.tone
        metrics = painter.fontMetrics()
        width = PAD + BADGE_ICON_PX + PAD + metrics.horizontalAdvance(words) + 2 * PAD
        ground = QRectF(line.left(), line.top(), width, line.height())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        soft = "hover" if is_quiet else SOFT_TONES.get(mark.tone, "hover")
        painter.setBrush(palette.colour(soft))
        painter.drawRoundedRect(ground, 3, 3)
        painter.restore()
        icon = self._theme.pixmap(mark.icon, tone, BADGE_ICON_PX, self._ratio(painter))
        middle = line.center().y() - BADGE_ICON_PX / 2 + 1
        painter.drawPixmap(QPointF(line.left() + PAD, middle), icon)
        inside = line.adjusted(2 * PAD + BADGE_ICON_PX, 0, 0, 0)
        self._paint_words(painter, inside, words, tone)
        return width

    def _paint_distance(
        self, painter: QPainter, line: QRect, inputs: DecisionInputs, *, is_quiet: bool
    ) -> None:
        way = (inputs.progress > 0) - (inputs.progress < 0)
        shape, tone = DISTANCE_SHAPES[way]
        tone = "text_faint" if is_quiet else tone
        self._paint_words(painter, line, f"{distance_words(inputs)} {shape}", tone)

    def _paint_pictures(self, painter: QPainter, area: QRect, row: LocalRow, quiet: str) -> None:
        painter.save()
        painter.setOpacity(FADED if row.is_quiet else 1.0)
        for number, content_hash in enumerate(row.pictures):
            left = area.left() + number * (PICTURE_WIDTH + ARROW_PX + 2 * PAD)
            box = QRectF(left, area.top(), PICTURE_WIDTH, PICTURE_HEIGHT)
            self._paint_picture(painter, box, content_hash)
        painter.restore()
        arrow = self._theme.pixmap("next", quiet, ARROW_PX, self._ratio(painter))
        middle = area.top() + (PICTURE_HEIGHT - ARROW_PX) / 2
        painter.drawPixmap(QPointF(area.left() + PICTURE_WIDTH + PAD, middle), arrow)
        words = area.adjusted(2 * PICTURE_WIDTH + ARROW_PX + 4 * PAD, 0, 0, 0)
        words.setHeight(COST_LINE_PX)
        for text in row.cost:
            self._paint_words(painter, words, text, quiet)
            words.translate(0, COST_LINE_PX)

    def _paint_picture(self, painter: QPainter, box: QRectF, content_hash: str) -> None:
        painter.fillRect(box, self._theme.palette.colour("stage"))
        image = self._thumbnails.image(content_hash) if content_hash else None
        if image is None or image.isNull():
            return
        size = QSizeF(image.size()).scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(QPointF(0, 0), size)
        place.moveCenter(box.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, image)

    @staticmethod
    def _ratio(painter: QPainter) -> float:
        return painter.device().devicePixelRatioF()
