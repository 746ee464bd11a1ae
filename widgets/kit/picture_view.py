"""A picture as large as there is room for, whole and in its own shape; what views ask of the
record, each by its content hash; and its small pictures, asked for once they are to be painted.

Whoever answers decodes and shrinks away from the Qt thread; the least used small ones are
forgotten."""

import base64
import html
from collections import OrderedDict

from PySide6.QtCore import QBuffer, QObject, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.kit.theme import Theme

LEAST_PX = 24


def tip_with_picture(text: str, picture: QImage) -> str:
    """A tooltip that says this below the picture."""
    buffer = QBuffer()
    picture.save(buffer, "PNG")  # type: ignore[call-overload]  # a device and a format
    data = base64.b64encode(buffer.data().data()).decode()
    return f'<qt><img src="data:image/png;base64,{data}"><br>{html.escape(text)}</qt>'


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
        super().__init__(accessibleName=name)
        self._theme = theme
        self.image = QImage()
        self._fits_height = fits_height
        self._most_scale = most_scale
        tall = QSizePolicy.Policy.Minimum if fits_height else QSizePolicy.Policy.Expanding
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, tall)
        policy.setHeightForWidth(fits_height)
        self.setSizePolicy(policy)
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


WIDTH_PX = 160
"""Wide enough for a thumbnail on a screen with twice the pixels."""
MOST_KEPT = 256


class FromRecord(QObject):
    """Whoever wants something listens for what ``came``: the picture, the text, the zones; None
    where the record holds no such thing."""

    picture_wanted = Signal(str)  # content hash, as in all of these
    text_wanted = Signal(str)
    zones_wanted = Signal(str)
    came = Signal(str, object)


class Thumbnails(QObject):
    wanted = Signal(str)  # content hash; answered by take
    arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._asked: set[str] = set()

    def image(self, content_hash: str) -> QImage | None:
        """The picture, or None while it is on its way."""
        found = self._images.get(content_hash)
        if found is not None:
            self._images.move_to_end(content_hash)
        elif content_hash not in self._asked:
            self._asked.add(content_hash)
            self.wanted.emit(content_hash)
        return found

    def take(self, content_hash: str, image: QImage) -> None:
        self._asked.discard(content_hash)
        self._images[content_hash] = image
        while len(self._images) > MOST_KEPT:
            self._images.popitem(last=False)
        self.arrived.emit()

    def ask_again(self) -> None:
        """What never came may be asked for once more; what is there stays."""
        self._asked.clear()
