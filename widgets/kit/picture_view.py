"""A picture as large as there is room for, whole and in its own shape."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.kit.theme import Theme

LEAST_PX = 24


def fitted(size: QSize, room: QRectF, most_scale: float = float("inf")) -> QRectF:
    """In the middle of the room, at most so much larger than it is."""
    scale = min(room.width() / size.width(), room.height() / size.height(), most_scale)
    place = QRectF(QPointF(), QSizeF(size) * scale)
    place.moveCenter(room.center())
    return place


class PictureView(QWidget):
    """It takes what room there is or, where it ``fits_height``, is as high as its picture is at the
    width that there is. Whoever inherits may paint over it."""

    pressed = Signal()

    def __init__(
        self, theme: Theme, name: str = "", *, fits_height: bool = True, most_scale: float = 1.0
    ) -> None:
        super().__init__()
        self._theme = theme
        self.image = QImage()
        self._fits_height = fits_height
        self._most_scale = most_scale
        tall = QSizePolicy.Policy.Minimum if fits_height else QSizePolicy.Policy.Expanding
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, tall)
        policy.setHeightForWidth(fits_height)
        self.setSizePolicy(policy)
        self.setAccessibleName(name)
        theme.changed.connect(self.update)

    def show_image(self, image: QImage | None) -> None:
        self.image = image if image is not None else QImage()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(144, 90)

    def heightForWidth(self, width: int) -> int:
        if not self._fits_height:
            return -1
        if self.image.isNull():
            return width * 10 // 16
        scale = min(self._most_scale, width / self.image.width())
        return max(LEAST_PX, round(self.image.height() * scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, painter = self._theme.palette, QPainter(self)
        painter.fillRect(self.rect(), palette.colour("stage"))
        if self.image.isNull():
            painter.setPen(palette.colour("on_stage_quiet"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "no picture")
            return
        place = fitted(self.image.size(), QRectF(self.rect()), self._most_scale)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self.image)
        self.paint_over(painter, place)
        if self.hasFocus():
            painter.setPen(palette.colour("focus"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def paint_over(self, painter: QPainter, place: QRectF) -> None:
        """``place`` is where the picture stands."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)
