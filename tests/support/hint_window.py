"""A window with a field, two buttons and something that pops up while one types.

``python -m tests.support.hint_window --told told.txt --pops plain|taking --on key|return
--field here|dialog|turning``

What pops up is a hint, or, if it is ``taking``, gets all clicks until one closes it. The field lies
where “Open” does: on the right of it; in a dialog over it, which Return closes; or turning into it
by Return. Each press of a button and each click into the field is written down."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton, QWidget

OPEN = QRect(20, 20, 200, 40)
BESIDE = QRect(240, 20, 200, 40)
SEARCH = QRect(20, 200, 200, 40)
_POPUP = QRect(300, 330, 160, 40)


class Hinting(QWidget):
    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__()
        self._options = options
        self.setWindowTitle("Hinting")
        self.setFixedSize(480, 280)
        opens, searches = QPushButton("Open", self), QPushButton("Search", self)
        for button, place in ((opens, OPEN), (searches, SEARCH)):
            button.setGeometry(place)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(lambda _on=False, of=button: self._tell(of.text()))
        is_taking = options.pops == "taking"
        self._popup = QWidget()
        self._popup.setWindowFlags(Qt.WindowType.Popup if is_taking else Qt.WindowType.ToolTip)
        self._opens = opens
        self._dialog = QDialog(self)
        self._dialog.setWindowTitle("Asking")
        holder: QWidget = self._dialog if options.field == "dialog" else self
        self._field = QLineEdit(holder)
        self._field.setAccessibleName("Note")
        self._field.setGeometry(BESIDE if options.field == "here" else OPEN)
        self._field.installEventFilter(self)
        self._field.setFocus()
        opens.setVisible(options.field != "turning")
        self._field.raise_()

    def showEvent(self, event: QEvent) -> None:
        if self._options.field == "dialog":
            self._dialog.setFixedSize(480, 280)
            self._dialog.show()
            self._dialog.move(self.pos())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self._tell("Note")
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_return = event.key() == Qt.Key.Key_Return
            if is_return and self._options.field == "turning":
                self._field.hide()
                self._opens.show()
            if is_return:
                self._dialog.close()
            if is_return == (self._options.on == "return"):
                self._popup.setGeometry(_POPUP.translated(self.pos()))
                self._popup.show()
        return False

    def _tell(self, what: str) -> None:
        with self._options.told.open("a", encoding="utf-8") as file:
            file.write(f"{what}\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--told", type=Path, required=True)
    for name in ("--pops", "--on", "--field"):
        parser.add_argument(name, required=True)
    app = QApplication(sys.argv[:1])
    window = Hinting(parser.parse_args())
    window.show()
    return app.exec()


if __name__ == "__main__":
    sys.exit(main())
