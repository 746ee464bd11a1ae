"""A form whose word does not hold: ``python -m tests.support.two_faced_window KIND GO``.

``late``: what Save came to is told after a second. ``rewrites``: a name is put back once there is a
file GO. ``greets``: it begins with a tip, from which one may be added.
All say that they saved, and save nothing."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_LATE_MS, _LOOKS_MS = 1000, 20


class Form(QWidget):
    def __init__(self, kind: str, go: Path) -> None:
        super().__init__()
        self._kind, self._go = kind, go
        self.setWindowTitle("Form")
        column = QVBoxLayout(self)
        self._name = QLineEdit("Bob")
        self._name.setAccessibleName("Name")
        save = QPushButton("Save")
        save.clicked.connect(self._save)
        self._told = QLabel("")
        for widget in (self._name, save, self._told):
            column.addWidget(widget)
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._look)
        self._looks.start(_LOOKS_MS)

    def greet(self) -> None:
        tip = QDialog(self)
        tip.setWindowTitle("Tip of the Day")
        column = QVBoxLayout(tip)
        column.addWidget(QLabel("Ctrl+K cuts a line."))
        for label in ("Next Tip", "Add one", "Close"):
            button = QPushButton(label)
            column.addWidget(button)
            if label == "Add one":
                button.clicked.connect(lambda: (tip.accept(), self._told.setText("One was added")))
        button.clicked.connect(tip.accept)
        tip.setModal(True)
        tip.open()

    def _look(self) -> None:
        if self._go.exists():
            self._looks.stop()
            self._name.setText("Bob")

    def _save(self) -> None:
        self._told.setText("Saved")
        if self._kind == "late":
            QTimer.singleShot(_LATE_MS, self._complain)

    def _complain(self) -> None:
        box = QMessageBox(
            QMessageBox.Icon.NoIcon,
            "Trouble",
            "The disk is full",
            QMessageBox.StandardButton.Ok,
            self,
        )
        box.open()


def main(kind: str, go: str) -> int:
    app = QApplication(sys.argv[:1])
    form = Form(kind, Path(go))
    form.resize(420, 160)
    form.show()
    if kind == "greets":
        form.greet()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
