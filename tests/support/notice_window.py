"""A window that shows texts, and writes down all keys and clicks that reach it.

``python -m tests.support.notice_window --text "Read me" --button OK --told told.txt``

A text may also be painted, hidden, the tooltip of the window, in a popup in its corner, or on the
clipboard. ``--on-return`` is the button that a Return in a field, or in an area beside it, presses;
``--entry`` opens a dialog with that name, whose button ``--yes`` does what it is there for.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QCompleter,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)


class Painted(QWidget):
    """Shows a text as a picture only."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setMinimumHeight(60)

    def paintEvent(self, event: QPaintEvent) -> None:
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        QPainter(self).drawText(self.rect(), flags, self._text)


class Area(QPlainTextEdit):
    """Hands its lines over at a Return, as a chat does."""

    returned = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setAccessibleName("Note")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returned.emit()
        else:
            super().keyPressEvent(event)


class Notice(QWidget):
    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__()
        self._told: Path = options.told
        self.setWindowTitle(options.title)
        column = QVBoxLayout(self)
        for text in options.text:
            column.addWidget(_wrapped(text))
        for text in options.painted:
            column.addWidget(Painted(text))
        for text in options.hidden:
            hidden = _wrapped(text)
            hidden.setStyleSheet("color: transparent; font-size: 1px")
            column.addWidget(hidden)
        for text in options.tooltip:
            self.setToolTip(text)
        self._popups = [_wrapped(text) for text in options.popup]
        for popup in self._popups:
            popup.setWindowFlags(Qt.WindowType.ToolTip)
            popup.show()
        for text in options.clipboard:
            QApplication.clipboard().setText(text)
        if options.item:
            items = QListWidget()
            items.addItems(options.item)
            items.itemClicked.connect(lambda item: self.tell(f"click {item.text()}"))
            column.addWidget(items)
        for text in options.field:
            field = QLineEdit(text)
            field.setAccessibleName("Note")
            if options.completion:
                field.setCompleter(QCompleter(options.completion, field))
            if options.on_return:
                field.returnPressed.connect(lambda: self.tell(f"click {options.on_return}"))
            column.addWidget(field)
        for label in options.entry:
            entry = QPushButton(label)
            entry.clicked.connect(lambda _on=False, label=label: self._open(label, options.yes))
            column.addWidget(entry)
        row = QHBoxLayout()
        column.addLayout(row)
        for text in options.area:
            area = Area(text)
            area.returned.connect(lambda: self.tell(f"click {options.on_return}"))
            row.addWidget(area)
        for kind, labels in ((QCheckBox, options.tick), (QPushButton, options.button)):
            for label in labels:
                button = kind(label)
                button.clicked.connect(lambda _on=False, label=label: self.tell(f"click {label}"))
                (row if options.area else column).addWidget(button)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.tell(f"key {event.text() or event.key()}")
        return super().eventFilter(watched, event)

    def _open(self, title: str, yes: str) -> None:
        dialog = QDialog(self)
        dialog.setWindowTitle(title.rstrip(" …"))
        column = QVBoxLayout(dialog)
        for label in ("Cancel", yes):
            button = QPushButton(label)
            button.clicked.connect(dialog.close)
            column.addWidget(button)
        button.clicked.connect(lambda: self.tell(f"click {yes}"))
        dialog.open()

    def tell(self, what: str) -> None:
        with self._told.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")


def _wrapped(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--title", default="Notice")
    parser.add_argument("--told", type=Path, required=True)
    parser.add_argument("--on-return", default="")
    parser.add_argument("--yes", default="")
    places = ("--text", "--painted", "--hidden", "--tooltip", "--popup", "--clipboard")
    for name in (
        *places,
        "--entry",
        "--item",
        "--field",
        "--area",
        "--completion",
        "--tick",
        "--button",
    ):
        parser.add_argument(name, action="append", default=[])
    app = QApplication(sys.argv[:1])
    notice = Notice(parser.parse_args())
    app.installEventFilter(notice)
    notice.resize(560, 320)
    notice.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
