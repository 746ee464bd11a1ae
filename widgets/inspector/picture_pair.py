"""The pictures before and after a step, side by side; or large, one below the other."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from widgets.kit.parts import role_label
from widgets.kit.picture_view import PictureView
from widgets.kit.theme import STRETCH, Theme, lay_column
from widgets.kit.thumbnails import FromRecord

CAPTIONS = ("before", "after")
MOST_SCALE = 8
KEPT_PX = 640
"""So wide a copy is kept of each, that big pictures aren't held for small ones."""


class PicturePair(QWidget):
    """Asks for the pictures by content hash and takes them as they come."""

    def __init__(self, theme: Theme, record: FromRecord) -> None:
        super().__init__()
        self._record = record
        record.came.connect(self._take)
        self._hashes = ["", ""]
        self.thumbnails = [PictureView(theme, most_scale=MOST_SCALE) for _ in CAPTIONS]
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
                self._record.picture_wanted.emit(content_hash)

    def _take(self, content_hash: str, image: object) -> None:
        if not isinstance(image, QImage):
            return
        width, smooth = min(KEPT_PX, image.width()), Qt.TransformationMode.SmoothTransformation
        for wanted, thumbnail in zip(self._hashes, self.thumbnails, strict=True):
            if wanted == content_hash:
                thumbnail.show_image(image.scaledToWidth(width, smooth))
