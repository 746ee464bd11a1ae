"""How a row of a tree is painted: an icon, what it is, and quietly how it went.

A row with details has its number, a badge and figures on the second line, and pictures below it."""

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QStyle

from widgets.kit.marks import SOFT_TONES, Mark
from widgets.kit.picture_view import Thumbnails, fitted
from widgets.kit.theme import Theme, figures_font, fitted_words

ICON_PX = 16
CHEVRON_PX = 14
PAD = 4
FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
BADGE_ICON_PX = 12
PICTURE_WIDTH, PICTURE_HEIGHT = 48, 30
ARROW_PX = 12
FADED = 0.5
"""What was taken back is greyed, pictures too."""
TOLD_TONES = ("warn", "bad", "good")


class RowDetails(NamedTuple):
    """``number`` and the rest stand on the second line; ``figures`` only beside a badge, which
    takes the subtitle's place. ``pictures`` are content hashes of before and after, painted below
    with the lines ``aside`` beside them."""

    number: str
    badge: tuple[Mark, str] | None = None
    figures: str = ""
    figures_mark: tuple[str, str] = ("", "")  # a shape and its tone
    pictures: tuple[str, str] = ("", "")
    aside: tuple[str, ...] = ()


class RowWords(NamedTuple):
    """What a row says, whatever it stands for."""

    title: str
    subtitle: str
    mark: Mark
    is_quiet: bool = False
    is_head: bool = False
    subtitle_tone: str = ""
    details: RowDetails | None = None

    @property
    def spoken(self) -> str:
        """The whole row in one line, for screen readers."""
        details = self.details
        if details is None:
            return f"{self.title}, {self.subtitle}"
        parts = [details.number, self.title]
        if details.figures:
            badge = details.badge[1] if details.badge else ""
            parts += [details.figures, badge, *details.aside]
        else:
            parts.append(self.subtitle)
        return ", ".join(part for part in parts if part)


class RowLook(NamedTuple):
    """How the row stands in its tree."""

    is_selected: bool
    is_current: bool
    has_chevron: bool


