"""What views ask of the record, each by its content hash; and its small pictures, asked for once
they are to be painted.

Whoever answers decodes and shrinks away from the Qt thread; the least used small ones are
forgotten.
"""

from collections import OrderedDict

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

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
