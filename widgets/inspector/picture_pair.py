"""The pictures before and after a step, side by side; or large, one below the other."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QSizePolicy, QWidget

from widgets.kit.laying import STRETCH, lay_column
from widgets.kit.parts import role_label
from widgets.kit.theme import Theme

CAPTIONS = ("before", "after")


class Thumbnail(QWidget):
    """A picture at the width it is given, keeping its aspect."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._image: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_image(self, image: QImage | None) -> None:
        """Keeps a small copy, so that big pictures aren't held for a thumbnail."""
        self._image = None
        if image is not None and not image.isNull():
            self._image = image.scaledToWidth(
                min(640, image.width()), Qt.TransformationMode.SmoothTransformation
            )
        self._fit_height()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(128, 80)

    def _height_for(self, width: int) -> int:
        if self._image is None:
            return width * 10 // 16
        return max(24, width * self._image.height() // max(1, self._image.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_height()

    def _fit_height(self) -> None:
        height = self._height_for(self.width())
        if height != self.minimumHeight():
            self.setFixedHeight(height)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.palette.colour("stage"))
        if self._image is None:
            painter.setPen(self._theme.palette.colour("on_stage_quiet"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "no picture")
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._image)


class PicturePair(QWidget):
    """Asks for the pictures by content hash and takes them as they come."""

    picture_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._hashes = ["", ""]
        self.thumbnails = [Thumbnail(theme), Thumbnail(theme)]
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 8, 0, 0)
        row.setSpacing(8)
        self._captions: list[QLabel] = []
        for caption, thumbnail in zip(CAPTIONS, self.thumbnails, strict=True):
            label = role_label(caption, "small")
            self._captions.append(label)
            column = lay_column(label, thumbnail, STRETCH, spacing=4)
            row.addLayout(column, 1)
        self.hide()

    def show_hashes(self, before: str, after: str, *, is_large: bool = False) -> None:
        """Empty hashes have no picture; without any, the pair is hidden."""
        self._caption(CAPTIONS)
        self._show(before, after, is_large=is_large)

    def show_one(self, content_hash: str, caption: str) -> None:
        """A single picture, large."""
        self._caption(("", caption))
        self._show("", content_hash, is_large=True)

    def _caption(self, captions: tuple[str, str]) -> None:
        """Without a caption there is no picture either."""
        for label, thumbnail, words in zip(self._captions, self.thumbnails, captions, strict=True):
            label.setText(words)
            label.setVisible(bool(words))
            thumbnail.setVisible(bool(words))

    def _show(self, before: str, after: str, *, is_large: bool) -> None:
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(down if is_large else across)
        self.setVisible(bool(before or after))
        for number, content_hash in enumerate((before, after)):
            if content_hash == self._hashes[number]:
                continue
            self._hashes[number] = content_hash
            self.thumbnails[number].show_image(None)
            if content_hash:
                self.picture_wanted.emit(content_hash)

    def show_picture(self, content_hash: str, image: QImage) -> None:
        for number, wanted in enumerate(self._hashes):
            if wanted == content_hash:
                self.thumbnails[number].show_image(image)
