"""A window that shows texts, and writes down all keys and clicks that reach it.

``python -m tests.support.notice_window --text "Read me" --button OK --told told.txt``
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)


class Notice(QWidget):
    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__()
        self._told: Path = options.told
        self.setWindowTitle(options.title)
        column = QVBoxLayout(self)
        for text in options.text:
            column.addWidget(QLabel(text))
        if options.item:
            items = QListWidget()
            items.addItems(options.item)
            items.itemClicked.connect(lambda item: self.tell(f"click {item.text()}"))
            column.addWidget(items)
        for text in options.field:
            field = QLineEdit(text)
            field.setAccessibleName("Note")
            column.addWidget(field)
        for kind, labels in ((QCheckBox, options.tick), (QPushButton, options.button)):
            for label in labels:
                button = kind(label)
                button.clicked.connect(lambda _on=False, label=label: self.tell(f"click {label}"))
                column.addWidget(button)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.tell(f"key {event.text() or event.key()}")
        return super().eventFilter(watched, event)

    def tell(self, what: str) -> None:
        with self._told.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="Notice")
    parser.add_argument("--told", type=Path, required=True)
    for name in ("--text", "--item", "--field", "--tick", "--button"):
        parser.add_argument(name, action="append", default=[])
    app = QApplication(sys.argv[:1])
    notice = Notice(parser.parse_args())
    app.installEventFilter(notice)
    notice.resize(560, 320)
    notice.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
