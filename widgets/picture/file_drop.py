"""Files that are dropped on the live picture."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QLabel, QWidget


class FileDrop(QLabel):
    """Lies over the view while files are dragged upon it, where it ``takes`` any; they are always
    copied, whatever whoever drags them offers, so that nothing is moved away."""

    dropped = Signal(object)  # tuple of Path

    def __init__(self, view: QWidget, takes: Callable[[], bool]) -> None:
        super().__init__("Let go: a copy is put into the practice folder", view)
        self._view, self._takes = view, takes
        self.setObjectName("fileDrop")
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setMargin(24)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        view.setAcceptDrops(True)
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event:
            case QDropEvent() if self._takes():
                urls = event.mimeData().urls()
                files = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
                is_over = event.type() is not QEvent.Type.Drop
                self.setGeometry(self._view.rect())
                self.setVisible(bool(files) and is_over)
                if files:
                    event.setDropAction(Qt.DropAction.CopyAction)
                    event.accept()
                    if not is_over:
                        self.dropped.emit(files)
                    return True
            case QDragLeaveEvent():
                self.hide()
        return False
