"""What this is, and in which version."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from widgets.kit.actions import share_stop
from widgets.kit.icons import read_icon, render_svg
from widgets.kit.laying import lay_column, lay_row
from widgets.kit.parts import push_button, quiet_label
from widgets.kit.theme import Theme

WHAT = (
    "A desktop console from which a person supervises agents that use a computer: it shows what "
    "the agent sees and what it means to do, and keeps the wheel in your hands."
)


class AboutDialog(QDialog):
    """Shown with ``open()``."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        share_stop(self)
        self.setWindowTitle("About Pilothouse")
        picture = QLabel()
        picture.setPixmap(render_svg(read_icon("pilothouse"), 64, self.devicePixelRatioF()))
        title = QLabel(f"Pilothouse {_version()}".strip())
        title.setProperty("role", "title")
        words = lay_column(title, spacing=8)
        for text in (WHAT, "MIT licence. Icons and drawings are our own."):
            label = quiet_label(text)
            label.setMinimumWidth(360)
            words.addWidget(label)
        row = lay_row((picture, 0, Qt.AlignmentFlag.AlignTop), (words, 1), spacing=24)
        close = push_button(theme, "Close", "Close  (Esc)")
        close.clicked.connect(self.accept)
        lay_column(
            row,
            (close, 0, Qt.AlignmentFlag.AlignRight),
            of=self,
            margins=(24, 24, 24, 16),
            spacing=16,
        )


def _version() -> str:
    try:
        return version("pilothouse")
    except PackageNotFoundError:
        return ""
