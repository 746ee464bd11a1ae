"""A window whose buttons bring a dialog just then, about them or about something else."""

from __future__ import annotations

import sys

LATE_MS = 60
"""As it comes of something else just then: a clock, a server."""
FIELD = "field"

DIALOGS: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "Moor": ("Tip of the Day", "Wet ropes hold better.", ("Close",), ""),
    "Sail": ("Tip of the Day", "Reef before you sail.", ("Next tip", "Close"), ""),
    "Relay": ("Version 3.2", "It brings charts.", ("OK",), ""),
    "Paint": ("News", "The club has a new pier.", ("Read", "Later"), ""),
    "Haul": ("Harbour", "Do you like Harbour?", ("Yes", "No"), ""),
    "Fuel": ("Update", "Version 3.3 is ready.", ("Install now", "Remind me later"), ""),
    "Lend": ("Letters", "News by mail, once a month.", ("Subscribe", "Not now"), FIELD),
    "Chart": ("Harbour", "Do you want to install version 3.4?", ("Yes", "No"), ""),
    "Save": ("Harbour", "The log was saved.", ("OK",), ""),
    "Delete": ("Harbour", "Are you sure?", ("Yes", "No"), ""),
    "Discard": ("Harbour", "Remove Gull?", ("Yes", "No"), ""),
    "Leave": ("Harbour", "Save changes before closing?", ("Yes", "No"), ""),
    "About": ("About Harbour", "Version 3.1", ("Close",), ""),
    "Check for updates": ("Harbour", "This is the newest version: no updates.", ("OK",), ""),
    "Figures…": ("Document", "Three words.", ("OK",), ""),
    "Tow": ("New message", "To", ("Send",), FIELD),
}


def main() -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import (
        QApplication,
        QDialog,
        QDialogButtonBox,
        QGridLayout,
        QLabel,
        QLineEdit,
        QPushButton,
        QVBoxLayout,
        QWidget,
    )

    application = QApplication(sys.argv)
    window = QWidget()
    window.setWindowTitle("Harbour")
    grid, kept = QGridLayout(window), list[QDialog]()

    def show(name: str) -> None:
        title, text, buttons, more = DIALOGS[name]
        dialog = QDialog(window)
        dialog.setWindowTitle(title)
        column, box = QVBoxLayout(dialog), QDialogButtonBox()
        column.addWidget(QLabel(text))
        if more == FIELD:
            column.addWidget(QLineEdit())
        for each in buttons:
            box.addButton(QPushButton(each), QDialogButtonBox.ButtonRole.AcceptRole)
        box.accepted.connect(dialog.accept)
        column.addWidget(box)
        kept.append(dialog)
        dialog.open()

    for at, name in enumerate(DIALOGS):
        button = QPushButton(name)
        button.clicked.connect(
            lambda _on=False, name=name: QTimer.singleShot(LATE_MS, lambda: show(name))
        )
        grid.addWidget(button, at % 9, at // 9)
    window.resize(420, 420)
    window.show()
    sys.exit(application.exec())


if __name__ == "__main__":
    main()
