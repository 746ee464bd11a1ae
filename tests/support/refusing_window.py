"""A window whose buttons tell what came of them in texts alone: ``python -m
tests.support.refusing_window``. Some refuse, each in another way; some do what they are called."""

from __future__ import annotations

import sys

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
    QTextEdit,
    QWidget,
)

_RED, _PLAIN = "#d01818", "palette(text)"


class Refusing(QMainWindow):
    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Harbour")
        body = QWidget()
        rows = QGridLayout(body)
        self._warnings, self._log = QTextEdit(), QTextEdit()
        self._log.append("Opened the ledger")
        for box in (self._warnings, self._log):
            box.setReadOnly(True)
        self._below, self._beside, self._sum = QLabel(), QLabel(), QLabel("0")
        self._bar, self._sign, self._words = QWidget(), QLabel(), QLabel()
        row = QHBoxLayout(self._bar)
        row.addWidget(self._sign)
        row.addWidget(self._words, 1)
        self.menuBar().addMenu("Boat").addAction("Moor").triggered.connect(
            lambda: self._say(self._below, "Brak wolnego miejsca", _RED)
        )
        acts = {
            "Load": lambda: self._write(self._warnings, "Nothing selected for loading", _RED),
            "Weigh": lambda: self._write(self._log, "Keine Waage gefunden", "#c85a00"),
            "Paint": lambda: self._say(self._below, "Wybierz najpierw kolor", _RED),
            "Fuel": lambda: self._say(self._beside, "Der Tank ist voll", "#b00020"),
            "Haul": self._barred,
            "Sign": lambda: self._say(self._below, "A name is required", _RED),
            "Dock": lambda: self.statusBar().showMessage("Cannot dock: no harbour"),
            "Add": lambda: self._sum.setText("42"),
            "Lend": lambda: self._say(self._sum, "-17", _RED),
            "Note": lambda: self._write(self._log, "Noted the tide", _PLAIN),
            "Count": lambda: self.statusBar().showMessage("3 boats"),
            "Greet": lambda: self._say(self._beside, "Ahoj", _PLAIN),
        }
        for number, (name, act) in enumerate(acts.items()):
            button = QPushButton(name)
            button.clicked.connect(act)
            rows.addWidget(button, number // 4, number % 4)
        rows.addWidget(self._beside, 0, 4)
        rows.addWidget(self._below, 3, 0, 1, 4)
        rows.addWidget(self._sum, 3, 4)
        rows.addWidget(self._bar, 4, 0, 1, 5)
        rows.addWidget(QLabel("Warnings:"), 5, 0)
        rows.addWidget(self._warnings, 6, 0, 1, 5)
        rows.addWidget(QLabel("Log:"), 7, 0)
        rows.addWidget(self._log, 8, 0, 1, 5)
        self.setCentralWidget(body)
        self.statusBar().showMessage("Ready")
        self.resize(640, 520)

    def _say(self, label: QLabel, words: str, colour: str) -> None:
        label.setStyleSheet(f"color: {colour}")
        label.setText(words)

    def _write(self, box: QTextEdit, words: str, colour: str) -> None:
        if colour == _PLAIN:
            box.append(words)
        else:
            box.append(f'<span style="color: {colour}">{words}</span>')

    def _barred(self) -> None:
        sign = QPixmap(16, 16)
        sign.fill(QColor("#e08000"))
        with QPainter(sign) as painter:
            painter.drawText(QRectF(5, 0, 8, 16), "!")
        self._sign.setPixmap(sign)
        self._bar.setStyleSheet("background: #e07a30; color: black")
        self._words.setText("Sprzedaż jest zamknięta")


if __name__ == "__main__":
    application = QApplication(sys.argv)
    window = Refusing()
    window.show()
    sys.exit(application.exec())