class RowPainter:
    """Two lines a row; what is current stands on the accent's tint with a bar at its edge."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails | None = None) -> None:
        self._theme = theme
        self._thumbnails = thumbnails

    def extra_height(self, words: RowWords, font: QFont) -> int:
        """What a row needs below its two lines."""
        details = words.details
        if details is None or not any(details.pictures):
            return 0
        line_px = QFontMetrics(smaller(font)).lineSpacing()
        return max(PICTURE_HEIGHT, len(details.aside) * line_px) + PAD

    def paint_ground(
        self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, is_lit: bool
    ) -> None:
        palette = self._theme.palette
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, palette.colour("selection"))
        elif is_lit:
            painter.fillRect(rect, palette.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, palette.colour("hover"))
        if is_lit:
            painter.fillRect(rect.left(), rect.top(), 3, rect.height(), palette.colour("accent"))

    def paint_words(
        self, painter: QPainter, base_font: QFont, rect: QRect, words: RowWords, look: RowLook
    ) -> None:
        """The icon, the lines and, with details, the pictures."""
        self._paint_icon(painter, words.mark, ICON_PX, rect.left() + 2 * PAD, rect.top() + PAD + 1)
        font = QFont(base_font)
        font.setBold(words.is_head or look.is_current)
        left = rect.left() + 2 * PAD + ICON_PX + 2 * PAD
        room = rect.right() - left - PAD - (CHEVRON_PX + PAD if look.has_chevron else 0)
        line = QRect(left, rect.top() + PAD, room, QFontMetrics(font).height())
        tone = "on_selection" if look.is_selected else "text_faint" if words.is_quiet else "text"
        painter.setFont(font)
        self.paint_text(painter, line, words.title, tone)
        line.moveTop(line.bottom() + PAD // 2)
        if words.details is not None:
            painter.setFont(figures_font(smaller(base_font)))
            self._paint_details(painter, line, words, words.details, look)
            return
        painter.setFont(smaller(base_font))
        quiet = "text_quiet" if look.is_selected or not words.is_quiet else "text_faint"
        told = words.subtitle_tone if not look.is_selected else ""
        self.paint_text(painter, line, words.subtitle, told or quiet)

    def paint_chevron(self, painter: QPainter, rect: QRect, *, is_open: bool) -> None:
        """At the right edge, where it takes no room from the rows below."""
        mark = Mark("chevron-down" if is_open else "chevron-right", "text_faint")
        left = rect.right() - CHEVRON_PX - PAD
        self._paint_icon(painter, mark, CHEVRON_PX, left, rect.center().y() - CHEVRON_PX / 2)

    def _paint_details(
        self, painter: QPainter, line: QRect, words: RowWords, details: RowDetails, look: RowLook
    ) -> None:
        quiet = "text_faint" if words.is_quiet and not look.is_selected else "text_quiet"
        taken = self.paint_text(painter, line, details.number, quiet)
        rest = line.adjusted(taken + 2 * PAD, 0, 0, 0)
        if details.badge is None:
            is_told = words.mark.tone in TOLD_TONES and not look.is_selected
            self.paint_text(painter, rest, words.subtitle, words.mark.tone if is_told else quiet)
        else:
            taken = self._paint_badge(painter, rest, *details.badge, is_quiet=words.is_quiet)
            rest = rest.adjusted(taken + 2 * PAD, 0, 0, 0)
            shape, tone = details.figures_mark
            if details.figures:
                tone = "text_faint" if words.is_quiet else tone
                self.paint_text(painter, rest, f"{details.figures} {shape}", tone)
        if any(details.pictures):
            below = QRect(line.left(), line.bottom() + PAD, line.width(), PICTURE_HEIGHT)
            self._paint_pictures(painter, below, details, quiet, is_quiet=words.is_quiet)

    def paint_text(self, painter: QPainter, line: QRect, words: str, tone: str) -> int:
        """The width that they took."""
        metrics = painter.fontMetrics()
        text = fitted_words(metrics, words, line.width())
        painter.setPen(self._theme.palette.colour(tone))
        painter.drawText(line, FLAGS, text)
        return metrics.horizontalAdvance(text)

    def _paint_icon(
        self, painter: QPainter, mark: Mark, size_px: int, left: float, top: float
    ) -> None:
        ratio = painter.device().devicePixelRatioF()
        icon = self._theme.pixmap(mark.icon, mark.tone, size_px, ratio)
        painter.drawPixmap(QPointF(left, top), icon)

    def _paint_badge(
        self, painter: QPainter, line: QRect, mark: Mark, words: str, *, is_quiet: bool
    ) -> int:
        palette = self._theme.palette
        tone = "text_faint" if is_quiet else mark.tone
        metrics = painter.fontMetrics()
        width = PAD + BADGE_ICON_PX + PAD + metrics.horizontalAdvance(words) + 2 * PAD
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        soft = "hover" if is_quiet else SOFT_TONES.get(mark.tone, "hover")
        painter.setBrush(palette.colour(soft))
        painter.drawRoundedRect(QRectF(line.left(), line.top(), width, line.height()), 3, 3)
        painter.restore()
        middle = line.center().y() - BADGE_ICON_PX / 2 + 1
        self._paint_icon(painter, Mark(mark.icon, tone), BADGE_ICON_PX, line.left() + PAD, middle)
        self.paint_text(painter, line.adjusted(2 * PAD + BADGE_ICON_PX, 0, 0, 0), words, tone)
        return width

    def _paint_pictures(
        self, painter: QPainter, area: QRect, details: RowDetails, quiet: str, *, is_quiet: bool
    ) -> None:
        painter.save()
        painter.setOpacity(FADED if is_quiet else 1.0)
        for number, content_hash in enumerate(details.pictures):
            left = area.left() + number * (PICTURE_WIDTH + ARROW_PX + 2 * PAD)
            box = QRectF(left, area.top(), PICTURE_WIDTH, PICTURE_HEIGHT)
            self.paint_picture(painter, box, content_hash)
        painter.restore()
        middle = area.top() + (PICTURE_HEIGHT - ARROW_PX) / 2
        left = area.left() + PICTURE_WIDTH + PAD
        self._paint_icon(painter, Mark("next", quiet), ARROW_PX, left, middle)
        words = area.adjusted(2 * PICTURE_WIDTH + ARROW_PX + 4 * PAD, 0, 0, 0)
        words.setHeight(painter.fontMetrics().lineSpacing())
        for text in details.aside:
            self.paint_text(painter, words, text, quiet)
            words.translate(0, words.height())

    def paint_picture(
        self, painter: QPainter, box: QRectF, content_hash: str, image: QImage | None = None
    ) -> None:
        """The image, else that of the record."""
        painter.fillRect(box, self._theme.palette.colour("stage"))
        if image is None and self._thumbnails is not None and content_hash:
            image = self._thumbnails.image(content_hash)
        if image is None or image.isNull():
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(fitted(image.size(), box), image)


def smaller(font: QFont) -> QFont:
    small = QFont(font)
    if font.pixelSize() > 0:
        small.setPixelSize(max(9, font.pixelSize() - 1))
    else:
        small.setPointSizeF(max(7.0, font.pointSizeF() - 0.75))
    return small
