"""Windows of which recapture is measured.

Started with ``python -m tests.benchmarks.recapture_windows KIND``: ``grid`` has 2,000
buttons in sight, on a screen of 2560 × 1440; ``dialogs`` opens a dialog with twenty texts at each
press of D, and Escape closes it."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QGridLayout, QLabel, QPushButton, QWidget

COLUMNS, ROWS = 40, 50
TEXTS = 20
PAGE_ROWS = 325


def write_page(file: Path) -> None:
    """A page of some 1,300 things: buttons, links, fields and texts."""
    rows = (
        f'<div><button>Button {n}</button> <a href="#{n}">Link {n}</a>'
        f' <input aria-label="Field {n}"> Text {n}</div>'
        for n in range(PAGE_ROWS)
    )
    file.write_text(f"<title>Page</title><textarea rows=4></textarea>{''.join(rows)}")


def grid() -> QWidget:
    window = QWidget()
    layout = QGridLayout(window)
    layout.setSpacing(1)
    for number in range(COLUMNS * ROWS):
        button = QPushButton(str(number))
        button.setFixedSize(58, 22)
        layout.addWidget(button, number // COLUMNS, number % COLUMNS)
    return window


def dialogs() -> QWidget:
    window = QWidget()
    window.resize(300, 200)
    opened = itertools.count(1)

    def open_one() -> None:
        number, dialog = next(opened), QDialog(window)
        dialog.setWindowTitle("Question")
        layout = QGridLayout(dialog)
        for at in range(TEXTS):
            layout.addWidget(QLabel(f"Choice {at} of {number}"), at, 0)
        dialog.show()

    QShortcut(QKeySequence("D"), window).activated.connect(open_one)
    return window


def main() -> int:
    application = QApplication(sys.argv)
    window = {"grid": grid, "dialogs": dialogs}[sys.argv[1]]()
    window.setWindowTitle(sys.argv[1])
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
