"""Where an API key is written: it is never shown, only where it is kept."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from widgets.kit.laying import lay_row
from widgets.kit.parts import push_button
from widgets.kit.theme import Theme

KEPT = "Kept {place}. A new one goes into the system’s keyring; left empty, this one stays."
NONE_KEPT = "None is kept; servers of your own need none. A new one goes into the system’s keyring."
DOTS = "••••••••"
FORGOTTEN = "It will be forgotten when you save."


class KeyField(QWidget):
    changed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._place = ""
        self.line = QLineEdit()
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.textEdited.connect(self._take_edit)
        self.forget = push_button(theme, "Forget", "Remove the key from where it is kept")
        self.forget.setAutoDefault(False)
        self.forget.setCheckable(True)
        self.forget.toggled.connect(self._show)
        lay_row((self.line, 1), self.forget, of=self, margins=0, spacing=8)
        self.setFocusProxy(self.line)
        self.show_place("", can_forget=False)

    def show_place(self, place: str, *, can_forget: bool) -> None:
        """``place`` is where the key is: ``in the system’s keyring``; empty where there is none."""
        self._place = place
        self.forget.setChecked(False)
        self.forget.setEnabled(can_forget)
        self._show()

    def clear(self) -> None:
        self.line.clear()
        self.forget.setChecked(False)

    @property
    def new_key(self) -> str:
        return self.line.text().strip()

    @property
    def is_forgotten(self) -> bool:
        return self.forget.isChecked() and not self.new_key

    @property
    def told(self) -> str:
        """Where the key is, and what becomes of it."""
        if self.forget.isChecked():
            return FORGOTTEN
        return KEPT.format(place=self._place) if self._place else NONE_KEPT

    def setAccessibleName(self, name: str) -> None:
        self.line.setAccessibleName(name)
        self.forget.setAccessibleName(f"Forget the {name}")

    def setAccessibleDescription(self, words: str) -> None:
        self.line.setAccessibleDescription(words)

    def _take_edit(self, text: str) -> None:
        if text:
            self.forget.setChecked(False)
        self.changed.emit()

    def _show(self) -> None:
        is_kept = bool(self._place) and not self.forget.isChecked()
        self.line.setPlaceholderText(DOTS if is_kept else "")
        self.changed.emit()
