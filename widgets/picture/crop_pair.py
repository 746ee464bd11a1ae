"""What the live view paints: the picture, scaled, its margins, and words in its place; and the
mark of what the agent intends, corner brackets and a label in the accent. The approval card has the
mark too: the target as it was planned beside the target as it is now, each with the intended box.
Whether both are the same the engine checks before it acts.

Pictures are light or dark as they please, so the mark looks the same in both themes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from engine.domain.spaces import Rect
from widgets.kit.parts import role_label
from widgets.kit.picture_view import PictureView
from widgets.kit.theme import Palette, Theme, fitted_words, lay_column, lay_row
from widgets.picture.zone_layer import draw_zone_box

CENTRED = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


def paint_words(
    painter: QPainter, widget: QWidget, theme: Theme, icon: QPixmap, text: str, alpha: int = 255
) -> None:
    """In the picture's place; with a lower ``alpha`` it shines through, never taken for live."""
    view, middle = widget.rect(), widget.rect().center()
    painter.fillRect(view, theme.palette.colour("stage", alpha))
    painter.drawPixmap(QPointF(middle.x() - 20, middle.y() - 60), icon)
    painter.setPen(theme.palette.colour("on_stage"))
    painter.drawText(QRectF(32, middle.y() - 8, view.width() - 64, 120), CENTRED, text)


BILINEAR_FROM = 0.5


class PictureScaler:
    """The picture returned is good until the next call."""

    def __init__(self) -> None:
        self._buffer = QImage()

    def scaled(self, image: QImage, size: QSize) -> QImage:
        """``size`` in device pixels."""
        if size.width() < BILINEAR_FROM * image.width():
            return image.scaled(
                size,
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        if self._buffer.size() != size:
            self._buffer = QImage(size, QImage.Format.Format_RGB32)
        self._buffer.setDevicePixelRatio(1.0)
        painter = QPainter(self._buffer)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawImage(QRectF(0, 0, size.width(), size.height()), image)
        painter.end()
        return self._buffer


MARGIN = 4.0
LABEL_POINTS = 340.0
_LEAD = re.compile(r"^[^“]*?: ")  # "Next: " and the like, before what is done


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


class TargetLabel(NamedTuple):
    words: str
    place: QRectF


def target_label(
    box: QRectF, text: str, metrics: QFontMetricsF, view: QRectF, others: Sequence[QRectF]
) -> TargetLabel | None:
    """The text beside the box or near it, where it lies over none of the ``others`` that don't
    hold the box; else what it says without its lead ("Next: "), or the first word of that, where
    that finds such a place; else nothing."""
    around = [box, *(each for each in others if not each.contains(box))]
    height, gap = metrics.height() + 6, MARGIN + 3
    beside = box.center().y() - height / 2
    said = (deed := _LEAD.sub("", text))[:1].upper() + deed[1:]
    for words in filter(None, (text, said, said.partition(" ")[0])):
        width = min(LABEL_POINTS, metrics.horizontalAdvance(words) + 18, view.width())
        lefts = (box.left() - MARGIN, box.center().x() - width / 2, box.right() + MARGIN - width)
        for off in (gap, gap + height, gap + 2 * height):
            for x, y in (
                *((left, box.top() - off - height) for left in lefts),
                *((left, box.bottom() + off) for left in lefts),
                (box.right() + off, beside),
                (box.left() - off - width, beside),
            ):
                x = min(max(view.left(), x), view.right() - width)
                place = QRectF(x, y, width, height)
                if view.contains(place) and not any(map(place.intersects, around)):
                    return TargetLabel(fitted_words(metrics, words, width - 14), place)
    return None


LEAST_HEIGHT, MOST_HEIGHT = 56, 120


class CropView(QWidget):
    """One crop with its caption and the brackets around the target. What is not intended has a
    plain box: the accent is for what the agent means to do."""

    def __init__(self, theme: Theme, caption: str, *, is_intended: bool = True) -> None:
        super().__init__()
        self.picture = _CropPicture(theme, is_intended=is_intended)
        lay_column(role_label(caption, "small"), (self.picture, 1), of=self, margins=0, spacing=4)

    def show_part(self, frame: QImage, part: Rect, target: Rect | None) -> None:
        """Cut that part out of the frame; ``target`` is in its pixels."""
        whole = QRect(0, 0, frame.width(), frame.height())
        if whole.intersects(QRect(part.x, part.y, part.width, part.height)):
            cut = frame.copy(part.x, part.y, part.width, part.height)
            self.picture.show_crop(cut, target and target.moved(-part.x, -part.y))


class _CropPicture(PictureView):
    def __init__(self, theme: Theme, *, is_intended: bool) -> None:
        super().__init__(theme, fits_height=is_intended, most_scale=2.0)
        self._is_intended = is_intended
        self._shape = (16, 10)
        self._target: Rect | None = None
        self.setMinimumSize(80, 48)

    def show_crop(self, image: QImage | None, target: Rect | None) -> None:
        """``target`` is in the crop's own pixels."""
        if (image or QImage(), target) != (self.image, self._target):
            self._target = target
            self.show_image(image)

    def keep_room(self, width: int, height: int) -> None:
        """For a picture of that shape, before it is there."""
        self._shape = width, height
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        if not self._is_intended:
            return -1
        return min(MOST_HEIGHT, max(LEAST_HEIGHT, width * self._shape[1] // self._shape[0]))

    def paint_over(self, painter: QPainter, place: QRectF) -> None:
        target, scale = self._target, place.width() / self.image.width()
        if target is None:
            return
        box = QRectF(
            place.x() + target.x * scale,
            place.y() + target.y * scale,
            target.width * scale,
            target.height * scale,
        ).intersected(QRectF(self.rect()).adjusted(6, 6, -6, -6))
        if self._is_intended:
            draw_brackets(painter, box, self._theme.palette, weight=2)
        else:
            draw_zone_box(painter, box, self._theme.palette)


class CropPair(QWidget):
    """Planned and now, side by side."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._planned = CropView(theme, "planned")
        self._now = CropView(theme, "now")
        self._crop_px: Rect | None = None
        self._target_px: Rect | None = None
        lay_row((self._planned, 1), (self._now, 1), of=self, margins=0, spacing=8)

    def show_place(self, crop_px: Rect | None, target_px: Rect | None) -> None:
        """Which part of the frame is looked at; forgets the pictures of before."""
        self._crop_px, self._target_px = crop_px, target_px
        for view in (self._planned, self._now):
            view.picture.keep_room(*((crop_px.width, crop_px.height) if crop_px else (16, 10)))
            view.picture.show_crop(None, None)

    def show_planned(self, image: QImage) -> None:
        crop, target = self._crop_px, self._target_px
        moved = target.moved(-crop.x, -crop.y) if crop and target else None
        self._planned.picture.show_crop(image, moved)

    def show_frame(self, frame: QImage) -> None:
        """Cut the place out of the latest frame."""
        if self._crop_px is not None:
            self._now.show_part(frame, self._crop_px, self._target_px)
