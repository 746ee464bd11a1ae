"""The very picture that was sent, unfolded at the width there is; a click opens it large."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.inspector.hashed_section import HashedSection
from widgets.kit.laying import lay_column
from widgets.kit.look_dialog import LookDialog
from widgets.kit.parts import quiet_label
from widgets.kit.theme import Theme


class FittedPicture(QWidget):
    """A picture as large as there is room, never larger than it is, keeping its aspect."""

    pressed = Signal()

    def __init__(self, theme: Theme, name: str, *, fills_height: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._image = QImage()
        self._fills_height = fills_height
        tall = QSizePolicy.Policy.Expanding if fills_height else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, tall)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    @property
    def image(self) -> QImage:
        return self._image

    def show_image(self, image: QImage) -> None:
        self._image = image
        self.updateGeometry()
        self._fit_height()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(128, 80)

    def resizeEvent(self, event: object) -> None:
        self._fit_height()

    def _fit_height(self) -> None:
        if self._fills_height or self._image.isNull():
            return
        height = round(self._image.height() * min(1.0, self.width() / self._image.width()))
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        ratio = self.devicePixelRatioF()
        scale = min(
            1.0 / ratio if self._fills_height else 1.0,
            self.width() / self._image.width(),
            self.height() / self._image.height(),
        )
        size = self._image.size() * scale
        left = (self.width() - size.width()) / 2 if self._fills_height else 0.0
        painter.drawImage(QRectF(left, 0.0, size.width(), size.height()), self._image)
        if self.hasFocus():
            painter.setPen(self._theme.palette.colour("focus"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.pressed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.pressed.emit()
        else:
            super().keyPressEvent(event)


class PictureSection(HashedSection):
    """A picture from the record, with its size below it."""

    def __init__(self, theme: Theme, title: str, *, want: Callable[[str], None]) -> None:
        self.picture = FittedPicture(theme, title)
        self.picture.setToolTip("Open large  (click, or Return)")
        self.picture.setCursor(Qt.CursorShape.PointingHandCursor)
        self.size_words = quiet_label()
        self.size_words.setProperty("role", "small")
        body = QWidget()
        lay_column(self.picture, self.size_words, of=body, margins=0, spacing=4)
        super().__init__(theme, title, body, want=want, is_open=True)
        self._theme = theme
        self.picture.pressed.connect(self.enlarge)

    def show_picture(self, content_hash: str, image: QImage) -> None:
        if self.is_about(content_hash):
            self.size_words.setText(f"{image.width()} × {image.height()} pixels, as it was sent")
            self.section.show_body()
            self.picture.show_image(image)

    def clear(self) -> None:
        self.picture.show_image(QImage())

    def copy(self) -> None:
        QGuiApplication.clipboard().setImage(self.picture.image)

    def enlarge(self) -> None:
        large = FittedPicture(self._theme, self.section.title, fills_height=True)
        large.show_image(self.picture.image)
        LookDialog(self._theme, self.section.title, large, self.window()).open()
